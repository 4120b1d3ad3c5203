/**
 * The server of `npm run build`, in a read-only folder and as a user who owns nothing but the folder of short links:
 * pages with their style and script, the API, gateways, settings, and the hosts and paths that it answers at.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../../worker/self-host/options.ts';
import { expectNotices } from '../../notices.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer as RunningTestServer } from '../../servers/listener.ts';
import { type RunningProspero, startProspero } from '../../servers/prospero.ts';
import { startTelnet } from '../../servers/telnet.ts';
import { PageClient, tryToOpen } from '../gateway/terminal/page-client.ts';
import { type BuiltServer, buildForTests, linesOf, processesWith, type RunningServer, stop } from './server.ts';

const TOKEN = 'alice-0123456789abcdef';
const ADMIN = 'root-0123456789abcdef';

let server: RunningTestServer;
let telnet: RunningTestServer;
let prospero: RunningProspero;
let built: BuiltServer;
let waypost: RunningServer;
beforeAll(async () => {
  server = await startGopher({});
  telnet = await startTelnet();
  prospero = await startProspero();
  built = await buildForTests(() => ({
    LINK_TOKENS: `alice:${TOKEN},root:${ADMIN}:admin`,
    CONTACT: 'grüße@museum.example',
    TERMINALS: 'on',
    EGRESS_ALLOW: `localhost:${server.port} 127.0.0.1:${server.port} localhost:${telnet.port} localhost:${prospero.port}`,
  }));
  waypost = await built.start();
});
afterAll(async () => {
  await waypost?.stop();
  await server?.close();
  await telnet?.close();
  await prospero?.close();
  built?.remove();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(waypost.origin + path, { headers, redirect: 'manual' });

test('the notices of the packages that are bundled', () =>
  expectNotices(join(built.folder, 'LICENSES'), ['worker/index.ts', 'worker/self-host/server.ts']));

test('the build says each of its steps', () => {
  expect(built.steps).toEqual([
    'Waypost builds its pages and documents.',
    'Waypost bundles the Worker.',
    'Waypost compiles the configuration of workerd.',
    'Waypost bundles the launcher.',
  ]);
});

test('the launcher uses nothing that Node 20 lacks', () => {
  const launcher = readFileSync(join(built.folder, 'server.js'), 'utf8');
  expect(launcher.match(/\b(?:Map\.groupBy|Promise\.withResolvers)\b/g)).toBeNull();
});

test('a page has its style and its script, each with its media type', async () => {
  const page = await (await get('/', { Accept: 'text/html' })).text();
  expect(page).toContain('mailto:');
  for (const [name, type] of [
    ['waypost.css', 'text/css; charset=utf-8'],
    ['explorer.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ]) {
    const [path = ''] = new RegExp(`/assets/${name}[^"]*`).exec(page) ?? [];
    const file = await get(path);
    expect([file.status, file.headers.get('content-type'), (await file.text()).length > 50]).toEqual([200, type, true]);
  }
  expect((await get('/assets/nothing.js')).status).toBe(404);
  expect((await get('/assets/../index.js')).status).toBe(404);
});

test('a block removes the copies of its target from the disk', async () => {
  const item = (name: string) => `/gopher/localhost:${server.port}/1${name}`;
  const from = async (name: string) => {
    const response = await get(item(name), { Accept: 'text/html' });
    await response.text();
    return response.headers.get('Cache-Status');
  };
  for (const name of ['/about', '/charsets']) await from(name);
  expect([await from('/about'), await from('/charsets')]).toEqual(['waypost; hit', 'waypost; hit']);
  const value = `gopher://localhost:${server.port}/1/about`;
  const blocked = await fetch(`${waypost.origin}/v1/blocks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'target', value, reason: 'By order.' }),
  });
  expect(blocked.status).toBe(200);
  expect([await from('/about'), await from('/charsets')]).toEqual(['waypost; fwd=uri-miss; stored', 'waypost; hit']);
});

test('the API and its documentation answer', async () => {
  const resolution: unknown = await (await get('/v1/resolve?url=GO:x&fields=canonical')).json();
  expect(resolution).toEqual({ canonical: 'go:x' });
  for (const path of ['/docs', '/openapi.json', '/llms.txt']) expect((await get(path)).status, path).toBe(200);
});

test('a gateway opens a link that the policy allows', async () => {
  const menu = await get(`/gopher/localhost:${server.port}/?format=json`);
  expect(menu.status).toBe(200);
  const refused = await get('/gopher/127.0.0.1:9/?format=json');
  expect(refused.status).toBe(403);
});

test('a prospero link opens by the relay that runs beside the Worker', async () => {
  const link = encodeURIComponent(`prospero://localhost:${prospero.port}//museum/docs`);
  const opened = await get(`/open?url=${link}&format=json`);
  expect(await opened.json()).toMatchObject({ kind: 'directory', entries: [{ name: 'plan.txt' }] });
});

test('a terminal session goes through the front, which passes the upgrade on', async () => {
  const path = `/telnet/localhost:${telnet.port}/`;
  const client = await PageClient.open(waypost.origin, path);
  await client.sees('login: ');
  client.type('guest\r');
  await client.sees('guest');
  await client.close();
  expect(client.socket.protocol).toBe('waypost-terminal');
  expect(await tryToOpen(waypost.origin, path, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
});

test('behind a TLS proxy its links are https', async () => {
  const description = await get('/opensearch.xml', { 'X-Forwarded-Proto': 'https' });
  expect(await description.text()).toContain(`template="https://${new URL(waypost.origin).host}/r?url={searchTerms}"`);
});

test('a menu is on disk, and is shown after a restart when its server is switched off', async () => {
  const other = await startGopher({});
  const env = { EGRESS_ALLOW: `localhost:${other.port}`, STALE_IF_ERROR: '24h' };
  const path = `/gopher/localhost:${other.port}/1/about`;
  const headers = { Accept: 'text/html' };
  const status = async () => {
    const response = await get(path, headers);
    await response.text();
    return response.headers.get('Cache-Status');
  };
  await waypost.stop();
  waypost = await built.start(env);
  // The address of the service is a part of what is shared.
  const port = new URL(waypost.origin).port;
  await expect.poll(status).toBe('waypost; hit');
  await other.close();
  await waypost.stop();
  waypost = await built.start(env, ['--port', port]);
  expect(await status()).toBe('waypost; hit');
  const stale = await get(path, { ...headers, 'Cache-Control': 'min-fresh=86400' });
  expect(await stale.text()).toContain('The server did not answer. This is a copy from');
  await waypost.stop();
  waypost = await built.start();
});

test('no secret is on disk, nor in a command line', () => {
  expect(processesWith(built.data).length).toBeGreaterThan(1);
  expect(processesWith(TOKEN)).toEqual([]);
  const files = [built.folder, built.data].flatMap((root) =>
    globSync('**/*', { cwd: root }).map((path) => join(root, path)),
  );
  const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
  expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
});

