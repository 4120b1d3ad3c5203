/** Datagrams between a socket of the platform and the state machine of a question. */
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { exchangeDatagrams } from '../../../../src/protocols/prospero/datagrams.ts';
import { connectionIdOf, type DatagramScript, datagramSockets } from './fake-datagrams.ts';
import { packet } from './packets.ts';

const TEXT = new TextEncoder().encode('VERSION 5\n');
const PEER = { address: '192.0.2.1', port: 1525, family: 4 } as const;

/** A server that answers with these datagrams. */
const answering =
  (...texts: readonly string[]): NonNullable<DatagramScript['reply']> =>
  (request) =>
    texts.map((text, index) => packet(index + 1, text, { total: texts.length, id: connectionIdOf(request) }));

function exchange(script: DatagramScript, peer: Parameters<typeof exchangeDatagrams>[0] = PEER, signal?: AbortSignal) {
  const sockets = datagramSockets(script);
  const never = new AbortController().signal;
  return { ...sockets, answer: exchangeDatagrams(peer, TEXT, 5, signal ?? never, sockets.createSocket) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('an answer', () => {
  it('is put together from its datagrams, and the socket is closed', async () => {
    const { answer, closes } = exchange({ reply: answering('one ', 'two') });
    expect(new TextDecoder().decode(await answer)).toBe('one two');
    expect(closes()).toBe(1);
  });

  it.each([
    [PEER, 'udp4 192.0.2.1 1525'],
    [{ address: '2001:db8::1', port: 191, family: 6 } as const, 'udp6 2001:db8::1 191'],
  ])('comes from the one address of %j', async (peer, expected) => {
    const { answer, peers } = exchange({ reply: answering('x') }, peer);
    await answer;
    expect(peers).toEqual([expected]);
  });
});

describe('an identifier of a connection', () => {
  it.each([
    [0, 1],
    [0xfffe, 0xffff],
    [0xffff, 1],
    [0xffff_ffff, 1],
  ])('is from 1 to 65535: of the random %i it is %i', async (random, id) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
      if (values instanceof Uint32Array) values[0] = random;
      return values;
    });
    const { answer, sent } = exchange({ reply: answering('x') });
    await answer;
    expect(sent.map(connectionIdOf)).toEqual([id]);
  });
});

describe('no answer', () => {
  test.each<[string, DatagramScript]>([
    ['a socket that cannot connect', { refuses: true }],
    ['a closed port', { reply: () => null }],
  ])('%s', async (_, script) => {
    const { answer, closes } = exchange(script);
    await expect(answer).rejects.toMatchObject({ code: 'unreachable', message: 'No server listens on this port.' });
    expect(closes()).toBe(1);
  });

  test('a silent server', async () => {
    vi.useFakeTimers();
    const { answer, sent, closes } = exchange({});
    const ended = expect(answer).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(sent.length).toBeGreaterThan(1);
    expect([closes(), vi.getTimerCount()]).toEqual([1, 0]);
  });

  test.each([
    [16_384, 'waits'],
    [16_385, 'too-large'],
  ])('%i datagrams that say nothing: %s', async (count, outcome) => {
    vi.useFakeTimers();
    const noise = Array.from({ length: count }, () => Uint8Array.of(0xff));
    let replies = 0;
    const { answer } = exchange({ reply: () => (replies++ === 0 ? noise : []) });
    const code = answer.then(
      () => null,
      (error) => error.code,
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.race([code, Promise.resolve('waits')])).toBe(outcome);
    await vi.advanceTimersByTimeAsync(60_000);
  });

  test.each([
    ['before it begins', true],
    ['while it waits', false],
  ])('the end of the request, %s', async (_, isEarly) => {
    const client = new AbortController();
    if (isEarly) client.abort(new Error('gone'));
    const { answer, sent, closes } = exchange({}, PEER, client.signal);
    const ended = expect(answer).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve));
    client.abort(new Error('gone'));
    await ended;
    expect([sent.length, closes()]).toEqual([isEarly ? 0 : 1, 1]);
  });
});
