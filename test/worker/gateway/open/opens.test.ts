/** What the JSON says of a link, `opens`, is what requests for it do: `/r`, `/u`, `/open` and its gateway. */
import { describe, expect, test } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import { GatewayError } from '../../../../src/net/failure.ts';
import { definitions } from '../../../../src/schemes/registry.ts';
import type { OPENS_BY } from '../../../../worker/gateway/contract/opens.ts';
import { handlerOf } from '../../../../worker/handler.ts';
import { GATEWAY_PATTERN } from '../../../../worker/router.ts';
import { gatewayPath, open, redirect, redirectPath } from '../../../../worker/routes/open.ts';
import { resolve } from '../../../../worker/routes/resolve.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { models } from '../../../src/generators.ts';

const ROOT = 'https://waypost.example.org';

/** Nothing leaves this process: here, servers refuse all connections and datagrams. */
const nowhere = () => () => Promise.reject(new GatewayError('gateway-unreachable', 'No server is asked.'));
const handle = handlerOf({
  '/r': redirect(() => null),
  '/u/{url}': redirectPath,
  '/open': open(nowhere),
  [GATEWAY_PATTERN]: gatewayPath(nowhere),
  '/v1/resolve': resolve,
});

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
/** Names are not resolved, so the policy judges hosts as they are written. Only the runtime can share answers. */
const PLAIN = { ASSETS, LOG: 'off', EGRESS_DNS: 'system', CACHE: 'off', HOSTS: 'waypost.example.org' };
const EVERY = { ...PLAIN, TERMINALS: 'on', PROSPERO_RELAY: 'http://127.0.0.1:1526', PROSPERO_RELAY_SECRET: 'secret' };

/** Settings, each once: what is known of them is kept by their identity. */
const SETTINGS = {
  'the defaults': PLAIN,
  'every gateway, and servers for links without one': {
    ...EVERY,
    NEWS_SERVER: 'news.example.org',
    CNRP_SERVICES: 'names.example.org, other.example.org:7096',
  },
  'denied blocks, and names that nobody here looks up': { ...EVERY, EGRESS_DENY: '9.9.9.9, 1.0.0.0/24' },
  'lists of hosts': {
    ...EVERY,
    EGRESS_ALLOW: 'localhost:25, 10.0.0.0/8:7070, inner.example.org:6379',
    EGRESS_DENY: 'alone.example.org',
    EGRESS_DENY_PORTS: 'default, 8443, !6379',
    REDIRECT_HOSTS: 'h.example.org',
  },
  'allowed hosts at a name that anybody may have': {
    ...{ ...EVERY, HOSTS: '' },
    EGRESS_ALLOW: 'localhost:25, 10.0.0.0/8:7070',
  },
  'servers of the settings that the policy refuses': {
    ...EVERY,
    NEWS_SERVER: 'localhost:119',
    CNRP_SERVICES: '10.0.0.1, localhost:22',
  },
  'servers of which the policy refuses one': { ...EVERY, CNRP_SERVICES: '10.0.0.1, names.example.org' },
  'gateways of others': {
    ...PLAIN,
    GATEWAYS: {
      gopher: 'https://p.example.org/{+host}/{+path}',
      foo: 'https://p.example.org/?{url}',
      ftp: 'none',
      telnet: 'self',
      javascript2: 'https://p.example.org/{+url}',
    },
    AFS_WEB: { 'andrew.cmu.edu': 'https://web.example.org/afs' },
    URN_RESOLVERS: 'isbn ietf',
  },
} as const;

type SettingsName = keyof typeof SETTINGS;

async function ask(path: string, settings: SettingsName): Promise<Response> {
  const request = new Request(ROOT + path, { headers: { Accept: 'application/json' } });
  return handle(request, SETTINGS[settings], { waitUntil: () => {} });
}

/** A response as the service sends it: redirects to own paths stay relative. */
async function answerTo(path: string, settings: SettingsName) {
  const response = await ask(path, settings);
  const { status, headers } = response;
  const body: unknown = /json/.test(headers.get('Content-Type') ?? '') ? await response.json() : {};
  return { status, location: headers.get('Location'), body: body as Record<string, never> };
}

const encoded = (url: string) => encodeURIComponent(url);
const LONGEST = 8000;