test.each([
  ['an option that does not exist', ['--prot', '80'], {}, '--prot'],
  ['a port that is not a number', ['--port', 'abc'], {}, '--port abc is wrong: a port is a number'],
  ['a port that does not exist', ['--port', '65536'], {}, '--port 65536 is wrong'],
  ['a host with a port', ['--host', '127.0.0.1:80'], {}, '--host 127.0.0.1:80 is wrong'],
  ['a proxy', ['--proxy-port', '8081'], {}, "Unknown option '--proxy-port'"],
  ['a time that is not a number', ['--grace', '10s'], {}, '--grace 10s is wrong: it is a number of seconds'],
  ['a host with a path', [], { HOSTS: 'h.example/x' }, 'HOSTS is wrong: it must be host names such as'],
  ['a file', ['--data', '/dev/null'], {}, '--data /dev/null is wrong: /dev/null is not a folder. Name a folder'],
  ['a folder in a file', ['--data', '/dev/null/x'], {}, '--data /dev/null/x is wrong: /dev/null/x is not a folder.'],
  ['a folder that belongs to others', ['--data', '/waypost-data'], {}, 'cannot write to /waypost-data. Name a folder'],
  ['a name of a proxy', [], { TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES is wrong: it must be addresses and'],
  [
    'a block',
    [],
    { TRUSTED_PROXIES: '10.0.0.5/8' },
    'TRUSTED_PROXIES is wrong: entry 1 must begin with the first address',
  ],
  ['deadlines', [], { DEADLINES: 'bogus' }, 'DEADLINES is wrong: it must be entries like `connect=10s`'],
  ['deadlines', [], { DEADLINES: 'bogus' }, '`connect=10s, first=15s, idle=15s, total=60s`'],
  ['a word', [], { LOG: 'loud' }, 'LOG is wrong: it must be `on` or `off`.'],
  ['a base path', [], { BASE_PATH: 'waypost/' }, 'BASE_PATH is wrong: it must be a path such as `/waypost`'],
  ['a server', [], { NEWS_SERVER: 'a b' }, 'NEWS_SERVER is wrong: it must be `host`, `host:port` or `nntps://host`.'],
  ['a table', [], { GATEWAYS: 'x' }, 'GATEWAYS is wrong: it must be a table of schemes'],
  [
    'a variable',
    [],
    { GATEWAYS: '{"wais":"https://h/{bogus}"}' },
    'entry wais must have no other variables than url, ',
  ],
  ['a list', [], { EGRESS_DENY: 'a.example, http://b' }, 'EGRESS_DENY is wrong: entry 2 must'],
  ['a place that only Cloudflare has', [], { JURISDICTION: 'eu' }, 'JURISDICTION is wrong: it is for Cloudflare'],
  ['a quota of nobody', [], { LINK_QUOTA: 'nobody=1' }, 'LINK_QUOTA is wrong: `nobody` has no token in LINK_TOKENS'],
  ['a secret, which is not quoted', [], { LINK_TOKENS: 'x' }, 'LINK_TOKENS is wrong: entry 1 must be `owner:token`'],
  ['a short token', [], { METRICS_TOKEN: 'x' }, 'METRICS_TOKEN is wrong: it must be a token of 16 or more letters'],
  ['a secret of webhooks', [], { WEBHOOK_SECRETS: 'x' }, 'WEBHOOK_SECRETS is wrong: entry 1 must begin with `whsec_`.'],
])('it refuses %s: %j %j', async (_, args, env, message) => {
  const child = built.launch(args, env);
  const written: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => written.push(text));
  const [code] = await once(child, 'close');
  expect([code, written.join('')]).toEqual([64, expect.stringContaining(message)]);
});

test('a client is counted by the address that the proxy reports, and cannot claim another one', async () => {
  const open = async (forwarded: string) =>
    (await get('/gopher/localhost:9/', { 'X-Forwarded-For': forwarded, 'CF-Connecting-IP': '198.51.100.1' })).status;
  await waypost.stop();
  // A link that the policy refuses is not counted.
  waypost = await built.start({ RATE_LIMITS: 'client=2', EGRESS_ALLOW: 'localhost:9' });
  const statuses = [];
  for (const address of ['203.0.113.1', '203.0.113.2, 203.0.113.1', '203.0.113.1', '203.0.113.2']) {
    statuses.push(await open(address));
  }
  expect(statuses).toEqual([502, 502, 429, 502]);
});

/**
 * Sends the lines of a list, the second after the first has been answered, or after a moment. Returns what was known of
 * the answer when the second was sent, and all of it.
 */
async function sendSlowly(headers: Record<string, string>): Promise<readonly [first: string, all: string]> {
  const asked = request(`${waypost.origin}/v1/resolve`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...headers },
  });
  let known = '';
  const answered = new Promise<void>((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => (known += text));
      response.on('end', resolve);
    });
  });
  asked.write('GOPHER://H.example/0/a\n');
  for (let turns = 0; known === '' && turns < 10; turns++) await sleep(50);
  const first = known;
  asked.end('GOPHER://H.example/0/b\n');
  await answered;
  return [first, known];
}

