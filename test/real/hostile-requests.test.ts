/**
 * The nginx block of docs/self-host.md with TLS, HTTP/1.1 and HTTP/2, in front of the built server: requests that lie
 * about their host, their scheme or their target.
 */
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { authorityPath } from '../servers/certificates.ts';
import { startGopher } from '../servers/gopher.ts';
import {
  addressIn,
  answerTo,
  falseReports,
  foreignHosts,
  malformedHosts,
  requestFor,
  targets,
} from '../worker/self-host/hostile-requests.ts';
import { buildForTests } from '../worker/self-host/server.ts';
import { selfHostBlock, startNginx, TLS } from './nginx.ts';

const gopher = await startGopher({});
const port = await freePort();
const OWN = `museum.test:${port}`;
const built = await buildForTests(() => ({ HOSTS: OWN, EGRESS_ALLOW: `localhost:${gopher.port}`, LOG: 'off' }));
const waypost = await built.start();
let faults = '';
waypost.child.stderr?.on('data', (octets: Buffer) => (faults += octets));
const { upgrade, server } = selfHostBlock(waypost.origin);
const tls = `listen 127.0.0.1:${port} ssl http2;\n    ${TLS}`;
const nginx = await startNginx(port, () => `${upgrade}\n${server.replace('server {', `server {\n    ${tls}`)}`);
const ca = readFileSync(authorityPath);

afterAll(async () => {
  await nginx.close();
  await waypost.stop();
  await gopher.close();
  built.remove();
});

const SECRET = `/gopher/localhost:${gopher.port}/0/about/motto.txt?format=raw`;
/** Of a host that is none, or is not ours. nginx refuses some hosts itself. */
const REFUSED = expect.stringMatching(/^4(?:00|21)$/);

const answered = (octets: string) =>
  answerTo(octets, port, () => connectTls({ host: '127.0.0.1', port, servername: 'museum.test', ca }));

test('HTTP/1.1: no host is answered but the own one, whatever the client reports', async () => {
  expect(await answered(requestFor(OWN))).toEqual({ status: '200', address: `https://${OWN}` });
  for (const host of [null, ...malformedHosts(OWN), ...foreignHosts(OWN)]) {
    expect([host, (await answered(requestFor(host, [], `GET ${SECRET}`))).status]).toEqual([host, REFUSED]);
  }
  for (const headers of falseReports(OWN)) {
    const { status } = await answered(requestFor('evil.example', headers, `GET ${SECRET}`));
    expect([headers, status]).toEqual([headers, REFUSED]);
  }
  expect(gopher.log).toEqual([]);
});

test('HTTP/1.1: the scheme is that of nginx, and no target ends in a fault', async () => {
  for (const headers of falseReports(OWN)) {
    const { status, address } = await answered(requestFor(OWN, headers));
    expect([headers, status, address ?? `https://${OWN}`]).toEqual([
      headers,
      expect.stringMatching(/^[24]00$/),
      `https://${OWN}`,
    ]);
  }
  for (const [line] of targets(OWN)) {
    const { status } = await answered(requestFor(OWN, [], line));
    expect([line, status]).toEqual([line, expect.stringMatching(/^(?:200|4\d\d|501|)$/)]);
  }
});

/** The status and the address of the service. Empty = the stream was reset, or could not be opened. */
function askByHttp2(session: ClientHttp2Session, headers: Record<string, string | string[]>) {
  return new Promise<readonly [status: string, address: string | null]>((resolve) => {
    try {
      const stream = session.request({ ':method': 'GET', ':scheme': 'https', ...headers });
      let status = '';
      let body = '';
      stream.on('response', (response) => (status = String(response[':status'])));
      stream.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      stream.on('error', () => {}).on('close', () => resolve([status, addressIn(body)]));
      stream.end();
    } catch {
      resolve(['', null]);
    }
  });
}

test('HTTP/2: no authority is answered but the own one, whatever the client reports', async () => {
  let session = connect(`https://localhost:${port}`, { ca });
  session.on('error', () => {});
  const ask = (headers: Record<string, string | string[]>) => {
    // nginx ends a session after many faults.
    if (session.closed || session.destroyed) {
      session = connect(`https://localhost:${port}`, { ca });
      session.on('error', () => {});
    }
    return askByHttp2(session, headers);
  };
  const statuses = new Map<string, number>();
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(await ask({ ':path': '/opensearch.xml', ':authority': OWN })).toEqual(['200', `https://${OWN}`]);
  for (const host of [...malformedHosts(OWN), ...foreignHosts(OWN)]) {
    const [status] = await ask({ ':path': SECRET, ':authority': host });
    count(status);
    expect([host, status]).toEqual([host, expect.stringMatching(/^(?:4(?:00|21)|)$/)]);
    // Two hosts: the one that nginx passes on counts.
    const [other] = await ask({ ':path': SECRET, ':authority': host, host: OWN });
    const [reverse] = await ask({ ':path': SECRET, ':authority': OWN, host });
    for (const both of [other, reverse])
      expect([host, both]).toEqual([host, expect.stringMatching(/^(?:4(?:00|21)|)$/)]);
  }
  for (const scheme of ['http', 'ftp', 'javascript', 'http://localhost/#', '']) {
    const [status, address] = await ask({ ':path': '/opensearch.xml', ':authority': OWN, ':scheme': scheme });
    expect([scheme, status, address ?? `https://${OWN}`]).toEqual([
      scheme,
      expect.stringMatching(/^(?:200|400|)$/),
      `https://${OWN}`,
    ]);
  }
  for (const lines of falseReports(OWN)) {
    const headers = Object.fromEntries(lines.map((line) => /^([^:]+): ?(.*)$/s.exec(line)?.slice(1) ?? []));
    const [status, address] = await ask({ ':path': '/opensearch.xml', ':authority': OWN, ...headers });
    count(status);
    expect([lines, status, address ?? `https://${OWN}`]).toEqual([
      lines,
      expect.stringMatching(/^(?:[24]00|)$/),
      `https://${OWN}`,
    ]);
  }
  // Most have come as far as a server.
  expect((statuses.get('400') ?? 0) + (statuses.get('421') ?? 0)).toBeGreaterThan(200);
  expect(statuses.get('200')).toBeGreaterThan(80);
  expect(gopher.log).toEqual([]);
  session.close();
});

test('no request has ended in a fault', () => {
  expect(faults).toBe('');
});
