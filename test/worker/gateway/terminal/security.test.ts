/** Who may open a session, with which server, and what a page and an address never contain. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import handler from '../../../../worker/index.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { readProblem } from '../../problems.ts';
import { fetchAsIs } from '../as-is.ts';
import { startGateway, until } from '../worker.ts';
import { answerTo, closeAll, PageClient } from './page-client.ts';

let greeting = '';
let server: RunningServer;
let refused: RunningServer;
let worker: RunningWorker;
let closed: RunningWorker;
/** A server that EGRESS_ALLOW does not name. */
let forbidden: RunningServer;

beforeAll(async () => {
  const serve: Parameters<typeof listen>[2] = async (client) => {
    await client.reply(greeting);
    while ((await client.exactly(1)).length > 0);
  };
  server = await listen('telnet', {}, serve);
  forbidden = await listen('telnet', {}, serve);
  refused = await listen('telnet', { fault: 'refused' }, serve);
  worker = await startGateway([server, refused], { EGRESS_DENY_PORTS: 'default' });
  closed = await startWorker({ GATEWAYS: '{"telnet": "none"}', EGRESS_ALLOW: `localhost:${server.port}` });
});
afterAll(() => Promise.all([worker?.close(), closed?.close(), server?.close(), refused?.close(), forbidden?.close()]));
afterEach(closeAll);
beforeEach(() => {
  greeting = 'login: ';
  server.log.length = 0;
});

const SCHEMES = ['telnet', 'rlogin', 'tn3270'] as const;
type SchemeName = (typeof SCHEMES)[number];
const path = (scheme: SchemeName = 'telnet') => `/${scheme}/localhost:${server.port}/`;
const HTML = { headers: { Accept: 'text/html' } };

describe('a session', () => {
  test.each<[name: string, origin: string | null]>([
    ['another site', 'https://evil.example'],
    ['the same host over TLS', 'https://localhost'],
    ['a sandboxed page', 'null'],
    ['a client without an origin', null],
  ])('is not opened for %s', async (_, origin) => {
    for (const scheme of SCHEMES) {
      for (const options of [{ origin, subprotocol: null }, { origin }]) {
        const answer = await answerTo(worker.origin, path(scheme), options);
        expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('/problems#foreign-page') });
      }
    }
    expect(server.log).toEqual([]);
  });

  test.each(['html', 'json', 'raw'])('is not opened by a GET without an upgrade, format=%s', async (format) => {
    for (const scheme of SCHEMES) {
      expect((await worker.fetch(`${path(scheme)}?format=${format}`)).status).toBe(200);
      expect((await worker.fetch(path(scheme), { method: 'HEAD' })).status).toBe(200);
      expect((await worker.fetch(`/open?url=${scheme}://localhost:${server.port}`)).status).toBe(200);
    }
    expect(server.log).toEqual([]);
  });

  test('has the headers that every answer of a gateway has', async () => {
    const client = await PageClient.open(worker.origin, path());
    await client.close();
    expect(client.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'sec-websocket-protocol': 'waypost-terminal',
      link: `<telnet://localhost:${server.port}/>; rel="canonical"`,
    });
    const without = await PageClient.open(worker.origin, path(), { subprotocol: null });
    expect(without.headers['sec-websocket-protocol']).toBeUndefined();
    await without.close();
  });

  test('is opened at /open too', async () => {
    const client = await PageClient.open(worker.origin, `/open?url=telnet://localhost:${server.port}/`);
    await client.sees('login: ');
    await client.close();
  });

  test('is not opened if the operator switched the scheme off', async () => {
    expect(await answerTo(closed.origin, path())).toMatchObject({ status: 501 });
    expect((await closed.fetch(path(), HTML)).status).toBe(501);
    expect(server.log).toEqual([]);
  });

  test('with a server that refuses is an error, and in words for a page', async () => {
    const target = `/telnet/localhost:${refused.port}/`;
    expect(await answerTo(worker.origin, target, { subprotocol: null })).toMatchObject({ status: 502 });
    const client = await PageClient.open(worker.origin, target);
    expect(await client.ends()).toMatchObject({ code: 'gateway-unreachable', rule: null });
    await until(() => client.closed !== null);
    expect(client.closed?.code).toBe(1000);
  });
});

