/** A session between a page and a server of the test, by a clock of the test: limits, waits, and how it ends. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SocketConnection } from '../../../../src/net/connection.ts';
import { GatewayError } from '../../../../src/net/failure.ts';
import { rloginSession, type SessionProtocol, telnetSession } from '../../../../src/protocols/telnet/session.ts';
import { RelayedSession } from '../../../../worker/gateway/terminal/session.ts';
import type { PageHandlers, PageSocket } from '../../../../worker/net/web-socket.ts';
import { contextOf } from '../context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Read = Uint8Array | null | Error;

/** A running session, and both of its ends. */
function start({ protocol = telnetSession(), longest = null as number | null, session = 1000 as number | null } = {}) {
  const told: Record<string, unknown>[] = [];
  const shown: Buffer[] = [];
  const written: Buffer[] = [];
  const closed: unknown[] = [];
  const fed: boolean[] = [];
  const closing = Promise.withResolvers<void>();
  let handlers: PageHandlers | null = null;
  let untaken = 0;
  let serverCloses = 0;
  const page = {
    closed: closing.promise,
    get untaken() {
      return untaken;
    },
    credited: async () => true,
    listen: (given: PageHandlers) => {
      handlers = given;
    },
    grant: (octets: number) => octets < 1000,
    feed: (isFed: boolean) => void fed.push(isFed),
    send: (octets: Uint8Array) => void shown.push(Buffer.from(octets)),
    tell: (message: Record<string, unknown>) => void told.push(message),
    close: (code: number, reason: string) => void closed.push([code, reason]),
  };
  const queue: Read[] = [];
  let wait: PromiseWithResolvers<void> | null = null;
  let blocked: PromiseWithResolvers<void> | null = null;
  const connection = {
    async read() {
      while (queue.length === 0) {
        wait = Promise.withResolvers();
        await wait.promise;
      }
      const next = queue.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
    async write(octets: Uint8Array) {
      written.push(Buffer.from(octets));
      if (blocked !== null) await blocked.promise;
    },
    close() {
      serverCloses += 1;
      queue.push(null);
      wait?.resolve();
    },
  };
  const { deadlines } = contextOf().environment;
  const run = new RelayedSession(page as unknown as PageSocket, connection as unknown as SocketConnection, protocol, {
    ...deadlines,
    session,
    longest,
  }).run();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    ...{ told, closed, fed, run, settle },
    floods: () => handlers?.flooded(),
    written: () => Buffer.concat(written).toString('latin1'),
    writes: () => written.length,
    shown,
    closes: () => serverCloses,
    /** What the server sends: text, its end, or a failure. */
    async sends(what: string | null | Error) {
      queue.push(typeof what === 'string' ? new Uint8Array(Buffer.from(what, 'latin1')) : what);
      wait?.resolve();
      await settle();
    },
    async types(text: string | Uint8Array) {
      handlers?.octets(typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'latin1')) : text);
      await settle();
    },
    async controls(message: unknown) {
      handlers?.control(message);
      await settle();
    },
    block: () => {
      blocked = Promise.withResolvers();
      return blocked;
    },
    behind: (octets: number) => {
      untaken = octets;
    },
    leave: closing.resolve,
    ended: () => told.find(({ type }) => type === 'ended'),
  };
}

type Started = ReturnType<typeof start>;
const BROKEN = new GatewayError('gateway-unreachable', 'The connection broke.');

