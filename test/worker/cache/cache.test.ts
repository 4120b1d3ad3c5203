/** The levels of the cache together: what is shared, kept and asked again, and how long readers wait. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AskServer, cacheOf } from '../../../worker/cache/cache.ts';
import type { RequestContext } from '../../../worker/http/request-context.ts';
import type { Environment } from '../../../worker/settings/environment.ts';
import { limits } from '../../../worker/settings/limits.ts';
import { stubStreams } from '../gateway/bodies.ts';
import { askContext } from '../gateway/context.ts';

const KEPT = { 'Cache-Control': 'public, max-age=60' };

/** What the cache of the platform has, by its keys, the names by which it was opened, and lengths of streams. */
let copies: Map<string, Response>;
let names: string[];
let lengths: unknown[];
beforeEach(() => {
  [copies, names, lengths] = [new Map(), [], []];
  const store = {
    match: async (key: string) => copies.get(key)?.clone(),
    put: async (key: string, response: Response) => void copies.set(key, response),
    delete: async (key: string) => copies.delete(key),
  };
  const open = async (name: string) => {
    names.push(name);
    return store;
  };
  vi.stubGlobal('caches', { open });
  stubStreams();
  vi.stubGlobal(
    'FixedLengthStream',
    class extends TransformStream {
      constructor(length: unknown) {
        super();
        lengths.push(length);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Readers of one thing, and what the server was asked. */
function setUp(ask: AskServer, deadlines: Partial<Environment['deadlines']> = {}) {
  const { environment } = askContext({});
  const own = { ...environment, deadlines: { ...environment.deadlines, ...deadlines } };
  const asked: RequestContext[] = [];
  const work: Promise<unknown>[] = [];
  const read = async () => {
    const context = {
      ...askContext({ headers: { Cookie: 'one' } }),
      environment: own,
      waitUntil: (more: Promise<unknown>) => void work.push(more),
    };
    const url = 'https://w.example/gopher/h/1';
    const request = { identity: 'one', root: 'https://w.example', url, headers: { Accept: 'a/b' }, cacheControl: '' };
    const answer = await cacheOf(own)?.read({
      ...{ request, context },
      ask: (context) => {
        asked.push(context);
        return ask(context);
      },
    });
    if (answer === undefined) throw new Error('there is no cache');
    return { ...answer, from: answer.response.headers.get('Cache-Status'), notes: context.notes };
  };
  return { asked, work, read };
}

/** Waits, without a timer, until the server is asked: before that, a digest is computed outside of the event loop. */
async function untilAsked(asked: readonly RequestContext[]): Promise<void> {
  while (asked.length === 0) await crypto.subtle.digest('SHA-256', new Uint8Array());
}

/** A body that begins with octets, and never ends. */
function endless(octets: number): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(octets)) });
}

test('there is one cache for an environment, and none if the operator wants none', () => {
  const { environment } = askContext({});
  expect(cacheOf(environment)).toBe(cacheOf(environment));
  expect(cacheOf(askContext({ settings: { CACHE: 'off' } }).environment)).toBeNull();
});

test('the server is asked by a request that has nothing of the reader, and then there is a copy', async () => {
  const { asked, work, read } = setUp(async () => new Response('text', { headers: { ...KEPT, 'X-Own': 'a' } }));
  const first = await read();
  expect([first.from, await first.response.text()]).toEqual(['waypost; fwd=uri-miss; stored', 'text']);
  expect(Object.fromEntries(asked[0]?.request.headers ?? [])).toEqual({ accept: 'a/b' });
  await Promise.all(work);
  const again = await read();
  expect([again.from, again.response.status, await again.response.text()]).toEqual(['waypost; hit', 200, 'text']);
  expect([again.response.headers.get('X-Own'), asked.length, names]).toEqual(['a', 1, ['waypost-copies']]);
  expect(lengths).toEqual([4, 4]);
});

test('a copy may have no body', async () => {
  const { work, read } = setUp(async () => new Response('text', { headers: KEPT }));
  await (await read()).response.text();
  await Promise.all(work);
  for (const [key, { headers }] of copies) copies.set(key, new Response(null, { headers }));
  const { from, response } = await read();
  expect([from, response.status, response.body]).toEqual(['waypost; hit', 200, null]);
});

test.each<[what: string, answer: () => Response, from: string, copies: number]>([
  ['for a second', () => new Response('a', { headers: { 'Cache-Control': 'max-age=1' } }), '; stored', 1],
  ['for no time', () => new Response('a', { headers: { 'Cache-Control': 'max-age=0' } }), '', 0],
  ['never, if it is an error', () => new Response('a', { status: 404, headers: KEPT }), '', 0],
  ['never, if it has no body', () => new Response(null, { status: 204, headers: KEPT }), '', 0],
  [
    'never, if it is a length without a body',
    () => new Response(null, { status: 404, headers: { 'Content-Length': String(limits.sharedBody + 1) } }),
    '',
    0,
  ],
])('an answer is kept %s', async (_, answer, from, kept) => {
  const { work, read, asked } = setUp(async () => answer());
  const { response, from: said } = await read();
  expect([said, await response.text()]).toEqual([`waypost; fwd=uri-miss${from}`, await answer().text()]);
  await Promise.all(work);
  expect([copies.size, asked.length]).toEqual([kept, 1]);
});

describe('the length of an answer', () => {
  test.each<[what: string, header: string | null, announced: number | null, length: number | null]>([
    ['is not known', null, null, null],
    ['is in its header', '3', null, 3],
    ['is announced', '3', 5, 5],
    ['is all that is shared', String(limits.sharedBody), null, limits.sharedBody],
    ['is too long to be shared', String(limits.sharedBody + 1), null, null],
    ['is announced as too long to be shared', null, limits.sharedBody + 1, null],
  ])('%s', async (_, header, announced, length) => {
    const { read } = setUp(async ({ announce }) => {
      if (announced !== null) announce?.(announced);
      return new Response(endless(1), { headers: header === null ? {} : { 'Content-Length': header } });
    });
    const { from } = await read();
    expect([from, lengths]).toEqual(['waypost; fwd=uri-miss', length === null ? [] : [length]]);
  });
});

test('what is too long goes to each reader by itself, and the first one has the flight', async () => {
  const answers = ['first', 'second'];
  const { asked, read } = setUp(async ({ announce, streaming }) => {
    announce?.(limits.sharedBody + 1);
    // It is still on its way to the first reader.
    streaming.push(new Promise(() => {}));
    // Both have looked for a copy.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return new Response(answers.shift());
  });
  const [first, second] = await Promise.all([read(), read()]);
  expect([await first.response.text(), await second.response.text()]).toEqual(['first', 'second']);
  expect([asked.length, asked[1]?.request.headers.get('Cookie'), second.notes.cache]).toEqual([2, 'one', 'miss']);
});

test('what turns out to be too long is asked again, and its flight is abandoned', async () => {
  const { asked, read } = setUp(async () => new Response(endless(limits.sharedBody + 1)));
  const { from, stale, notes } = await read();
  expect([asked.length, from, stale, notes.cache]).toEqual([2, 'waypost; fwd=uri-miss', null, 'miss']);
  expect(asked[0]?.request.signal.aborted).toBe(true);
});

describe('a reader waits', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('10 seconds longer than the server may take for all, and then leaves', async () => {
    const { asked, read } = setUp(() => new Promise(() => {}), { total: 1000 });
    const failed = vi.fn();
    read().catch(failed);
    await untilAsked(asked);
    await vi.advanceTimersByTimeAsync(10_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    // A copy is looked for, by a digest.
    while (failed.mock.calls.length === 0) await crypto.subtle.digest('SHA-256', new Uint8Array());
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: 'timeout', message: 'The whole answer took too long.' });
    expect([asked.length, asked[0]?.request.signal.aborted, vi.getTimerCount()]).toEqual([1, true, 0]);
  });

  test('for ever if the server may take for ever', async () => {
    const { read } = setUp(() => new Promise(() => {}), { total: null });
    const failed = vi.fn();
    read().catch(failed);
    await vi.advanceTimersByTimeAsync(1e8);
    expect(failed).not.toHaveBeenCalled();
  });

  test.each([
    [10_000, 45_000],
    [null, 10_815_000],
  ])('for the rest of a body, if the server may be silent for %s ms: %i ms', async (idle, longest) => {
    const { read } = setUp(async () => new Response(endless(1), { headers: { 'Content-Length': '2' } }), { idle });
    const { response } = await read();
    // Nothing limits how long the reader takes.
    expect(vi.getTimerCount()).toBe(0);
    const failed = vi.fn();
    response.text().catch(failed);
    await vi.advanceTimersByTimeAsync(longest - 1);
    expect(failed).not.toHaveBeenCalled();
    // The body breaks a turn later.
    await vi.advanceTimersByTimeAsync(2);
    expect(failed).toHaveBeenCalledOnce();
  });
});
