/** A request as it is sent: its fields and its body. */
import { describe, expect, test } from 'vitest';
import { emptyBody, outgoingBody, outgoingFields } from '../../../src/guarded-fetch/outgoing.ts';

const ACCEPT = ['accept', '*/*'];
const AGENT = ['user-agent', 'waypost'];

describe('the fields', () => {
  test.each([
    [[], 'identity'],
    [['gzip'], 'gzip'],
    [['gzip', 'br'], 'gzip, br'],
  ] as const)('with the codings %j ask for %s', (codings, expected) => {
    expect(outgoingFields(new Headers(), codings)).toEqual([ACCEPT, AGENT, ['accept-encoding', expected]]);
  });

  test('of the caller replace ours', () => {
    const headers = new Headers({ Accept: 'a/b', 'User-Agent': 'me', 'X-Y': 'z' });
    expect(outgoingFields(headers, [])).toEqual([
      ...[
        ['accept', 'a/b'],
        ['user-agent', 'me'],
        ['x-y', 'z'],
      ],
      ['accept-encoding', 'identity'],
    ]);
  });

  test.each([
    ...['Accept-Encoding', 'Connection', 'Content-Length', 'Expect', 'Host', 'HTTP2-Settings', 'Keep-Alive'],
    ...['Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer', 'Transfer-Encoding'],
    'Upgrade',
  ])('%s is not for the caller to say', (name) => {
    expect(outgoingFields(new Headers({ [name]: 'x' }), [])).toEqual([ACCEPT, AGENT, ['accept-encoding', 'identity']]);
  });
});

const post = (body: RequestInit['body']) => {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: body ?? null, duplex: 'half' };
  return new Request('https://h.example/', init);
};
const streamOf = (...parts: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
const sent = async (stream: ReadableStream<Uint8Array> | undefined) =>
  stream && new Uint8Array(await new Response(stream).arrayBuffer());

describe('a body', () => {
  test('may be missing', async () => {
    expect(await outgoingBody(new Request('https://h.example/'), undefined)).toBeNull();
  });

  test('that the caller gave as a whole is sent with its length, as often as needed', async () => {
    for (const text of ['', 'hello', 'x'.repeat(65_537)]) {
      const body = await outgoingBody(post(text), text);
      for (const _ of [1, 2]) {
        const opened = body?.open();
        expect([body?.repeatable, opened?.length]).toEqual([true, text.length]);
        expect(Buffer.from((await sent(opened?.stream)) ?? []).toString()).toBe(text);
      }
    }
  });

  test('that is a stream is sent in chunks, once', async () => {
    const source = streamOf(Uint8Array.of(1), Uint8Array.of(2));
    const body = await outgoingBody(post(source), source);
    const opened = body?.open();
    expect([body?.repeatable, opened?.length, await sent(opened?.stream)]).toEqual([false, null, Uint8Array.of(1, 2)]);
  });

  test.each([
    [65_536, 65_536, true],
    [65_537, null, false],
  ])('of a Request with %d octets has the length %j', async (octets, length, repeatable) => {
    const half = Math.floor(octets / 2);
    const parts = [new Uint8Array(half).fill(1), new Uint8Array(octets - half).fill(2)];
    for (const source of [null, undefined]) {
      const body = await outgoingBody(post(streamOf(...parts)), source);
      const opened = body?.open();
      expect([body?.repeatable, opened?.length]).toEqual([repeatable, length]);
      expect(Buffer.compare((await sent(opened?.stream)) ?? Buffer.of(), Buffer.concat(parts))).toBe(0);
    }
  });

  test('of a Request that is cancelled cancels what it was made from', async () => {
    let reason: unknown = null;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
      cancel: (given) => {
        reason = given;
      },
    });
    const opened = (await outgoingBody(post(endless), undefined))?.open();
    await opened?.stream.cancel('enough');
    expect(reason).toBe('enough');
  });

  test('that is empty has the length 0', async () => {
    const { length, stream } = emptyBody();
    expect([length, (await sent(stream))?.byteLength]).toEqual([0, 0]);
  });
});