/** Hosts and ports of the attack list, each with the egress rule that refuses it. */
const targets: readonly (readonly [authority: string, rule: string])[] = [
  ['127.1:2323', 'own-host'],
  ['0:2323', 'address'],
  ['0x7f.1:2323', 'own-host'],
  ['2130706433:2323', 'own-host'],
  ['[::1]:2323', 'address'],
  ['[::ffff:127.0.0.1]:2323', 'own-host'],
  ['[64:ff9b::7f00:1]:2323', 'own-host'],
  ['[2002:7f00:1::]:2323', 'address'],
  ['①②⑦.⓪.⓪.①:2323', 'own-host'],
  ['169.254.169.254', 'address'],
  ['10.0.0.1', 'address'],
  ['localhost.:2323', 'special-name'],
  ['LOCALHOST:2323', 'special-name'],
  ['metadata.google.internal', 'special-name'],
  ['intranet', 'special-name'],
  ['h.example.org:25', 'port'],
  ['h.example.org:22', 'port'],
  ['h.example.org:513', 'port'],
  ['h.example.org:1025', 'port'],
  ['h.example.org:2525', 'port'],
  ['h.example.org:5060', 'port'],
  ['h.example.org:5222', 'port'],
  ['h.example.org:6379', 'port'],
  ['h.example.org:8025', 'port'],
];

/** Every target, each for one of the schemes in turn. 513 is the port of rlogin. */
const cases = targets.map(([authority, rule], index) => {
  const scheme = authority.endsWith(':513') ? 'telnet' : SCHEMES[index % SCHEMES.length];
  return [`/${scheme}/${authority}/`, rule] as const;
});

test.each(cases)(
  '%s is refused by the rule %s: as a page, as JSON, before the upgrade, and in words',
  async (target, rule) => {
    expect((await worker.fetch(target, HTML)).status).toBe(403);
    const json = await worker.fetch(target, { headers: { Accept: 'application/json' } });
    expect([json.status, (await readProblem(json)).errors[0]?.code]).toEqual([403, rule]);
    expect(await answerTo(worker.origin, target, { subprotocol: null })).toMatchObject({
      status: 403,
      body: expect.stringContaining(rule),
    });
    const client = await PageClient.open(worker.origin, target);
    expect(await client.ends()).toMatchObject({ code: 'egress-denied', rule });
  },
);

test.each(['CLIENT_RATE', 'TARGET_RATE'])('a session beyond %s is refused before the upgrade (429)', async (limit) => {
  // The Worker's handler itself: the runtime of the tests says that every client is on this machine.
  const headers = { 'CF-Connecting-IP': '192.0.2.7', Upgrade: 'websocket', Origin: 'https://waypost.example' };
  const ASSETS = { fetch: () => Promise.resolve(new Response()) };
  const keys: string[] = [];
  const binding = {
    async limit({ key }: { key: string }) {
      keys.push(key);
      return { success: false };
    },
  };
  const bindings = { ASSETS, [limit]: binding, LOG: 'off', TERMINALS: 'on' };
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const request = new Request('https://waypost.example/telnet/198.41.0.4/', { headers });
  const response: unknown = await Reflect.apply(handler.fetch, handler, [request, bindings, context]);
  if (!(response instanceof Response)) throw new TypeError('no response');
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  expect(keys).toEqual([limit === 'CLIENT_RATE' ? '192.0.2.7' : '198.41.0.4']);
});

test('a server that EGRESS_ALLOW does not name is not reached', async () => {
  const client = await PageClient.open(worker.origin, `/telnet/127.0.0.1:${forbidden.port}/`);
  expect(await client.ends()).toMatchObject({ code: 'egress-denied', rule: 'own-host' });
  expect(forbidden.log).toEqual([]);
});

/**
 * What each protocol sends to a server that greets, before anybody types: an rlogin server accepts, and gets the size.
 */
const greetings: Readonly<Record<SchemeName, readonly [greeting: string, reply: string]>> = {
  telnet: ['login: ', ''],
  rlogin: ['\0login: ', '\xff\xffss\0\x18\0\x50\0\0\0\0'],
  tn3270: ['login: ', ''],
};

