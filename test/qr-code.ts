/**
 * Reads the text of a QR code (ISO/IEC 18004) from its modules. It corrects no errors, because a code drawn by a
 * program has none.
 */

/** Modules of one square: `true` is dark. */
export type Modules = readonly (readonly boolean[])[];

/** Error correction codewords of a block, and blocks, for versions 1 to 10; by the two bits of the level. */
const BLOCKS: Readonly<Record<number, readonly (readonly [codewords: number, blocks: number])[]>> = {
  1: [
    [7, 1],
    [10, 1],
    [15, 1],
    [20, 1],
    [26, 1],
    [18, 2],
    [20, 2],
    [24, 2],
    [30, 2],
    [18, 4],
  ],
  0: [
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
    [18, 4],
    [22, 4],
    [22, 5],
    [26, 5],
  ],
  3: [
    [13, 1],
    [22, 1],
    [18, 2],
    [26, 2],
    [18, 4],
    [24, 4],
    [18, 6],
    [22, 6],
    [20, 8],
    [24, 8],
  ],
  2: [
    [17, 1],
    [28, 1],
    [22, 2],
    [16, 4],
    [22, 4],
    [28, 4],
    [26, 5],
    [26, 6],
    [24, 8],
    [28, 8],
  ],
};

/** §7.8.2: the modules that each mask inverts. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The mask of level and mask number, the first five bits of the format. */
const FORMAT_MASK = 0b10101;

/** The modules of a drawing. Its one path outlines the dark modules; the quiet zone is four modules wide. */
export function modulesIn(svg: string): Modules {
  const [, width = ''] = /^<svg [^>]*viewBox="-4 -4 (\d+) \1"/.exec(svg) ?? [];
  const [, path = ''] = / d="([^"]+)"/.exec(svg) ?? [];
  const walls = path.split('Z').flatMap((outline) => {
    const corners = [...outline.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    return corners.flatMap(([x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
      return x === nextX ? [{ x, top: Math.min(y, nextY), bottom: Math.max(y, nextY) }] : [];
    });
  });
  const indices = Array.from({ length: Number(width) - 8 }, (_, index) => index);
  const isDark = (column: number, row: number): boolean =>
    walls.filter(({ x, top, bottom }) => x > column && top <= row && row < bottom).length % 2 === 1;
  return indices.map((row) => indices.map((column) => isDark(column, row)));
}

/** The text of a code. */
export function decodeQr(modules: Modules): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const at = (row: number, column: number): boolean => modules[row]?.[column] ?? false;
  const format = numberOf([0, 1, 2, 3, 4].map((column) => at(8, column))) ^ FORMAT_MASK;
  const [correction, blocks] = BLOCKS[format >> 3]?.[version - 1] ?? [0, 0];
  const mask = MASKS[format & 7];
  if (blocks === 0 || mask === undefined) throw new Error(`cannot read version ${version}`);
  const bits = dataModules(size, version).map(([row, column]) => at(row, column) !== mask(row, column));
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    numberOf(bits.slice(8 * index, 8 * index + 8)),
  );
  return segmentsText(deinterleaved(codewords, correction, blocks), version);
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((number, bit) => 2 * number + Number(bit), 0);
}

/** §7.7.3: the modules of the data, two columns at a time, up and down in turn. */
function dataModules(size: number, version: number): (readonly [row: number, column: number])[] {
  const positions: (readonly [number, number])[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isPattern(row, column, size, version)) positions.push([row, column]);
    }
  }
  return positions;
}

/** Whether a module belongs to a pattern, or to format and version. */
function isPattern(row: number, column: number, size: number, version: number): boolean {
  if (row === 6 || column === 6) return true;
  if (row < 9 && (column < 9 || column >= size - 8)) return true;
  if (row >= size - 8 && column < 9) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  return centres.some((y) =>
    centres.some((x) => {
      const inFinder = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      return !inFinder && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
    }),
  );
}

/** §7.6: the codewords without interleaving. The longer blocks are the last ones. */
function deinterleaved(codewords: readonly number[], correction: number, blocks: number): number[] {
  const amount = codewords.length - correction * blocks;
  const short = Math.floor(amount / blocks);
  const firstLong = blocks - (amount % blocks);
  const lengths = Array.from({ length: blocks }, (_, block) => short + Number(block >= firstLong));
  const parts: number[][] = lengths.map(() => []);
  let next = 0;
  for (let turn = 0; turn <= short; turn++) {
    for (const [block, length] of lengths.entries()) if (turn < length) parts[block]?.push(codewords[next++] ?? 0);
  }
  return parts.flat();
}

/** §7.4: the text of all segments. */
function segmentsText(octets: readonly number[], version: number): string {
  const bits = octets.flatMap((octet) => Array.from({ length: 8 }, (_, bit) => ((octet >> (7 - bit)) & 1) === 1));
  let from = 0;
  const take = (length: number): number => {
    from += length;
    return numberOf(bits.slice(from - length, from));
  };
  const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  let latin1 = '';
  for (let mode = take(4); mode !== 0 && from < bits.length; mode = take(4)) {
    if (mode === 4) {
      for (let left = take(version < 10 ? 8 : 16); left > 0; left--) latin1 += String.fromCharCode(take(8));
    } else if (mode === 2) {
      for (let left = take(version < 10 ? 9 : 11); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6);
        if (left > 1) latin1 += CHARACTERS.charAt(Math.floor(pair / 45));
        latin1 += CHARACTERS.charAt(pair % 45);
      }
    } else if (mode === 1) {
      for (let left = take(version < 10 ? 10 : 12); left > 0; left -= 3) {
        const digits = Math.min(left, 3);
        latin1 += String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, '0');
      }
    } else if (mode === 7) {
      // The charset (§7.4.3) is ignored: the tests only use ASCII and UTF-8.
      take(8);
    } else throw new Error(`cannot read mode ${mode}`);
  }
  return Buffer.from(latin1, 'latin1').toString();
}
