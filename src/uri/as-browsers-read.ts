/**
 * The liberties that the WHATWG URL Standard takes with http, https, ftp and file: tab, CR and LF vanish
 * wherever they stand, and a backslash before the query is a slash. We take the same ones, with a warning,
 * so that we and the browser that we redirect never disagree on the host.
 */
import { generic } from './generic-diagnostics.ts';
import { afterwards, type Prepared, Steps, take } from './unwrap.ts';

/** Cleans a prepared text; what changed is added to its steps. */
export function asBrowsersRead(prepared: Prepared): Prepared {
  const { text } = prepared;
  const found = new Steps();
  const query = text.search(/[?#]/);
  const pathTo = query === -1 ? text.length : query;
  const slashed = text.slice(0, pathTo).replaceAll('\\', '/') + text.slice(pathTo);
  const kept = take(slashed, 0, text.length, found, (index) => {
    const code = text.charCodeAt(index);
    if (code === 0x5c && index < pathTo) found.add(generic.backslash, index, index + 1, '/');
    if (code !== 0x09 && code !== 0x0a && code !== 0x0d) return index + 1;
    found.add(generic['tab-or-newline'], index, index + 1);
    return -(index + 1);
  });
  return afterwards(prepared, kept);
}