describe('typed text', () => {
  test('waits for the greeting, but no longer than two seconds', async () => {
    const session = start({ session: null });
    await session.types('early');
    await vi.advanceTimersByTimeAsync(1999);
    expect(session.written()).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(session.written()).toBe('early');
    const greeted = start();
    await greeted.types('early');
    await greeted.sends('$ ');
    expect(greeted.written()).toBe('early');
  });

  test('of 64 KiB may wait for the server, and not more', async () => {
    const session = start();
    await session.types(new Uint8Array(64 * 1024));
    expect(session.ended()).toBeUndefined();
    await session.types('x');
    expect(session.ended()).toMatchObject({ code: 'too-much-input', rule: null, advice: null });
    expect(session.closed[0]).toEqual([1009, 'too-much-input']);
  });

  test('that is written makes room for more', async () => {
    const session = start();
    await session.sends('$ ');
    for (let round = 0; round < 3; round += 1) await session.types('x'.repeat(40_000));
    expect(session.ended()).toBeUndefined();
    expect(session.written()).toHaveLength(120_000);
  });

  test('that waits for a write is written with the next one, in its order', async () => {
    const session = start();
    await session.sends('$ ');
    const blocked = session.block();
    await session.types('a');
    await session.types('b');
    await session.controls({ type: 'key', key: 'break' });
    await session.types('c');
    expect(session.written()).toBe('a');
    blocked.resolve();
    await session.settle();
    expect([session.written(), session.writes()]).toEqual(['ab\xff\xf3c', 2]);
  });

  test('goes on at 1 MiB a second after 256 KiB', async () => {
    const session = start({ session: null });
    await session.sends('$ ');
    for (let round = 0; round < 8; round += 1) await session.types(new Uint8Array(32 * 1024));
    const acknowledged = () => session.told.filter(({ type }) => type === 'written').length;
    expect(acknowledged()).toBe(8);
    await session.types(new Uint8Array(32 * 1024));
    await vi.advanceTimersByTimeAsync(31);
    expect(acknowledged()).toBe(8);
    await vi.advanceTimersByTimeAsync(1);
    expect([acknowledged(), session.ended()]).toEqual([9, undefined]);
  });

  test.each([
    [8191, []],
    [8192, [{ type: 'written', octets: 8192 }]],
  ])('of %d octets is told to the page: %j', async (length, messages) => {
    const session = start();
    await session.sends('$ ');
    await session.types('x'.repeat(length));
    expect(session.told.filter(({ type }) => type === 'written')).toEqual(messages);
    await session.types('x'.repeat(8191));
    const sum = session.told
      .filter(({ type }) => type === 'written')
      .reduce((sum, { octets }) => sum + Number(octets), 0);
    expect(sum).toBe(length === 8191 ? 16_382 : 8192);
  });
});

test.each([
  ['too much input', 'too-much-input', (session: Started) => session.types(new Uint8Array(64 * 1024 + 1))],
  ['too many messages', 'too-many-messages', async (session: Started) => session.floods()],
  ['a fault of ours', 'internal-error', (session: Started) => session.sends(new Error('a fault'))],
  ['a broken connection', 'gateway-unreachable', (session: Started) => session.sends(BROKEN)],
  ['silence', 'session-idle', async () => void (await vi.advanceTimersByTimeAsync(1000))],
])('the end by %s says what to do', async (_what, code, act) => {
  const session = start();
  await act(session);
  await session.settle();
  expect(session.ended()).toMatchObject({ code, message: expect.stringMatching(/\. Press Reconnect\b/), advice: null });
});

test.each([
  ['> \xff\xf9', 1],
  ['> \xff\xef', 1],
  ['> \xff\xf9more', 0],
  ['> ', 0],
])('the page learns of a prompt that %j ends', async (octets, times) => {
  const session = start();
  await session.sends(octets);
  expect(session.told.filter(({ type }) => type === 'prompt')).toHaveLength(times);
});

test('a page that floods its session ends it', async () => {
  const session = start();
  session.floods();
  expect(session.ended()).toMatchObject({ code: 'too-many-messages' });
  expect(session.closed[0]).toEqual([1008, 'too-many-messages']);
});

