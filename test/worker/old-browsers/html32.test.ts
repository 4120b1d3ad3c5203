/**
 * `format=html32` at every gateway: pages are valid HTML 3.2 in ASCII, with absolute links that stay plain, and files
 * are files. The grammar is that of the W3C, if Debian's packages opensp and sgml-data are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { startNntp } from '../../servers/nntp.ts';
import { startWais } from '../../servers/wais.ts';
import { startGateway } from '../gateway/worker.ts';

const [gopher, ftp, nntp, wais] = await Promise.all([
  startGopher({}),
  startFtp({ many: 400 }),
  startNntp({ many: 100 }),
  startWais({}),
]);
const servers = [gopher, ftp, nntp, wais];
const worker = await startGateway(servers, { NEWS_SERVER: `localhost:${nntp.port}` });
afterAll(() => Promise.all([worker, ...servers].map((running) => running.close())));

const CATALOG = '/usr/share/sgml/html/dtd/catalog';
const parserIsInstalled = existsSync(CATALOG) && existsSync('/usr/bin/onsgmls');

/** What a validating parser finds wrong. */
function faultsOf(html: string): string {
  const { stderr } = spawnSync('onsgmls', ['-s', '-E', '5', '-c', CATALOG, '-'], { input: html, encoding: 'latin1' });
  return stderr;
}

const ELEMENTS =
  /^(?:a|b|blockquote|body|br|caption|cite|code|dd|div|dl|dt|em|form|h[1-6]|head|hr|html|i|img|input|kbd|li|ol|option|p|pre|samp|select|strong|sub|sup|table|td|textarea|th|title|tr|tt|ul|var)$/;

const get = (path: string) => worker.fetch(path, { headers: { Accept: 'text/html' } });

async function plainPage(path: string): Promise<string> {
  const response = await get(path);
  expect(response.headers.get('Content-Type'), path).toBe('text/html; charset=iso-8859-1');
  return response.text();
}

const at = (scheme: string, { port }: { readonly port: number }, path = ''): string =>
  `/${scheme}/localhost:${port}/${path}`;

const pages = [
  at('gopher', gopher),
  at('gopher', gopher, '1/gallery'),
  at('gopher', gopher, '1/horrors'),
  at('gopher', gopher, '1/charsets'),
  at('gopher', gopher, '0/about/welcome.txt'),
  at('gopher', gopher, '7/search'),
  at('gopher', gopher, '7/search%09gopher'),
  at('gopher', gopher, '0/plus/visitors-book%09%09%3F'),
  at('gopher', gopher, '1/nothing'),
  at('ftp', ftp, 'pub/'),
  at('ftp', ftp, 'pub/many/'),
  at('ftp', ftp, 'pub/nothing/'),
  at('nntp', nntp),
  at('nntp', nntp, 'museum.history'),
  at('news', nntp, 'veronica.1@museum.test'),
  at('news', nntp, 'uuencoded.1@museum.test'),
  at('telnet', ftp),
  '/ftp/192.168.0.1/',
  `/open?url=${encodeURIComponent(`wais://localhost:${wais.port}/history?wais`)}`,
  '/open?url=nonsense%20',
  '/r?url=https%3A%2F%2Fweb.example%2F',
  '/r?url=afs%3A%2F%2Fcell%2Fx',
  '/inspect?url=gopher%3A%2F%2Fh.example%2F',
  '/problems',
];

test.each(pages)('%s is a plain page', async (path) => {
  const html = await plainPage(`${path}${path.includes('?') ? '&' : '?'}format=html32`);
  expect(html).toMatch(/^<!DOCTYPE HTML PUBLIC "-\/\/W3C\/\/DTD HTML 3\.2 Final\/\/EN">\n<html><head><title>/);
  expect(html).toMatch(/<\/html>\n$/);
  expect(html).toMatch(/^[\t\n\x20-\x7e]*$/);
  const elements = new Set([...html.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([, name = '']) => name));
  expect([...elements].filter((name) => !ELEMENTS.test(name))).toEqual([]);
  const addresses = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(addresses.filter((address) => !/^(?:[a-z][a-z0-9+.-]*:|#)/.test(address))).toEqual([]);
  const own = addresses.filter((address) => address.startsWith(`${worker.origin}/`));
  expect(own.filter((address) => !/[?;]format=(?:html32|raw)/.test(address))).toEqual([]);
  if (parserIsInstalled) expect(faultsOf(html)).toBe('');
});

test('a validating parser is installed where everything has to be', () => {
  if (!parserIsInstalled) console.warn('HTML 3.2 is NOT validated: opensp and sgml-data are not installed.');
  expect(parserIsInstalled || process.env.CI !== 'true').toBe(true);
  if (parserIsInstalled)
    expect(faultsOf('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><nav>')).toContain('"NAV" undefined');
});

test('a form sends the format, and only fields of HTML 3.2', async () => {
  const html = await plainPage(`${at('gopher', gopher, '7/search')}?format=html32`);
  expect(html).toContain(
    `<form method="get" action="${worker.origin}${at('gopher', gopher, '7/search')}?format=html32">` +
      '<input type="hidden" name="format" value="html32">',
  );
  expect(html).toContain('<input name="search" type="text" value=""><input type="submit" value="Search">');
});

test('for a proxy, links are original, and other pages of the Worker are no links', async () => {
  const query = '?format=html32&links=original';
  const menu = await plainPage(at('gopher', gopher) + query);
  expect(menu).toContain(`<a href="gopher://localhost:${gopher.port}/1/gallery">`);
  expect(menu).not.toContain(worker.origin);
  const search = await plainPage(at('gopher', gopher, '7/search') + query);
  expect(search).toContain('<isindex prompt="Search terms: ">');
  if (parserIsInstalled) expect(faultsOf(search)).toBe('');
  const database = await plainPage(
    `/open${query}&url=${encodeURIComponent(`wais://localhost:${wais.port}/history?wais`)}`,
  );
  expect(database).toMatch(/ action="wais:\/\/localhost:\d+\/history"><input type="hidden" name="waypost" value="">/);
  const failure = await plainPage(at('gopher', gopher, '1/nothing') + query);
  expect(failure).not.toContain(worker.origin);
  const directory = await plainPage(at('ftp', ftp, 'pub/') + query);
  expect(directory).toContain(`<a href="ftp://localhost:${ftp.port}/pub/?waypost&amp;sort=size&amp;order=asc">`);
});

test('a redirect keeps the format', async () => {
  const response = await get(`/gopher/localhost:${gopher.port}?format=html32`);
  expect([response.status, response.headers.get('Location')]).toEqual([
    302,
    `${worker.origin}/gopher/localhost:${gopher.port}/?format=html32`,
  ]);
  const proxied = await get(`/gopher/localhost:${gopher.port}?format=html32&links=original`);
  expect(proxied.headers.get('Location')).toBe(`gopher://localhost:${gopher.port}/`);
});

test.each([
  ['a picture', at('gopher', gopher, 'g/gallery/post.gif'), 'image/gif'],
  ['a text of an archive', at('ftp', ftp, 'pub/README'), 'text/plain; charset=utf-8'],
])('%s is a file', async (_, path, type) => {
  const response = await get(`${path}?format=html32`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
  await response.body?.cancel();
});

test('HTML of another server stays as it is', async () => {
  const html = await get(`${at('gopher', gopher, 'h/gallery/page.html')}?format=html32`);
  expect(html.headers.get('Content-Type')).toContain('text/html');
  expect(html.headers.get('Content-Security-Policy')).toMatch(/^sandbox/);
  expect(await html.text()).not.toContain('HTML 3.2');
});