test.each(['%0d%0a', '%0D', '%0a', '%00', '%09', '%C4%8A', '%E5%99%8A', '%250d%250a'])(
  '%s does not make a host, and is not sent if it is in the path, the user or the password',
  async (octets) => {
    for (const scheme of SCHEMES) {
      const host = await fetchAsIs(`${worker.origin}/${scheme}/localhost${octets}x:${server.port}/`);
      expect([403, 422]).toContain(host.status);
      const [text, reply] = greetings[scheme];
      greeting = text;
      server.log.length = 0;
      // A link with a password is not opened: it redirects to an address without it.
      const link = `${scheme}://a${octets}b:c${octets}d@localhost:${server.port}/`;
      const redirect = await answerTo(worker.origin, `/open?url=${encodeURIComponent(link)}`);
      expect(redirect).toMatchObject({ status: 302 });
      const client = await PageClient.open(worker.origin, `${path(scheme)}a${octets}b?user=a${octets}b`);
      await client.sees('login: ');
      await client.close();
      await until(() => server.connections === 0);
      expect(server.log.map((entry) => entry.octets.toString('latin1'))).toEqual([reply]);
    }
  },
);

describe('a server of another protocol', () => {
  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['SMTP', '220 mail.example.org ESMTP Postfix\r\n'],
    ['IMAP', '* OK IMAP4rev1 ready\r\n'],
    ['POP3', '+OK ready\r\n'],
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['RFB', 'RFB 003.008\n'],
    ['MySQL', '\x4a\0\0\0\x0a8.0.36\0'],
  ])('%s: the session ends, and nothing typed is sent', async (protocol, octets) => {
    greeting = octets;
    for (const scheme of SCHEMES) {
      const client = await PageClient.open(worker.origin, path(scheme));
      client.type('MAIL FROM:<a@h.example>\r\n');
      const end = await client.ends();
      expect(end.code).toBe('foreign-protocol');
      expect(end.message).toContain(`This server speaks ${protocol}`);
      expect(client.octets.length).toBe(0);
      await until(() => server.connections === 0);
      expect(server.log.at(-1)?.octets.length).toBe(0);
    }
  });
});

describe('a page that breaks the rules', () => {
  test.each<[name: string, code: number, message: string | Buffer]>([
    ['not JSON', 1008, 'hello'],
    ['a long text', 1008, `{"type":"user","user":"${'x'.repeat(5000)}"}`],
    ['a large message', 1009, Buffer.alloc(64 * 1024 + 1)],
  ])('%s: the WebSocket is closed with %i', async (_, code, message) => {
    const client = await PageClient.open(worker.origin, path());
    await client.sees('login: ');
    client.socket.send(message);
    await until(() => client.closed !== null);
    expect(client.closed?.code).toBe(code);
    await until(() => server.connections === 0);
  });
});

describe('the page', () => {
  test('has a policy with a new nonce each time, and is not cached', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const response = await worker.fetch(path(), HTML);
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy) ?? [];
      expect(policy).toMatch(/^default-src 'none'; .*; script-src 'self'; connect-src 'self' ws:\/\/[^ ;]+$/);
      expect(policy).not.toMatch(/unsafe/);
      expect(await response.text()).toContain(`data-nonce="${nonce}"`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test.each(SCHEMES)('%s: shows the user as advice, escaped, and never has the password', async (scheme) => {
    const link = `${scheme}://${encodeURIComponent('"><script>a')}:sesame@localhost:${server.port}/`;
    for (const start of [`/r?url=${encodeURIComponent(link)}`, `/${link.replace('://', '/')}`]) {
      const redirect = await worker.fetch(start, HTML);
      const location = redirect.headers.get('location') ?? '';
      expect([redirect.status, location]).toEqual([302, expect.stringContaining('&password=withheld')]);
      const page = await worker.fetch(location, HTML);
      const html = await page.text();
      expect(html).toContain('&quot;>&lt;script>a');
      expect(html).toContain('This address leaves it out.');
      expect([...page.headers, ...redirect.headers].flat().join() + html).not.toMatch(/sesame|<script>a/);
    }
    expect((await worker.fetch(`${path(scheme)}?password=sesame`, HTML)).status).toBe(400);
  });
});

test('/v1/schemes says which terminals open here', async () => {
  const gatewaysOf = async (from: RunningWorker) => {
    const { schemes }: { schemes: { name: string; gateway: string }[] } = await (
      await from.fetch('/v1/schemes')
    ).json();
    return ['telnet', 'rlogin', 'tn3270'].map((name) => schemes.find((scheme) => scheme.name === name)?.gateway);
  };
  expect(await gatewaysOf(worker)).toEqual(['self', 'self', 'self']);
  expect(await gatewaysOf(closed)).toEqual(['none', 'self', 'self']);
});
