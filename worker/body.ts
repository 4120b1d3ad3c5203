/**
 * Request bodies: their media type, and their text up to a limit that holds while they arrive, whatever
 * Content-Length says.
 */
import { fault, RequestError } from './problem.ts';

/**
 * The media type of a body, if it is one of those that a route reads.
 *
 * @throws RequestError 415, with the readable types in `Accept` (RFC 9110 §12.5.1 allows it in answers).
 */
export function mediaTypeOf<Type extends string>(request: Request, readable: readonly Type[]): Type {
  const given = request.headers.get('Content-Type') ?? '';
  const [essence = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const type = readable.find((type) => type === essence);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const coding = request.headers.get('Content-Encoding') ?? 'identity';
  if (type !== undefined && isUtf8(charset) && coding === 'identity') return type;
  const message =
    type === undefined
      ? `Content-Type must be ${readable.join(' or ')}.`
      : 'The body must be UTF-8 without a content coding.';
  throw new RequestError('unsupported-media-type', [fault('media-type', message)], { Accept: readable.join(', ') });
}

function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

/**
 * The whole body as text.
 *
 * @param limit The most octets it may have.
 * @throws RequestError 413 above the limit, 400 where it is not UTF-8.
 */
export async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new RequestError('body-too-large', [fault('body-too-large', `The body may have ${limit} octets at most.`)]);
  if (Number(request.headers.get('Content-Length')) > limit) throw tooLarge();
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const parts: string[] = [];
  let size = 0;
  for await (const octets of request.body) {
    size += octets.length;
    if (size > limit) throw tooLarge();
    parts.push(decode(decoder, octets));
  }
  parts.push(decode(decoder));
  return parts.join('');
}

function decode(decoder: TextDecoder, octets?: Uint8Array): string {
  try {
    return decoder.decode(octets, { stream: octets !== undefined });
  } catch {
    throw new RequestError('invalid-body', [fault('not-utf-8', 'The body is not UTF-8.')]);
  }
}
