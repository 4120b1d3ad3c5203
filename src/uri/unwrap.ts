/**
 * Removes what people wrap around a URL: blanks, `<…>`, `URL:…` (RFC 3986 Appendix C;
 * draft-ietf-uri-url-03, "PrePrefix" and "Wrappers for URIs in plain text").
 */
import { generic } from './generic-diagnostics.ts';
import { joinTraces, keepRuns, Steps, type TracedText } from './traced-text.ts';

/** Whether the text has no wrapper: it begins with a letter, but not with `url:`, and does not end in a blank. */
export function isBare(input: string): boolean {
  const first = input.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a || input.charCodeAt(input.length - 1) <= 0x20) return false;
  return first !== 0x75 || !/^url:/i.test(input);
}

/** Unwraps until nothing changes: when folded lines are joined, another wrapper may appear. */
export function unwrap(input: string): TracedText {
  const outer = unwrapOnce(input);
  if (outer.origin === null || isBare(outer.text)) return outer;
  const inner = unwrap(outer.text);
  return inner.origin === null ? outer : joinTraces(outer, inner);
}

function unwrapOnce(input: string): TracedText {
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
  if (from === 0 && to === input.length) return { text: input, origin: null, steps };
  return angle ? unfold(input, from, to, steps) : keepRuns(input, from, to, steps, (index) => index + 1);
}

/** Inside angle brackets, a line break and the blanks around it come from the mail, not from the URL. */
function unfold(input: string, from: number, to: number, steps: Steps): TracedText {
  return keepRuns(input, from, to, steps, (index) => {
    if (!BLANKS.has(input.charCodeAt(index))) return index + 1;
    let end = index;
    while (end < to && BLANKS.has(input.charCodeAt(end))) end++;
    if (!/[\r\n]/.test(input.slice(index, end))) return end;
    steps.add(generic['folded-line'], index, end);
    return -end;
  });
}

const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);
