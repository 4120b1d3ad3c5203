/** What a trace says, beside what its request called. */
import type { Trace } from './documents.ts';

/**
 * How a trace differs from the calls of its request: a line for each function that is not called, or earlier than the
 * trace says.
 *
 * @param calls - `file:name`, in the order of the first calls
 */
export function differencesOf({ document, request, functions }: Trace, calls: readonly string[]): readonly string[] {
  const order = new Map(calls.map((call, index) => [call, index]));
  const named = new Set<string>();
  const lines: string[] = [];
  let last: { readonly call: string; readonly at: number } | null = null;
  for (const { step, call } of functions) {
    const place = `${document}, “${request}”, step ${step}: ${call}`;
    const at = order.get(call);
    if (named.has(call)) lines.push(`${place} is named twice. A trace has the first call of a function.`);
    else if (at === undefined) lines.push(`${place} is not called. ${othersOf(call, calls)}`);
    else if (last !== null && at < last.at) {
      lines.push(`${place} is called before ${last.call}, and stands after it.`);
    } else last = { call, at };
    named.add(call);
  }
  return lines;
}

/** What else of the file of a function is called. */
function othersOf(call: string, calls: readonly string[]): string {
  const [file = ''] = call.split(':');
  const others = calls.filter((other) => other.startsWith(`${file}:`)).map((other) => other.slice(file.length + 1));
  return others.length === 0 ? `Nothing of ${file} is.` : `Of ${file}, these are: ${others.join(', ')}.`;
}

/** The files of these calls. */
export function filesOf(calls: readonly string[]): ReadonlySet<string> {
  return new Set(calls.map((call) => call.replace(/:.*/, '')));
}
