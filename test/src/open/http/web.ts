/** A web server in memory for the tests of its opener: it answers each request line, and closes the connection. */
import type { ConnectOptions } from '../../../../src/open/links.ts';
import type { PeerConnection } from '../../../../src/protocols/connection.ts';
import { memoryServer } from '../../protocols/memory-server.ts';

/** Answers by their request lines without the version, such as `GET /`, or for every request. */
export type Answers = Readonly<Record<string, string | readonly string[]>> | string;

/** A server whose answers come in parts; a request without an answer gets none. */
export function webDouble(answers: Answers) {
  const dialled: ConnectOptions[] = [];
  const server = memoryServer((request) => {
    const [line = ''] = request.split(' HTTP/1.1\r\n', 1);
    const answer = typeof answers === 'string' ? answers : (answers[line] ?? '');
    return { parts: typeof answer === 'string' ? [answer] : answer, end: 'closed' };
  });
  const connect = async (options: ConnectOptions = {}): Promise<PeerConnection> => {
    dialled.push(options);
    const another = () => Promise.reject(new TypeError('HTTP has one connection'));
    return Object.assign(await server.connect(options.tls ?? 'none'), { another });
  };
  return { server, dialled, connect };
}

export type WebDouble = ReturnType<typeof webDouble>;

/** An answer of HTTP/1.1. */
export function answerOf(status: string, fields: readonly string[] = [], body = ''): string {
  return [`HTTP/1.1 ${status}`, ...fields, '', body].join('\r\n');
}
