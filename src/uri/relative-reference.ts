/**
 * From a reference and its base to an absolute text that can be read (RFC 3986 §5.2.2). The base's scheme
 * decides how the reference is read before that: `/\\evil` means another host to a browser than to RFC 3986.
 */

import type { Canonical } from '../schemes/scheme.ts';
import { schemeEnd, split } from './components.ts';
import { UrlError } from './error.ts';
import { generic } from './generic-diagnostics.ts';
import { cleaned, prepare, type Readable } from './prepare.ts';
import type { Room, SchemeIndex } from './read-url.ts';
import { originInReference } from './reference-resolution.ts';
import { ABSENT } from './rewrite.ts';

/**
 * A reference made absolute.
 *
 * @param lax - whether `scheme:rel` is relative where the base has the same scheme
 */
export function against(reference: string, base: Canonical, index: SchemeIndex, lax: boolean): Readable {
  const room = index.find(base, schemeEnd(base));
  const prepared = prepare(reference);
  const relative = room.syntax.asBrowsersRead && /[\t\n\r\\]/.test(prepared.text) ? cleaned(prepared) : prepared;
  const colon = schemeEnd(relative.text);
  if (colon === ABSENT) return target(relative, 0, base, room);
  const repeats = lax && relative.text.slice(0, colon).toLowerCase() === base.slice(0, schemeEnd(base));
  if (repeats) return target(relative, colon + 1, base, room);
  // Cleaning is the base's affair only while the reference is relative.
  return index.find(relative.text, colon).syntax.asBrowsersRead ? relative : prepared;
}

/** The target of what stands in a relative reference from `from` on. */
function target(relative: Readable, from: number, base: Canonical, { scheme, syntax, transform }: Room): Readable {
  const { input } = relative;
  const steps = [...relative.steps];
  const place = (offset: number): number => relative.origin?.[offset] ?? offset;
  if (from > 0) steps.push({ diagnostic: generic['reference-same-scheme'], at: [place(0), place(from)], after: '' });
  let text = relative.text.slice(from);
  const slashes = syntax.authority === 'browser' ? (/^\/\/+/.exec(text)?.[0].length ?? 2) : 2;
  if (slashes > 2) {
    steps.push({ diagnostic: generic.slashes, at: [place(from), place(from + slashes)], after: '//' });
    text = text.slice(slashes - 2);
  }
  if (scheme.transform === undefined && text !== '' && !text.startsWith('#')) checkHierarchical(base, input);
  const absolute = transform(base, text);
  const skipped = relative.text.length - text.length;
  const originOf = (): Int32Array =>
    originInReference(absolute, text).map((offset) => (offset === ABSENT ? ABSENT : place(offset + skipped)));
  return { text: absolute, origin: null, originOf, steps, input, base, cleaned: relative.cleaned };
}

function checkHierarchical(base: Canonical, reference: string): void {
  const { schemeTo, hasAuthority } = split(base);
  if (!hasAuthority && base.charCodeAt(schemeTo + 1) !== 0x2f)
    throw new UrlError(generic['base-not-hierarchical'], 0, reference);
}
