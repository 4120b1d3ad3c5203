/**
 * The door of `npm start`, before the development server of wrangler. That server takes the URL of a request from
 * headers that any client can send, those that begin with `MF-`, and fails where the header `Host` is not a host. It
 * holds back the rows of a slow menu until they fill its compressor, so it is not asked to compress.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { NO_HOST } from '../../worker/self-host/arrival.ts';
import { isHost } from '../../worker/settings/own-address.ts';

/** The headers that control the development server, and the one that makes it compress. */
const KEPT_BACK = /^(?:mf-.*|accept-encoding)$/i;

/** A path, or an absolute URL (RFC 9112 §3.2). */
const TARGET = /^(?:\/|[a-z][a-z\d+.-]*:\/\/[^/])/i;

const REFUSAL = ['HTTP/1.1 400 Bad Request', 'Content-Type: text/plain', 'Connection: close', '', NO_HOST].join('\r\n');

/** As long as those that workerd reads. */
const MOST_HEADERS = 64 * 1024;

/** Passes requests at `port` on to the server at `innerPort`, both on this machine. */
export async function openDoor(port: number, innerPort: number): Promise<{ readonly close: () => void }> {
  // An upload or a list may take its time.
  const server = createServer({ maxHeaderSize: MOST_HEADERS, requestTimeout: 0 });
  const pass = (asked: IncomingMessage) => request({ ...requestOf(asked), host: '127.0.0.1', port: innerPort });
  server.on('request', (asked, answer) => {
    if (!isWellFormed(asked)) return void answer.writeHead(400, { 'Content-Type': 'text/plain' }).end(NO_HOST);
    const passed = pass(asked);
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('error', () => answer.destroy()).pipe(answer);
    });
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked, socket: Duplex) => {
    socket.on('error', () => {});
    if (!isWellFormed(asked)) return void socket.end(REFUSAL);
    const passed = pass(asked).end();
    passed.on('error', () => socket.destroy());
    passed.on('response', (response) => {
      socket.write(headOf(response));
      response.pipe(socket);
    });
    passed.on('upgrade', (response, inner, head) => {
      socket.write(headOf(response));
      inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => inner.destroy());
      inner.unshift(head);
      inner.pipe(socket).pipe(inner);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isWellFormed({ headersDistinct, url = '' }: IncomingMessage): boolean {
  const [host = '', ...others] = headersDistinct.host ?? [];
  return others.length === 0 && isHost(host) && TARGET.test(url);
}

/** What is passed on: all but the headers that are not for the development server. */
function requestOf({ method, url, rawHeaders }: IncomingMessage): RequestOptions {
  const headers = rawHeaders.filter((_, index) => !KEPT_BACK.test(rawHeaders[index - (index % 2)] ?? ''));
  return { method, path: url, headers, agent: false };
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${headers}\r\n`;
}
