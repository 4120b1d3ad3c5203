/**
 * The pictures of the test servers: one computed scene as PNG, GIF (still and animated) and XBM.
 */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 192;
const HEIGHT = 120;

/** Red, green and blue of each colour. */
const PALETTE = {
  night: [0x1b, 0x26, 0x4f],
  dusk: [0x4a, 0x4e, 0x8f],
  glow: [0xe0, 0x8e, 0x6d],
  gold: [0xf6, 0xd3, 0x8a],
  hill: [0x2f, 0x4f, 0x3a],
  meadow: [0x4f, 0x7f, 0x4a],
  wood: [0x6b, 0x46, 0x2b],
  board: [0xd9, 0xb3, 0x82],
  fur: [0x8a, 0x5a, 0x3a],
  ink: [0x18, 0x14, 0x12],
  white: [0xff, 0xf8, 0xe8],
} as const;

type Colour = keyof typeof PALETTE;
const COLOURS = Object.keys(PALETTE) as Colour[];

/** The colour at a point of the scene: dusk, two hills, a signpost with three arms, and somebody at its foot. */
function scene(x: number, y: number, lampLit: boolean): Colour {
  return gopher(x, y) ?? signpost(x, y, lampLit) ?? ground(x, y) ?? sky(x, y);
}

/** Whether a vector is shorter than a number of pixels. */
function isWithin(x: number, y: number, length: number): boolean {
  return x * x + y * y < length * length;
}

function sky(x: number, y: number): Colour {
  if (isWithin(x - 150, y - 66, 15)) return 'gold';
  // Two colours mix as they did on a screen of 16: by an ordered pattern.
  const threshold = (((x & 1) ^ (y & 1)) * 2 + (y & 1)) / 4;
  const depth = (y / 88) * 2.4 + threshold - 0.4;
  if (depth < 0.9) return starry(x, y) ? 'white' : 'night';
  return depth < 1.9 ? 'dusk' : 'glow';
}

function starry(x: number, y: number): boolean {
  return y < 40 && (x * 7919 + y * 104_729) % 613 === 0;
}

function ground(x: number, y: number): Colour | null {
  if (y > 98 - 6 * Math.sin(x / 31 + 1)) return 'meadow';
  return y > 80 - 9 * Math.sin(x / 40 + 4) ? 'hill' : null;
}

const ARMS = [
  { top: 24, left: 46, right: 104, to: 'right' },
  { top: 42, left: 30, right: 88, to: 'left' },
  { top: 60, left: 48, right: 96, to: 'right' },
] as const;

function signpost(x: number, y: number, lampLit: boolean): Colour | null {
  if (isWithin(x - 68, y - 12, 5)) return lampLit ? 'gold' : 'ink';
  for (const arm of ARMS) {
    const slope = Math.abs(y - arm.top - 6);
    if (slope > 6) continue;
    const left = arm.to === 'left' ? arm.left + slope : arm.left;
    const right = arm.to === 'right' ? arm.right - slope : arm.right;
    if (x < left || x > right) continue;
    // Lines that look like lettering.
    const isInk = slope < 2 && x > left + 8 && x < right - 8 && (x * 5 + arm.top) % 7 < 4;
    return isInk ? 'ink' : slope === 6 || x === left || x === right ? 'wood' : 'board';
  }
  return x >= 65 && x <= 71 && y > 14 && y < 106 ? 'wood' : null;
}

/** The direction of each side of the face, and the middle of its eye. */
const SIDES = [
  [-1, 107],
  [1, 117],
] as const;

function gopher(x: number, y: number): Colour | null {
  for (const [side, middle] of SIDES) {
    if (isWithin(x - middle, y - 87, 2)) return isWithin(x - middle - side, y - 87, 1.2) ? 'ink' : 'white';
    if (isWithin(x - 112 - side * 7, y - 79, 3)) return 'fur';
  }
  if (Math.abs(x - 112) < 2 && y >= 92 && y < 97) return 'white';
  if (isWithin(x - 112, (y - 90) * 1.1, 12)) return isWithin(x - 112, y - 90, 2) ? 'ink' : 'fur';
  return Math.abs(x - 112) < 12 && y >= 90 && y < 104 ? 'fur' : null;
}

