/** A web server for tests: it answers each path as a table says, and records the request lines. */
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import type { Octets } from './octets.ts';

/** An answer by its status line without the version, such as `404 Not Found`, with header fields. */
export interface WebAnswer {
  readonly status: string;
  readonly fields?: readonly string[];
  readonly body?: Octets;
}

/** The answer to a request; `null` = the connection is closed without one. */
export type AnswerRequest = (method: string, target: string, fields: readonly string[]) => WebAnswer | null;

/** Starts the web server. It answers the requests of a connection until one says that it is the last. */
export function startWeb(answer: AnswerRequest, options: ServerOptions = {}): Promise<RunningServer> {
  return listen('http', options, async (client) => {
    for (let line = await client.line(); line !== null; line = await client.line()) {
      const [method = '', target = '', version] = line.split(' ');
      if (version === undefined) return client.reply('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
      const fields: string[] = [];
      for (let field = await client.line(); field; field = await client.line()) fields.push(field);
      const found = answer(method, target, fields);
      if (found === null) return;
      const body = found.body ?? '';
      const head = [`HTTP/1.1 ${found.status}`, `Content-Length: ${body.length}`, ...(found.fields ?? []), '', ''];
      await client.reply(head.join('\r\n') + (method === 'HEAD' ? '' : body));
      if (fields.some((field) => /^connection: close$/i.test(field))) return;
    }
  });
}
