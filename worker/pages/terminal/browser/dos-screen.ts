/**
 * What a screen in CP437 has that others have not: boards draw for the screen of a PC under DOS, with the colours of
 * VGA, and letters that leave no seams.
 */
import type { ITerminalOptions } from '@xterm/xterm';
import { isDos } from '../../../../src/octets/dos-text.ts';

/** Where they fit, a board has as many rows as a PC. */
export const DOS_ROWS = 24;

type ScreenColours = Pick<ITerminalOptions, 'theme' | 'fontWeightBold'>;

const USUAL: ScreenColours = { theme: { background: '#101214', foreground: '#e6e3db' }, fontWeightBold: 'bold' };

/** Bold is a bright colour, and letters stay as wide as they are. */
const DOS: ScreenColours = {
  theme: {
    ...{ background: '#000000', foreground: '#aaaaaa', black: '#000000', brightBlack: '#555555' },
    ...{ red: '#aa0000', brightRed: '#ff5555', green: '#00aa00', brightGreen: '#55ff55' },
    ...{ yellow: '#aa5500', brightYellow: '#ffff55', blue: '#0000aa', brightBlue: '#5555ff' },
    ...{ magenta: '#aa00aa', brightMagenta: '#ff55ff', cyan: '#00aaaa', brightCyan: '#55ffff' },
    ...{ white: '#aaaaaa', brightWhite: '#ffffff' },
  },
  fontWeightBold: 'normal',
};

/** The colours of a screen in a charset. */
export const coloursOf = (charset: string): ScreenColours => (isDos(charset) ? DOS : USUAL);

/** What is used of the size of a glyph, in pixels: what it fills, and what its font leaves for it. */
interface GlyphSize {
  readonly width: number;
  readonly actualBoundingBoxAscent: number;
  readonly actualBoundingBoxDescent: number;
  readonly fontBoundingBoxAscent: number;
  readonly fontBoundingBoxDescent: number;
}

/** The narrowest cells are legible; the widest are those of VGA, doubled. In pixels. */
const NARROWEST = 6;
const WIDEST = 16;
/** A gap of so much of a pixel is not seen. */
const NO_GAP = 0.15;

/**
 * Sizes of letters at which pictures have no seams, in pixels, from the largest: cells are whole pixels wide, and a
 * full block fills the height of its row, whose parts a browser rounds to whole pixels. If a font has no such size, all
 * sizes with whole cells.
 *
 * @param block - the size of a full block in letters of `at` pixels
 * @param ratio - the pixels of the screen for each pixel
 */
export function seamlessSizes(block: GlyphSize, at: number, ratio: number): number[] {
  const sizes: { readonly letters: number; readonly gap: number }[] = [];
  for (let cell = WIDEST * ratio; cell >= NARROWEST * ratio; cell--) {
    const letters = (cell / ratio / block.width) * at;
    const scale = letters / at;
    const gapOf = (font: number, glyph: number): number => Math.max(0, Math.round(font * scale) - glyph * scale);
    const gap = Math.max(
      gapOf(block.fontBoundingBoxAscent, block.actualBoundingBoxAscent),
      gapOf(block.fontBoundingBoxDescent, block.actualBoundingBoxDescent),
    );
    sizes.push({ letters, gap });
  }
  const seamless = sizes.filter(({ gap }) => gap <= NO_GAP);
  return (seamless.length > 0 ? seamless : sizes).map(({ letters }) => letters);
}
