/**
 * Sends requests whose path is not changed, and reports whether an answer broke off or ended. It uses curl, or else
 * Node's own client, which can do both too.
 */
import { execFile, spawnSync } from 'node:child_process';
import { request } from 'node:http';

export interface Fetched {
  /** The exit code of curl: 0 = success, 18 = partial file, 28 = timeout, 52 = no answer. */
  readonly exit: number;
  readonly status: number;
  readonly body: Buffer;
}

/** Whether curl is installed. CI must have it. */
export const hasCurl: boolean = spawnSync('curl', ['--version']).error === undefined;

if (!hasCurl) {
  if (process.env.CI) throw new Error('curl is missing');
  console.warn('curl is missing: the tests use Node instead, and skip comparisons with curl.');
}

/** How long a transfer may take, in milliseconds. */
const PATIENCE = 120_000;

/** Fetches a URL with `--path-as-is`. */
export function fetchAsIs(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> {
  return hasCurl ? withCurl(url, headers) : withNode(url, headers);
}

function withCurl(url: string, headers: Readonly<Record<string, string>>): Promise<Fetched> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const always = ['-sS', '--path-as-is', '--globoff', '--max-time', String(PATIENCE / 1000)];
  return new Promise((resolve) => {
    const all = [...always, '-w', '%{stderr}%{http_code}', ...named, url];
    execFile('curl', all, { encoding: 'buffer', maxBuffer: 2 ** 28 }, (error, body, stderr) => {
      const exit = error === null ? 0 : Number(error.code);
      resolve({ exit, status: Number(stderr.toString().slice(-3)), body });
    });
  });
}

function withNode(url: string, headers: Readonly<Record<string, string>>): Promise<Fetched> {
  const [, host = '', path = ''] = /^http:\/\/([^/]*)([^#]*)/s.exec(url) ?? [];
  const { hostname, port } = new URL(`http://${host}`);
  // Characters beyond ASCII are sent as UTF-8, as curl does.
  const octets = Buffer.from(path).toString('latin1');
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let status = 0;
    const end = (exit: number) => resolve({ exit, status, body: Buffer.concat(parts) });
    const outgoing = request({ hostname, port, path: octets, headers: { Accept: '*/*', ...headers } }, (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => end(0));
      response.on('error', () => end(18));
    });
    outgoing.setTimeout(PATIENCE, () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', ({ message }) => end(message === 'timeout' ? 28 : 52));
    outgoing.end();
  });
}
