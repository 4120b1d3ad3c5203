/**
 * Which part of a file a request wants, and whether it has the file already: RFC 9110 §13 and §14, as far as a
 * server can that knows of a file its size and the second of its last change.
 */
import { isNamed } from '../../http/entity-tag.ts';

/** What identifies a version of a file. */
export interface Validators {
  /** Weak: two changes within a second leave the same size and time. */
  readonly etag: string | null;
  /** As HTTP writes dates. */
  readonly lastModified: string | null;
}

/** The validators of a file; a time to come is none (RFC 9110 §8.8.2.1). */
export function validatorsOf(size: number | null, modified: Date | null, now: Date): Validators {
  const known = modified !== null && modified <= now ? modified : null;
  return {
    etag: size === null || known === null ? null : `W/"${size.toString(36)}-${(known.getTime() / 1000).toString(36)}"`,
    lastModified: known === null ? null : known.toUTCString(),
  };
}

/**
 * Whether the client wants no other version than the one that it has a part of, and this is another: 412 (§13.1.1,
 * §13.1.4). Downloads are resumed so. Strictly, `If-Match` names no weak tag; those who send ours all the same would
 * otherwise begin anew, and nothing is changed here that a mistake could spoil.
 */
export function isOther(headers: Headers, { etag, lastModified }: Validators): boolean {
  const tags = headers.get('If-Match');
  if (tags !== null) return etag !== null && !isNamed(tags, etag.slice('W/'.length));
  return lastModified !== null && Date.parse(lastModified) > Date.parse(headers.get('If-Unmodified-Since') ?? '');
}

/**
 * Whether the client has this version (§13.2.2): `If-None-Match` decides alone where it is given.
 *
 * @example
 * ```ts
 * isFresh(new Headers({ 'If-None-Match': 'W/"5k-abc"' }), { etag: 'W/"5k-abc"', lastModified: null }); // true
 * ```
 */
export function isFresh(headers: Headers, { etag, lastModified }: Validators): boolean {
  const tags = headers.get('If-None-Match');
  if (tags !== null) return etag !== null && isNamed(tags, etag.slice('W/'.length));
  const since = Date.parse(headers.get('If-Modified-Since') ?? '');
  return lastModified !== null && Date.parse(lastModified) <= since;
}

export type Part =
  | { readonly kind: 'whole' }
  /** `length` octets from `start` on. */
  | { readonly kind: 'part'; readonly start: number; readonly length: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: Part = { kind: 'whole' };
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * What `Range` asks for (§14.2). Several ranges are answered with the whole, as a range that cannot be read is.
 *
 * @example
 * ```ts
 * partOf('bytes=-100', 1000); // { kind: 'part', start: 900, length: 100 }
 * ```
 */
export function partOf(range: string | null, size: number): Part {
  const [, first = '', last = ''] = RANGE.exec(range ?? '') ?? [];
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, length };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, length: end - start + 1 };
}

/** Until so long after a change, a date does not tell two versions apart (§8.8.2.2). */
const SETTLED_MS = 60_000;

/**
 * Whether `If-Range` lets a range be answered with a part (§13.1.5). It takes a strong validator, which a date is
 * once it lies back far enough. Our tag is that date and the size, so it tells versions apart as well as the date
 * does; Chromium sends it, weak as it is, each time that a film is wound on.
 */
export function allowsPart(ifRange: string | null, { etag, lastModified }: Validators, now: Date): boolean {
  if (ifRange === null) return true;
  const changed = Date.parse(lastModified ?? '');
  return now.getTime() - changed >= SETTLED_MS && (ifRange === etag || Date.parse(ifRange) === changed);
}
