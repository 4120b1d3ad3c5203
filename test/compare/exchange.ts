/** Sends a request to a Worker as it is, and receives the whole answer, or the part of it before it broke off. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync, constants as zlib } from 'node:zlib';
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

/** The status of an answer that never came. */
export const NO_ANSWER = 0;

/** An answer that never came, which is compared as any other. */
export const noAnswer = (reason: string): Answer => ({
  status: NO_ANSWER,
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
        // HTTP has no way to send a blank or a control character here.
        path: Buffer.from(path.replace(/[\0-\x20\x7f]/g, encodeURIComponent)).toString('latin1'),
        headers: { Host: HOST, ...length, ...headers },
      },
      (incoming) => void receive(incoming).then(resolve),
    );
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', ({ message }) => resolve(noAnswer(message)));
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
  return { ...withBody(incoming, chunks), aborted };
}

/** An answer with these pieces of a body, decoded if they are compressed. */
export function withBody({ statusCode = 0, headers, rawHeaders }: IncomingMessage, chunks: readonly Buffer[]): Answer {
  const body = Buffer.concat(chunks);
  const fields: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    fields.push([(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '']);
  }
  // What broke off is decoded as far as it came.
  const decoded = headers['content-encoding'] === 'gzip' ? gunzipSync(body, { finishFlush: zlib.Z_SYNC_FLUSH }) : body;
  return { status: statusCode, headers: fields, body: decoded, aborted: false };
}
