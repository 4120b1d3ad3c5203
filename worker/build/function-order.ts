/**
 * Puts functions that are alike near each other. gzip finds a repetition only within 32 KiB, and the Worker has 550 KiB,
 * so this makes it smaller. The functions of a module exist before it runs, so their order means nothing to the program.
 */
import { type FunctionDeclaration, parse } from 'acorn';

/** The length of the pieces of text by which functions are compared, in characters. gzip repeats no less than 3. */
const PIECE = 7;
/** A group of so few functions is not divided any more. */
const SMALL_GROUP = 16;
/** How often the two halves of a group exchange functions. */
const EXCHANGES = 20;
/** A piece in more than this share of all functions says nothing about any of them. */
const COMMON = 1 / 4;

/**
 * The same program, with its functions behind everything else.
 *
 * @param code - a module
 */
export function groupFunctions(code: string): string {
  const functions: string[] = [];
  const others: string[] = [];
  for (const { type, start, end } of parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
    (type === FUNCTION ? functions : others).push(code.slice(start, end));
  }
  const order = divide([...functions.keys()], new Pieces(functions));
  return [...others, ...order.map((index) => functions[index])].join('\n');
}

const FUNCTION: FunctionDeclaration['type'] = 'FunctionDeclaration';

/** The pieces of text that functions share, as numbers. */
class Pieces {
  /** The pieces of each function. */
  readonly of: readonly (readonly number[])[];
  /** How many different pieces there are. */
  readonly count: number;

  constructor(functions: readonly string[]) {
    const sets = functions.map(
      (text) =>
        new Set(Array.from({ length: Math.max(0, text.length - PIECE + 1) }, (_, at) => text.slice(at, at + PIECE))),
    );
    const frequency = new Map<string, number>();
    for (const piece of sets.flatMap((set) => [...set])) frequency.set(piece, (frequency.get(piece) ?? 0) + 1);
    const shared = [...frequency].filter(([, times]) => times > 1 && times < functions.length * COMMON);
    const numbers = new Map(shared.map(([piece], number) => [piece, number]));
    this.count = numbers.size;
    this.of = sets.map((set) => [...set].flatMap((piece) => numbers.get(piece) ?? []));
  }
}

/**
 * Divides a group in two, again and again, so that few pieces occur in both halves (recursive graph bisection: Dhulipala
 * et al., "Compressing Graphs and Indexes with Recursive Graph Bisection", 2016).
 */
function divide(group: readonly number[], pieces: Pieces): readonly number[] {
  if (group.length <= SMALL_GROUP) return group;
  const half = group.length >> 1;
  const left = new Set(group.slice(0, half));
  const right = new Set(group.slice(half));
  const inLeft = new Int32Array(pieces.count);
  const inRight = new Int32Array(pieces.count);
  const place = (index: number, counts: Int32Array, by: number) => {
    for (const piece of pieces.of[index] ?? []) counts[piece] = (counts[piece] ?? 0) + by;
  };
  for (const index of left) place(index, inLeft, 1);
  for (const index of right) place(index, inRight, 1);

  for (let round = 0; round < EXCHANGES; round++) {
    const leaving = byGain(left, pieces, inLeft, inRight);
    const coming = byGain(right, pieces, inRight, inLeft);
    let exchanged = 0;
    for (const [index, { gain, item }] of leaving.entries()) {
      const other = coming[index];
      if (other === undefined || gain + other.gain <= 0) break;
      for (const [moved, from, to, fromCounts, toCounts] of [
        [item, left, right, inLeft, inRight],
        [other.item, right, left, inRight, inLeft],
      ] as const) {
        from.delete(moved);
        to.add(moved);
        place(moved, fromCounts, -1);
        place(moved, toCounts, 1);
      }
      exchanged++;
    }
    if (exchanged === 0) break;
  }
  return [...divide(inOrder(left), pieces), ...divide(inOrder(right), pieces)];
}

/** The functions of one half, those first whose move to the other half would bring most. */
function byGain(half: ReadonlySet<number>, pieces: Pieces, own: Int32Array, others: Int32Array) {
  const gainOf = (item: number): number => {
    let gain = 0;
    for (const piece of pieces.of[item] ?? []) {
      const here = own[piece] ?? 0;
      const there = others[piece] ?? 0;
      gain += cost(here) + cost(there) - cost(here - 1) - cost(there + 1);
    }
    return gain;
  };
  return inOrder(half)
    .map((item) => ({ item, gain: gainOf(item) }))
    .toSorted((a, b) => b.gain - a.gain);
}

/** What a piece costs in a half in which it occurs so often: it is cheaper where it is frequent. */
const cost = (times: number): number => -times * Math.log2(times + 1);

const inOrder = (half: ReadonlySet<number>): number[] => [...half].toSorted((a, b) => a - b);