test('an answer begins with the first line; behind a proxy, which may not send meanwhile, after the last', async () => {
  const [a, b] = ['gopher://h.example/0/a\n', 'gopher://h.example/0/b\n'];
  expect(await sendSlowly({})).toEqual([a, a + b]);
  expect(await sendSlowly({ 'X-Forwarded-For': '203.0.113.1' })).toEqual(['', a + b]);
  expect(await sendSlowly({ Via: '1.1 proxy' })).toEqual(['', a + b]);
});

test('a list of more than 16 MiB is answered; behind a proxy, its refusal says what to do', async () => {
  const line = `GOPHER://H.example/0/${'a'.repeat(1000)}\n`;
  const count = Math.ceil((16 * 1024 * 1024) / line.length);
  const send = (headers: Record<string, string>) =>
    fetch(`${waypost.origin}/v1/resolve`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...headers },
      body: line.repeat(count),
    });
  const answer = await (await send({})).text();
  expect(answer.split('\n')).toHaveLength(count + 1);
  const refused = await send({ 'X-Forwarded-Proto': 'https' });
  expect([refused.status, refused.headers.get('Content-Type')]).toEqual([413, 'application/problem+json']);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('Send the list in several requests') });
});

/** An answer with the identifier of another one. */
const forgetId = (answer: string, other: string): string => {
  const id = /x-request-id: .*/i;
  return answer.replace(id, id.exec(other)?.[0] ?? '');
};

