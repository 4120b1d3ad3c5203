/** FTP over TLS (RFC 4217): from the first octet, on request, on demand; certificates; data and commands. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FtpOptions, startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { problemType } from '../../problems.ts';
import { basic, commandsTo, startGateway } from '../worker.ts';

const KINDS = {
  implicit: { tls: 'implicit' },
  explicit: { tls: 'explicit' },
  demanding: { tls: 'explicit', requireTls: true },
  plain: {},
  reuse: { tls: 'explicit', requireTls: true, requireReuse: true },
  'wrong-name': { tls: 'implicit', certificate: 'wrong-name' },
  'self-signed': { tls: 'implicit', certificate: 'self-signed' },
  expired: { tls: 'explicit', certificate: 'expired' },
} as const satisfies Record<string, FtpOptions>;
type Kind = keyof typeof KINDS;

const servers = new Map<Kind, RunningServer>();
let worker: RunningWorker;

const server = (kind: Kind): RunningServer => {
  const found = servers.get(kind);
  if (!found) throw new Error(kind);
  return found;
};

beforeAll(async () => {
  for (const kind of Object.keys(KINDS) as Kind[]) servers.set(kind, await startFtp(KINDS[kind]));
  worker = await startGateway([...servers.values()]);
});

beforeEach(() => {
  for (const { log } of servers.values()) log.length = 0;
});

afterAll(async () => {
  await worker?.close();
  for (const running of servers.values()) await running.close();
});

const at = (kind: Kind, path: string) =>
  `/${KINDS[kind] === KINDS.implicit || kind === 'wrong-name' || kind === 'self-signed' ? 'ftps' : 'ftp'}/localhost:${server(kind).port}${path}`;

describe.each([
  ['from the first octet', 'implicit', ''],
  ['on request', 'explicit', '?tls=explicit'],
  ['on demand', 'demanding', ''],
] as const)('%s', (_what, kind, query) => {
  test('files and listings, commands and data: all over TLS', async () => {
    const file = await worker.fetch(at(kind, `/README${query}`));
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 519]);
    const listing = await worker.fetch(at(kind, `/pub/${query}`), { headers: { Accept: 'text/html' } });
    expect([listing.status, await listing.text()]).toEqual([200, expect.stringContaining('README')]);
    expect(commandsTo(server(kind)).filter((line) => /^PROT|^PBSZ/.test(line))).toEqual([
      'PBSZ 0',
      'PROT P',
      'PBSZ 0',
      'PROT P',
    ]);
    const clear = server(kind).log.filter(({ secure }) => !secure);
    // The gateway connects again to a server that demands TLS.
    const expected = kind === 'demanding' ? ['USER anonymous', 'USER anonymous'] : [];
    expect(commandsTo({ log: clear })).toEqual(expected);
    expect(clear).toHaveLength(expected.length);
  });

  test('a range, and a user with a password', async () => {
    const headers = { Authorization: basic('curator', 'museum'), Range: 'bytes=0-3' };
    const response = await worker.fetch(at(kind, `/ledger.txt${query}`), { headers });
    expect([response.status, await response.text()]).toEqual([206, 'Inco']);
  });
});

test('?tls=explicit stays in the links of the page', async () => {
  const response = await worker.fetch(at('explicit', '/pub/?tls=explicit'), { headers: { Accept: 'text/html' } });
  const html = await response.text();
  const own = [...html.matchAll(/href="(\/ftp\/[^"]*)"/g)].map(([, href = '']) => href);
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((href) => !href.includes('tls=explicit'))).toEqual([]);
});

test.each([
  ['offers TLS, which the request does not ask for', 'explicit', '', true],
  ['speaks TLS already', 'explicit', '?tls=explicit', false],
  ['has no TLS', 'plain', '', false],
] as const)('a page links to TLS, or not, if the server %s', async (_what, kind, query, linked) => {
  const response = await worker.fetch(at(kind, `/pub/${query}`), { headers: { Accept: 'text/html' } });
  expect(
    (await response.text()).includes(`href="${at(kind, '/pub/?tls=explicit')}" rel="nofollow alternate">Over TLS`),
  ).toBe(linked);
});

test('a user is not sent in the clear to a server that demands TLS', async () => {
  await worker.fetch(at('demanding', '/'), { headers: { Authorization: basic('curator', 'museum') } });
  expect(commandsTo(server('demanding')).filter((line) => line.startsWith('PASS'))).toEqual(['PASS museum']);
});

test.each([
  ['a certificate for another name', 'wrong-name', ''],
  ['a self-signed certificate', 'self-signed', ''],
  ['an expired certificate', 'expired', '?tls=explicit'],
  ['a server without TLS', 'plain', '?tls=explicit'],
] as const)('%s: 502', async (_what, kind, query) => {
  const response = await worker.fetch(at(kind, `/README${query}`));
  expect([response.status, await response.json()]).toMatchObject([502, { type: problemType('gateway-tls') }]);
});

test('a server that requires TLS session resumption: the file, or 502, as the runtime supports it', async () => {
  for (let request = 0; request < 4; request++) {
    const response = await worker.fetch(at('reuse', '/README'));
    if (response.status === 200) expect((await response.arrayBuffer()).byteLength).toBe(519);
    else expect([response.status, await response.json()]).toMatchObject([502, { type: problemType('gateway-tls') }]);
  }
  // Four requests: wrangler repeats requests whose responses break before they begin, and none was repeated.
  expect(commandsTo(server('reuse')).filter((line) => line.startsWith('RETR'))).toHaveLength(4);
});
