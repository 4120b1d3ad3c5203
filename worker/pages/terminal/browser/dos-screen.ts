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

/** The narrowest cells are legible; the widest are those of VGA, doubled. In pixels. */
const NARROWEST = 6;
const WIDEST = 16;
/** Lines that are so much of a full block, from 0 to 255, are not seen as a seam. */
const NO_SEAM = 220;

/**
 * Sizes of letters at which pictures have no seams, in pixels, from the largest: cells are whole pixels wide, and a
 * full block fills the height of its row. If a font has no such size, all sizes with whole cells.
 *
 * @param width - the width of a full block in letters of one pixel, in pixels
 * @param ratio - the pixels of the screen for each pixel
 * @param faintest - how much of the faintest line of a row a full block fills in letters of a size, from 0 to 255
 */
export function seamlessSizes(width: number, ratio: number, faintest: (letters: number) => number): number[] {
  const count = Math.floor((WIDEST - NARROWEST) * ratio) + 1;
  const sizes = Array.from({ length: count }, (_, narrower) => (WIDEST - narrower / ratio) / width);
  const seamless = sizes.filter((letters) => faintest(letters) >= NO_SEAM);
  return seamless.length > 0 ? seamless : sizes;
}
