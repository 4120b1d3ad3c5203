/** What a session does as time passes, by the clock of the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketConnection } from '../../../../src/net/connection.ts';
import { defaultDeadlines } from '../../../../src/net/deadlines.ts';
import { telnetSession } from '../../../../src/protocols/telnet/index.ts';
import { RelayedSession } from '../../../../worker/gateway/terminal/session.ts';
import { type PageHandlers, PageSocket } from '../../../../worker/net/web-socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A session with a server that reads and says nothing. */
function start(deadlines = defaultDeadlines) {
  const told: object[] = [];
  const written: Buffer[] = [];
  const silence = Promise.withResolvers<null>();
  let handlers: PageHandlers | null = null;
  const page: PageSocket = Object.assign(Object.create(PageSocket.prototype), {
    closed: new Promise(() => {}),
    listen: (all: PageHandlers) => {
      handlers = all;
    },
    tell: (message: object) => told.push(message),
    credited: async () => true,
    close: () => {},
  });
  const connection: SocketConnection = Object.assign(Object.create(SocketConnection.prototype), {
    read: () => silence.promise,
    write: async (octets: Uint8Array) => void written.push(Buffer.from(octets)),
    close: () => silence.resolve(null),
  });
  void new RelayedSession(page, connection, telnetSession(), deadlines).run();
  return {
    type: (text: string) => handlers?.octets(Buffer.from(text)),
    written: () => Buffer.concat(written).toString(),
    /** The first message about the end; absent = the session goes on. */
    end: () => told.find((message) => 'type' in message && message.type === 'ended'),
  };
}

test('typed text is sent after two seconds to a server that says nothing', async () => {
  const { type, written } = start();
  type('hello');
  await vi.advanceTimersByTimeAsync(1999);
  expect(written()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(written()).toBe('hello');
});

test('typing alone keeps a session open', async () => {
  const { type, end } = start({ ...defaultDeadlines, session: 1000 });
  for (let key = 0; key < 5; key += 1) {
    type('x');
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(end()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(end()).toMatchObject({ code: 'gateway-timeout', message: expect.stringMatching(/^Neither/) });
});

test('typing does not prolong the longest session', async () => {
  const { type, end } = start({ ...defaultDeadlines, session: 1000, longest: 3000 });
  for (let key = 0; key < 5; key += 1) {
    type('x');
    await vi.advanceTimersByTimeAsync(599);
  }
  expect(end()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5);
  expect(end()).toMatchObject({ code: 'gateway-timeout', message: expect.stringMatching(/time limit/) });
});