describe('control messages', () => {
  test('of a page may wait, 256 of them', async () => {
    const session = start();
    for (let count = 0; count < 256; count += 1) await session.controls({ type: 'key', key: 'break' });
    expect(session.ended()).toBeUndefined();
    await session.controls({ type: 'key', key: 'break' });
    expect(session.ended()).toMatchObject({ code: 'too-much-input' });
    expect(session.closed[0]).toEqual([1009, 'too-much-input']);
  });

  test('that are carried out make room for more', async () => {
    const session = start();
    await session.sends('$ ');
    for (let count = 0; count < 300; count += 1) await session.controls({ type: 'key', key: 'are-you-there' });
    expect(session.ended()).toBeUndefined();
    expect(session.written()).toBe('\xff\xf6'.repeat(300));
  });

  test('other than keys do not wait for the greeting', async () => {
    const session = start({ protocol: rloginSession() });
    await session.controls({ type: 'user', user: 'me' });
    expect(session.written()).toContain('me');
  });

  test.each([[{ type: 'other' }], [null], [{ type: 'credit', octets: 1000 }]])(
    '%j closes the page',
    async (message) => {
      const session = start();
      await session.controls(message);
      expect(session.closed).toEqual([[1008, 'not a control message']]);
    },
  );

  test('with credit are no sign of life, and others are', async () => {
    const idle = start();
    await vi.advanceTimersByTimeAsync(600);
    await idle.controls({ type: 'credit', octets: 1 });
    await vi.advanceTimersByTimeAsync(400);
    expect(idle.ended()).toMatchObject({ code: 'session-idle' });
    const busy = start();
    await vi.advanceTimersByTimeAsync(600);
    await busy.controls({ type: 'size', columns: 80, rows: 24 });
    await vi.advanceTimersByTimeAsync(600);
    expect(busy.ended()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(400);
    expect(busy.ended()).toMatchObject({ code: 'session-idle' });
  });
});

describe('the octets of the server', () => {
  test('come in messages of 64 KiB at most', async () => {
    const session = start();
    await session.sends('x'.repeat(64 * 1024 + 1));
    expect(session.shown.map(({ length }) => length)).toEqual([64 * 1024, 1]);
  });

  test('of another protocol end the session, even if they come one by one', async () => {
    const session = start();
    for (const octet of 'SSH') await session.sends(octet);
    expect(session.ended()).toBeUndefined();
    await session.sends('-2.0');
    expect(session.ended()).toMatchObject({
      code: 'foreign-protocol',
      message:
        'This server speaks SSH, not a terminal protocol. Waypost closed the connection. Check the port of the link.',
    });
    expect(session.closes()).toBeGreaterThan(0);
  });

  test('that look like another protocol later are text', async () => {
    const session = start();
    await session.sends('$ ');
    await session.sends('SSH-2.0-x\r\n');
    expect(session.ended()).toBeUndefined();
  });
});

describe('a silent server is asked after an interrupt', () => {
  const QUESTION = '\xff\xfd\x06';
  const asked = (session: ReturnType<typeof start>) => session.written().split(QUESTION).length - 1;

  test('soon at first, then less often, thirty times', async () => {
    const session = start({ session: null });
    await session.sends('$ ');
    await session.types('\x03');
    const times: number[] = [];
    for (let time = 0; time < 5000; time += 10) {
      await vi.advanceTimersByTimeAsync(10);
      while (times.length < asked(session)) times.push(time + 10);
    }
    expect(times.slice(0, 6)).toEqual([40, 80, 120, 160, 260, 360]);
    expect(times).toHaveLength(30);
  });

  test.each([
    ['an octet that interrupts', '\x03', true],
    ['other text', 'x', false],
  ])('%s: %s', async (_, text, isAsked) => {
    const session = start();
    await session.sends('$ ');
    await session.types(text);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked(session) > 0).toBe(isAsked);
  });

  test.each([
    ['interrupt', true],
    ['break', true],
    ['are-you-there', false],
  ])('the key %s: %s', async (key, isAsked) => {
    const session = start();
    await session.sends('$ ');
    await session.controls({ type: 'key', key });
    await vi.advanceTimersByTimeAsync(200);
    expect(asked(session) > 0).toBe(isAsked);
  });

  test('not if the protocol has no question', async () => {
    const session = start({ protocol: rloginSession() });
    await session.sends('\0$ ');
    const before = session.written();
    await session.types('\x03');
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.written()).toBe(`${before}\x03`);
  });

  test('each sign of it begins the silence anew', async () => {
    const session = start();
    await session.sends('$ ');
    await session.types('\x03');
    await vi.advanceTimersByTimeAsync(39);
    await session.sends('x');
    await vi.advanceTimersByTimeAsync(39);
    expect(asked(session)).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked(session)).toBe(1);
  });
});

