/** QR codes as paths. The browser loads this file when somebody wants a code: few do. */
import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';

/** The quiet zone around the code that ISO/IEC 18004 §9.1 requires, in modules. */
const QUIET = 4;

/** A QR code as the path of an SVG image, whose sides have so many modules. */
export type QrPath = Readonly<Record<'path' | 'viewBox', string>> & { readonly side: number };

/** Draws a text as a QR code; `null` if the text is too long for any. */
export function drawQrPath(text: string): QrPath | null {
  try {
    const code = generate(text);
    const side = code.size + 2 * QUIET;
    return { path: toSvgPath(code), viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, side };
  } catch {
    return null;
  }
}
