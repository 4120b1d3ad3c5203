/**
 * What crawlers get: pages without links to other views of the same thing, and with `CRAWLERS` a part of the gateways
 * that one of them may crawl (RFC 9309).
 */
import { afterAll, expect, test } from 'vitest';
import { parseCrawlers } from '../../../worker/settings/gateways.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { startGateway } from '../gateway/worker.ts';

const [gopher, ftp] = await Promise.all([startGopher({}), startFtp()]);
const menu = `/gopher/localhost:${gopher.port}/1/charsets`;
const text = `/gopher/localhost:${gopher.port}/0/charsets/prices.txt`;
const directory = `/ftp/localhost:${ftp.port}/pub/`;
const worker = await startGateway([gopher, ftp], {
  CRAWLERS: `archive.org_bot=/gopher/localhost:${gopher.port}/1/ archive.org_bot=/ftp/localhost:${ftp.port}/ OtherBot=/ftp/`,
});
afterAll(() => Promise.all([worker, gopher, ftp].map((running) => running.close())));

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ARCHIVE = 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)';
const SEARCH = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const get = (path: string, agent: string) =>
  worker.fetch(path, { headers: { Accept: 'text/html', 'User-Agent': agent } });

/** The links of a page to other views of the same thing, and whether each says so. */
function viewsIn(html: string): [href: string, rel: string | undefined][] {
  return [...html.matchAll(/<a ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const href = / ?href="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const isView = /[?;](?:format|charset|sort)=|%09%09/.test(href) && !/[?;]from=/.test(href);
    return isView ? [[href, /rel="([^"]*)"/.exec(attributes)?.[1]]] : [];
  });
}

test.each([menu, text, directory])('other views of %s say that they are, and crawlers have none', async (path) => {
  const views = viewsIn(await (await get(path, BROWSER)).text());
  expect(views.length).toBeGreaterThan(1);
  expect(views.filter(([, rel]) => rel !== 'nofollow alternate')).toEqual([]);
  for (const agent of [ARCHIVE, SEARCH, 'Wget/1.21.3']) {
    const response = await get(path, agent);
    expect(viewsIn(await response.text()), agent).toEqual([]);
    // Nobody else may get this variant from a cache.
    expect([response.headers.get('Cache-Control'), response.headers.get('ETag')]).toEqual(['private, no-store', null]);
  }
});

test.each([
  ['the crawler of an archive', menu, ARCHIVE, null, 'rel="ugc"'],
  ['the crawler of an archive at another server', directory, ARCHIVE, null, '<table'],
  ['the crawler of an archive where it may not go', text, ARCHIVE, 'noindex', '<pre'],
  ['another crawler', menu, SEARCH, 'noindex', 'rel="noopener noreferrer nofollow ugc"'],
  ['a browser', menu, BROWSER, 'noindex', 'rel="noopener noreferrer nofollow ugc"'],
])('%s', async (_, path, agent, tag, part) => {
  const response = await get(path, agent);
  expect([response.status, response.headers.get('X-Robots-Tag')]).toEqual([200, tag]);
  expect(await response.text()).toContain(part);
});

test('an error is never for an index', async () => {
  const response = await get(`/gopher/localhost:${gopher.port}/1/nothing`, ARCHIVE);
  expect([response.status, response.headers.get('X-Robots-Tag')]).toEqual([404, 'noindex']);
});

/** Whether a robots.txt allows a path: the longest rule counts, and `Allow` among equals (RFC 9309 §2.2.2). */
function allows(robots: string, agent: string, path: string): boolean {
  const groups = robots.split(/\n\n/).map((group) => group.trim().split('\n'));
  const find = (name: string) => groups.find(([first = '']) => first.toLowerCase() === `user-agent: ${name}`);
  const rules = (find(agent.toLowerCase()) ?? find('*') ?? []).slice(1).map((line) => line.split(': ', 2));
  const matching = rules.filter(([, rule = '']) => {
    const pattern = rule.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${pattern}`).test(path);
  });
  const [longest] = matching.toSorted(
    ([verb = '', a = ''], [, b = '']) => b.length - a.length || (verb === 'Allow' ? -1 : 1),
  );
  return longest?.[0] !== 'Disallow';
}

test.each([
  ['archive.org_bot', menu, true],
  ['archive.org_bot', `${menu}?format=json`, false],
  ['archive.org_bot', `${menu}%09%09!`, false],
  ['archive.org_bot', text, false],
  ['archive.org_bot', `${directory}?sort=name&order=asc&from=200`, true],
  ['archive.org_bot', '/gopher/other.example/1/', false],
  ['archive.org_bot', '/inspect?url=x', false],
  ['OtherBot', '/ftp/any.example/', true],
  ['OtherBot', menu, false],
  ['Googlebot', menu, false],
  ['Googlebot', '/docs', true],
])('robots.txt: %s at %s: %j', async (agent, path, allowed) => {
  expect(allows(await (await get('/robots.txt', agent)).text(), agent, path)).toBe(allowed);
});

test.each([
  'archive.org_bot',
  'a=/gopher/',
  'archive.org_bot=/docs',
  'archive.org_bot=gopher/',
  'bot=/gopher/*',
  '=/ftp/',
])('%s is not a setting', (text) => expect(() => parseCrawlers(text)).toThrow(/is not crawler=\/scheme\/host\//));
