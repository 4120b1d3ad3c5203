/** The QR code of a text as an SVG image, with the quiet zone of four modules that ISO/IEC 18004 §9.1 requires. */
import { drawQrPath } from '../pages/parts/qr-path.ts';

const QUIET = 4;

/**
 * Draws a QR code.
 *
 * @param text - an address of this service, which is short enough for a code
 */
export function qrImage(text: string): string {
  const code = drawQrPath(text);
  if (code === null) throw new Error(`no QR code has room for ${text.length} characters`);
  const side = code.size + 2 * QUIET;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" ` +
    `width="${side}" height="${side}" shape-rendering="crispedges"><path d="${code.path}" fill="black"></path></svg>\n`
  );
}
