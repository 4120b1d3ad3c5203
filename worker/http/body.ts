/**
 * Request bodies: their media type, and their octets, text or JSON. The limit of a body is checked while the body
 * arrives, and does not rely on Content-Length.
 */
import { Collector } from '../../src/octets/collector.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { JSON_TYPE } from './headers.ts';
import { LONGEST_LINE } from './ndjson.ts';
import type { BodyProblem } from './schema.ts';

const UTF_8 = 'charset=utf-8';

/**
 * @throws RequestError 415, with the types that the route takes in `Accept` and `Accept-Patch` (RFC 9110 §12.5.1, RFC
 * 5789 §3.1)
 */
export function bodyMediaType<Type extends string>(request: Request, readable: readonly Type[]): Type {
  const contentType = request.headers.get('Content-Type') ?? '';
  const [essence = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const type = readable.find((type) => type === essence);
  const charset = parameters.find((parameter) => parameter.startsWith('charset=')) ?? UTF_8;
  const coding = request.headers.get('Content-Encoding') ?? 'identity';
  if (type !== undefined && /^charset="?utf-?8"?$/.test(charset) && coding === 'identity') return type;
  const message =
    type === undefined
      ? `Content-Type must be ${readable.join(' or ')}.`
      : 'The body must be UTF-8 without a content coding.';
  const types = readable.join(', ');
  const headers = { Accept: types, ...(request.method === 'PATCH' && { 'Accept-Patch': types }) };
  throw new RequestError('unsupported-media-type', [fault('media-type', message)], headers);
}

/** @throws RequestError 413 above the limit in octets, 400 if the body is not UTF-8 */
export async function readText(request: Request, limit: number): Promise<string> {
  return decodeBody(await readOctets(request, limit));
}

/**
 * @param advice - what to do with a longer body, as a sentence
 * @throws RequestError 413 above the limit
 */
export async function readOctets(request: Request, limit: number, advice = ''): Promise<Uint8Array> {
  const message = `The body may have at most ${limit} octets. ${advice}`.trim();
  const tooLarge = () => new RequestError('body-too-large', [fault('body-too-large', message)]);
  if (Number(request.headers.get('Content-Length')) > limit) throw tooLarge();
  const body = new Collector(limit);
  for await (const octets of request.body ?? []) if (body.add(octets) < octets.byteLength) throw tooLarge();
  return body.octets;
}

/**
 * @param advice - as of {@link readOctets}
 * @throws RequestError 413 above the limit, 400 if the body is not JSON
 */
export async function readJson(request: Request, limit: number, advice = ''): Promise<unknown> {
  return parseJson(decodeBody(await readOctets(request, limit, advice)), 'invalid-body');
}

/** The body of a request that takes JSON alone, as long as a line may be. */
export function readLoneJson(request: Request): Promise<unknown> {
  bodyMediaType(request, [JSON_TYPE]);
  return readJson(request, LONGEST_LINE);
}

export function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body;
}

/** @throws RequestError 400 if a body, or one line of it, is not JSON */
export function parseJson(text: string, problem: BodyProblem): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const name = problem === 'invalid-body' ? 'body' : 'line';
    throw new RequestError(problem, [fault('json-syntax', `The ${name} is not JSON${placeOfFault(text, error)}.`)]);
  }
}

/** Where the text stops being JSON, as V8 says: a line and a column, or a few characters at the place. */
function placeOfFault(text: string, error: unknown): string {
  if (text.trim() === '') return ': it is empty';
  if (!(error instanceof SyntaxError)) return '';
  const place = error.message
    .replace(/(?: in JSON)? at position \d+ \((.*)\)$/, ' at $1')
    .replace(/, (.*) is not valid JSON$/s, ' in $1');
  return `: ${place.charAt(0).toLowerCase()}${place.slice(1)}`;
}

/** @throws RequestError 400 for octets that are not UTF-8 */
export function decodeBody(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(octets);
  } catch {
    throw new RequestError('invalid-body', [fault('not-utf-8', 'The body is not UTF-8.')]);
  }
}
