/** An answer as a `Response`, without a server: what the suite with real connections cannot send, or cannot see. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { type AnswerScope, answerHeaders, responseOf } from '../../../src/guarded-fetch/answer.ts';
import type { Transport, TransportAnswer } from '../../../src/net/transport.ts';

const MOST = 1000;

/** A transport without brotli, as on Workers. */
const transport: Transport = {
  resolvesListed: false,
  resolve: () => Promise.reject(new Error('nothing is looked up')),
  connect: () => Promise.reject(new Error('nothing is connected')),
  decoders: {
    gzip: () => new DecompressionStream('gzip'),
    deflate: (raw: boolean) => new DecompressionStream(raw ? 'deflate-raw' : 'deflate'),
  },
};

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A body in pieces, which records whether it was cancelled. */
function bodyOf(...pieces: readonly Uint8Array[]) {
  const cancelled = vi.fn();
  const left = pieces.values();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = left.next();
        if (value !== undefined) controller.enqueue(value);
        if (done) controller.close();
      },
      cancel: cancelled,
    },
    { highWaterMark: 0 },
  );
  return { body, cancelled };
}

function respond(
  {
    status = 200,
    statusText = 'OK',
    fields = [],
    body = bodyOf(octetsOf('hello')).body,
  }: Partial<TransportAnswer> = {},
  { method = 'GET', controller = new AbortController() } = {},
) {
  const answer: TransportAnswer = { status, statusText, fields, body };
  const scope = { signal: controller.signal, maxBody: MOST, end: vi.fn<AnswerScope['end']>() };
  return { response: responseOf(answer, answerHeaders(answer), method, transport, scope), scope, controller };
}

describe('a status', () => {
  test.each([100, 101, 199, 600, 999])('%i is not an answer', (status) => {
    expect(() => respond({ status })).toThrow(
      expect.objectContaining({ code: 'BAD_ANSWER', rule: 'http', message: `The answer has the status ${status}.` }),
    );
  });

  test.each([200, 299, 599])('%i is one', (status) => {
    expect(respond({ status }).response.status).toBe(status);
  });

  test.each([204, 205, 304])('%i has no body, and its connection ends at once', async (status) => {
    const { response, scope } = respond({ status });
    expect([response.body, scope.end.mock.calls.length]).toEqual([null, 1]);
  });

  test.each([
    ['an answer to HEAD', {}, 'HEAD'],
    ['an answer without a body', { body: null }, 'GET'],
  ])('%s has none either', (_, answer, method) => {
    const { response, scope } = respond(answer, { method });
    expect([response.body, scope.end.mock.calls.length]).toEqual([null, 1]);
  });

  test.each([
    ['Not Found', 'Not Found'],
    ['\t ~\x80\xff', '\t ~\x80\xff'],
    ['a\x00', ''],
    ['\x7fa', ''],
    ['a\u0100b', ''],
  ])('the text %j is %j', (statusText, expected) => {
    expect(respond({ statusText }).response.statusText).toBe(expected);
  });
});

test('a field that is not valid is an error', () => {
  const answer: TransportAnswer = { status: 200, statusText: '', fields: [['a b', 'c']], body: null };
  expect(() => answerHeaders(answer)).toThrow(
    expect.objectContaining({ code: 'BAD_ANSWER', rule: 'http', cause: expect.any(TypeError) }),
  );
});

