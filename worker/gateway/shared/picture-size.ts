/** The size of a picture by its first octets, so that its page has a place for it before it loads. */
import { latin1Of } from '../../../src/octets/octets.ts';

/** In pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

type SizeReader = (view: DataView) => PictureSize | null;

/** By the beginning of the file. */
const READERS: readonly (readonly [RegExp, SizeReader])[] = [
  [/^GIF8[79]a/, (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) })],
  [/^\x89PNG\r\n\x1a\n/, (view) => ({ width: view.getUint32(16), height: view.getUint32(20) })],
  [/^\xff\xd8\xff/, sizeOfJpeg],
];

/**
 * The size of a GIF, PNG or JPEG picture.
 *
 * @param octets - the first ones of the file
 * @returns `null` = unknown
 */
export function pictureSize(octets: Uint8Array): PictureSize | null {
  const start = latin1Of(octets.subarray(0, 8));
  const read = READERS.find(([signature]) => signature.test(start))?.[1];
  try {
    const size = read?.(new DataView(octets.buffer, octets.byteOffset, octets.byteLength)) ?? null;
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The octets end before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Segments up to the first frame (ITU T.81 §B.1.1.2). @throws RangeError if the octets end before */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0) return null;
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}
