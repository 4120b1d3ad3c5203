/** `BASE_PATH`: every address that leaves the Worker is below it, found by following every link of the test servers. */

import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { RequestError } from '../../worker/errors/request-error.ts';
import { withBasePath } from '../../worker/http/address.ts';
import { targetOf } from '../../worker/links/target.ts';
import { html } from '../../worker/pages/parts/html.ts';
import { type RunningRelay, startRelay } from '../../worker/relay/relay.ts';
import { environmentOf } from '../../worker/settings/environment.ts';
import { parseBasePath } from '../../worker/settings/own-address.ts';
import fc, { runs, scaled } from '../fast-check.ts';
import { startCnrp } from '../servers/cnrp.ts';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { startProspero } from '../servers/prospero.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startTn3270 } from '../servers/tn3270.ts';
import { startWais } from '../servers/wais.ts';
import { anyText } from '../src/generators/unicode.ts';
import { crawl } from './crawl.ts';
import { PageClient, tryToOpen } from './gateway/terminal/page-client.ts';
import { startGateway } from './gateway/worker.ts';
import type { RunningWorker } from './harness.ts';

const BASE = '/tools/way.post';

describe('BASE_PATH', () => {
  test.each(['', '/waypost', '/tools/way.post', '/~me/w_1-2', '/...'])('may be %j', (path) => {
    expect(parseBasePath(path)).toBe(path);
  });

  test.each(['/', 'waypost', '/waypost/', '//', '/a//b', '/.', '/a/../b', '/a b', '/ä', '/%41', '/a?b', 'http://h/a'])(
    'is never %j',
    (path) => expect(() => parseBasePath(path)).toThrow(/begin with a slash.*like \/waypost/),
  );
});

describe('the HTML of a page', () => {
  const ATTACK = ' href="/x" src="/y" action="/z" &quot; <a href="/';

  test('only own paths change', () => {
    const link = h('a', { href: '/docs' }, html`<b title="${ATTACK}">`.text);
    const page = renderToString(h('p', { title: ATTACK }, ATTACK, link));
    expect(withBasePath(page, BASE)).toBe(page.replace('<a href="/docs"', `<a href="${BASE}/docs"`));
    const row = html`<li title="${ATTACK}">${ATTACK}<a href="${'/r'}">${ATTACK}</a><a href="gopher://h/">`.text;
    expect(withBasePath(row, BASE)).toBe(row.replace('<a href="/r"', `<a href="${BASE}/r"`));
  });

  test('no text has a quotation mark, which only markup may have', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(renderToString(h(Fragment, null, text)).includes('"')).toBe(false);
        expect(html`${text}`.text.includes('"')).toBe(false);
        expect(renderToString(h('p', { title: `x${text}` })).split('"')).toHaveLength(3);
      }),
      runs(),
    );
  });
});

describe('the target of a short link', () => {
  const ASSETS = { fetch: () => Promise.resolve(new Response()) };
  const root = 'http://links.museum.org';
  const below = (BASE_PATH: string) => ({ environment: environmentOf({ ASSETS, BASE_PATH }), url: `${root}/v1/links` });

  test.each([`${root}/page`, `${root}${BASE}y`, `${root}/`])('%s is not this service', (url) => {
    expect(targetOf(url, below(BASE), null)).toBe(url);
    expect(() => targetOf(url, below(''), null)).toThrow(RequestError);
  });

  test.each([root + BASE, `${root}${BASE}/x`, `${root}/tools/%77ay.post/x`, 'gopher://links.museum.org/'])(
    '%s leads back',
    (url) => expect(() => targetOf(url, below(BASE), null)).toThrow(RequestError),
  );
});

