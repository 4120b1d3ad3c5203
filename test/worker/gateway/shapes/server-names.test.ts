/**
 * The server of a link as people read it, with its port: in its own letters, unless these make it look like another
 * host. What has no name of its own has this one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDict } from '../../../servers/dict.ts';
import { startFtp } from '../../../servers/ftp.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { type DohServer, serveDoh } from '../../net/doh-server.ts';
import { startGateway } from '../worker.ts';

let doh: DohServer;
let servers: Readonly<Record<'ftp' | 'dict' | 'gopher', RunningServer>>;
let worker: RunningWorker;

beforeAll(async () => {
  // Every name is this machine.
  doh = await serveDoh(({ type }) => ({ addresses: type === 'A' ? ['127.0.0.1'] : [] }));
  const [ftp, dict, gopher] = await Promise.all([
    startFtp(),
    startDict(),
    listen('gopher', {}, async (client) => {
      await client.line();
      await client.body('0Tea\t/tea\tlocalhost\t70\r\n.\r\n');
    }),
  ]);
  servers = { ftp, dict, gopher };
  worker = await startGateway(Object.values(servers), { DOH_URL: doh.url });
});
afterAll(() => Promise.all([worker, doh, ...Object.values(servers ?? {})].map((one) => one?.close())));

const HOSTS = [
  ['xn--mnchen-3ya.de', 'münchen.de'],
  ['xn--pple-43d.com', 'xn--pple-43d.com'],
] as const;
const PATHS = [
  ['ftp', '/', null],
  ['ftp', '/pub/', 'pub'],
  ['dict', '/', null],
  ['dict', '/show:db', null],
  ['gopher', '/', null],
] as const;

test.each(
  HOSTS.flatMap(([host, read]) => PATHS.map(([scheme, path, name]) => [scheme, host, path, read, name] as const)),
)('%s://%s%s is on %s', async (scheme, host, path, read, name) => {
  const { port } = servers[scheme];
  const response = await worker.fetch(`/${scheme}/${host}:${port}${path}`, { headers: { Accept: 'text/html' } });
  const text = await response.text();
  const [, breadcrumb] = /aria-label="Breadcrumbs"><ol><li><(?:a|span)[^>]*>([^<]*)</.exec(text) ?? [];
  expect(breadcrumb).toBe(`${read}:${port}`);
  expect(text).toContain(`<title>${name ?? `${read}:${port}`} · `);
  expect(text).toContain(`<h1 dir="auto">${name ?? `${read}:${port}`}</h1>`);
});
