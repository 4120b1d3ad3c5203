/** HTTP/1.1 over streams of the test: what is sent to the octet, and how an exchange ends. */
import { describe, expect, it, test, vi } from 'vitest';
import { EgressError } from '../../../src/egress/egress-error.ts';
import { SocketHttp } from '../../../src/net/http-connection.ts';
import type { RequestBody, TransportRequest } from '../../../src/net/transport.ts';
import { StreamConnection } from '../../../src/protocols/stream-connection.ts';

const GET: TransportRequest = { method: 'GET', host: 'a.example.net', target: '/in?a=b', fields: [], body: null };
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
const HEADER = 16_384;

/** What a server does: parts that it sends, and whether it ends, breaks, or takes nothing. */
interface Server {
  readonly parts?: readonly string[];
  readonly last?: 'end' | 'break' | 'silence';
  /** Whether it takes what is sent. */
  readonly takes?: boolean;
}

/** A connection to a server of the test. */
function connected({ parts = [ANSWER], last = 'silence', takes = true }: Server = {}) {
  const rest = [...parts];
  const server = { written: '', asked: 0, closed: 0 };
  const readable: ReadableStream = new ReadableStream(
    {
      type: 'bytes',
      async pull(controller: ReadableByteStreamController) {
        server.asked += 1;
        const part = rest.shift();
        if (part !== undefined) {
          const view = controller.byobRequest?.view;
          if (!view) throw new Error('A connection reads into its buffer.');
          new Uint8Array(view.buffer, view.byteOffset).set(Buffer.from(part, 'latin1'));
          controller.byobRequest?.respond(part.length);
        } else if (last === 'end') {
          controller.close();
          controller.byobRequest?.respond(0);
        } else if (last === 'break') controller.error(new Error('reset'));
        else await new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<Uint8Array>({
    write(octets) {
      if (!(octets instanceof Uint8Array)) throw new TypeError('A socket takes octets.');
      if (!takes && server.written !== '') throw new Error('closed');
      server.written += Buffer.from(octets).toString('latin1');
    },
  });
  const close = () => {
    server.closed += 1;
  };
  const connection = new StreamConnection({ readable, writable, close }, { first: null, idle: null });
  return { server, http: new SocketHttp(connection) };
}

/** A body of these parts; `hold` = more of it never comes, `fail` = it breaks then. */
function bodyOf(parts: readonly string[], length: number | null, more: 'end' | 'hold' | Error = 'end') {
  const cancel = vi.fn();
  const rest = [...parts];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const part = rest.shift();
      if (part !== undefined) controller.enqueue(Uint8Array.from(Buffer.from(part)));
      else if (more === 'end') controller.close();
      else if (more instanceof Error) controller.error(more);
      else return new Promise(() => {});
    },
    cancel,
  });
  return { body: { length, stream } satisfies RequestBody, cancel };
}

const HEAD_OF_REQUEST = (...fields: string[]) =>
  ['POST /in?a=b HTTP/1.1', 'host: a.example.net', ...fields, 'connection: close', '', ''].join('\r\n');

describe('a request', () => {
  it.each<[what: string, request: Partial<TransportRequest>, wire: string]>([
    ['without a body', {}, HEAD_OF_REQUEST()],
    ['with a field in Latin-1', { fields: [['x-a', 'caf\xe9']] }, HEAD_OF_REQUEST('x-a: caf\xe9')],
    ['with a length', { body: bodyOf(['ab', '', 'c'], 3).body }, `${HEAD_OF_REQUEST('content-length: 3')}abc`],
    [
      'in chunks, of which none is empty',
      { body: bodyOf(['abcdefghijklmnopqrstuvwxyz', '', 'c'], null).body },
      `${HEAD_OF_REQUEST('transfer-encoding: chunked')}1a\r\nabcdefghijklmnopqrstuvwxyz\r\n1\r\nc\r\n0\r\n\r\n`,
    ],
  ])('%s', async (_, request, wire) => {
    const { server, http } = connected();
    await http.exchange({ ...GET, method: 'POST', ...request }, HEADER);
    await vi.waitFor(() => expect(server.written).toBe(wire));
  });

  it.each([
    [0, true],
    [1, false],
  ])('may have 64 KiB of header: with %d more', async (more, isSent) => {
    const { server, http } = connected();
    const empty = HEAD_OF_REQUEST('x: ').replace('POST', 'GET').length;
    const value = 'x'.repeat(64 * 1024 - empty + more);
    const exchanged = http.exchange({ ...GET, fields: [['x', value]] }, HEADER);
    if (isSent) await exchanged;
    else
      await expect(exchanged).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining('header') });
    expect(server.written.length).toBe(isSent ? 64 * 1024 : 0);
    expect(server.closed).toBe(isSent ? 0 : 1);
  });

  it('is answered before it is all sent, if the server does not wait', async () => {
    const { http } = connected();
    const { status } = await http.exchange({ ...GET, body: bodyOf(['a'], 2, 'hold').body }, HEADER);
    expect(status).toBe(200);
  });

  it('ends with the error of its body', async () => {
    const error = new Error('no more');
    const { server, http } = connected({ parts: [] });
    await expect(http.exchange({ ...GET, body: bodyOf(['a'], 2, error).body }, HEADER)).rejects.toBe(error);
    expect(server.closed).toBe(1);
  });

  it.each([[3], [null]])(
    'of length %s lets go of its body when the server takes no more, and reads the answer',
    async (length) => {
      const { body, cancel } = bodyOf(['a', 'b', 'c'], length);
      const { server, http } = connected({ takes: false });
      const { status } = await http.exchange({ ...GET, body }, HEADER);
      expect(status).toBe(200);
      await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
      expect(server.written).not.toContain('0\r\n');
    },
  );
});

