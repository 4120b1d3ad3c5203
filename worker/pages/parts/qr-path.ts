/** QR codes as paths. The browser loads this file when somebody wants a code: few do. */
import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';

/** A QR code: its modules as the path of an SVG image, and how many stand beside each other. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Draws a text as a QR code; `null` if the text is too long for any. */
export function drawQrPath(text: string): QrPath | null {
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return null;
  }
}
