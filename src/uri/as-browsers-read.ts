/**
 * The liberties that the WHATWG URL Standard takes with http, https, ftp and file: tab, CR and LF vanish
 * wherever they stand, and a backslash before the query is a slash. We take the same ones, with a warning,
 * so that we and the browser that we redirect never disagree on the host.
 */
import { type Prepared, type Step, take } from './unwrap.ts';

/** Cleans a prepared text; what changed is added to its steps. */
export function asBrowsersRead(prepared: Prepared, input: string): Prepared {
  const { text, origin } = prepared;
  const place = (index: number): number => (origin === null ? index : (origin[index] ?? index));
  const steps: Step[] = [];
  const kept: number[] = [];
  let cleaned = '';
  let inPath = true;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '\t' || character === '\n' || character === '\r') {
      steps.push({ code: 'tab-or-newline', at: [place(index), place(index) + 1], after: '' });
      continue;
    }
    if (character === '?' || character === '#') inPath = false;
    const slash = character === '\\' && inPath;
    if (slash) steps.push({ code: 'backslash', at: [place(index), place(index) + 1], after: '/' });
    cleaned += slash ? '/' : character;
    kept.push(place(index));
  }
  return { ...take(input, kept, [...prepared.steps, ...steps]), text: cleaned };
}
