/**
 * Takes a URL out of what people wrap around it: blanks, `<…>`, `URL:…` (RFC 3986 Appendix C;
 * draft-ietf-uri-url-03, "PrePrefix" and "Wrappers for URIs in plain text").
 */
import type { DiagnosticEntry } from './diagnostic.ts';
import { generic } from './generic-diagnostics.ts';

/** A text made ready for reading, with the way back to the input. */
export interface Prepared {
  readonly text: string;
  /** For each offset of `text`, and its end, the offset in the input; `null` where they are the same. */
  readonly origin: Int32Array | null;
  /** What was taken away or changed, as ranges of the input. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly diagnostic: DiagnosticEntry;
  readonly at: readonly [from: number, to: number];
  readonly after: string;
}

/** Whether the text is free of wrappers: it begins with a letter that is not of `url:`, and ends in no blank. */
export function isBare(input: string): boolean {
  const first = input.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a || input.charCodeAt(input.length - 1) <= 0x20) return false;
  return first !== 0x75 || !/^url:/i.test(input);
}

/** Unwraps until nothing changes: joining its lines may bring a wrapper together. */
export function unwrap(input: string): Prepared {
  const outer = unwrapOnce(input);
  if (outer.origin === null || isBare(outer.text)) return outer;
  const inner = unwrap(outer.text);
  return inner.origin === null ? outer : afterwards(outer, inner);
}

/** What was prepared in two turns: the second one led back to the input of the first. */
export function afterwards({ origin, steps }: Prepared, second: Prepared): Prepared {
  const place = (index: number): number => origin?.[index] ?? index;
  return {
    text: second.text,
    origin: second.origin?.map(place) ?? null,
    steps: [
      ...steps,
      ...second.steps.map((step) => ({ ...step, at: [place(step.at[0]), place(step.at[1] - 1) + 1] as const })),
    ],
  };
}

function unwrapOnce(input: string): Prepared {
  let from = 0;
  let to = input.length;
  let angle = false;
  const steps = new Steps();
  for (let changed = true; changed; ) {
    const [before, after] = [from, to];
    while (from < to && input.charCodeAt(from) <= 0x20) from++;
    while (to > from && input.charCodeAt(to - 1) <= 0x20) to--;
    steps.add(generic['surrounding-blanks'], before, from);
    steps.add(generic['surrounding-blanks'], to, after);
    if (to - from >= 2 && input[from] === '<' && input[to - 1] === '>') {
      steps.add(generic.wrapper, from, ++from);
      steps.add(generic.wrapper, to - 1, to--);
      angle = true;
    }
    if (/^url:/i.test(input.slice(from, Math.min(from + 4, to)))) {
      steps.add(generic.wrapper, from, from + 4);
      from += 4;
    }
    changed = from !== before || to !== after;
  }
  if (from === 0 && to === input.length) return { text: input, origin: null, steps: [] };
  return angle ? unfold(input, from, to, steps) : take(input, from, to, steps, (index) => index + 1);
}

/** Inside angle brackets a line break, and the blanks around it, are the mail's and not the URL's. */
function unfold(input: string, from: number, to: number, steps: Steps): Prepared {
  return take(input, from, to, steps, (index) => {
    if (!BLANKS.has(input.charCodeAt(index))) return index + 1;
    let end = index;
    while (end < to && BLANKS.has(input.charCodeAt(end))) end++;
    if (!/[\r\n]/.test(input.slice(index, end))) return end;
    steps.add(generic['folded-line'], index, end);
    return -end;
  });
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** Changes of an input, in their order; neighbours of one kind are one step. */
export class Steps {
  readonly list: Step[] = [];

  add(diagnostic: DiagnosticEntry, from: number, to: number, after = ''): void {
    if (from === to) return;
    const last = this.list.at(-1);
    if (last?.diagnostic === diagnostic && last.at[1] === from) {
      this.list[this.list.length - 1] = { diagnostic, at: [last.at[0], to], after: last.after + after };
    } else {
      this.list.push({ diagnostic, at: [from, to], after });
    }
  }
}

/**
 * The characters of `text[from, to)` that are kept, with the way back to them.
 *
 * @param next - where the run that begins at an index ends; negative if the run is dropped
 */
export function take(text: string, from: number, to: number, steps: Steps, next: (index: number) => number): Prepared {
  // Halves of a surrogate pair must not meet over what is dropped between them.
  const whole = text.toWellFormed();
  const origin = new Int32Array(to - from + 1);
  let kept = '';
  for (let index = from; index < to; ) {
    const end = next(index);
    if (end < 0) {
      index = -end;
      continue;
    }
    for (let at = index; at < end; at++) {
      if (whole.charCodeAt(at) !== text.charCodeAt(at))
        steps.add(generic['lone-surrogate'], at, at + 1, whole.charAt(at));
      origin[kept.length + at - index] = at;
    }
    kept += whole.slice(index, end);
    index = end;
  }
  origin[kept.length] = to;
  return { text: kept, origin: origin.subarray(0, kept.length + 1), steps: steps.list };
}
