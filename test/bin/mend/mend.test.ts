/** `waypost mend` over a folder, with servers of the old protocols and an archive that speaks Memento. */
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { listen } from '../../servers/listener.ts';
import { startWeb, type WebAnswer } from '../../servers/web.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';
import { mend } from '../network/harness.ts';

const WEB: Readonly<Record<string, WebAnswer>> = {
  '/': { status: '200 OK' },
  '/new/page': { status: '200 OK' },
  '/for-ever': { status: '301 Moved Permanently', fields: ['Location: /new/page'] },
  '/for-now': { status: '302 Found', fields: ['Location: /new/page'] },
  '/to-front': { status: '308 Permanent Redirect', fields: ['Location: /'] },
  '/to-dead': { status: '301 Moved Permanently', fields: ['Location: ftp://localhost:1/pub/x'] },
};
const asked: string[] = [];
const archived = 'ftp://gone.example.com/pub/nope';
const COPIES = '/web/19970101000000/';
/** An archive: `/web/` is a TimeGate and has mementos; the other paths are pages without a copy of the link. */
const archive = await startWeb((method, target) => {
  asked.push(`${method} ${target}`);
  const [, folder, url = ''] = /^\/(\w+)\/(?:\d{14}\/)?(ftp:\/\/gone\..*)$/.exec(target) ?? [];
  const original = `Link: <${url}>; rel="original", </timemap>; rel="timemap"; type="application/link-format"`;
  const date = 'Memento-Datetime: Wed, 01 Jan 1997 00:00:00 GMT';
  if (target.startsWith(COPIES)) return { status: '200 OK', fields: [date, original] };
  switch (folder) {
    case 'web':
      return { status: '302 Found', fields: ['Vary: accept-datetime', `Location: ${COPIES}${url}`, original] };
    case 'page':
      return { status: '200 OK', body: 'No copy was found.' };
    case 'other':
      return { status: '200 OK', fields: [date, 'Link: <http://gone.example.com/>; rel="original"'] };
    default:
      return { status: '404 Not Found' };
  }
});
const [gopher, ftp, web] = await Promise.all([
  startGopher(),
  startFtp(),
  startWeb((_, target) => WEB[target] ?? { status: '404 Not Found' }),
]);
const ssh = await listen('ssh', {}, async (client) => {
  await client.reply('SSH-2.0-OpenSSH_9.9\r\n');
  await client.line();
});
const servers = [gopher, ftp, web, archive, ssh];

/** A name of the Internet whose server is here: archives are not asked about private hosts. */
const lookup = dns.lookup;
beforeAll(() => {
  const here = (name: string, ...others: unknown[]): unknown =>
    Reflect.apply(lookup, dns, [name === 'gone.example.com' ? '127.0.0.1' : name, ...others]);
  Object.assign(dns, { lookup: here });
});
afterAll(async () => {
  Object.assign(dns, { lookup });
  await Promise.all(servers.map((server) => server.close()));
});

const folder = temporaryFolder();
const [G, F, W, A] = [gopher, ftp, web, archive].map(({ port }) => `localhost:${port}`);
const gone = `ftp://gone.example.com:${ftp.port}/pub/nope`;

