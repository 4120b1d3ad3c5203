/** What one client sends never changes what another one gets: hosts, queries, views, cookies, passwords and headers. */
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { basic, startGateway } from '../gateway/worker.ts';
import type { RunningWorker } from '../harness.ts';

let gopher: RunningServer;
let ftp: RunningServer;
let worker: RunningWorker;
beforeAll(async () => {
  [gopher, ftp] = await Promise.all([startGopher(), startFtp()]);
  worker = await startGateway([gopher, ftp], { RATE_LIMITS: 'off' }, { platform: true });
});
afterAll(async () => {
  await worker?.close();
  await Promise.all([gopher?.close(), ftp?.close()]);
});

interface Got {
  readonly status: number;
  readonly from: string | undefined;
  readonly body: string;
}

/** A request with a `Host` of its own, which `fetch` does not send. */
async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
  const { hostname, port } = new URL(worker.origin);
  const incoming = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, headers, agent: false }, resolve).on('error', reject).end();
  });
  const from = incoming.headers['cache-status'];
  return { status: incoming.statusCode ?? 0, from: from?.toString(), body: await text(incoming) };
}

const at = (selector: string) => `/gopher/localhost:${gopher.port}${selector}`;
const MISS = 'waypost; fwd=uri-miss';
const HIT = 'waypost; hit';

describe('an answer does not cross', () => {
  test('from one Host to another', async () => {
    // Hosts of any other kind may not open what the policy has lifted for these tests.
    const [evil, good] = ['192.0.2.66', 'localhost:8080'];
    const path = at('/1/about?format=json');
    const first = await get(path, { Host: evil });
    const second = await get(path, { Host: good });
    expect([first.from, second.from]).toEqual([MISS, MISS]);
    expect(first.body).toContain(evil);
    expect(second.body).not.toContain(evil);
    const again = await get(path, { Host: good });
    expect([again.from, again.body]).toEqual([HIT, second.body]);
  });

  const names = ['X-Forwarded-Host', 'X-Original-URL', 'X-Rewrite-URL', 'Forwarded', 'X-HTTP-Method-Override', 'Via'];
  test.each(names.map((name, index) => [name, index + 2] as const))('by %s', async (name, part) => {
    const value = name === 'Forwarded' ? 'host=evil.example' : 'evil.example';
    const path = at(`/1/charsets?format=json&charset=iso-8859-${part}`);
    const evil = await get(path, { [name]: value });
    const good = await get(path);
    expect(evil.body).not.toContain('evil.example');
    expect([evil.from, good.from, good.body]).toEqual([MISS, HIT, evil.body]);
  });

  test('from one query to another, unless their parameters differ in nothing but their order', async () => {
    const first = await get(at('/1/gallery?format=json&charset=koi8-r'));
    const second = await get(at('/1/gallery?charset=koi8-r&format=json'));
    const third = await get(at('/1/gallery?format=json&charset=koi8-u'));
    expect([first.from, second.from, third.from]).toEqual([MISS, HIT, MISS]);
  });

  test('from a page to JSON, whatever Accept looks like', async () => {
    const path = at('/0/about/gopher.txt');
    const accepts = ['text/html', 'application/json', 'text/html;q=0.1, application/json', '*/*', 'image/png'];
    const separately = new Map<string, string>();
    for (const Accept of accepts) {
      const { body } = await get(`${path}?utm_term=${encodeURIComponent(Accept)}`, { Accept });
      separately.set(Accept, body.replaceAll(encodeURIComponent(`utm_term=${encodeURIComponent(Accept)}`), ''));
    }
    for (const Accept of [...accepts, ...accepts.toReversed()]) {
      const { body } = await get(path, { Accept });
      expect(body.startsWith('<!doctype'), Accept).toBe(separately.get(Accept)?.startsWith('<!doctype'));
    }
  });

  test('from a window to a picture on a page', async () => {
    const path = `/ftp/localhost:${ftp.port}/pub/sounds/telephone.wav`;
    const page = await get(path, { Accept: '*/*', 'Sec-Fetch-Dest': 'document' });
    const file = await get(path, { Accept: '*/*', 'Sec-Fetch-Dest': 'image' });
    expect(page.body).toMatch(/^<!doctype/);
    expect(file.body).not.toMatch(/^<!doctype/);
  });

  test('by a cookie, which no server receives', async () => {
    gopher.log.length = 0;
    const path = at('/1/plus');
    const first = await get(path, { Cookie: 'session=evil-cookie' });
    const second = await get(path);
    expect([second.from, second.body]).toEqual([HIT, first.body]);
    expect(gopher.log.map(({ octets }) => octets.toString('latin1')).join('')).not.toContain('evil-cookie');
  });

  test('from a range to the whole', async () => {
    const path = `/ftp/localhost:${ftp.port}/README`;
    const part = await get(path, { Range: 'bytes=0-4' });
    const whole = await get(path);
    expect([part.status, part.from, part.body.length]).toEqual([206, undefined, 5]);
    expect(whole.status).toBe(200);
    expect(whole.body.length).toBeGreaterThan(5);
    const again = await get(path, { Range: 'bytes=0-4' });
    expect([again.status, again.body]).toEqual([206, part.body]);
  });

  test('from a reader with a password to one without', async () => {
    const path = `/ftp/localhost:${ftp.port}/?format=json`;
    const secret = await get(path, { Authorization: basic('curator', 'museum') });
    const open = await get(path);
    expect([secret.status, secret.from, open.status]).toEqual([200, undefined, 200]);
    expect(open.body).not.toBe(secret.body);
    // The listing for everybody is kept for a minute, which no browser is told.
    const again = await get(path);
    expect([again.from, again.body]).toEqual([HIT, open.body]);
    expect([await get(path, { Authorization: basic('curator', 'museum') })]).toMatchObject([{ body: secret.body }]);
    const { headers } = await worker.fetch(path);
    expect([headers.get('Cache-Control'), headers.get('CDN-Cache-Control')]).toEqual(['no-cache', null]);
    const link = encodeURIComponent(`gopher://localhost:${gopher.port}/1/about`);
    const base = encodeURIComponent('ftp://user:secret@h.example/');
    expect((await get(`/open?url=${link}&base=${base}&format=json`)).from).toBeUndefined();
  });

  test('as an error', async () => {
    const path = at('/0/no-such-thing');
    const first = await get(path);
    const second = await get(path);
    expect([first.status, second.status, second.from]).toEqual([404, 404, undefined]);
  });
});