describe('an answer', () => {
  it('has its status, its reason and its fields', async () => {
    const { http } = connected({ parts: ['HTTP/1.1 404 Not  Found Here\r\nX-A: b\r\n\r\n'] });
    expect(await http.exchange(GET, HEADER)).toMatchObject({
      status: 404,
      statusText: 'Not  Found Here',
      fields: [['x-a', 'b']],
    });
  });

  it('to HEAD has no body', async () => {
    const { http } = connected();
    expect((await http.exchange({ ...GET, method: 'HEAD' }, HEADER)).body).toBeNull();
  });

  it('has a body whose parts are copies, read when they are asked for', async () => {
    const { server, http } = connected({ parts: ['HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n', 'abc', 'def'] });
    const { body } = await http.exchange(GET, HEADER);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.asked).toBe(1);
    const reader = body?.getReader();
    const parts = [await reader?.read(), await reader?.read()];
    expect(parts.map((part) => Buffer.from(part?.value ?? []).toString())).toEqual(['abc', 'def']);
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  it('whose body is cancelled closes the connection', async () => {
    const { server, http } = connected();
    const { body } = await http.exchange(GET, HEADER);
    expect(server.closed).toBe(0);
    await body?.cancel();
    expect(server.closed).toBe(1);
  });

  it('that is cut off ends its body with an error', async () => {
    const { http } = connected({ parts: ['HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi'], last: 'end' });
    const { body } = await http.exchange(GET, HEADER);
    await expect(new Response(body).text()).rejects.toMatchObject({ code: 'BAD_ANSWER', rule: 'http' });
  });
});

describe('a server that', () => {
  it.each<[what: string, server: Server, maxHeader: number, code: string, rule: string]>([
    ['sends a header of one octet too many', { parts: ['HTTP/1.1 200 OK\r\n\r\n'] }, 18, 'TOO_LARGE', 'maxHeader'],
    ['speaks another protocol', { parts: ['220 hello\r\n'] }, HEADER, 'BAD_ANSWER', 'http'],
    ['sends one octet', { parts: ['x'], last: 'end' }, HEADER, 'BAD_ANSWER', 'http'],
    ['sends nothing', { parts: [], last: 'end' }, HEADER, 'UNREACHABLE', 'connection'],
    ['breaks in its header', { parts: ['HTTP/1.1 200 OK\r\n'], last: 'break' }, HEADER, 'UNREACHABLE', 'connection'],
    ['breaks at once', { parts: [], last: 'break' }, HEADER, 'UNREACHABLE', 'connection'],
  ])('%s', async (_, script, maxHeader, code, rule) => {
    const { server, http } = connected(script);
    const error: unknown = await http.exchange(GET, maxHeader).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(EgressError);
    expect(error).toMatchObject({ code, rule, cause: expect.any(Error) });
    expect(server.closed).toBe(1);
  });

  it('sends a header of just so many octets is heard', async () => {
    const { http } = connected({ parts: ['HTTP/1.1 200 OK\r\n\r\n'] });
    expect((await http.exchange(GET, 19)).status).toBe(200);
  });
});

test('a connection can be closed twice', () => {
  const { server, http } = connected();
  http.close();
  http.close();
  expect(server.closed).toBe(1);
});
