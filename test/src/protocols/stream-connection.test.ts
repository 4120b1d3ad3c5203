/** The connection over a pair of streams: deadlines, the end of a signal, TLS, and streams that are no byte streams. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LineReader } from '../../../src/protocols/lines.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { type Patience, StreamConnection, type Streams } from '../../../src/protocols/stream-connection.ts';

const octets = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
const text = (read: Uint8Array | null): string | null => read && new TextDecoder().decode(read);

const PATIENT: Patience = { first: null, idle: null };

afterEach(() => {
  vi.useRealTimers();
});

/** Streams whose server sends these parts, and then ends or stays silent. */
function streamsOf(parts: readonly string[], end: 'closed' | 'silent', type: 'bytes' | 'plain' = 'bytes') {
  const state = { closed: 0, cancelled: null as unknown, sent: '' };
  const left = parts.map(octets);
  const source = {
    pull(controller: ReadableByteStreamController | ReadableStreamDefaultController) {
      const part = left.shift();
      if (part !== undefined) {
        controller.enqueue(part);
        return;
      }
      if (end === 'silent') return new Promise<void>(() => {});
      controller.close();
      if ('byobRequest' in controller) controller.byobRequest?.respond(0);
    },
    cancel(reason: unknown) {
      state.cancelled = reason;
    },
  };
  const readable: ReadableStream =
    type === 'bytes' ? new ReadableStream({ type: 'bytes', ...source }) : new ReadableStream(source);
  const streams: Streams = {
    readable,
    writable: new WritableStream({
      write: (written) => {
        state.sent += text(written);
      },
    }),
    close: () => {
      state.closed += 1;
    },
  };
  return { streams, state };
}

async function rest(connection: StreamConnection): Promise<string[]> {
  const parts: string[] = [];
  for (let part = await connection.read(); part !== null; part = await connection.read()) parts.push(text(part) ?? '');
  return parts;
}

describe.each(['bytes', 'plain'] as const)('over streams of the kind %s', (type) => {
  it('reads every part, then the end, as often as it is asked', async () => {
    const connection = new StreamConnection(streamsOf(['one', 'two'], 'closed', type).streams, PATIENT);
    expect((await rest(connection)).join('')).toBe('onetwo');
    expect(await connection.read()).toBe(null);
    expect(text(connection.beginning)).toBe('onetwo');
  });

  it('reads what was put back first, the last first', async () => {
    const connection = new StreamConnection(streamsOf(['c'], 'closed', type).streams, PATIENT);
    for (const part of ['b', '', 'a']) connection.unread(octets(part));
    expect(await rest(connection)).toEqual(['a', 'b', 'c']);
  });

  it('a pending read ends when the connection is closed', async () => {
    const { streams, state } = streamsOf([], 'silent', type);
    const connection = new StreamConnection(streams, PATIENT);
    const read = connection.read();
    connection.close();
    connection.close();
    await expect(read).rejects.toMatchObject({ code: 'unreachable', message: 'The connection is closed.' });
    await expect(connection.write(octets('x'))).rejects.toMatchObject({ code: 'unreachable' });
    expect([state.closed, state.cancelled]).toEqual([1, expect.any(ProtocolError)]);
  });
});

it('a stream that is no byte stream may have empty parts', async () => {
  const connection = new StreamConnection(streamsOf(['', 'a', ''], 'closed', 'plain').streams, PATIENT);
  expect(await rest(connection)).toEqual(['a']);
});

it('keeps 512 octets of the beginning', async () => {
  const connection = new StreamConnection(streamsOf(['a'.repeat(500), 'b'.repeat(500)], 'closed').streams, PATIENT);
  await rest(connection);
  expect(text(connection.beginning)).toBe('a'.repeat(500) + 'b'.repeat(12));
});

