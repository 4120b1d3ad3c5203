/**
 * The built server, in a read-only folder and as a user who owns nothing, with programs of others: lynx and w3m read
 * its pages, curl, wget and lftp its files.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import { startNntp } from '../servers/nntp.ts';
import { startWais } from '../servers/wais.ts';
import { buildForTests, user } from '../worker/self-host/server.ts';

const run = promisify(execFile);

const ftp = await startFtp();
const nntp = await startNntp();
const wais = await startWais();
const gopher = await startGopher({ otherPorts: { ftp: ftp.port, nntp: nntp.port, closed: 1 } });
const servers = [gopher, ftp, nntp, wais];
const built = await buildForTests(() => ({
  NEWS_SERVER: `localhost:${nntp.port}`,
  EGRESS_ALLOW: servers.map(({ port }) => `localhost:${port} 127.0.0.1:${port}`).join(' '),
  EGRESS_DENY_PORTS: '6379',
  RATE_LIMITS: 'off',
  CRAWLERS: `Wget=/gopher/localhost:${gopher.port}/ Wget=/ftp/localhost:${ftp.port}/pub/texts/`,
}));
const waypost = await built.start();
const folder = mkdtempSync(join(tmpdir(), 'waypost-clients-'));
afterAll(async () => {
  await waypost.stop();
  await Promise.all(servers.map((server) => server.close()));
  built.remove();
  rmSync(folder, { recursive: true });
});

/** What a program writes. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LANG: 'C.UTF-8', HOME: folder };
  const { stdout } = await run(program, args, { env, cwd: folder, maxBuffer: 2 ** 24, timeout: 60_000 });
  return stdout;
}

test('it runs as a user who owns nothing', () => {
  const status = readFileSync(`/proc/${waypost.child.pid}/status`, 'utf8');
  expect(user).not.toBeNull();
  expect(status).toContain(`Uid:\t${user?.uid}\t`);
  expect(status).toMatch(/^CapEff:\t0+$/m);
});

/** What a reader sees of each page, with any number of blanks as one. */
const PAGES: readonly (readonly [what: string, path: string, expected: string])[] = [
  ['the front page', '/', 'A link, or a text with links in it'],
  ['the errors', '/problems', 'Errors and notes'],
  ['the documentation', '/docs', 'Resolve a URL GET /v1/resolve'],
  ['a gopher menu', `/gopher/localhost:${gopher.port}/1/gallery`, 'IMAGE [g] The signpost at dusk'],
  ['a gopher text', `/gopher/localhost:${gopher.port}/0/about/motto.txt`, 'Nothing here was ever urgent.'],
  ['a gopher search', `/gopher/localhost:${gopher.port}/7/search%09parka`, 'TEXT Gopher+, or the parka'],
  ['an FTP directory', `/ftp/localhost:${ftp.port}/pub/`, 'nothing.txt 0 B 1994-12-01 12:00'],
  ['an FTP file', `/ftp/localhost:${ftp.port}/pub/README`, 'This is the attic of the Waypost museum.'],
  ['a newsgroup', '/news/~/museum.history', 'The reading circle is open The Curator 1991-04-04 09:00 18 lines'],
  ['an article', '/news/~/opening.1@museum.test', 'museum.announce museum.history'],
  ['a list of groups', '/news/~/*', 'What the curator has to say (Moderated) moderated 1'],
  ['a WAIS search', `/wais/localhost:${wais.port}/history?search=wais`, 'The history of WAIS'],
  ['a failure', `/ftp/localhost:${ftp.port}/nope`, `Log in Go to localhost:${ftp.port} Explain this link`],
  ['a link into the Web', '/open?url=http://web.example/', 'Waypost has not checked this page.'],
  ['a redirect', `/r?url=gopher://localhost:${gopher.port}/1/gallery`, 'IMAGE [g] The signpost at dusk'],
];