/** Sends octets, and returns what comes back until the end. */
function exchange(port: number, octets: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.end(octets, 'latin1');
  return text(socket);
}

describe('with HOSTS', () => {
  const port = () => Number(new URL(waypost.origin).port);
  const asked = (path: string, host: string, scheme = 'http') => {
    const headers = [`Host: ${host}`, `X-Forwarded-Proto: ${scheme}`, 'Connection: close'];
    return exchange(port(), `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  };

  test('own links are made from it, and everything else is refused', async () => {
    await waypost.stop();
    waypost = await built.start({ HOSTS: 'waypost.example, w.example:8443' });
    expect(await asked('/opensearch.xml', 'w.example:8443')).toContain('template="http://w.example:8443/r?');
    expect(await asked('/opensearch.xml', 'localhost')).toContain('template="http://waypost.example/r?');
    const refused = await asked('/v1/resolve?url=go:x', 'evil.example');
    expect(refused).toContain('HTTP/1.1 421 ');
    expect(refused).not.toContain('http://evil.example');
  });

  test.each([
    [
      'a browser that takes the server for a proxy',
      'GET gopher://gopher.example/ HTTP/1.1\r\nHost: gopher.example',
      421,
    ],
    ['another name', 'GET /health HTTP/1.1\r\nHost: other.example', 421],
    ['a file of another name', 'GET /assets/waypost.js HTTP/1.1\r\nHost: other.example', 421],
    ['a file of its own name', 'GET /assets/waypost.js HTTP/1.1\r\nHost: waypost.example', 200],
    ['another port', 'GET /health HTTP/1.1\r\nHost: waypost.example:8080', 421],
    ['its own name', 'GET /health HTTP/1.1\r\nHost: WAYPOST.example', 200],
    ['this machine', 'GET /health HTTP/1.1\r\nHost: 127.0.0.1', 200],
    ['a name that nobody can have', 'GET /health HTTP/1.1\r\nHost: waypost.example, evil.example', 400],
    ['an escaped name', 'GET /health HTTP/1.1\r\nHost: %6cocalhost', 400],
    ['a quotation mark', 'GET /health HTTP/1.1\r\nHost: localhost"x', 400],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: localhost/health#', 400],
    ['a target without a path', 'OPTIONS * HTTP/1.1\r\nHost: localhost', 400],
    ['no host', 'GET /health HTTP/1.1\r\nX-Forwarded-Proto: https', 400],
  ])('for %s: %j is answered %i', async (_, head, status) => {
    const answered = await exchange(port(), `${head}\r\nConnection: close\r\n\r\n`);
    expect(answered).toContain(`HTTP/1.1 ${status} `);
  });

  test('no scheme that a client reports opens what the name of the request does not', async () => {
    const secret = `/gopher/localhost:${server.port}/0/about.txt?format=raw`;
    for (const path of [secret, '/v1/check?url=go:x', '/assets/waypost.js', '/']) {
      for (const own of ['waypost.example', 'localhost:8080', `127.0.0.1:${port()}`]) {
        const answered = await asked(path, 'evil.example', `http://${own}${path}#`);
        expect(answered, `${own}${path}`).toContain('HTTP/1.1 421 ');
      }
    }
  });

  test('no scheme that a client reports brings a path of its own', async () => {
    const forged = await asked('/health', 'waypost.example', 'http://waypost.example/assets/waypost.js#');
    expect(forged).toBe(await asked('/health', 'waypost.example').then((plain) => forgetId(plain, forged)));
    server.log.length = 0;
    for (const scheme of ['http', 'https', 'ftp', 'https://waypost.example/1#']) {
      await asked(`/gopher/localhost:${server.port}/0/it's%5C\\"?format=raw`, 'waypost.example', scheme);
    }
    expect(new Set(server.log.map(({ octets }) => octets.toString('latin1')))).toEqual(new Set([`/it's\\\\"\r\n`]));
    expect(server.log.length).toBe(4);
  });

  test("a body of GET is nobody's fault, and a session opens for a page that a proxy sent by https", async () => {
    const get = ['GET /health HTTP/1.1', 'Host: localhost', 'X-Forwarded-For: 203.0.113.1', 'Connection: close'];
    expect(await exchange(port(), `${get.join('\r\n')}\r\nContent-Length: 5\r\n\r\nhello`)).toContain('HTTP/1.1 200 ');
    const opened = async (origin: string, scheme: string) => {
      const upgrade = [
        `GET /telnet/localhost:${telnet.port}/ HTTP/1.1`,
        ...['Host: waypost.example', `Origin: ${origin}`, `X-Forwarded-Proto: ${scheme}`],
        ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
        ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: waypost-terminal', '', ''],
      ];
      return (await exchange(port(), upgrade.join('\r\n'))).slice(9, 12);
    };
    expect(await opened('https://waypost.example', 'https')).toBe('101');
    expect(await opened('http://waypost.example', 'http')).toBe('101');
    for (const [origin, scheme] of [
      ['https://waypost.example', 'http'],
      ['http://waypost.example', 'https'],
      ['https://evil.example', 'https'],
      ['https://evil.example', 'https://evil.example/#'],
    ] as const) {
      expect(await opened(origin, scheme), `${origin} ${scheme}`).toBe('403');
    }
  });

  test('a scheme that is no scheme of the Web is ignored', async () => {
    const addressOf = async (scheme: string) =>
      /template="([^"?]*)/.exec(await asked('/opensearch.xml', 'waypost.example', scheme))?.[1];
    expect(await addressOf('https')).toBe('https://waypost.example/r');
    for (const scheme of ['http', 'HTTPS', 'ftp', 'javascript', 'wss', 'https, http', 'https://', 'a b', ':', '']) {
      expect(await addressOf(scheme), scheme).toBe('http://waypost.example/r');
    }
  });

  test('what EGRESS_ALLOW opens is open at a public name', async () => {
    const menu = await asked(`/gopher/localhost:${server.port}/?format=json`, 'waypost.example');
    expect(menu).toContain('HTTP/1.1 200 ');
  });
});

