/** Letters for pictures of blocks. xterm.js draws them as glyphs of the font, which leave seams at most sizes. */
import { seamlessSizes } from './dos-screen.ts';

/** At this size, the size of a glyph has three digits, in pixels. */
const MEASURED = 1000;

/** The sizes of letters of a font at which blocks join, in pixels, from the largest. */
export function dosLetters(family: string): number[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [];
  context.font = `${MEASURED}px ${family}`;
  return seamlessSizes(context.measureText('\u2588'), MEASURED, devicePixelRatio);
}