describe('a server that falls silent', () => {
  it('before its first octet', async () => {
    vi.useFakeTimers();
    const { streams, state } = streamsOf([], 'silent');
    const read = new StreamConnection(streams, { first: 1000, idle: 50 }).read();
    read.catch(() => {});
    await vi.advanceTimersByTimeAsync(999);
    expect(state.closed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await expect(read).rejects.toMatchObject({ code: 'timeout', message: /did not answer in time/ });
    expect(state.closed).toBe(1);
  });

  it('in the middle of its answer; a new request has the first patience again', async () => {
    vi.useFakeTimers();
    const connection = new StreamConnection(streamsOf(['a'], 'silent').streams, { first: 1000, idle: 50 });
    await connection.read();
    await connection.write(octets('again'));
    const read = connection.read();
    read.catch(() => {});
    await vi.advanceTimersByTimeAsync(50);
    connection.unread(octets('b'));
    await vi.advanceTimersByTimeAsync(950);
    await expect(read).rejects.toMatchObject({ code: 'timeout', message: /did not answer in time/ });
  });
});

it('a reply that comes octet by octet ends after the patience for one wait', async () => {
  vi.useFakeTimers();
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      controller.enqueue(octets('2'));
    },
  });
  const { streams, state } = streamsOf([], 'silent');
  const connection = new StreamConnection({ ...streams, readable }, { first: 1000, idle: 1000 });
  const line = new LineReader(connection, { line: 4096, total: 65_536 }).line();
  line.catch(() => {});
  // Its first octet comes after 400 ms.
  await vi.advanceTimersByTimeAsync(1399);
  expect(state.closed).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await expect(line).rejects.toMatchObject({ code: 'timeout', message: /stopped in the middle/ });
  expect(state.closed).toBe(1);
});

it('the end by a signal is the reason of the signal, whatever it is', async () => {
  const controller = new AbortController();
  const { streams, state } = streamsOf([], 'silent');
  const connection = new StreamConnection(streams, PATIENT, controller.signal);
  const read = connection.read();
  controller.abort('the user left');
  await expect(read).rejects.toBe('the user left');
  await expect(connection.startTls()).rejects.toBe('the user left');
  expect(state.closed).toBe(1);
  const late = new StreamConnection(streamsOf([], 'silent').streams, PATIENT, controller.signal);
  await expect(late.read()).rejects.toBe('the user left');
});

it('a stream that breaks is an unreachable server, with the error of the platform as the cause', async () => {
  const cause = new Error('ECONNRESET');
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => Promise.reject(cause) });
  const connection = new StreamConnection({ ...streamsOf([], 'silent').streams, readable }, PATIENT);
  await expect(connection.read()).rejects.toMatchObject({ code: 'unreachable', cause });
});

describe('TLS', () => {
  it('continues on the streams of the platform', async () => {
    const clear = streamsOf([], 'silent');
    const secure = streamsOf(['secret'], 'closed');
    const connection = new StreamConnection({ ...clear.streams, startTls: async () => secure.streams }, PATIENT);
    await connection.startTls();
    await connection.write(octets('hello'));
    expect([await rest(connection), clear.state.sent, secure.state.sent]).toEqual([['secret'], '', 'hello']);
    expect(connection.timings.tls).toEqual(expect.any(Number));
    connection.close();
    expect([clear.state.closed, secure.state.closed]).toEqual([0, 1]);
  });

  it('is refused after octets that the server sent before it (CVE-2011-0411)', async () => {
    const { streams, state } = streamsOf([], 'silent');
    const connection = new StreamConnection({ ...streams, startTls: async () => streams }, PATIENT);
    connection.unread(octets('injected'));
    await expect(connection.startTls()).rejects.toMatchObject({ code: 'malformed' });
    expect(state.closed).toBe(1);
  });

  it('fails with the error of the platform, or where there is none', async () => {
    const refused = new ProtocolError('tls', 'The certificate is not valid.');
    const { streams } = streamsOf([], 'silent');
    const failing = new StreamConnection({ ...streams, startTls: () => Promise.reject(refused) }, PATIENT);
    await expect(failing.startTls()).rejects.toBe(refused);
    await expect(failing.read()).rejects.toBe(refused);
    const without = new StreamConnection(streamsOf([], 'silent').streams, PATIENT);
    await expect(without.startTls()).rejects.toMatchObject({ code: 'tls' });
  });

  it('closes the new streams if the connection was closed meanwhile', async () => {
    const secure = streamsOf([], 'silent');
    const { promise, resolve } = Promise.withResolvers<Streams>();
    const connection = new StreamConnection({ ...streamsOf([], 'silent').streams, startTls: () => promise }, PATIENT);
    const started = connection.startTls();
    connection.close();
    resolve(secure.streams);
    await expect(started).rejects.toMatchObject({ code: 'unreachable' });
    expect(secure.state.closed).toBe(1);
  });
});
