/** What is different in two spellings of a text, character by character. */
import type { Run } from '../spelling.tsx';

/** So many comparisons are worth a fine answer; beyond, all that is between the common ends is different. */
const MOST_COMPARISONS = 40_000;

/**
 * Both texts in runs.
 *
 * @example
 * ```ts
 * differences('a%20b', 'a b')[1]; // [{ text: 'a', same: true }, { text: ' ', same: false }, { text: 'b', same: true }]
 * ```
 */
export function differences(a: string, b: string): readonly [readonly Run[], readonly Run[]] {
  const head = commonHead(a, b);
  const tail = commonTail(a.slice(head), b.slice(head));
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const [keptA, keptB] =
    middleA.length * middleB.length <= MOST_COMPARISONS ? commonCharacters(middleA, middleB) : [new Set(), new Set()];
  return [runsOf(a, head, tail, keptA), runsOf(b, head, tail, keptB)];
}

function commonHead(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function commonTail(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

/** The places of a longest common subsequence in both texts. */
function commonCharacters(a: string, b: string): readonly [ReadonlySet<number>, ReadonlySet<number>] {
  const width = b.length + 1;
  /** Of what is behind each pair of places, how many characters both have. */
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [keptA, keptB] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      keptA.add(i++);
      keptB.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return [keptA, keptB];
}

function runsOf(text: string, head: number, tail: number, kept: ReadonlySet<unknown>): readonly Run[] {
  const runs: { text: string; same: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const same = at < head || at >= text.length - tail || kept.has(at - head);
    const last = runs.at(-1);
    if (last?.same === same) last.text += text[at];
    else runs.push({ text: text.charAt(at), same });
  }
  return runs;
}
