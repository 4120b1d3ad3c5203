/**
 * The liberties that the WHATWG URL Standard takes with http, https, ftp and file: tab, CR and LF are dropped
 * everywhere, and a backslash before the query is a slash. Waypost does the same, with a warning, so that it never
 * disagrees on the host with the browser that it redirects.
 */
import { generic } from './generic-diagnostics.ts';
import { joinTraces, keepRuns, Steps, type TracedText } from './traced-text.ts';

/** Cleans a text as browsers do, and adds what changed to its steps. */
export function asBrowsersRead(traced: TracedText): TracedText {
  const { text } = traced;
  const steps = new Steps();
  const query = text.search(/[?#]/);
  const pathTo = query === -1 ? text.length : query;
  const slashed = text.slice(0, pathTo).replaceAll('\\', '/') + text.slice(pathTo);
  const kept = keepRuns(slashed, 0, text.length, steps, (index) => {
    const code = text.charCodeAt(index);
    if (code === 0x5c && index < pathTo) steps.add(generic.backslash, index, index + 1, '/');
    if (code !== 0x09 && code !== 0x0a && code !== 0x0d) return index + 1;
    steps.add(generic['tab-or-newline'], index, index + 1);
    return -(index + 1);
  });
  return joinTraces(traced, kept);
}