describe('a coding', () => {
  const text = 'hello '.repeat(20);
  const coded = (coding: string, octets: Uint8Array) =>
    respond({
      fields: [
        ['Content-Encoding', coding],
        ['Content-Length', String(octets.byteLength)],
      ],
      body: bodyOf(octets).body,
    }).response;

  test.each<[coding: string, octets: Uint8Array]>([
    ['gzip', gzipSync(text)],
    [' GZIP ', gzipSync(text)],
    ['gzip,', gzipSync(text)],
    ['identity, gzip', gzipSync(text)],
    ['gzip, identity', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    // A stored block whose unused bits look like a frame to whom reads three bits of the method.
    ['deflate', Buffer.concat([Buffer.of(0x09, text.length, 0, ~text.length & 0xff, 0xff), Buffer.from(text)])],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('%j is removed, with the fields about it', async (coding, octets) => {
    const response = coded(coding, octets);
    expect([await response.text(), [...response.headers]]).toEqual([text, []]);
  });

  test.each(['br', 'x-y', 'gzip, x-y', 'x-y, gzip', 'gzip, br', 'identity', ''])('%j stays', async (coding) => {
    const response = coded(coding, octetsOf('as is'));
    expect([
      await response.text(),
      response.headers.get('content-encoding'),
      response.headers.has('content-length'),
    ]).toEqual(['as is', coding, true]);
  });

  test('three codings are refused, two are not', () => {
    expect(() => coded('gzip, gzip', octetsOf(''))).not.toThrow();
    expect(() => coded('gzip, gzip, gzip', octetsOf(''))).toThrow(
      expect.objectContaining({ code: 'BAD_ANSWER', rule: 'compression' }),
    );
  });

  test('an empty body is not compressed, whatever its field says', async () => {
    const { response, scope } = respond({ fields: [['Content-Encoding', 'gzip']], body: bodyOf().body });
    expect([await response.text(), scope.end.mock.calls.length]).toEqual(['', 1]);
  });

  test('a body in many pieces is whole', async () => {
    const pieces = Array.from(gzipSync(text), (octet) => Uint8Array.of(octet));
    const { response } = respond({ fields: [['Content-Encoding', 'gzip']], body: bodyOf(...pieces).body });
    expect(await response.text()).toBe(text);
  });

  test('octets that cannot be decoded are an error that says so, and end the connection', async () => {
    const { response, scope } = respond({ fields: [['Content-Encoding', 'gzip']], body: bodyOf(octetsOf('no')).body });
    await expect(response.text()).rejects.toMatchObject({ code: 'BAD_ANSWER', rule: 'compression' });
    expect(scope.end).toHaveBeenCalledOnce();
  });
});

describe('a body', () => {
  test('has at most so many octets', async () => {
    const [just, more] = [MOST, MOST + 1].map((length) => {
      const { body, cancelled } = bodyOf(new Uint8Array(length - 1), new Uint8Array(1));
      return { ...respond({ body }), cancelled };
    });
    expect((await just?.response.arrayBuffer())?.byteLength).toBe(MOST);
    await expect(more?.response.arrayBuffer()).rejects.toMatchObject({ code: 'TOO_LARGE', rule: 'maxBody' });
    expect([just, more].map((each) => [each?.scope.end.mock.calls.length, each?.cancelled.mock.calls.length])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('has at most so many octets when it is decoded', async () => {
    const cancelled = vi.fn();
    // The rest never arrives.
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(gzipSync(new Uint8Array(MOST + 1)).subarray(0, -8)),
      cancel: cancelled,
    });
    const { response, scope } = respond({ fields: [['Content-Encoding', 'gzip']], body });
    await expect(response.arrayBuffer()).rejects.toMatchObject({ code: 'TOO_LARGE', rule: 'maxBody' });
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
    expect([scope.end.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 1]);
  });

  test('is cut before it is decoded, and the error is about its length', async () => {
    const noise = Uint8Array.from({ length: 3 * MOST }, (_, index) => (index * 7919) % 251);
    const octets = gzipSync(noise, { level: 0 });
    const { response } = respond({ fields: [['Content-Encoding', 'gzip']], body: bodyOf(octets).body });
    await expect(response.arrayBuffer()).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  test('is not read before anybody asks for it', async () => {
    const pull = vi.fn();
    const { response } = respond({ body: new ReadableStream({ pull }, { highWaterMark: 0 }) });
    await new Promise((resolve) => setImmediate(resolve));
    expect([response.bodyUsed, pull.mock.calls.length]).toEqual([false, 0]);
  });

  test('that fails is the error of its server', async () => {
    const error = new Error('reset');
    const { response, scope } = respond({
      body: new ReadableStream({ pull: (controller) => controller.error(error) }),
    });
    await expect(response.text()).rejects.toBe(error);
    expect(scope.end).toHaveBeenCalledOnce();
  });

  test('that is cancelled ends its connection', async () => {
    const { response, scope } = respond();
    await response.body?.cancel();
    expect(scope.end).toHaveBeenCalledOnce();
  });

  test('ends with the reason of the caller, before it is read, while it is waited for, and never later', async () => {
    const reason = new Error('enough');
    const early = new AbortController();
    early.abort(reason);
    const before = respond({}, { controller: early });
    await expect(before.response.text()).rejects.toBe(reason);

    const during = respond({ body: new ReadableStream<Uint8Array>({}) });
    const text = during.response.text();
    during.controller.abort(reason);
    await expect(text).rejects.toBe(reason);

    // What the server does afterwards is nobody's business any more.
    const { promise: broken, reject: fail } = Promise.withResolvers<never>();
    const reset = respond({ body: new ReadableStream<Uint8Array>({ pull: () => broken }) });
    const rest = reset.response.text();
    await new Promise((resolve) => setImmediate(resolve));
    reset.controller.abort(reason);
    fail(new Error('reset'));
    await expect(rest).rejects.toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));

    const after = respond();
    expect(await after.response.text()).toBe('hello');
    after.controller.abort(reason);
    expect([before, during, reset, after].map(({ scope }) => scope.end.mock.calls.length)).toEqual([1, 1, 1, 1]);
  });
});
