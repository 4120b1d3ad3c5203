/** Answers with octets that are in memory, whole or in part (RFC 9110 §14): players request parts when somebody seeks. */
import { matchesTag } from '../../http/entity-tag.ts';
import { parseRange } from './range.ts';

/**
 * Answers a request for octets: 200, 206 or 416.
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
  headers: Readonly<Record<string, string>>,
): Response {
  const size = octets.byteLength;
  const condition = requested.get('If-Range');
  // RFC 9110 §13.1.5: a part of another version would corrupt the file.
  const mayBePart = method === 'GET' && (condition === null || matchesTag(condition, headers.ETag ?? ''));
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

const WHOLE = { kind: 'whole' } as const;
