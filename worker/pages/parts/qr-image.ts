/** QR codes as files, for pages without a script. */
import { drawQrPath } from './qr-path.ts';

/** A text as a QR code in SVG; `null` if it is too long for any. */
export function qrImage(text: string): string | null {
  const code = drawQrPath(text);
  if (code === null) return null;
  const { path, side, viewBox } = code;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="${viewBox}" width="${side}" height="${side}" ` +
    `shape-rendering="crispedges"><path d="${path}" fill="black"></path></svg>\n`
  );
}