describe('a flood', () => {
  const text = (session: ReturnType<typeof start>) => Buffer.concat(session.shown).toString('latin1');

  async function interrupted(untaken: number) {
    const session = start({ session: null });
    await session.sends('$ ');
    session.behind(untaken);
    await session.types('\x03');
    return session;
  }

  test.each([
    [256 * 1024 - 1, false],
    [256 * 1024, true],
  ])('is left out if the page is behind by %d octets: %s', async (untaken, isLeftOut) => {
    const session = await interrupted(untaken);
    expect(session.told.some(({ type }) => type === 'left-out')).toBe(isLeftOut);
    expect(session.fed).toEqual(isLeftOut ? [false] : []);
    await session.sends('old\n');
    expect(text(session)).toBe(isLeftOut ? '$ ' : '$ old\n');
  });

  test('is left out up to the answer of the server', async () => {
    const session = await interrupted(1e6);
    await session.sends(`${'old\n'.repeat(10_000)}\xff\xfb\x06^C\n$ `);
    expect(session.fed).toEqual([false, true]);
    expect(text(session)).toMatch(/^\$ (old\n)+\^C\n\$ $/);
    expect(text(session).length).toBeLessThan(4200);
    await session.sends('new');
    expect(text(session)).toMatch(/\$ new$/);
  });

  test('is shown again after ten seconds without an answer, and then always', async () => {
    const session = await interrupted(1e6);
    await session.sends('old\n');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([text(session), session.fed]).toEqual(['$ old\n', [false, true]]);
    await session.types('\x03');
    expect(session.told.filter(({ type }) => type === 'left-out')).toHaveLength(1);
  });

  test('ends with the connection: its last lines are shown', async () => {
    const session = await interrupted(1e6);
    await session.sends('bye\n');
    await session.sends(null);
    expect(text(session)).toBe('$ bye\n');
    expect(session.ended()).toMatchObject({ code: 'closed' });
  });
});

describe('the end', () => {
  test('of the server', async () => {
    const session = start();
    await session.sends(null);
    await session.run;
    expect(session.told).toEqual([
      { type: 'opened' },
      {
        type: 'ended',
        code: 'closed',
        rule: null,
        message: 'The server ended the session. Press Reconnect to begin another session.',
        advice: null,
      },
    ]);
    expect(session.closed[0]).toEqual([1000, 'closed']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[what: string, protocol: () => SessionProtocol, error: Error, code: string]>([
    ['a failure', telnetSession, new GatewayError('gateway-unreachable', 'Broken.'), 'gateway-unreachable'],
    [
      'a failure of rlogin before its login',
      rloginSession,
      new GatewayError('gateway-unreachable', 'No.'),
      'login-refused',
    ],
    ['another failure of rlogin', rloginSession, new GatewayError('gateway-timeout', 'Late.'), 'gateway-timeout'],
  ])('by %s', async (_, protocol, error, code) => {
    const session = start({ protocol: protocol() });
    await session.sends(error);
    await session.run;
    expect(session.ended()).toMatchObject({ code, advice: null });
    expect(session.closed[0]).toEqual([1000, code]);
  });

  test('by a login that was refused has advice', async () => {
    const session = start({ protocol: rloginSession() });
    await session.sends(null);
    expect(session.ended()).toMatchObject({
      ...{ code: 'login-refused', message: expect.stringMatching(/Try telnet\.$/) },
    });
  });

  test('by a fault of ours is logged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const session = start();
    await session.sends(new TypeError('a bug'));
    await session.run;
    expect(session.ended()).toMatchObject({ code: 'internal-error' });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test('by the page closes the connection', async () => {
    const session = start();
    await session.sends('$ ');
    session.leave();
    await session.run;
    expect(session.closes()).toBeGreaterThan(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['silence', { session: 1000 }, 1000, 'session-idle'],
    ['its length', { session: null, longest: 3000 }, 3000, 'session-longest'],
  ])('by %s', async (_, limits, milliseconds, code) => {
    const session = start(limits);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(session.ended()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(session.ended()).toMatchObject({ code, advice: null });
    expect(session.closes()).toBeGreaterThan(0);
  });

  test.each([
    [
      'by silence, which typed text puts off',
      { session: 1000 },
      900,
      100,
      /nothing is sent for 1 second\. Press Reconnect/,
    ],
    [
      'by its length, which typed text does not prolong',
      { session: 1000, longest: 3000 },
      599,
      5,
      /after 3 seconds\. Press/,
    ],
  ])('%s', async (_, limits, pause, rest, message) => {
    const session = start(limits);
    for (let key = 0; key < 5; key += 1) {
      await session.types('x');
      await vi.advanceTimersByTimeAsync(pause);
    }
    expect(session.ended()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(rest);
    expect(session.ended()).toMatchObject({ message: expect.stringMatching(message) });
  });
});