test('a host that is denied is not answered from a copy', async () => {
  const path = at('/1/about?format=json&utm_source=denied');
  expect((await get(path)).status).toBe(200);
  const denying = await startGateway([gopher], { EGRESS_DENY: 'localhost', EGRESS_ALLOW: '' }, { platform: true });
  const response = await denying.fetch(path);
  expect(response.status).toBe(403);
  await response.text();
  await denying.close();
});

/** Those that a shared request has, those of which nothing is shared, and those of answers with 304. */
const KNOWN = new Set([
  ...['Accept', 'Sec-Fetch-Dest', 'Accept-Language', 'User-Agent'],
  ...['Range', 'If-Range', 'If-Match', 'If-Unmodified-Since', 'Upgrade', 'Authorization'],
  ...['If-None-Match', 'If-Modified-Since'],
  // Says how old a copy may be.
  'Cache-Control',
  // Of forms and of sessions, which are for one reader.
  ...['Origin', 'Sec-Fetch-Site', 'Content-Type', 'Sec-WebSocket-Protocol'],
]);

test('gateways read no header of a client that copies do not know', () => {
  const root = join(import.meta.dirname, '../../../worker/gateway');
  const read = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:headers|asked)\.(?:get|has)\('([A-Z][\w-]*)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  // Others are headers of our own answers.
  const ours = [
    'Content-Security-Policy',
    'Referrer-Policy',
    'X-Robots-Tag',
    'Link',
    'ETag',
    'Content-Length',
    'Content-Range',
  ];
  expect(read.filter((name) => !KNOWN.has(name) && !ours.includes(name))).toEqual([]);
  expect(read.length).toBeGreaterThan(10);
});