describe('a Worker below a path', () => {
  let servers: RunningServer[];
  let relay: RunningRelay;
  let closeProspero: () => Promise<void>;
  let worker: RunningWorker;
  /** Where the crawl begins. */
  let starts: readonly string[];

  beforeAll(async () => {
    const [ftp, nntp, wais, telnet, tn3270, gopher] = await Promise.all([
      startFtp(),
      startNntp(),
      startWais(),
      startTelnet(),
      startTn3270(),
      startGopher(),
    ]);
    const cnrp = await startCnrp({ otherPorts: { gopher: gopher.port, ftp: ftp.port } });
    const prospero = await startProspero({ otherPorts: { gopher: gopher.port, ftp: ftp.port, wais: wais.port } });
    closeProspero = prospero.close;
    servers = [ftp, nntp, wais, telnet, tn3270, gopher, cnrp];
    const EGRESS_ALLOW = `localhost:${prospero.port}`;
    relay = await startRelay({ secret: 'sesame', port: 0, policy: parseEgressPolicy({ EGRESS_ALLOW }) });
    const vars = {
      BASE_PATH: BASE,
      CONTACT: 'curator@museum.example',
      NEWS_SERVER: `localhost:${nntp.port}`,
      CNRP_SERVICES: `localhost:${cnrp.port}`,
      EXAMPLES: JSON.stringify({ 'a menu': `gopher://localhost:${gopher.port}/` }),
      LINK_TOKENS: 'curator:open-sesame-0123:admin',
      PROSPERO_RELAY: relay.origin,
      PROSPERO_RELAY_SECRET: 'sesame',
      METRICS_TOKEN: 'open-sesame-4567',
    };
    worker = await startGateway([...servers, { host: '127.0.0.1', port: prospero.port }], vars);
    starts = [
      ...[
        '/',
        '/docs',
        '/docs/urls',
        '/problems',
        '/owners',
        '/links',
        '/privacy',
        '/inspect?url=GOPHER:x',
        '/check',
        '/r',
      ],
      `/gopher/localhost:${gopher.port}/`,
      `/ftp/localhost:${ftp.port}/`,
      '/news/~/*',
      '/news/~/museum.history',
      `/open?url=${encodeURIComponent(`wais://localhost:${wais.port}/history?wais`)}`,
      `/prospero/localhost:${prospero.port}//museum`,
      '/open?url=go%3Afidonet',
      `/telnet/localhost:${telnet.port}/`,
      `/rlogin/localhost:${telnet.port}/`,
      `/tn3270/localhost:${tn3270.port}/`,
      '/open?url=mailto:x@h.example',
      '/r?url=afs://andrew.cmu.edu/x',
      '/r?url=http://h.example/',
    ].map((path) => BASE + path);
  });
  afterAll(() => Promise.all([worker, relay, ...servers].map(({ close }) => close()).concat(closeProspero())));

  test('every link, picture, form, style and script of every page is below it, and is there', async () => {
    const { outside, statuses } = await crawl(worker, BASE, starts, Math.max(5, scaled(12)));
    expect(outside).toEqual([]);
    // Of the paths of gateways, many lead to what the test servers do not have.
    const fixed = [...statuses].filter(([path]) => !/^\/(?:\w+\/.*\/|open|r\?)/.test(path.slice(BASE.length)));
    expect(fixed.filter(([, status]) => status === 404 || status >= 500)).toEqual([]);
    expect(statuses.size).toBeGreaterThan(Math.max(70, scaled(150)));
    expect([...statuses.keys()].filter((path) => path.includes('format=atom'))).not.toEqual([]);
  });

  test.each(['/', '/r?url=go:x', `${BASE}x/`, '/tools', '/tools/', '/robots.txt'])(
    'nothing else of the host answers: %s',
    async (path) => expect((await worker.fetch(path)).status).toBe(404),
  );

  test('the files that programs read name it', async () => {
    const textOf = async (path: string) => (await worker.fetch(BASE + path)).text();
    expect(await textOf('/robots.txt')).toContain(`Disallow: ${BASE}/r?\n`);
    expect(await textOf('/robots.txt')).toContain(`Disallow: ${BASE}/gopher/\n`);
    expect(await textOf('/.well-known/security.txt')).toContain(`Canonical: ${worker.origin}${BASE}/.well-known/`);
    expect(await textOf('/opensearch.xml')).toContain(`template="${worker.origin}${BASE}/r?url={searchTerms}"`);
    expect(JSON.parse(await textOf('/openapi.json')).servers).toEqual([{ url: BASE }]);
    expect(await textOf('/docs/embed')).toContain(`src=&quot;${worker.origin}${BASE}/assets/waypost.js&quot;`);
  });

  test('a redirect names the whole path in its header and in its text', async () => {
    const response = await worker.fetch(`${BASE}/r?url=gopher://h.example.org/1/x`);
    expect(response.headers.get('Location')).toBe(`${BASE}/gopher/h.example.org/1/x`);
    expect(await response.text()).toBe(`${BASE}/gopher/h.example.org/1/x\n`);
  });

  test('short links are made and followed below it', async () => {
    const headers = { Authorization: 'Bearer open-sesame-0123', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'gopher://gopher.floodgap.com/1/x' });
    const made = await worker.fetch(`${BASE}/v1/links`, { method: 'POST', headers, body });
    const { short, slug, qr } = JSON.parse(await made.text());
    expect(made.headers.get('Location')).toBe(`${BASE}/v1/links/${slug}`);
    expect([short, qr]).toEqual([`${worker.origin}${BASE}/${slug}`, `${worker.origin}${BASE}/${slug}.svg`]);
    // The second answer comes from memory.
    for (const _ of [1, 2]) {
      const followed = await worker.fetch(`${BASE}/${slug}`);
      expect(followed.headers.get('Location')).toBe(`${BASE}/gopher/gopher.floodgap.com/1/x`);
    }
  });

  test('an address of its own is unwrapped', async () => {
    const url = encodeURIComponent(`${worker.origin}${BASE}/gopher/h.example.org/1/x`);
    const response = await worker.fetch(`${BASE}/v1/resolve?unwrap=gateways&url=${url}`);
    expect(JSON.parse(await response.text()).canonical).toBe('gopher://h.example.org/1/x');
  });

  test('each item of a batch names its problem below it', async () => {
    const response = await worker.fetch(`${BASE}/v1/resolve`, { method: 'POST', body: '["x y"]', ...JSON_BODY });
    expect(JSON.parse(await response.text())).toMatchObject([{ type: `${worker.origin}${BASE}/problems#invalid-url` }]);
  });

  test('a session opens from its page', async () => {
    const telnet = starts.find((path) => path.includes('/telnet/')) ?? '';
    const client = await PageClient.open(worker.origin, telnet);
    await client.sees('login');
    await client.close();
    expect(await tryToOpen(worker.origin, telnet, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
  });
});

const JSON_BODY = { headers: { 'Content-Type': 'application/json' } };