/** What a browser shows. The exit status of lynx is that of the page. */
async function dumped(program: string, args: readonly string[]): Promise<string> {
  try {
    return await output(program, args);
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

const dumpers = { lynx: ['-dump', '-nolist', '-width=200'], w3m: ['-dump', '-cols', '200'] } as const;

test.each(Object.keys(dumpers).flatMap((program) => PAGES.map((page) => [program, ...page] as const)))(
  '%s reads %s',
  async (program, _, path, expected) => {
    const args = program === 'lynx' ? dumpers.lynx : dumpers.w3m;
    const dump = await dumped(program, [...args, waypost.origin + path]);
    expect(dump.replace(/\s+/g, ' ')).toContain(expected);
  },
);

test('in lynx, each link of a menu leads to this server, except those into the Web', async () => {
  const dump = await output('lynx', [
    '-dump',
    '-listonly',
    `${waypost.origin}/gopher/localhost:${gopher.port}/1/gallery`,
  ]);
  const references = dump.split('\n').flatMap((line) => /^ *\d+\. (.*)$/.exec(line)?.[1] ?? []);
  expect(references.length).toBeGreaterThan(20);
  const others = references.filter((reference) => !reference.startsWith(`${waypost.origin}/`));
  expect(others.filter((reference) => !reference.startsWith('mailto:?subject=gallery&'))).toEqual([
    'https://www.example.com/',
    'http://www.example.com/',
  ]);
});

test('curl and wget fetch a picture octet by octet', async () => {
  const file = `localhost:${ftp.port}/pub/pictures/post.gif`;
  await output('curl', ['-sS', '-f', '-o', 'curl.gif', `${waypost.origin}/ftp/${file}`]);
  await output('wget', ['-q', '-O', 'wget.gif', `${waypost.origin}/ftp/${file}`]);
  await output('curl', ['-sS', '-f', '-o', 'direct.gif', `ftp://${file}`]);
  const picture = readFileSync(join(folder, 'direct.gif'));
  expect(picture.length).toBeGreaterThan(100);
  for (const name of ['curl.gif', 'wget.gif'])
    expect(readFileSync(join(folder, name)).equals(picture), name).toBe(true);
});

test('wget -r obeys robots.txt, which lets it in where the operator has, and fetches no page twice', async () => {
  const mirror = async (path: string): Promise<string[]> => {
    const args = ['-r', '-l', '4', '-np', '-nv', '-nH', '-P', 'mirror', '--header=Accept: text/html'];
    const outside = '--reject-regex=/large|/horrors|/mishaps|/names';
    // Links that lead nowhere are a part of the museum, and end wget with 8.
    await output('wget', [...args, outside, waypost.origin + path]).catch(() => {});
    const found = globSync('mirror/**/*', { cwd: folder, withFileTypes: true }).filter((file) => file.isFile());
    rmSync(join(folder, 'mirror'), { recursive: true, force: true });
    return found.map(({ name }) => name);
  };
  const menus = await mirror(`/gopher/localhost:${gopher.port}/`);
  expect(menus.length).toBeGreaterThan(40);
  expect(menus.filter((name) => /format=(?!raw)|charset=|%09%09[!$]/.test(name))).toEqual([]);
  expect((await mirror(`/ftp/localhost:${ftp.port}/pub/texts/`)).toSorted()).toContain('timeline.txt');
  // It fetches what it was told to, and nothing below.
  expect((await mirror(`/ftp/localhost:${ftp.port}/pub/pictures/`)).toSorted()).toEqual(['index.html', 'robots.txt']);
});

test('lftp mirrors a directory from its page', async () => {
  const commands = `set net:max-retries 1; open ${waypost.origin}/ftp/localhost:${ftp.port}/pub/texts/; mirror . texts`;
  await output('lftp', ['-c', commands]);
  const names = globSync('*', { cwd: join(folder, 'texts') });
  expect(names).toEqual(expect.arrayContaining(['gopher.txt', 'timeline.txt', 'welcome.txt']));
  const original = readFileSync(join(import.meta.dirname, '../servers/content/texts/timeline.txt'));
  expect(readFileSync(join(folder, 'texts/timeline.txt')).equals(original)).toBe(true);
});
