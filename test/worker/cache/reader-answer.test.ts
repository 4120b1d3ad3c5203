/** What one reader gets of a shared answer, and of one that only the first reader gets. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayError } from '../../../src/net/failure.ts';
import type { SharedAnswer } from '../../../worker/cache/flights.ts';
import { answerFor, ownAnswer } from '../../../worker/cache/reader-answer.ts';
import { newNotes } from '../../../worker/log.ts';
import { stubStreams } from '../gateway/bodies.ts';
import { askContext } from '../gateway/context.ts';
import { answerWith, writtenBody } from './answers.ts';

beforeEach(stubStreams);
afterEach(() => void vi.unstubAllGlobals());

type ReaderPlace = Parameters<typeof answerFor>[2];

/** What a reader with these headers gets. */
function answered(
  answer: Partial<SharedAnswer>,
  { headers = {}, method = 'GET', isFirst = true, asked = 'uri-miss' as ReaderPlace['asked'] } = {},
) {
  const context = askContext({ headers, method });
  const leave = vi.fn();
  return { ...answerFor(answerWith(answer), context, { isFirst, leave, asked }), context, leave };
}

const failure = new GatewayError('gateway-timeout', 'It took too long.');

const FRESH = { copy: { age: 7, failure: null } };
const STALE = { copy: { age: 7, failure } };

test.each<[answer: Partial<SharedAnswer>, place: Partial<ReaderPlace>, from: string, noted: string]>([
  [{}, {}, 'fwd=uri-miss', 'miss'],
  [{}, { asked: 'stale' }, 'fwd=stale', 'miss'],
  [{}, { asked: 'request', isFirst: false }, 'fwd=request; collapsed', 'collapsed'],
  [FRESH, { asked: null }, 'hit', 'hit'],
  [STALE, { asked: null }, 'hit; detail=gateway-timeout', 'stale'],
  [STALE, { asked: 'stale' }, 'fwd=stale; detail=gateway-timeout', 'stale'],
])('%o for a reader with %o says what happened: %s', (answer, place, from, noted) => {
  const headers = { 'cache-control': 'public, max-age=60', 'cdn-cache-control': 'max-age=9' };
  const { response, stale, context } = answered({ ...answer, headers }, place);
  expect([response.headers.get('Cache-Status'), context.notes.cache]).toEqual([`waypost; ${from}`, noted]);
  expect(response.headers.get('Age')).toBe(answer.copy === undefined ? null : '7');
  expect(response.headers.get('CDN-Cache-Control')).toBeNull();
  expect(response.headers.get('Cache-Control')).toBe(noted === 'stale' ? 'no-store' : 'public, max-age=60');
  expect(stale).toEqual(noted === 'stale' ? { age: 7, failure } : null);
});

test.each([
  [true, true, '; stored'],
  [true, false, ''],
  [false, true, ''],
])('an answer to keep: %s, that has come as a whole: %s, is stored: %j', async (isKept, isWhole, stored) => {
  const { body, write, end } = writtenBody();
  await write('abc');
  if (isWhole) await Promise.all([end(), body.whole]);
  const { response } = answered({ body, isKept });
  expect(response.headers.get('Cache-Status')).toBe(`waypost; fwd=uri-miss${stored}`);
});

test('a copy is not stored once more', async () => {
  const { body, end } = writtenBody();
  await Promise.all([end(), body.whole]);
  const { response } = answered({ ...FRESH, body, isKept: true }, { asked: null });
  expect(response.headers.get('Cache-Status')).toBe('waypost; hit');
});

test('HEAD gets the headers of a copy, and no body', async () => {
  const { body, write, end } = writtenBody();
  await write('abc');
  await Promise.all([end(), body.whole]);
  const headers = { 'content-length': '3', 'content-type': 'text/html' };
  const { response, leave } = answered({ ...STALE, body, headers }, { method: 'HEAD', asked: 'stale' });
  expect([response.status, response.body, leave.mock.calls.length]).toEqual([200, null, 1]);
  expect(Object.fromEntries(response.headers)).toMatchObject(headers);
});

/** Times as in HTTP. */
const [BEFORE, THEN, LATER] = [10, 11, 12].map((hour) => `Sat, 28 Nov 2026 ${hour}:00:00 GMT`);

