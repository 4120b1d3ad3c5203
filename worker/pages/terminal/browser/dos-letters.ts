/** Letters for pictures of blocks. xterm.js draws them as glyphs of the font, which leave seams at most sizes. */
import { seamlessSizes } from './dos-screen.ts';

const BLOCK = '\u2588';
/** At this size, the width of a glyph has three digits, in pixels. */
const MEASURED = 1000;

/** The sizes of letters of a font at which blocks join, in pixels, from the largest. */
export function dosLetters(family: string): number[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) return [];
  context.font = `${MEASURED}px ${family}`;
  const width = context.measureText(BLOCK).width / MEASURED;
  return seamlessSizes(width, devicePixelRatio, (letters) => faintestLine(context, letters, family));
}

/**
 * How much a full block fills of the faintest line of its row, from 0 to 255: the row as high as xterm.js makes it, the
 * block where the browser lays it, in the pixels of the screen.
 */
function faintestLine(context: CanvasRenderingContext2D, letters: number, family: string): number {
  context.font = `${letters}px ${family}`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('W');
  const height = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * devicePixelRatio);
  const baseline = Math.round(baselineOf(context.font, height / devicePixelRatio) * devicePixelRatio);
  const { canvas } = context;
  Object.assign(canvas, { width: 1, height });
  context.font = `${letters * devicePixelRatio}px ${family}`;
  context.fillText(BLOCK, -2, baseline);
  const pixels = context.getImageData(0, 0, 1, height).data;
  return pixels.reduce((least, value, place) => (place % 4 === 3 ? Math.min(least, value) : least), 255);
}

/** How far the baseline of a row is below its top. Both in pixels. */
function baselineOf(font: string, height: number): number {
  const row = document.createElement('div');
  Object.assign(row.style, { position: 'absolute', visibility: 'hidden', font, lineHeight: `${height}px` });
  const mark = document.createElement('span');
  mark.style.display = 'inline-block';
  row.append(mark);
  document.body.append(row);
  const distance = mark.getBoundingClientRect().bottom - row.getBoundingClientRect().top;
  row.remove();
  return distance;
}
