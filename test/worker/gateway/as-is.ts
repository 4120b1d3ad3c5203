/** Sends requests whose path is not changed, and reports whether an answer was whole, broke off, or did not come. */
import { request } from 'node:http';

export interface Fetched {
  /** `broken` = the connection ended before the body did; `none` = it ended before the answer began. */
  readonly end: 'whole' | 'broken' | 'none';
  /** 0 = there is no answer. */
  readonly status: number;
  readonly body: Buffer;
}

/** How long a transfer may be silent, in milliseconds. */
const PATIENCE = 10_000;

/** Fetches a URL whose path is sent octet for octet. Characters beyond ASCII are sent as UTF-8. */
export function fetchAsIs(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Fetched> {
  const [, host = '', path = ''] = /^http:\/\/([^/]*)([^#]*)/s.exec(url) ?? [];
  const { hostname, port } = new URL(`http://${host}`);
  const octets = Buffer.from(path).toString('latin1');
  const options = { hostname, port, path: octets, headers: { Accept: '*/*', ...headers }, agent: false };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => {});
      response.on('close', () => {
        const end = response.complete ? 'whole' : 'broken';
        resolve({ end, status: response.statusCode ?? 0, body: Buffer.concat(parts) });
      });
    });
    outgoing.setTimeout(PATIENCE, () => {
      reject(new Error(`${url} is silent for ${PATIENCE} ms`));
      outgoing.destroy();
    });
    outgoing.on('error', () => resolve({ end: 'none', status: 0, body: Buffer.alloc(0) }));
    outgoing.end();
  });
}
