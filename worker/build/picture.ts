/** The pictures of the site, which the build draws: the signpost of the brand as PNG (ISO/IEC 15948) and as ICO. */
import { crc32, deflateSync } from 'node:zlib';

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

/** The signpost, in a square from 0 to 1. */
const SIGNPOST: readonly Point[] = [
  [0.1, 0.14],
  [0.28, 0.14],
  [0.28, 0.06],
  [0.39, 0.06],
  [0.39, 0.14],
  [0.68, 0.14],
  [0.91, 0.33],
  [0.68, 0.52],
  [0.39, 0.52],
  [0.39, 0.94],
  [0.28, 0.94],
  [0.28, 0.52],
  [0.1, 0.52],
];
const PAPER: Colour = [0xfb, 0xfa, 0xf6];
const ACCENT: Colour = [0x0b, 0x5a, 0x6b];

/** A pixel has this many samples in each direction, so that slanted edges are smooth. */
const SAMPLES = 4;

/**
 * A PNG with the signpost in its middle.
 *
 * @param width - in pixels
 * @param height - in pixels
 * @param size - of the signpost, in pixels
 */
export function drawSignpost(width: number, height: number, size: number): Buffer {
  const left = (width - size) / 2;
  const top = (height - size) / 2;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + 3 * width);
    for (let x = 0; x < width; x++) {
      const share = coverage((x - left) / size, (y - top) / size, 1 / size);
      for (let each = 0; each < 3; each++) {
        row[1 + 3 * x + each] = Math.round((PAPER[each] ?? 0) * (1 - share) + (ACCENT[each] ?? 0) * share);
      }
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An icon file with one PNG of up to 255 pixels. */
export function iconFile(png: Buffer, size: number): Buffer {
  const directory = Buffer.alloc(22);
  // The type of the file, an icon, and the number of pictures.
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.set([size, size, 0, 0], 6);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(24, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The share of a pixel that the signpost covers, from 0 to 1. */
function coverage(x: number, y: number, pixel: number): number {
  if (x < -pixel || x > 1 || y < -pixel || y > 1) return 0;
  let inside = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const dx = ((sample % SAMPLES) + 0.5) / SAMPLES;
    const dy = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
    if (isInside(x + dx * pixel, y + dy * pixel)) inside++;
  }
  return inside / (SAMPLES * SAMPLES);
}

/** Whether a point is inside the signpost: a line from it crosses the outline an odd number of times. */
function isInside(x: number, y: number): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of SIGNPOST.entries()) {
    const [x2, y2] = SIGNPOST[(index + 1) % SIGNPOST.length] ?? [0, 0];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
