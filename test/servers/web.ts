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

/** Starts the web server. */
export function startWeb(answer: AnswerRequest, options: ServerOptions = {}): Promise<RunningServer> {
  return listen('http', options, async (client) => {
    const [method = '', target = '', version] = ((await client.line()) ?? '').split(' ');
    if (version === undefined) return client.reply('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    const fields: string[] = [];
    for (let line = await client.line(); line; line = await client.line()) fields.push(line);
    const found = answer(method, target, fields);
    if (found === null) return;
    const body = found.body ?? '';
    const head = [`HTTP/1.1 ${found.status}`, `Content-Length: ${body.length}`, ...(found.fields ?? []), '', ''];
    await client.reply(head.join('\r\n') + (method === 'HEAD' ? '' : body));
  });
}