test('without HOSTS, a page of others that comes under its own name opens nothing of the intranet', async () => {
  await waypost.stop();
  waypost = await built.start();
  const port = Number(new URL(waypost.origin).port);
  const menu = `/gopher/localhost:${server.port}/?format=json`;
  const statusAt = async (host: string, scheme = 'http', target = menu): Promise<string> => {
    const head = [
      `GET ${target} HTTP/1.1`,
      `Host: ${host}`,
      `X-Forwarded-Proto: ${scheme}`,
      'Connection: close',
      '',
      '',
    ];
    return (await exchange(port, head.join('\r\n'))).slice(9, 12);
  };
  expect([await statusAt('evil.example'), await statusAt('localhost'), await statusAt('127.0.0.1')]).toEqual([
    '403',
    '200',
    '200',
  ]);
  expect(await statusAt('evil.example', `http://localhost:8080${menu}#`)).toBe('403');
  expect(await statusAt(`localhost${menu}#`)).toBe('400');
  // A name that no program can read is a name all the same.
  for (const path of ['/', '/docs', '/assets/waypost.js']) {
    expect(await statusAt('xn--a', 'http', path), path).toBe('200');
  }
  const path = `/telnet/localhost:${telnet.port}/`;
  const upgrade = [
    `GET ${path} HTTP/1.1`,
    ...['Host: evil.example', 'Origin: http://evil.example', 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    ...['Sec-WebSocket-Protocol: waypost-terminal', '', ''],
  ].join('\r\n');
  expect(await exchange(port, upgrade)).not.toContain('login');
});

test('metrics are for the one who has their token, and each answer has an identifier', async () => {
  const token = 'metrics-0123456789';
  await waypost.stop();
  waypost = await built.start({ METRICS_TOKEN: token });
  const created = await fetch(`${waypost.origin}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }),
  });
  expect(created.status).toBe(201);
  const read = (shown: string) => get('/metrics', { Authorization: `Bearer ${shown}` });
  expect([(await get('/metrics')).status, (await read(TOKEN)).status]).toEqual([401, 401]);
  const refused = await get('/gopher/192.168.1.1/', { 'X-Request-Id': 'proxy-12345678' });
  expect(refused.headers.get('x-request-id')).toBe('proxy-12345678');
  expect((await get('/health', { 'X-Request-Id': 'a b' })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const lines = linesOf(waypost.child);
  const logged = new Promise<string>((resolve) => {
    lines.on('line', (line) => line.includes('proxy-87654321') && resolve(line));
  });
  const headers = { 'X-Forwarded-For': '203.0.113.1', 'X-Request-Id': 'proxy-87654321', 'Content-Type': 'text/plain' };
  const body = 'a'.repeat(16 * 1024 * 1024 + 1);
  const tooLong = await fetch(`${waypost.origin}/v1/resolve`, { method: 'POST', headers, body });
  expect([tooLong.status, tooLong.headers.get('x-request-id')]).toEqual([413, 'proxy-87654321']);
  expect(JSON.parse(await logged)).toMatchObject({ method: 'POST', route: '/v1/resolve', status: 413 });
  lines.close();
  const metrics = await read(token);
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await metrics.text();
  expect(text).toContain('waypost_requests_total{method="GET",route="/health",scheme="none",status="200"} 2\n');
  expect(text).toContain('waypost_requests_total{method="POST",route="/v1/resolve",scheme="none",status="413"} 1\n');
  expect(text).toContain('waypost_refusals_total{rule="address"} 1\n');
  const metricOf = (name: string) => Number(new RegExp(`^waypost_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  expect([metricOf('links'), metricOf('store_bytes') > 4096, metricOf('stores_away')]).toEqual([1, true, 0]);
});

test('below a path, pages and their files are there, and nothing else is', async () => {
  await waypost.stop();
  waypost = await built.start({ BASE_PATH: '/tools/waypost' });
  const { origin, pathname } = new URL(waypost.origin);
  expect(pathname).toBe('/tools/waypost');
  const page = await (await get('/', { Accept: 'text/html' })).text();
  const [stylesheet = ''] = /\/tools\/waypost\/assets\/waypost\.css[^"]*/.exec(page) ?? [];
  const file = await fetch(origin + stylesheet);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  for (const path of ['/', '/assets/waypost.css', '/tools/waypostx/assets/waypost.css', '/health']) {
    expect((await fetch(origin + path)).status, path).toBe(404);
  }
  expect((await get('/health')).status).toBe(200);
});

describe('the files for an image and a service', () => {
  const root = join(import.meta.dirname, '../../..');
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const unit = readFileSync(join(root, 'worker/self-host/waypost.service'), 'utf8');

  test('start the server with options that it has', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? [];
    const command: string[] = JSON.parse(entry);
    expect(readOptions(command.slice(2))).toMatchObject({ host: '0.0.0.0', port: 8080, data: '/data' });
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    expect(readOptions(line.split(' ').slice(2))).toMatchObject({ host: '127.0.0.1', port: 8080 });
  });

  test.each([
    ['a server that answers', () => new URL(waypost.origin).host, 0],
    ['a port where nothing listens', () => '127.0.0.1:9', 1],
  ])('the health check of the image: %s', async (_, host, status) => {
    const [, check = '[]'] = /^HEALTHCHECK .*CMD (.*)$/m.exec(dockerfile) ?? [];
    const [, ...args]: string[] = JSON.parse(check);
    const child = spawn(
      process.execPath,
      args.map((text) => text.replace('127.0.0.1:8080', host())),
      { env: { BASE_PATH: new URL(waypost.origin).pathname } },
    );
    expect((await once(child, 'exit'))[0]).toBe(status);
  });

  test('the health check of the image asks whether links can be served', async () => {
    const [, check = '[]'] = /^HEALTHCHECK .*CMD (.*)$/m.exec(dockerfile) ?? [];
    const [, ...args]: string[] = JSON.parse(check);
    const unready = createServer((asked, answer) => answer.writeHead(asked.url === '/health?ready' ? 503 : 200).end());
    await once(unready.listen(0, '127.0.0.1'), 'listening');
    const address = unready.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const child = spawn(
      process.execPath,
      args.map((text) => text.replace('127.0.0.1:8080', host)),
      { env: {} },
    );
    expect((await once(child, 'exit'))[0]).toBe(1);
    unready.close();
  });

  test('systemd finds no fault in the unit', async () => {
    const child = spawn('systemd-analyze', ['verify', join(root, 'worker/self-host/waypost.service')]);
    const written: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text));
    const ended = await once(child, 'close').catch(() => null);
    if (ended === null) return console.warn('The unit is NOT tested: systemd-analyze is not installed.');
    // Node may be elsewhere on this machine.
    const faults = written
      .join('')
      .split('\n')
      .filter((line) => line !== '' && !line.includes('/usr/bin/node'));
    expect(faults).toEqual([]);
  });
});

test('it says at once that it starts, and listens at an IPv6 address', async () => {
  await waypost.stop();
  const child = built.launch(['--host', '::1']);
  const lines: string[] = [];
  for await (const line of linesOf(child)) {
    lines.push(line);
    const [, origin] = /^Waypost is at (http:\/\/\[::1\]:\d+)\/$/.exec(line) ?? [];
    if (origin === undefined) continue;
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    expect(lines[0]).toBe(`Waypost is starting, with the short links in ${built.data}.`);
    break;
  }
  await stop(child);
  waypost = await built.start();
});