test.each<[asked: object, has: object, members: Partial<SharedAnswer>, status: number]>([
  [{ 'If-None-Match': '"a"' }, { etag: '"a"' }, {}, 304],
  [{ 'If-None-Match': '"a"' }, { etag: 'W/"a"' }, {}, 304],
  [{ 'If-None-Match': '"W/a"' }, { etag: '"W/a"' }, {}, 304],
  [{ 'If-None-Match': '"b"' }, { etag: '"a"' }, {}, 200],
  [{ 'If-None-Match': '*' }, {}, {}, 200],
  [{ 'If-None-Match': '"a"' }, { etag: '"a"' }, { status: 404 }, 404],
  [{ 'If-None-Match': '"a"' }, { etag: '"a"' }, { copy: { age: 1, failure: null } }, 304],
  [{ 'If-None-Match': '"a"' }, { etag: '"a"' }, { copy: { age: 1, failure } }, 200],
  [{ 'If-None-Match': '"b"', 'If-Modified-Since': THEN }, { etag: '"a"', 'last-modified': THEN }, {}, 200],
  [{ 'If-Modified-Since': THEN }, { 'last-modified': THEN }, {}, 304],
  [{ 'If-Modified-Since': LATER }, { 'last-modified': THEN }, {}, 304],
  [{ 'If-Modified-Since': BEFORE }, { 'last-modified': THEN }, {}, 200],
  [{ 'If-Modified-Since': THEN }, {}, {}, 200],
  [{}, { etag: '"a"', 'last-modified': THEN }, {}, 200],
])('a client that sends %o, of an answer with %o %o: %i', (asked, has, members, status) => {
  const headers = { ...has, 'content-type': 'text/html', 'content-length': '3' };
  const { response, leave } = answered({ ...members, headers }, { headers: { ...asked } });
  expect(response.status).toBe(status);
  const isSame = status === 304;
  expect(['ETag', 'Content-Type', 'Content-Length'].map((name) => response.headers.has(name))).toEqual([
    'etag' in has,
    !isSame,
    !isSame,
  ]);
  // There is nothing to wait for.
  expect(leave).toHaveBeenCalledOnce();
});

test.each([true, undefined])(
  'a reader leaves at the end of the body, which is unconfirmed: %s',
  async (unconfirmed) => {
    const { body, write, end } = writtenBody();
    const notes = newNotes();
    const { response, leave, context } = answered({ status: 203, body, notes });
    await write('abc');
    expect([response.status, leave.mock.calls.length]).toEqual([203, 0]);
    if (unconfirmed) notes.unconfirmed = true;
    await end();
    expect(await response.text()).toBe('abc');
    await Promise.all(context.streaming);
    expect([leave.mock.calls.length, context.notes.unconfirmed]).toEqual([1, unconfirmed]);
  },
);

describe('an answer for the first reader alone', () => {
  /** What that reader gets, whose connection the test may end. */
  function own(connection = new AbortController()) {
    const context = { ...askContext({}), request: new Request('https://w.example/', { signal: connection.signal }) };
    const done = Promise.withResolvers<void>();
    const leave = vi.fn();
    const notes = { ...newNotes(), octets: 5 };
    Object.assign(context.notes, { route: '/open', scheme: 'ftp', urls: 2, refusal: 'none' });
    const response = new Response('abc', { headers: { 'CDN-Cache-Control': 'max-age=9' } });
    const place = { leave, asked: 'uri-miss' } as const;
    const answer = ownAnswer({ kind: 'long', response, notes, done: done.promise }, context, place);
    return { answer, response, connection, context, done, leave };
  }

  test('is what the server sent, and notes the transfer when that has ended', async () => {
    const { answer, response, context, done } = own();
    expect(answer).toEqual({ response, stale: null });
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=uri-miss');
    expect(response.headers.get('CDN-Cache-Control')).toBeNull();
    expect(context.notes.octets).toBe(0);
    done.resolve();
    await Promise.all(context.streaming);
    const noted = { route: '/open', scheme: 'ftp', urls: 2, refusal: 'none', octets: 5, cache: 'miss' };
    expect(context.notes).toMatchObject(noted);
  });

  test('is left when the client goes, or if it has gone', () => {
    const { connection, leave } = own();
    expect(leave).not.toHaveBeenCalled();
    connection.abort();
    expect(leave).toHaveBeenCalledOnce();
    expect(own(connection).leave).toHaveBeenCalled();
  });
});
