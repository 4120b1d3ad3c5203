/**
 * Ranges and conditional requests (RFC 9110 §13, §14) for files of which only the size and the modification time, to
 * the second, are known.
 */
import { type HeaderFields, matchesTag } from '../../http/headers.ts';

export interface Validators {
  /** Weak: two versions of the same size within one second have the same tag. */
  readonly etag: string | null;
  /** As an HTTP date. */
  readonly lastModified: string | null;
}

/** The validators of a file. A modification in the future counts as unknown (RFC 9110 §8.8.2.1). */
export function validatorsOf(size: number | null, modified: Date | null, now: Date): Validators {
  const date = modified !== null && modified <= now ? modified : null;
  return {
    etag: size === null || date === null ? null : `W/"${size.toString(36)}-${(date.getTime() / 1000).toString(36)}"`,
    lastModified: date === null ? null : date.toUTCString(),
  };
}

/**
 * Whether a precondition fails, so that the answer is 412 (§13.1.1, §13.1.4): the client has a part of another
 * version. Clients resume downloads this way. Strictly, a weak tag never matches `If-Match`; here it does, because a
 * download would otherwise start again and this gateway changes nothing on the server.
 */
export function preconditionFails(headers: Headers, { etag, lastModified }: Validators): boolean {
  const tags = headers.get('If-Match');
  if (tags !== null) return etag !== null && !matchesTag(tags, etag.slice('W/'.length));
  return lastModified !== null && Date.parse(lastModified) > Date.parse(headers.get('If-Unmodified-Since') ?? '');
}

/**
 * Whether the client has this version (§13.2.2). With `If-None-Match`, `If-Modified-Since` is ignored. `isFresh(new
 * Headers({ 'If-None-Match': 'W/"5k-abc"' }), { etag: 'W/"5k-abc"', lastModified: null })` is `true`.
 */
export function isFresh(headers: Headers, { etag, lastModified }: Validators): boolean {
  const tags = headers.get('If-None-Match');
  if (tags !== null) return etag !== null && matchesTag(tags, etag.slice('W/'.length));
  const since = Date.parse(headers.get('If-Modified-Since') ?? '');
  return lastModified !== null && Date.parse(lastModified) <= since;
}

export type RequestedRange =
  | { readonly kind: 'whole' }
  /** `length` octets from the offset `start`. */
  | { readonly kind: 'part'; readonly start: number; readonly length: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RequestedRange = { kind: 'whole' };
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * Parses `Range` (§14.2). Several ranges, or a malformed one, are answered with the whole file.
 * `parseRange('bytes=-100', 1000)` is `{ kind: 'part', start: 900, length: 100 }`.
 */
export function parseRange(range: string | null, size: number): RequestedRange {
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

/** For this long after a change, a date does not distinguish two versions (§8.8.2.2). */
const SETTLED_MS = 60_000;

/**
 * Whether `If-Range` allows a partial response (§13.1.5). It requires a strong validator, and a date is strong once it
 * is old enough. The entity tag contains this date and the size, so it counts too; Chromium sends it, although it is
 * weak, each time that the visitor seeks in a video.
 */
export function allowsPart(ifRange: string | null, { etag, lastModified }: Validators, now: Date): boolean {
  if (ifRange === null) return true;
  const changed = Date.parse(lastModified ?? '');
  return now.getTime() - changed >= SETTLED_MS && (ifRange === etag || Date.parse(ifRange) === changed);
}

/**
 * Answers a request for octets: 200, 206, 304 or 416.
 *
 * @param headers - of the response with all octets. A strong `ETag` among them is what `If-Range` is compared with.
 * @example
 * ```ts
 * const request = new Request('http://h.example/', { headers: { Range: 'bytes=1-' } });
 * rangeResponse(request, new Uint8Array([7, 8, 9]), {}).headers.get('Content-Range'); // 'bytes 1-2/3'
 * ```
 */
export function rangeResponse(
  { headers: requested, method }: Pick<Request, 'headers' | 'method'>,
  octets: Uint8Array,
  headers: HeaderFields,
): Response {
  const size = octets.byteLength;
  const { ETag } = headers;
  const hasTag = (condition: string | null) => condition !== null && ETag !== undefined && matchesTag(condition, ETag);
  if (hasTag(requested.get('If-None-Match'))) return new Response(null, { status: 304, headers });
  const condition = requested.get('If-Range');
  // RFC 9110 §13.1.5: a part of another version would corrupt the file.
  const mayBePart = method === 'GET' && (condition === null || hasTag(condition));
  const part = mayBePart ? parseRange(requested.get('Range'), size) : WHOLE;
  const common = { ...headers, 'Accept-Ranges': 'bytes' };
  if (part.kind === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...common, 'Content-Range': `bytes */${size}` } });
  }
  const { start, length } = part.kind === 'part' ? part : { start: 0, length: size };
  const range = part.kind === 'part' ? { 'Content-Range': `bytes ${start}-${start + length - 1}/${size}` } : {};
  return new Response(new Uint8Array(octets.subarray(start, start + length)), {
    status: part.kind === 'part' ? 206 : 200,
    headers: { ...common, ...range, 'Content-Length': String(length) },
  });
}