/** The scene as it was painted: it is the same for all servers of a process. */
const paintings = new Map<boolean, Uint8Array>();

/** The scene as one palette index for each pixel, row by row. */
function painted(lampLit: boolean): Uint8Array {
  const known = paintings.get(lampLit);
  if (known !== undefined) return known;
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let index = 0; index < pixels.length; index += 1)
    pixels[index] = COLOURS.indexOf(scene(index % WIDTH, Math.floor(index / WIDTH), lampLit));
  paintings.set(lampLit, pixels);
  return pixels;
}

function paletteOctets(length: number): Buffer {
  const octets = Buffer.alloc(length * 3);
  COLOURS.forEach((name, index) => {
    octets.set(PALETTE[name], index * 3);
  });
  return octets;
}

/** The scene as a PNG with a palette (RFC 2083). */
export function png(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
  };
  const pixels = Buffer.from(painted(true));
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    // Each row begins with the number of its filter: 0, none.
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * WIDTH, (y + 1) * WIDTH)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32(WIDTH), uint32(HEIGHT), Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', paletteOctets(COLOURS.length)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The scene as a GIF; with two frames, the lamp on the post blinks. */
export function gif(frames: 1 | 2): Buffer {
  const screen = Buffer.concat([uint16(WIDTH), uint16(HEIGHT), Buffer.from([0xf6, 0, 0])]);
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1');
  const images = [true, false].slice(0, frames).flatMap((lit) => [
    // Graphic control: no disposal, 80 hundredths of a second.
    Buffer.from([0x21, 0xf9, 4, 0, 80, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    screen.subarray(0, 4),
    Buffer.from([0, 7]),
    subBlocks(packed(painted(lit))),
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    screen,
    paletteOctets(128),
    ...(frames === 2 ? [loop] : []),
    ...images,
    Buffer.from([0x3b]),
  ]);
}

/**
 * Uncompressed GIF image data. All codes have 8 bits, because the code table is cleared before it grows beyond that.
 * (This way around the patent on LZW, which expired in 2003, is as old as the format.)
 */
function packed(pixels: Uint8Array): Buffer {
  const CLEAR = 128;
  const END = 129;
  const codes: number[] = [];
  for (let index = 0; index < pixels.length; index += 120) codes.push(CLEAR, ...pixels.subarray(index, index + 120));
  return Buffer.from([...codes, END]);
}

function subBlocks(content: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let offset = 0; offset < content.length; offset += 255) {
    const block = content.subarray(offset, offset + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

/** The scene in black and white, as an X bitmap: a picture that is a piece of C. */
export function xbm(): Buffer {
  const dark = new Set<Colour>(['night', 'hill', 'wood', 'fur', 'ink']);
  const pixels = painted(true);
  const octets: string[] = [];
  for (let start = 0; start < pixels.length; start += 8) {
    let octet = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const colour = COLOURS[pixels[start + bit] ?? 0];
      if (colour !== undefined && dark.has(colour)) octet |= 1 << bit;
    }
    octets.push(`0x${octet.toString(16).padStart(2, '0')}`);
  }
  const rows: string[] = [];
  for (let start = 0; start < octets.length; start += 12) rows.push(`   ${octets.slice(start, start + 12).join(', ')}`);
  return Buffer.from(
    `#define post_width ${WIDTH}\n#define post_height ${HEIGHT}\nstatic char post_bits[] = {\n${rows.join(',\n')}\n};\n`,
    'latin1',
  );
}

function uint32(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

function uint16(value: number): Buffer {
  const octets = Buffer.alloc(2);
  octets.writeUInt16LE(value);
  return octets;
}
