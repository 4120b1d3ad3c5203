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

/** What a reader with these headers gets. */
function answered(answer: Partial<SharedAnswer>, headers: Record<string, string> = {}, isFirst = true) {
  const context = askContext({ headers });
  const leave = vi.fn();
  return { ...answerFor(answerWith(answer), context, { isFirst, leave }), context, leave };
}

const failure = new GatewayError('gateway-timeout', 'It took too long.');

test.each<[answer: Partial<SharedAnswer>, isFirst: boolean, from: string, noted: string, age: string | null]>([
  [{}, true, 'waypost; fwd=uri-miss', 'miss', null],
  [{ isKept: true }, true, 'waypost; fwd=uri-miss; stored', 'miss', null],
  [{ isKept: true }, false, 'waypost; fwd=uri-miss; collapsed; stored', 'collapsed', null],
  [{ copy: { age: 7, failure: null } }, true, 'waypost; hit', 'hit', '7'],
  [{ copy: { age: 7, failure } }, true, 'waypost; hit; detail=gateway-timeout', 'stale', '7'],
])('%o says where it is from', (answer, isFirst, from, noted, age) => {
  const headers = { 'cache-control': 'public, max-age=60', 'cdn-cache-control': 'max-age=9' };
  const { response, stale, context } = answered({ ...answer, headers }, {}, isFirst);
  expect([response.headers.get('Cache-Status'), context.notes.cache]).toEqual([from, noted]);
  expect([response.headers.get('Age'), response.headers.get('CDN-Cache-Control')]).toEqual([age, null]);
  expect(response.headers.get('Cache-Control')).toBe(noted === 'stale' ? 'no-store' : 'public, max-age=60');
  expect(stale).toEqual(noted === 'stale' ? { age: 7, failure } : null);
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
  const { response, leave } = answered({ ...members, headers }, { ...asked });
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
    const response = new Response('abc');
    const answer = ownAnswer({ kind: 'long', response, notes, done: done.promise }, context, leave);
    return { answer, response, connection, context, done, leave };
  }

  test('is what the server sent, and notes the transfer when that has ended', async () => {
    const { answer, response, context, done } = own();
    expect(answer).toEqual({ response, stale: null });
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