test('a folder: alive, moved, gone with a successor, unreachable, another protocol', async () => {
  const text = `<gopher://${G}/> http://${W}/for-ever#part http://${W}/for-now
<ftp://${F}/old
  /README> and ftp://${F}/old/nope.
http://${W}/to-front http://${W}/to-dead gopher://localhost:1/1/x gopher://localhost:${ssh.port}/
ftp://me:secret@${F}/old/README mailto:a@h.example http://h.example/{x}
`;
  const at = writeFiles(folder, {
    'docs/a.txt': text,
    'docs/b.txt': `${text.replaceAll('\n', '\r\n')}no end`,
    'docs/c.png': 'x',
    'moved.txt': `ftp://${F}/old/ ftp://${F}/pub/ # since 1996\n`,
  });
  const args = ['--recursive', '--successors', at('moved.txt'), at('docs')];
  const report = await mend(...args);
  const a = at('docs/a.txt');
  expect(report.stdout.split('\n').filter((line) => line.startsWith(a))).toEqual([
    `${a}:1:${`<gopher://${G}/> `.length + 1}: alive: http://${W}/for-ever#part → http://${W}/new/page (moved)`,
    `${a}:2:2: gone: ftp://${F}/old/README → ftp://${F}/pub/README (successor)`,
    expect.stringMatching(/^.*a.txt:3:\d+: gone: .*\/old\/nope \(its successor ftp:.*\/pub\/nope is not alive\)$/),
    expect.stringMatching(/^.*a.txt:4:1: alive: .*\/to-front \(the server sends it to its front page, .*\)$/),
    expect.stringMatching(/^.*a.txt:4:\d+: moved: .*\/to-dead \(it moved to ftp:.*, which is not alive\)$/),
    expect.stringMatching(
      /^.*a.txt:4:\d+: unreachable: gopher:.* \(--dead unreachable would look for a replacement\)$/,
    ),
    expect.stringMatching(/^.*a.txt:4:\d+: other-protocol: gopher:.* \(--dead other-protocol would .*\)$/),
    expect.stringMatching(
      /^.*a.txt:5:1: gone: ftp:\/\/me:\*\*\*@.* \(the link has a user name, which is never sent\)$/,
    ),
  ]);
  const unread = 'waypost: 1 file not read: .png 1 (--format reads files that you name)\n';
  expect(report).toMatchObject({ mended: false, failed: false, stderr: unread });
  expect(readFileSync(a, 'utf8')).toBe(text);

  const mended = await mend('--write', ...args);
  const expected = text
    .replace(`/for-ever#part`, '/new/page#part')
    .replace(`<ftp://${F}/old\n  /README>`, `<ftp://${F}/pub/README>`);
  expect(readFileSync(a, 'utf8')).toBe(expected);
  expect(readFileSync(at('docs/b.txt'), 'utf8')).toBe(`${expected.replaceAll('\n', '\r\n')}no end`);
  expect(mended.stdout).toContain(`${a} (text): 2 links changed\n`);
  expect(mended).toMatchObject({ mended: false, failed: false });
});

test('an archive counts if it says that it has a copy of this very link', async () => {
  const at = writeFiles(folder, { 'old.txt': `See <${archived}#intro>.\n` });
  const gonePort = (setting: string) => mend('--dead=gone,unreachable', `--archives=${setting}`, at('old.txt'));
  // The link has no port, so its server does not answer here.
  const none = await mend('--dead=gone,unreachable', at('old.txt'));
  expect([none.stdout.split('\n')[0], asked]).toEqual([
    expect.stringContaining('(no replacement is known; --successors or --archives may name one)'),
    [],
  ]);
  for (const path of ['page', 'other', 'nothing']) {
    const { stdout } = await gonePort(`http://${A}/${path}/{+url}`);
    expect(stdout).toContain('(no replacement is known)');
  }
  const { stdout } = await gonePort(JSON.stringify({ ftp: `http://${A}/page/{+url} http://${A}/web/{+url}` }));
  expect(stdout).toContain(` → http://${A}${COPIES}${archived} (copy of Wed, 01 Jan 1997 00:00:00 GMT in ${A})\n`);
  await mend('--dead=gone,unreachable', `--archives=http://${A}/web/{+url}`, '--write', at('old.txt'));
  expect(readFileSync(at('old.txt'), 'utf8')).toBe(`See <http://${A}${COPIES}${archived}#intro>.\n`);
});

test('gone with an archive, as objects; nobody asks archives about private hosts', async () => {
  const at = writeFiles(folder, { 'x.txt': `${gone} ftp://${F}/pub/nope\n` });
  asked.length = 0;
  const { stdout } = await mend('--report=ndjson', `--archives=http://${A}/web/{+url}`, at('x.txt'));
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      status: 'gone',
      replacement: {
        url: `http://${A}${COPIES}${gone}`,
        source: 'archive',
        copy: { name: A, datetime: 'Wed, 01 Jan 1997 00:00:00 GMT' },
      },
      note: null,
    },
    { status: 'gone', replacement: null, note: 'no replacement is known' },
  ]);
  expect(new Set(asked)).toEqual(new Set(['GET /robots.txt', `HEAD /web/${gone}`, `HEAD ${COPIES}${gone}`]));
});
