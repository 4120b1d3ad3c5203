/**
 * Takes a URL out of what people wrap around it: blanks, `<…>`, `URL:…` (RFC 3986 Appendix C;
 * draft-ietf-uri-url-03, "PrePrefix" and "Wrappers for URIs in plain text").
 */
import type { DiagnosticCode } from '../diagnostics.ts';

/** A text made ready for reading, with the way back to the input. */
export interface Prepared {
  readonly text: string;
  /** For each offset of `text`, and its end, the offset in the input; `null` where they are the same. */
  readonly origin: Int32Array | null;
  /** What was taken away or changed, as ranges of the input. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly code: DiagnosticCode;
  readonly at: readonly [from: number, to: number];
  readonly after: string;
}

const asIs = (input: string): Prepared => ({ text: input, origin: null, steps: [] });

/** Whether the text is free of wrappers: it begins with a letter that is not of `url:`, and ends in no blank. */
export function isBare(input: string): boolean {
  const first = input.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a || input.charCodeAt(input.length - 1) <= 0x20) return false;
  return first !== 0x75 || !/^url:/i.test(input);
}

/** Unwraps until nothing changes. */
export function unwrap(input: string): Prepared {
  let from = 0;
  let to = input.length;
  let angle = false;
  const steps: Step[] = [];
  const cut = (code: DiagnosticCode, start: number, end: number): void => {
    if (start < end) steps.push({ code, at: [start, end], after: '' });
  };
  for (let changed = true; changed; ) {
    const [before, after] = [from, to];
    while (from < to && input.charCodeAt(from) <= 0x20) from++;
    while (to > from && input.charCodeAt(to - 1) <= 0x20) to--;
    cut('surrounding-blanks', before, from);
    cut('surrounding-blanks', to, after);
    if (to - from >= 2 && input[from] === '<' && input[to - 1] === '>') {
      cut('wrapper', from, ++from);
      cut('wrapper', to - 1, to--);
      angle = true;
    }
    if (/^url:/i.test(input.slice(from, Math.min(from + 4, to)))) {
      cut('wrapper', from, from + 4);
      from += 4;
    }
    changed = from !== before || to !== after;
  }
  if (from === 0 && to === input.length) return asIs(input);
  return angle ? unfold(input, from, to, steps) : take(input, keptOffsets(from, to), steps);
}

function keptOffsets(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Inside angle brackets a line break, and the blanks around it, are the mail's and not the URL's. */
function unfold(input: string, from: number, to: number, steps: Step[]): Prepared {
  const kept: number[] = [];
  let index = from;
  while (index < to) {
    let end = index;
    while (end < to && BLANKS.has(input.charCodeAt(end))) end++;
    if (end === index) {
      kept.push(index++);
    } else if (/[\r\n]/.test(input.slice(index, end))) {
      steps.push({ code: 'folded-line', at: [index, end], after: '' });
      index = end;
    } else {
      while (index < end) kept.push(index++);
    }
  }
  return take(input, kept, steps);
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** The text of the kept offsets, with its way back. */
export function take(input: string, kept: readonly number[], steps: readonly Step[]): Prepared {
  const from = kept[0] ?? input.length;
  const to = (kept.at(-1) ?? from - 1) + 1;
  const contiguous = to - from === kept.length;
  const text = contiguous ? input.slice(from, to) : kept.map((offset) => input[offset]).join('');
  return { text, origin: Int32Array.from([...kept, to]), steps };
}