/** Whether the answer of `/r` is what `opens` says. */
async function expectSame(url: string, settings: SettingsName): Promise<keyof typeof OPENS_BY | null> {
  const { status, body } = await answerTo(`/v1/resolve?url=${encoded(url)}`, settings);
  const followed = await answerTo(`/r?url=${encoded(url)}`, settings);
  if (status !== 200) {
    expect([followed.status, followed.body.type]).toEqual([status, body.type]);
    return null;
  }
  const { opens, links, canonical, components, scheme } = body as unknown as {
    readonly opens: { by: keyof typeof OPENS_BY; reason: string | null; url: string | null };
    readonly links: Record<'open' | 'inspect', string | null>;
    readonly canonical: string;
    readonly components: { readonly host: string | null };
    readonly scheme: string;
  };
  const { by, reason } = opens;
  const leadsTo = followed.location?.startsWith('/') ? ROOT + followed.location : followed.location;
  const told = leadsTo != null && leadsTo.length > LONGEST ? null : leadsTo;
  const isOpened = by !== 'explained' && by !== 'refused';
  expect(reason === null).toBe(isOpened);
  expect(links.open === null).toBe(!isOpened || `${ROOT}/r?url=${encoded(canonical)}`.length > LONGEST);
  switch (by) {
    case 'gateway': {
      expect(followed.status).toBe(302);
      expect(opens.url).toBe(told);
      const opened = await answerTo(followed.location ?? '', settings);
      expect(opened.body.type).not.toBe('/problems#egress-denied');
      expect(opened.status).not.toBe(500);
      break;
    }
    case 'template':
      expect([followed.status, opens.url]).toEqual([302, told]);
      break;
    case 'browser': {
      const isListed = settings === 'lists of hosts' && /(?:^|\.)h\.example\.org\.?$/.test(components.host ?? '');
      expect([followed.status, told]).toEqual(isListed ? [302, opens.url] : [200, null]);
      if (canonical.length <= LONGEST) expect(opens.url).toMatch(/^https?:\/\/(?![^/?#]*@)/);
      break;
    }
    case 'explained':
      expect([400, 501]).toContain(followed.status);
      expect(followed.body.detail).toContain(reason);
      expect([opens.url, leadsTo]).toEqual([null, null]);
      break;
    case 'refused': {
      const isUnsafe = !schemes.has(scheme);
      expect(followed.status).toBe(isUnsafe ? 422 : 403);
      expect(followed.body.detail).toBe(reason);
      expect([opens.url, leadsTo]).toEqual([null, null]);
      const opened = await answerTo(`/open?url=${encoded(canonical)}`, settings);
      expect([opened.status, opened.body.detail]).toEqual([followed.status, reason]);
      break;
    }
  }
  return by;
}

const hosts = fc.constantFrom(
  ...['h.example.org', 'alone.example.org', 'inner.example.org', 'waypost.example.org', 'Waypost.Example.ORG.'],
  ...['localhost', 'router', 'x.onion', '10.0.0.1', '0x7f.1', '1.0.0.1', '8.8.8.8', '192.0.2.7', '[::1]', '[2600::1]'],
  ...['[::ffff:10.0.0.1]', 'a_b.example.org', 'a!b.example.org', 'bücher.example.org', '-a..example.org', '~', ''],
);
const ports = fc.constantFrom(
  ...['', ':', ':0', ':1', ':21', ':22', ':23', ':25', ':70', ':79', ':80', ':105', ':119', ':210', ':443', ':513'],
  ...[':563', ':990', ':1023', ':1024', ':1096', ':1525', ':2628', ':6379', ':7070', ':8443', ':9000', ':65535'],
);
const users = fc.constantFrom('', '', '@', 'anonymous@', 'joe@', 'joe:@', 'u%40s:p@', ':p@');

const links = fc.oneof(...Object.values(models)).map(({ a }) => a);
/** A link of any scheme, whose server is another one. */
const odd = fc
  .tuple(links, users, hosts, ports)
  .map(([url, user, host, port]) => url.replace(/^([a-z][a-z\d+.-]*):(\/\/)?[^/?#]*/i, `$1://${user}${host}${port}`));
const others = fc.constantFrom(
  ...[
    'javascript:alert(1)',
    'data:,x',
    'foo:x',
    'foo://h.example.org:25/',
    'gemini://h/',
    'go:x',
    'go://?x',
    'news:a.b',
  ],
  ...[
    'news:*',
    'mid:a@b',
    'cid:a@b',
    'nntp:a.b/1',
    'mailto:a@b.example',
    'urn:isbn:1',
    'urn:isbn:0395363411',
    'afs://andrew.cmu.edu/a',
  ],
  ...['afs://other/a', 'gopher://h.example.org:105/2', 'gopher://10.0.0.1/hURL:http://h.example.org/'],
  ...['gopher://h.example.org:23/8guest', 'not a link', `gopher://h.example.org/0${'é'.repeat(2000)}`],
);

test(
  'what is said is what happens, for links of every scheme, odd hosts and ports, and settings',
  async () => {
    const link = fc.oneof(
      { weight: 5, arbitrary: odd },
      { weight: 3, arbitrary: links },
      { weight: 1, arbitrary: others },
    );
    const settings = fc.constantFrom<SettingsName>(...(Object.keys(SETTINGS) as SettingsName[]));
    await fc.assert(
      fc.asyncProperty(link, settings, async (url, settings) => {
        await expectSame(url, settings);
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);

describe.each(Object.keys(SETTINGS) as SettingsName[])('with %s', (settings) => {
  const seen = new Set<string>();

  test.each(definitions.map(({ name, example }) => [name, example]))('the example of %s', async (_, example) => {
    const by = await expectSame(example, settings);
    expect(by).not.toBeNull();
    seen.add(by ?? '');
  });
});

test.each<[url: string, settings: SettingsName, by: keyof typeof OPENS_BY]>([
  ['gopher://h.example.org/1', 'the defaults', 'gateway'],
  ['gopher://h.example.org:105/2', 'the defaults', 'gateway'],
  ['gopher://h.example.org:105/1', 'the defaults', 'refused'],
  ['gopher://10.0.0.1/hURL:http://h.example.org/', 'the defaults', 'gateway'],
  ['gopher://10.0.0.1/1', 'the defaults', 'refused'],
  ['gopher://10.0.0.1:7070/1', 'lists of hosts', 'gateway'],
  ['gopher://10.0.0.1:7070/1', 'allowed hosts at a name that anybody may have', 'refused'],
  ['gopher://h.example.org:25/1', 'the defaults', 'refused'],
  ['gopher://h.example.org:8443/1', 'the defaults', 'gateway'],
  ['gopher://h.example.org:8443/1', 'lists of hosts', 'refused'],
  ['gopher://h.example.org:6379/1', 'lists of hosts', 'gateway'],
  ['gopher://a.alone.example.org/1', 'lists of hosts', 'refused'],
  ['gopher://1.0.0.1/1', 'denied blocks, and names that nobody here looks up', 'refused'],
  ['gopher://1.0.1.1/1', 'denied blocks, and names that nobody here looks up', 'gateway'],
  ['gopher://h.example.org/1', 'denied blocks, and names that nobody here looks up', 'refused'],
  ['ftp://waypost.example.org/', 'the defaults', 'refused'],
  ['ftp://h.example.org/', 'gateways of others', 'explained'],
  ['gopher://10.0.0.1:25/1', 'gateways of others', 'template'],
  ['afs://andrew.cmu.edu/a', 'gateways of others', 'template'],
  ['http://10.0.0.1:25/', 'the defaults', 'browser'],
  ['news:a.b', 'the defaults', 'explained'],
  ['mid:a@b.example', 'the defaults', 'explained'],
  ['news:a.b', 'every gateway, and servers for links without one', 'gateway'],
  ['news:a.b', 'servers of the settings that the policy refuses', 'refused'],
  ['news://h.example.org/a.b', 'servers of the settings that the policy refuses', 'gateway'],
  ['mid:a@b.example', 'servers of the settings that the policy refuses', 'refused'],
  ['go:x', 'the defaults', 'explained'],
  ['go:x', 'servers of the settings that the policy refuses', 'refused'],
  ['go:x', 'servers of which the policy refuses one', 'gateway'],
  ['telnet://h.example.org/', 'the defaults', 'explained'],
  ['telnet://h.example.org/', 'every gateway, and servers for links without one', 'gateway'],
  ['prospero://10.0.0.1/x', 'every gateway, and servers for links without one', 'refused'],
  ['mailto:a@b.example', 'the defaults', 'gateway'],
  ['cid:a@b.example', 'the defaults', 'explained'],
  ['javascript:alert(1)', 'the defaults', 'refused'],
])('%s with %s: %s', async (url, settings, by) => {
  expect(await expectSame(url, settings)).toBe(by);
});

test.each([
  ['gopher://h.example.org/1', 'json', '/gopher/h.example.org/?format=json'],
  ['gopher://h.example.org/1', 'html', '/gopher/h.example.org/?format=html'],
  ['ftp://joe@h.example.org/', 'json', '/ftp/h.example.org/?login=joe&format=json'],
  ['ftp://h.example.org//a', 'raw', '/open?url=ftp%3A%2F%2Fh.example.org%2F%2Fa&format=raw'],
  ['foo:x', 'json', 'https://p.example.org/?foo%3Ax'],
  ['http://h.example.org/', 'json', null],
])('/r hands the format on to gateways of its own: %s as %s leads to %s', async (url, format, location) => {
  const settings = location?.startsWith('/') ? 'the defaults' : 'gateways of others';
  expect((await answerTo(`/r?url=${encoded(url)}&format=${format}`, settings)).location).toBe(location);
});

test('a link that is refused is a page for people, with the copies of archives', async () => {
  const headers = { Accept: 'text/html' };
  const request = new Request(`${ROOT}/r?url=gopher://alone.example.org/1`, { headers });
  const response = await handle(request, SETTINGS['lists of hosts'], { waitUntil: () => {} });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([403, 'no-store']);
  expect(response.headers.get('Link')).toBe('<gopher://alone.example.org/>; rel="canonical"');
  const text = await response.text();
  expect(text).toContain('The operator of this host asked gateways to leave it alone.');
  expect(text).toContain('https://web.archive.org/');
});

test('the header Link of every answer to /r is the canonical form, or is not there', async () => {
  for (const example of definitions.map(({ example }) => example)) {
    for (const user of ['', 'joe@', 'u%40s@', 'joe:@', 'joe:sesame@', 'joe%3Asesame@']) {
      const url = example.replace('://', `://${user}`);
      const { body, status } = await answerTo(`/v1/resolve?url=${encoded(url)}`, 'the defaults');
      const response = await ask(`/r?url=${encoded(url)}`, 'the defaults');
      if (status !== 200 || !example.includes('://')) continue;
      const link = response.headers.get('Link');
      expect(link, url).toBe(/:|%3A/.test(user) ? null : `<${String(body.canonical)}>; rel="canonical"`);
    }
  }
});
