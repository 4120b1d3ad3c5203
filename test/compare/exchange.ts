/** Sends a request to a Worker as it is, and receives the whole answer, or the part of it before it broke off. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { HOST } from './profiles.ts';

export interface Asked {
  /** Default: GET, or POST if there is a body. */
  readonly method?: string;
  /** The path with its query, which is sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case, in the order of the answer. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Whether the body ended before its end. */
  readonly aborted: boolean;
}

const agent = new Agent({ keepAlive: true });
/** A longer answer is cut by the client. */
const LONGEST_BODY = 64 * 1024 * 1024;
const PATIENCE_MS = 120_000;

/** An answer that never came, which is compared as any other. */
const nothing = (reason: string): Answer => ({
  status: 0,
  headers: [['x-no-answer', reason]],
  body: Buffer.alloc(0),
  aborted: true,
});

/**
 * @param origin - where the Worker listens, without a slash at the end
 */
export function exchange(origin: string, { method, path, headers = {}, body }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const octets = body === undefined ? null : Buffer.from(body);
  const length = octets === null ? {} : { 'Content-Length': String(octets.length) };
  return new Promise((resolve) => {
    const outgoing = request(
      {
        ...{ hostname, port, agent, method: method ?? (octets === null ? 'GET' : 'POST') },
        path: Buffer.from(path).toString('latin1'),
        headers: { Host: HOST, ...length, ...headers },
      },
      (incoming) => void receive(incoming).then(resolve),
    );
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', ({ message }) => resolve(nothing(message)));
    outgoing.end(octets);
  });
}

async function receive(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let aborted = false;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LONGEST_BODY) break;
    }
  } catch {
    aborted = true;
  }
  const headers: [string, string][] = [];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.push([(incoming.rawHeaders[at] ?? '').toLowerCase(), incoming.rawHeaders[at + 1] ?? '']);
  }
  const body = Buffer.concat(chunks);
  const isZipped = incoming.headers['content-encoding'] === 'gzip' && !aborted;
  return { status: incoming.statusCode ?? 0, headers, body: isZipped ? gunzipSync(body) : body, aborted };
}
