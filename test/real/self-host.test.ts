/**
 * The built server, in a read-only folder and as a user who owns nothing, with programs of others: lynx, w3m, curl and
 * wget through its proxy for old browsers, and wget and lftp at its usual port.
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
const waypost = await built.start({}, ['--proxy-port', '0']);
const proxy = `http://127.0.0.1:${waypost.proxyPort}/`;
const folder = mkdtempSync(join(tmpdir(), 'waypost-clients-'));
afterAll(async () => {
  await waypost.stop();
  await Promise.all(servers.map((server) => server.close()));
  built.remove();
  rmSync(folder, { recursive: true });
});

/** What a program writes. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const proxies = ['gopher', 'ftp', 'news', 'nntp', 'wais'].map((scheme) => [`${scheme}_proxy`, proxy]);
  const env = { ...process.env, ...Object.fromEntries(proxies), LANG: 'C.UTF-8', HOME: folder };
  const { stdout } = await run(program, args, { env, cwd: folder, maxBuffer: 2 ** 24, timeout: 60_000 });
  return stdout;
}

test('it runs as a user who owns nothing', () => {
  const status = readFileSync(`/proc/${waypost.child.pid}/status`, 'utf8');
  expect(user).not.toBeNull();
  expect(status).toContain(`Uid:\t${user?.uid}\t`);
  expect(status).toMatch(/^CapEff:\t0+$/m);
});

test.each([
  ['a gopher menu', () => `gopher://localhost:${gopher.port}/1/gallery`, 'IMAGE [g] The signpost at dusk'],
  ['a gopher text', () => `gopher://localhost:${gopher.port}/0/about/motto.txt`, 'Nothing here was ever urgent.'],
  ['a gopher search', () => `gopher://localhost:${gopher.port}/7/search?parka`, 'TEXT Gopher+, or the parka'],
  ['an FTP directory', () => `ftp://localhost:${ftp.port}/pub/`, 'Everything here may be taken away.'],
  ['an FTP file', () => `ftp://localhost:${ftp.port}/pub/README`, 'This is the attic of the Waypost museum.'],
  ['a newsgroup', () => 'news:museum.history', 'The reading circle is open | The Curator | 1991-04-04'],
  ['an article', () => 'news:opening.1@museum.test', 'The reading circle is open'],
  ['a newsgroup of a server', () => `nntp://localhost:${nntp.port}/museum.history`, 'Who remembers Veronica?'],
  ['a WAIS search', () => `wais://localhost:${wais.port}/history?wais`, 'The history of WAIS'],
])('lynx opens %s through the proxy', async (_, url, expected) => {
  expect((await output('lynx', ['-dump', '-width=100', url()])).replace(/\s+/g, ' ')).toContain(expected);
});

test('lynx shows no reference to the server itself, so each link is asked of the proxy again', async () => {
  const dump = await output('lynx', ['-dump', '-listonly', `gopher://localhost:${gopher.port}/1/gallery`]);
  const references = dump.split('\n').flatMap((line) => /^ *\d+\. (.*)$/.exec(line)?.[1] ?? []);
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter((reference) => !/^(?:gopher|telnet|tn3270|https?):/.test(reference))).toEqual([]);
  expect(references.filter((reference) => reference.includes(`:${new URL(waypost.origin).port}`))).toEqual([]);
});

// Its gopher is not tried: w3m 0.5.3 leaves the type of an item out of what it sends to a proxy.
test('w3m opens a directory as a table, and a newsgroup at the usual port', async () => {
  const w3m = (url: string) => output('w3m', ['-dump', '-cols', '100', url]);
  expect(await w3m(`ftp://localhost:${ftp.port}/pub/`)).toMatch(/nothing\.txt +0 B +1994-12-01 12:00/);
  const plain = await w3m(`${waypost.origin}/nntp/localhost:${nntp.port}/museum.history?format=html32`);
  expect(plain).toContain('Who remembers Veronica?');
});

test('curl and wget fetch a picture octet by octet', async () => {
  const url = `ftp://localhost:${ftp.port}/pub/pictures/post.gif`;
  await output('curl', ['-sS', '-f', '-x', proxy, '-o', 'curl.gif', url]);
  await output('wget', ['-q', '-O', 'wget.gif', url]);
  await output('curl', ['-sS', '-f', '--noproxy', '*', '-o', 'direct.gif', url]);
  const picture = readFileSync(join(folder, 'direct.gif'));
  expect(picture.length).toBeGreaterThan(100);
  for (const name of ['curl.gif', 'wget.gif'])
    expect(readFileSync(join(folder, name)).equals(picture), name).toBe(true);
});

test('curl gets no tunnel', async () => {
  const tunnel = output('curl', ['-sS', '-x', proxy, 'https://web.example/']);
  await expect(tunnel).rejects.toThrow(/CONNECT tunnel failed, response 405/);
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
