/**
 * An HTTP proxy for browsers of 1996 and for text browsers, which ask it for `GET gopher://h.example/ HTTP/1.0`.
 * Neither workerd nor Cloudflare shows a Worker the absolute form of a request (RFC 9112 §3.2.2), so this listener
 * reads it, and asks the Worker for the page in HTML 3.2. It has no way to the network but the Worker: the egress
 * policy, the deadlines and the rate limits are those of every other request.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ProxyTarget, proxyTarget, RefusedRequest } from './proxy-target.ts';

/** The longest request, in octets: as much as Cloudflare accepts as a URL, and some fields. */
const LONGEST_HEAD = 24_576;
/** The time in which a request has to arrive, in milliseconds. */
const HEAD_DEADLINE = 10_000;
/** The most clients at a time; more would only take files from the Worker. */
const MOST_CLIENTS = 256;

/** The fields of a request that reach the Worker. A browser sends the password of one server to a proxy for all. */
const PASSED_ON = ['user-agent', 'accept-language', 'if-modified-since', 'if-none-match', 'range'];

/** The fields of an answer that a browser of 1996 can use, as it may know them. */
const ANSWERED = [
  ...['Content-Type', 'Content-Length', 'Content-Disposition', 'Content-Range', 'Accept-Ranges'],
  ...['ETag', 'Last-Modified', 'Location', 'Retry-After'],
];

export interface ProxyOptions {
  /** The address to listen at. */
  readonly host: string;
  readonly port: number;
  /** Where the Worker listens, on this machine. */
  readonly worker: { readonly host: string; readonly port: number };
  /** The path before the paths of the Worker. */
  readonly basePath: string;
}

export interface RunningProxy {
  readonly port: number;
  readonly close: () => void;
}

/** Starts the proxy. */
export async function startProxy({ host, port, worker, basePath }: ProxyOptions): Promise<RunningProxy> {
  const clients = new Set<Socket>();
  // A client may end its side after the request.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // A client that leaves ends its own request, and nothing else.
    client.on('error', () => client.destroy());
    void serve(client, { worker, basePath });
  });
  server.maxConnections = MOST_CLIENTS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    close: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('the proxy has no port');
  return address.port;
}

/** A request of a browser. */
interface ProxyRequest {
  readonly method: string;
  readonly target: string;
  /** HTTP/0.9 has neither fields nor a status: the answer is the body alone. */
  readonly isSimple: boolean;
  /** By lower-case names. */
  readonly fields: ReadonlyMap<string, string>;
}

async function serve(client: Socket, options: Pick<ProxyOptions, 'worker' | 'basePath'>): Promise<void> {
  let isSimple = false;
  try {
    const asked = readRequest(await readHead(client));
    client.resume();
    isSimple = asked.isSimple;
    if (asked.method !== 'GET' && asked.method !== 'HEAD') {
      throw new RefusedRequest(405, `This proxy has no ${asked.method}. Request https links without a proxy.`);
    }
    const response = await askWorker(client, asked, proxyTarget(asked.target), options);
    if (!isSimple) client.write(headOf(response));
    // Many bodies have no length, so only a connection that is reset says that one is not complete.
    response.once('error', () => client.resetAndDestroy());
    response.pipe(client);
  } catch (error) {
    if (error instanceof RefusedRequest) client.end(refusal(error.status, error.message, isSimple));
    else client.end(refusal(502, 'Waypost cannot be reached now. Try again in a minute.', isSimple));
  }
}

/** The octets up to the end of the fields, as Latin-1. */
async function readHead(client: Socket): Promise<string> {
  const late = setTimeout(() => client.destroy(), HEAD_DEADLINE);
  let head = '';
  try {
    for await (const chunk of client.iterator({ destroyOnReturn: false })) {
      head += chunk.toString('latin1');
      if (head.length > LONGEST_HEAD) throw new RefusedRequest(400, 'The request is too long.');
      if (/\r?\n\r?\n/.test(head) || isSimpleRequest(head)) return head;
    }
  } finally {
    clearTimeout(late);
  }
  throw new RefusedRequest(400, 'The request is not complete.');
}

/** A request of HTTP/0.9 is one line without a version. */
function isSimpleRequest(head: string): boolean {
  return /^GET [^\r\n]*\r?\n/.test(head) && !/^[^\r\n]* HTTP\/\d\.\d\r?\n/.test(head);
}

function readRequest(head: string): ProxyRequest {
  const [first = '', ...lines] = head.split(/\r?\n/);
  const [, method = '', target = '', version] = /^(\w+) +(.*?)(?: +HTTP\/(\d\.\d))? *$/.exec(first) ?? [];
  if (target === '') throw new RefusedRequest(400, 'The first line of the request is not `GET <URL> HTTP/1.0`.');
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method, target, isSimple: version === undefined, fields };
}

async function askWorker(
  client: Socket,
  { method, fields }: ProxyRequest,
  { path, authorization }: ProxyTarget,
  { worker, basePath }: Pick<ProxyOptions, 'worker' | 'basePath'>,
): Promise<IncomingMessage> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = fields.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const asked = request({
    ...{ host: worker.host, port: worker.port, method, path: basePath + path, agent: false },
    headers: {
      ...Object.fromEntries(passed),
      // The loopback name of the Worker, wherever clients reach the proxy.
      Host: 'localhost',
      Accept: 'text/html, */*;q=0.5',
      // The Worker counts each client, as it does behind any proxy on its machine.
      'X-Forwarded-For': client.remoteAddress?.replace(/^::ffff:/, '') ?? '',
      ...(authorization === null ? {} : { Authorization: authorization }),
    },
  });
  // A client that has left needs no answer, and its server is let go.
  client.once('close', () => asked.destroy());
  asked.end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (response === undefined) throw new Error('no response');
  return response;
}

/** The status line and the fields of an answer. */
function headOf({ statusCode = 502, statusMessage = '', headers }: IncomingMessage): string {
  // A browser would send the password that a 401 asks for with each request to this proxy, for whatever server.
  const status = statusCode === 401 ? '403 Forbidden' : `${statusCode} ${statusMessage}`;
  const fields = ANSWERED.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [`${name}: ${value}\r\n`];
  });
  return `HTTP/1.0 ${status}\r\n${fields.join('')}\r\n`;
}

const REASONS = { 400: 'Bad Request', 403: 'Forbidden', 405: 'Method Not Allowed', 502: 'Bad Gateway' } as const;

function refusal(status: keyof typeof REASONS, message: string, isSimple: boolean): string {
  const head = `HTTP/1.0 ${status} ${REASONS[status]}\r\nContent-Type: text/plain\r\nAllow: GET, HEAD\r\n\r\n`;
  return `${isSimple ? '' : head}${message}\n`;
}
