/** Where each part of a canonical URL is in its text, so that a page can highlight it (RFC 3986 §3). */
import type { Canonical, Components } from './uri/canonical-parts.ts';
import { splitAuthority, splitUrl } from './uri/components.ts';
import { UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';

/** The name of a part, as in {@link Components}. */
export type PartName = 'scheme' | Exclude<keyof Components, 'hostUnicode' | 'explicitPort'>;

/** A part that is present, and the range of its text. */
export interface Part {
  readonly name: PartName;
  /** `[start, end)`, without the delimiters. */
  readonly at: readonly [start: number, end: number];
}

/**
 * The parts of a canonical URL that are present and not empty, from left to right.
 *
 * @example
 * ```ts
 * anatomyOf(canonicalize('gopher://h.example/1/a')).map(({ name }) => name); // ['scheme', 'host', 'path']
 * ```
 */
export function anatomyOf(canonical: Canonical): readonly Part[] {
  if (typeof canonical !== 'string') throw new UrlError(generic['not-a-string'], 0, '');
  const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(canonical);
  const parts: Part[] = [];
  const add = (name: PartName, from: number, length: number): number => {
    if (length > 0) parts.push({ name, at: [from, from + length] });
    return from + length;
  };
  add('scheme', 0, schemeTo);
  if (hasAuthority) {
    const from = schemeTo + '://'.length;
    const { user, password, host, port } = splitAuthority(canonical.slice(from, pathFrom));
    let at = from;
    if (user !== null) at = add('user', at, user.length) + 1;
    if (password !== null) at = add('password', at, password.length) + 1;
    at = add('host', at, host.length);
    if (port !== null) add('port', at + 1, String(port).length);
  }
  add('path', pathFrom, pathTo - pathFrom);
  add('query', pathTo + 1, queryTo - pathTo - 1);
  add('fragment', queryTo + 1, canonical.length - queryTo - 1);
  return parts;
}
