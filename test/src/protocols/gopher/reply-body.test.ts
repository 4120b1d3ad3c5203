/** The bodies of replies: where they end, and what a peek leaves for the next read. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collect } from '../../../../src/protocols/connection.ts';
import { type Framing, ReplyBody } from '../../../../src/protocols/gopher/reply-body.ts';

const octetsOf = (text: string) => new TextEncoder().encode(text);
const textOf = (octets: Uint8Array | null) => octets && new TextDecoder().decode(octets);

/** A connection that brings these parts, then stays open or ends. It reuses its buffer, as real ones do. */
function connection(parts: Iterable<string>, end: 'open' | 'closed') {
  const iterator = parts[Symbol.iterator]();
  const buffer = new Uint8Array(64 * 1024);
  const state = { reads: 0, closed: false };
  return {
    state,
    read: (): Promise<Uint8Array | null> => {
      state.reads++;
      const { done, value } = iterator.next();
      if (done) return end === 'closed' ? Promise.resolve(null) : new Promise(() => {});
      const octets = octetsOf(value);
      buffer.set(octets);
      return Promise.resolve(buffer.subarray(0, octets.length));
    },
    close: () => {
      state.closed = true;
    },
  };
}

// A body waits whether more follows a period, and a peek with patience waits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a promise gives when all waits are over. */
async function settled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

const CLOSE: Framing = { kind: 'close' };
const PERIOD: Framing = { kind: 'period' };
const length = (octets: number): Framing => ({ kind: 'length', length: octets });

test('a peek that fails leaves what came for the next reads, and then its error', async () => {
  const body = new ReplyBody(connection(['Wo', 'rd'], 'closed'), length(5));
  const less = { code: 'malformed', message: 'The server sent less than it announced.' };
  for (const _ of [1, 2]) await expect(body.peek(() => false)).rejects.toMatchObject(less);
  expect(textOf(await body.read())).toBe('Word');
  await expect(body.read()).rejects.toMatchObject(less);
});

describe('a body on a connection that stays open', () => {
  test.each<readonly [string, Framing, readonly string[], string]>([
    ['no octets', length(0), [], ''],
    ['five octets', length(5), ['Words'], 'Words'],
    ['five octets in parts, and more', length(5), ['Wo', 'rdsMO', 'RE'], 'Words'],
    ['a period', PERIOD, ['Words\r\n.\r\n'], 'Words\r\n.\r\n'],
    ['a period in parts', PERIOD, ['Words\r', '\n', '.', '\r', '\n'], 'Words\r\n.\r\n'],
    ['only a period', PERIOD, ['.\n'], '.\n'],
    ['periods in the middle', PERIOD, ['a\n.\n', 'b\n.\n'], 'a\n.\nb\n.\n'],
  ])('%s: ends, and closes the connection', async (_, framing, parts, expected) => {
    const source = connection(parts, 'open');
    const { octets } = await settled(collect(new ReplyBody(source, framing), 1000));
    expect([textOf(octets), source.state.closed]).toEqual([expected, true]);
  });

  test('of a text ends with its period, also if a peek has read it', async () => {
    const body = new ReplyBody(connection(['Words\r\n.\r\n'], 'open'), CLOSE);
    await body.peek(() => true);
    body.expectPeriod();
    expect(textOf((await settled(collect(body, 1000))).octets)).toBe('Words\r\n.\r\n');
  });

  test('with a length does not end with a period', async () => {
    const body = new ReplyBody(connection(['.\n', 'ab'], 'open'), length(4));
    body.expectPeriod();
    expect(textOf((await settled(collect(body, 1000))).octets)).toBe('.\nab');
  });
});

test('a body that is shorter than its length is an error', async () => {
  const body = new ReplyBody(connection(['Wor'], 'closed'), length(5));
  expect(textOf(await body.read())).toBe('Wor');
  await expect(body.read()).rejects.toMatchObject({ code: 'malformed' });
});

describe('a peek', () => {
  test('waits for enough octets, and puts them back', async () => {
    const body = new ReplyBody(connection(['ab', 'cd', 'ef'], 'closed'), CLOSE);
    const { octets, ended } = await body.peek(({ length }) => length >= 3);
    expect([textOf(octets), ended]).toEqual(['abcd', false]);
    expect(textOf((await collect(body, 1000)).octets)).toBe('abcdef');
  });

  test('stops at its cap', async () => {
    const body = new ReplyBody(connection(['abcd', 'ef'], 'closed'), CLOSE);
    expect(textOf((await body.peek(() => false, { cap: 3 })).octets)).toBe('abc');
    expect(textOf((await collect(body, 1000)).octets)).toBe('abcdef');
  });

  test('reports the end', async () => {
    const body = new ReplyBody(connection(['ab'], 'closed'), CLOSE);
    expect((await body.peek(() => false)).ended).toBe(true);
    expect(textOf((await collect(body, 1000)).octets)).toBe('ab');
  });

  test('with patience leaves a read that is late for the next one', async () => {
    const late = Promise.withResolvers<Uint8Array | null>();
    const reads = [Promise.resolve(octetsOf('ab')), late.promise, Promise.resolve(null)];
    const read = vi.fn(() => reads.shift() ?? Promise.resolve(null));
    const body = new ReplyBody({ read, close: () => {} }, CLOSE);
    const { octets, ended } = await settled(body.peek(() => false, { patience: 10 }));
    expect([textOf(octets), ended, read.mock.calls.length]).toEqual(['ab', false, 2]);
    late.resolve(octetsOf('cd'));
    expect(textOf((await collect(body, 1000)).octets)).toBe('abcd');
  });

  test('with patience leaves an error for the next read', async () => {
    const late = Promise.withResolvers<Uint8Array | null>();
    const reads = [Promise.resolve(octetsOf('ab')), late.promise];
    const read = () => reads.shift() ?? Promise.resolve(null);
    const body = new ReplyBody({ read, close: () => {} }, CLOSE);
    await settled(body.peek(() => false, { patience: 10 }));
    late.reject(new Error('the connection broke'));
    expect(textOf(await body.read())).toBe('ab');
    await expect(body.read()).rejects.toThrow('the connection broke');
  });
});
