/**
 * `waypost get`: every scheme that it opens, its three forms of an answer, and its errors, against the test servers.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorityPath } from '../../servers/certificates.ts';
import { startCnrp } from '../../servers/cnrp.ts';
import { startCso } from '../../servers/cso.ts';
import type { Fault } from '../../servers/faults.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { startNntp } from '../../servers/nntp.ts';
import { ServerPool } from '../../servers/pool.ts';
import { startProspero } from '../../servers/prospero.ts';
import { RAW_ID, startRawId } from '../../servers/raw-id.ts';
import { startWais } from '../../servers/wais.ts';
import { startWeb } from '../../servers/web.ts';
import { scripted } from '../../worker/gateway/ftp/scripted.ts';
import { startFakeServer } from '../../worker/gateway/gopher/worker.ts';
import { get, loadBundle, writeBundle } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-get-'));
const [ftp, nntp, wais] = await Promise.all([startFtp(), startNntp(), startWais()]);
const ports = { ftp: ftp.port, nntp: nntp.port, wais: wais.port };
const gopher = await startGopher({ otherPorts: ports });
const [cso, cnrp, prospero] = await Promise.all([
  startCso(),
  startCnrp({ otherPorts: { gopher: gopher.port, ftp: ftp.port } }),
  startProspero({ otherPorts: { ...ports, gopher: gopher.port } }),
]);
const web = await startWeb((_, target, fields) => {
  const sent = (name: string): string =>
    fields.find((field) => field.startsWith(`${name}: `))?.slice(name.length + 2) ?? '-';
  const [, status = '200 OK'] = /^\/(\d{3}.*)/.exec(decodeURIComponent(target)) ?? [];
  const location = status.startsWith('3') ? [`Location: /moved?${sent('Authorization')}`] : [];
  return {
    status,
    fields: ['Content-Type: text/plain; charset=iso-8859-1', ...location],
    body: `${target} ${sent('Authorization')} ${sent('User-Agent')} \xe9\n`,
  };
});
const webPort = web.port;
/** Pages that lead back to themselves. */
const circles = await startWeb((_, target) => {
  const to = { '/itself': '/itself', '/there': '/back', '/back': '/there' }[target] ?? '/';
  return { status: '302 Found', fields: [`Location: ${to}`], body: '' };
});
const rawId = await startRawId();
/** No name server is asked: no name has an address but those of this machine. */
const { lookup } = dns;
beforeAll(async () => {
  const here = (name: string, ...others: unknown[]): unknown => {
    if (name !== 'nowhere.invalid') return Reflect.apply(lookup, dns, [name, ...others]);
    const found = others.at(-1);
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
    });
    return typeof found === 'function' && found(error);
  };
  Object.assign(dns, { lookup: here });
  await loadBundle();
});
afterAll(async () => {
  Object.assign(dns, { lookup });
  await Promise.all(
    [ftp, nntp, wais, gopher, cso, cnrp, prospero, web, circles, rawId].map((server) => server.close()),
  );
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);
const sha256 = (octets: Uint8Array): string => createHash('sha256').update(octets).digest('hex');

/** The digest of `3MB.bin`. */
const SUM = 'ba0dd39734340f83b60b369f8d156928e5bc9f58845ce9eeac33c9a588a5f13a';

describe('as text', () => {
  test.each([
    [
      'a menu',
      `gopher://localhost:${gopher.port}/`,
      `What was Gopher?  <gopher://localhost:${gopher.port}/0/about/gopher.txt>`,
    ],
    ['a text', `gopher://localhost:${gopher.port}/0/about/welcome.txt`, 'museum'],
    [
      'a type in the menu that asks for words',
      `gopher://localhost:${gopher.port}/7/search`,
      'Add the words to the link',
    ],
    ['a phone book', `gopher://localhost:${cso.port}/2`, 'name        Full name.\n'],
    ['an entry of a phone book', `gopher://localhost:${cso.port}/2%09jane`, 'department  Curators\nemail       jdoe@'],
    ['a search in a phone book without a result', `gopher://localhost:${cso.port}/2%09nobody`, 'No entry matches.'],
    ['a field that no query may name', `gopher://localhost:${cso.port}/2`, 'several lines. (cannot be searched)'],
    ['a letter', `gopher://localhost:${gopher.port}/M/gallery/mail.eml`, 'subject: '],
    ['a text of code page 437', `gopher://localhost:${gopher.port}/0/charsets/poster.txt`, '█'],
    ['a directory', `ftp://localhost:${ftp.port}/pub/`, '519  1995-02-03  README\n'],
    ['a link in a directory', `ftp://localhost:${ftp.port}/pub/`, 'latest -> texts/timeline.txt'],
    ['the file that explains a directory', `ftp://localhost:${ftp.port}/pub/`, 'pub/texts      the writings'],
    ['a directory without its slash', `ftp://localhost:${ftp.port}/pub`, 'README\n'],
    ['a file', `ftp://localhost:${ftp.port}/pub/README`, 'This is the attic'],
    ['groups', `news://localhost:${nntp.port}/`, 'museum.history                            Who remembers what\n'],
    ['a group', `news://localhost:${nntp.port}/museum.history`, '1993-11-16  Jürgen Weiß  '],
    ['an article', `news://localhost:${nntp.port}/opening.1@museum.test`, 'Subject: The reading circle is open\n'],
    ['an article with a "%" in its id', `news://localhost:${rawId.port}/${RAW_ID}`, 'Subject: Raw\n'],
    [
      'an article by its number',
      `nntp://localhost:${nntp.port}/museum.history/3`,
      'Subject: The reading circle is open\n',
    ],
    ['hits', `wais://localhost:${wais.port}/history?wais`, '1000  wais.txt: The history of WAIS  <wais://'],
    ['objects', `prospero://localhost:${prospero.port}//museum`, '81  1994-11-16  welcome.txt  <prospero://'],
    ['a file by UDP', `prospero://localhost:${prospero.port}//museum/welcome.txt`, 'It began in 1989.\n'],
    ['a page of the Web', `http://127.0.0.1:${webPort}/x?y`, '/x?y - waypost/1.2.3 é\n'],
    [
      'a page that a menu of gopher leads to',
      `gopher://localhost:${gopher.port}/hURL:http://127.0.0.1:${webPort}/x`,
      '/x - waypost',
    ],
    ['a page that has moved', `http://127.0.0.1:${webPort}/301%20Moved`, '/moved?- - waypost'],
  ])('%s', async (_, url, expected) => {
    const { opened, stdout, stderr } = await get([url]);
    expect([opened, stderr]).toEqual([true, '']);
    expect(stdout).toContain(expected);
  });

  test('the title line of a menu is printed, though a page has it as its heading', async () => {
    const { stdout } = await get([`gopher://localhost:${gopher.port}/`]);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'The Waypost museum',
      '',
      '    The links that browsers forgot, and what was behind them.',
    ]);
  });

  test('a document of WAIS', async () => {
    const { stdout: hits } = await get([`wais://localhost:${wais.port}/history?wais`]);
    const [, url = ''] = /<(wais:[^>]*wais\.txt[^>]*)>/.exec(hits) ?? [];
    expect(await get([url])).toEqual({
      opened: true,
      stderr: '',
      stdout: expect.stringContaining('The WAIS protocol was created'),
    });
  });

  test('servers that the link does not name', async () => {
    const group = ['--news-server', `localhost:${nntp.port}`, 'news:museum.history'];
    expect((await get(group)).stdout).toContain('<news:opening.1@museum.test>');
    const env = { NNTPSERVER: `localhost:${nntp.port}` };
    expect((await get(['news:museum.history'], { env })).stdout).toContain('<news:opening.1@museum.test>');
    const name = ['--name-service', `localhost:${cnrp.port}`, 'go:fidonet'];
    expect((await get(name)).stdout).toContain('Fidonet  <http://www.fidonet.example/>\n');
  });

  test('a charset does not keep a link from being followed, or a text from being read', async () => {
    const directory = ['--charset', 'latin1', `ftp://localhost:${ftp.port}/pub`];
    expect((await get(directory)).stdout).toContain('README\n');
    const open = `ftp://localhost:${ftp.port}/pub/README`;
    expect((await get(['--json', ...directory])).stdout).toContain(`"open":"${open}"`);
    const poster = ['--charset', 'cp437', `gopher://localhost:${gopher.port}/h/charsets/poster.txt`];
    expect((await get(poster)).stdout).toContain('█');
  });

  const LONG = 'x'.repeat(50_000);
  test.each([
    [
      'fails after all octets',
      { SIZE: '213 50000', RETR: `BROKEN(550 Failed.) ${LONG}` },
      LONG,
      'The server says: 550 Failed.',
    ],
    [
      'is longer than announced',
      { SIZE: '213 49999', RETR: `DATA ${LONG}` },
      LONG,
      'The server announced 49999 octets and sent 50000.',
    ],
    [
      'is shorter than announced',
      { SIZE: '213 50001', RETR: `DATA ${LONG}` },
      LONG,
      'The server announced 50001 octets and sent 50000.',
    ],
    ['is short, and breaks', { RETR: 'BROKEN abc' }, 'abc', 'The server says: 451 No more.'],
  ])('an FTP transfer that %s: all octets, and the reason', async (_what, script, octets, reason) => {
    const server = await scripted(script);
    const { opened, stdout, stderr } = await get(['--raw', `ftp://${server.host}:${server.port}/x`]);
    const said = `waypost: The transfer failed after ${octets.length} octets. ${reason} (gateway-unreachable)\n`;
    expect([opened, stdout === octets, stderr]).toEqual([false, true, said]);
    server.close();
  });

  test('a uuencoded file without its end line: all octets, and the reason', async () => {
    const server = createServer((socket) => socket.end('begin 644 cat.txt\n#0V%T\n'));
    await once(server.listen(0, 'localhost'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { opened, stdout, stderr } = await get([`gopher://localhost:${port}/6/cat.uue`]);
    expect([opened, stdout]).toEqual([false, 'Cat']);
    expect(stderr).toMatch(/^waypost: The transfer failed after 3 octets\. The text .* has no end line\. /);
    server.close();
  });

  test.each([
    [
      '421 after all octets',
      { SIZE: '213 3', RETR: 'BROKEN(421 Timeout.) abc' },
      'abc',
      'waypost: 226 did not come; the length is right.\n',
    ],
    ['an empty file', { SIZE: '213 0', RETR: 'DATA ' }, '', ''],
  ])('an FTP file that is whole: %s', async (_what, script, stdout, stderr) => {
    const server = await scripted(script);
    const url = `ftp://${server.host}:${server.port}/x`;
    expect(await get(['--raw', url])).toEqual({ opened: true, stdout, stderr });
    server.close();
  });

  test.each([[[]], [['--json']]])('an FTP directory that breaks: what came, and the reason %j', async (options) => {
    const server = await scripted({ LIST: 'BROKEN -rw-r--r-- 1 a b 3 Feb  3  1995 abc\r\n' });
    const { opened, stdout, stderr } = await get([...options, `ftp://${server.host}:${server.port}/`]);
    expect([opened, stderr]).toEqual([
      false,
      expect.stringMatching(/ The server says: 451 No more\. \(gateway-unreachable\)\n$/),
    ]);
    expect(stdout).toContain('abc');
    if (options.length > 0) {
      expect(JSON.parse(stdout)).toMatchObject({
        entries: [{ name: 'abc' }],
        broken: 'The server says: 451 No more.',
      });
    }
    server.close();
  });

  test.each([[[]], [['--json']]])('a gopher menu that breaks: what came, and the reason %j', async (options) => {
    const menu = Array.from({ length: 600 }, (_, index) => `0Item ${index}\t/${index}\th.example\t70\r\n`).join('');
    const server = await startFakeServer({ 'x\t+': `+99999\r\n${menu}0Unfinis` });
    const { opened, stdout, stderr } = await get([...options, `gopher://localhost:${server.port}/1x%09%09+`]);
    const reason = 'The server sent less than it announced.';
    expect([opened, stderr]).toEqual([false, expect.stringContaining(`${reason} (gateway-unreachable)\n`)]);
    if (options.length === 0) expect(stdout.split('\n').filter((line) => /^Item \d+ {2}/.test(line))).toHaveLength(600);
    else expect(JSON.parse(stdout)).toMatchObject({ lines: { length: 600 }, broken: reason });
    await server.close();
  });

  test('what was opened in place of an FTP link with empty segments', async () => {
    const server = await scripted({ 'CWD ': '550 No.' });
    const at = `ftp://${server.host}:${server.port}`;
    const said = (path: string) =>
      `waypost: The server does not have this link with its empty segments. This is ${at}${path}.\n`;
    expect(await get([`${at}/a//abc`])).toEqual({ opened: true, stdout: 'abc', stderr: said('/a/abc') });
    expect(await get([`${at}//`])).toMatchObject({ opened: true, stderr: said('/%2F/') });
    server.close();
  });

  test('no character is a command to the terminal', async () => {
    const { stdout } = await get([`gopher://localhost:${gopher.port}/1/horrors`]);
    expect(stdout).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    const { stdout: raw } = await get(['--raw', `gopher://localhost:${gopher.port}/1/horrors`]);
    expect(raw).toMatch(/\x1b/);
  });

  test('characters that reverse a text are escapes', async () => {
    const url = `gopher://localhost:${gopher.port}/1/horrors`;
    const { stdout } = await get([url]);
    expect(stdout).toContain('Text that turns around: \\u{202E}txt.exe');
    expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('a terminal gets no file that is not text', async () => {
    const url = `gopher://localhost:${gopher.port}/I/gallery/post.png`;
    const refusal = 'waypost: The file is not text. Write it to a file with --output. (not-implemented)\n';
    expect(await get([url], { stdout: { isTTY: true } })).toEqual({ opened: false, stdout: '', stderr: refusal });
    expect((await get(['--raw', url], { stdout: { isTTY: true } })).opened).toBe(false);
    expect((await get([url])).opened).toBe(true);
  });
});

describe('a page that moves', () => {
  const CIRCLE = 'waypost: The server redirects the link in a loop. (gateway-protocol)\n';
  test.each([
    ['to itself', '/itself'],
    ['to one that leads back', '/there'],
  ])('%s is a circle', async (_what, path) => {
    expect(await get([`http://127.0.0.1:${circles.port}${path}`])).toEqual({
      opened: false,
      stdout: '',
      stderr: CIRCLE,
    });
  });
});

describe('as octets', () => {
  test.each([
    ['gopher', `gopher://localhost:${gopher.port}/9/large/3MB.bin`],
    ['ftp', `ftp://localhost:${ftp.port}/pub/large/3MB.bin`],
  ])('3 MB by %s', async (scheme, url) => {
    const output = file(`${scheme}.bin`);
    expect(await get(['--raw', '-o', output, url])).toEqual({ opened: true, stdout: '', stderr: '' });
    expect(sha256(readFileSync(output))).toBe(SUM);
  });

  test('a menu as the server sends it', async () => {
    const { stdout } = await get(['--raw', `gopher://localhost:${gopher.port}/`]);
    expect(stdout).toContain(`0What was Gopher?\t/about/gopher.txt\tlocalhost\t${gopher.port}\t+\r\n`);
  });

  test('the fields of a phone book as the server sends them', async () => {
    const { stdout } = await get(['--raw', `gopher://localhost:${cso.port}/2`]);
    expect(stdout).toContain('-200:3:name:max 64 Indexed Lookup Public Default\r\n');
    expect(stdout.endsWith('200:Ok.\r\n')).toBe(true);
  });

  test('a file that does not come leaves no file behind', async () => {
    const output = file('absent.bin');
    expect((await get(['-o', output, `ftp://localhost:${ftp.port}/pub/absent`])).opened).toBe(false);
    expect(existsSync(output)).toBe(false);
  });
});

describe('as JSON', () => {
  test.each([
    [`gopher://localhost:${gopher.port}/`, { kind: 'menu', links: { self: `gopher://localhost:${gopher.port}/` } }],
    [`gopher://localhost:${cso.port}/2`, { kind: 'phone-book', query: null, entries: null }],
    [`ftp://localhost:${ftp.port}/pub/`, { kind: 'directory' }],
    [`news://localhost:${nntp.port}/museum.history`, { kind: 'group', older: null, newer: null }],
    [`wais://localhost:${wais.port}/history?wais`, { kind: 'search', search: 'wais' }],
    [`prospero://localhost:${prospero.port}//museum`, { kind: 'directory' }],
    [`http://127.0.0.1:${webPort}/`, { kind: 'file', mediaType: 'text/plain; charset=iso-8859-1' }],
    [`gopher://localhost:${gopher.port}/0/about/welcome.txt`, { kind: 'text' }],
    [`gopher://localhost:${gopher.port}/9/large/3MB.bin`, { kind: 'file' }],
    [`gopher://localhost:${gopher.port}/0/about/welcome.txt%09%09!`, { kind: 'attributes' }],
    [`gopher://localhost:${gopher.port}/0/plus/visitors-book%09%09%3F`, { kind: 'form' }],
    [`gopher://localhost:${gopher.port}/M/gallery/mail.eml`, { kind: 'mail' }],
    [`news://localhost:${nntp.port}/*`, { kind: 'groups' }],
    [`news://localhost:${nntp.port}/opening.1@museum.test`, { kind: 'article' }],
    [`news://localhost:${nntp.port}/attachment.1@museum.test/part/2`, { number: 2, name: 'leaflet.pdf' }],
    [`go://localhost:${cnrp.port}?fidonet`, { kind: 'names' }],
    [`prospero://localhost:${prospero.port}//museum/welcome.txt`, { kind: 'text' }],
  ])('%s, on one line', async (url, expected) => {
    const { opened, stdout } = await get(['--json', url]);
    expect(opened).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject(expected);
    expect(stdout).toMatch(/^[^\n]*\n$/);
    // Nothing leads to a gateway that does not exist.
    expect(stdout).not.toContain('waypost.invalid');
  });
});

describe('names and passwords', () => {
  test('go to the server of the link, and to no other', async () => {
    expect((await get([`ftp://curator:museum@localhost:${ftp.port}/`])).stdout).toContain('ledger.txt');
    expect((await get([`http://u:p%20q@127.0.0.1:${webPort}/x`])).stdout).toContain(`Basic ${btoa('u:p q')}`);
    const moved = await get([`http://u:p@127.0.0.1:${webPort}/301%20Moved`]);
    expect(moved.stdout).toContain(`/moved?Basic%20${btoa('u:p')} - `);
  });

  test('do not follow a link to another port of the same host', async () => {
    const other = await startWeb((_, __, fields) => ({ status: '200 OK', body: fields.join(' ') }));
    const first = await startWeb(() => ({
      status: '302 Found',
      fields: [`Location: http://127.0.0.1:${other.port}/`],
    }));
    const { stdout } = await get([`http://u:secret@127.0.0.1:${first.port}/`]);
    await Promise.all([first.close(), other.close()]);
    expect(stdout).toContain(`Host: 127.0.0.1:${other.port}`);
    expect(stdout).toContain(' Connection: close');
    expect(stdout).not.toContain('Authorization');
  });

  test('a wrong password', async () => {
    const { opened, stderr } = await get([`ftp://curator:wrong@localhost:${ftp.port}/`]);
    expect([opened, stderr]).toEqual([
      false,
      'waypost: The server rejected this user name and password. (forbidden)\n',
    ]);
  });
});

describe('errors', () => {
  test.each([
    [`gopher://localhost:${gopher.port}/0/nope`, /museum \(not-found\)\n$/],
    [`ftp://localhost:${ftp.port}/pub/nope`, /\(not-found\)\n$/],
    [`news://localhost:${nntp.port}/nope@nowhere.test`, /\(not-found\)\n$/],
    [`prospero://localhost:${prospero.port}//nope`, /\(not-found\)\n$/],
    [`http://127.0.0.1:${webPort}/404%20Not%20Found`, /^waypost: The server says: 404 Not Found \(not-found\)\n$/],
    [
      `http://127.0.0.1:${webPort}/503%20Service%20Unavailable`,
      /^waypost: The server says: 503 Service Unavailable \(gateway-busy\)\n$/,
    ],
    [`http://localhost:${gopher.port}/`, /\(gateway-protocol\)\n$/],
    ['gopher://localhost:1/', /^waypost: The server does not accept a connection\. \(gateway-unreachable\)\n$/],
    ['gopher://nowhere.invalid/', /\(gateway-unreachable\)\n$/],
    [
      `gopher://localhost:${gopher.port}/hURL:telnet://h.example/`,
      /^waypost: The link leads to telnet:\/\/h\.example\/ /,
    ],
    ['telnet://h.example/', /^waypost: There is nothing to get: "waypost explain telnet:\/\/h\.example\/" says what/],
    ['mailto:a@h.example', /\(not-implemented\)\n$/],
    ['news:a.group', /^waypost: The link names no news server\. Name one with --news-server or \$NNTPSERVER\. /],
    ['mid:a@b', /names no news server/],
    ['cid:a@b', /There is nothing to get: "waypost explain cid:a@b" says what it is/],
    ['go:fidonet', /^waypost: The link names no CNRP service\. Name one with --name-service\. /],
    ['gopher://h:x/', /^waypost: .*\(port-character\)\n$/],
  ])('%s', async (url, message) => {
    const { opened, stdout, stderr } = await get([url]);
    expect([opened, stdout]).toEqual([false, '']);
    expect(stderr).toMatch(message);
  });

  test('gopher: a transfer that breaks', async () => {
    await gopher.faults.set('reset');
    const { opened, stderr } = await get(['--raw', `gopher://localhost:${gopher.port}/9/large/3MB.bin`]);
    await gopher.faults.set(null);
    expect(opened).toBe(false);
    expect(stderr).toMatch(/^waypost: .+ \(gateway-\w+\)\n$/);
  });

  describe.concurrent('ftp', () => {
    const BROKEN = /^waypost: .+ \(gateway-\w+\)\n$/;
    const UNCONFIRMED = /^waypost: 226 did not come; the length is right\.\n$/;
    let pool: ServerPool;
    beforeAll(async () => {
      pool = await ServerPool.start(6, () => startFtp());
    });
    afterAll(() => pool?.close());

    test.each<[what: string, fault: Fault, type: string, complete: boolean, message: RegExp]>([
      ['a transfer that breaks', { kind: 'reset' }, '', false, BROKEN],
      ['silence in the place of 226', { kind: 'no-226', instead: 'silence' }, '', true, UNCONFIRMED],
      ['the end in the place of 226', { kind: 'no-226', instead: 'end' }, '', true, UNCONFIRMED],
      ['one octet now and then in the place of 226', { kind: 'no-226', instead: 'drip' }, '', true, UNCONFIRMED],
      ['a failure in the place of 226', { kind: 'no-226', instead: 'failure' }, '', false, BROKEN],
      ['silence in the place of 226, and no length', { kind: 'no-226' }, ';type=a', false, BROKEN],
    ])('%s', async (_, fault, type, complete, message) =>
      pool.lend(fault, async ({ port }) => {
        const output = file(`${port}.bin`);
        const url = `ftp://localhost:${port}/pub/large/3MB.bin${type}`;
        const { opened, stderr } = await get(['--raw', '--deadlines', 'idle=700ms', '--output', output, url]);
        expect([opened, stderr]).toEqual([complete, expect.stringMatching(message)]);
        if (fault.kind === 'no-226' && type === '') expect(sha256(readFileSync(output))).toBe(SUM);
      }),
    );
  });

  test('a server that says nothing', async () => {
    await gopher.faults.set('silent');
    const { opened, stderr } = await get(['--deadlines', 'first=300ms', `gopher://localhost:${gopher.port}/`]);
    await gopher.faults.set(null);
    expect([opened, stderr]).toEqual([false, expect.stringContaining('(gateway-timeout)')]);
  });
});

test.each([
  [['--deadlines=idle', 'go:a'], {}, '--deadlines: "idle" cannot be read'],
  [['--news-server=h:x', 'news:a'], {}, '--news-server: "h:x" cannot be read'],
  [['--name-service=a b c d e', 'go:a'], {}, '--name-service: "a b c d e" cannot be read'],
  [['news:a'], { NNTPSERVER: 'h:x' }, 'NNTPSERVER: "h:x" cannot be read'],
])('%j is a mistake in the command line', async (args, env, message) => {
  await expect(get(args, { env })).rejects.toMatchObject({ name: 'UsageError', message });
});

test('the bundle needs nothing that Node 20 lacks', async () => {
  const file = await writeBundle();
  const code = readFileSync(file, 'utf8');
  expect(code.match(/Promise\.(?:withResolvers|try)|(?:Map|Object)\.groupBy|Array\.fromAsync|RegExp\.escape/g)).toBe(
    null,
  );
});

test('TLS: a certificate that is valid, and one that is not', async () => {
  const file = await writeBundle();
  const [trusted, wrong] = await Promise.all([
    startGopher({ tls: 'implicit' }),
    startGopher({ tls: 'implicit', certificate: 'wrong-name' }),
  ]);
  const secureFtp = await startFtp({ tls: 'implicit' });
  const urls = [
    `gophers://localhost:${trusted.port}/0/about/welcome.txt`,
    `gophers://localhost:${wrong.port}/0/about/welcome.txt`,
    `ftps://localhost:${secureFtp.port}/pub/README`,
  ];
  const script = `
    const { get } = await import(${JSON.stringify(file)});
    const common = { kind: 'get', options: {}, format: 'raw', output: null, warc: null, publicOnly: false, charset: null, settings: {} };
    for (const url of ${JSON.stringify(urls)}) console.log(await get({ ...common, url }, process, '1'));
  `;
  // Node reads the list of authorities when it starts.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityPath },
  });
  await Promise.all([trusted, wrong, secureFtp].map((server) => server.close()));
  expect(stdout.match(/^(?:true|false)$/gm)).toEqual(['true', 'false', 'true']);
  expect(stdout).toContain('This is the attic');
  expect(stderr).toMatch(/^waypost: .* \(gateway-tls\)\n$/);
});

describe('--public-only', () => {
  test('a name with a private address, in both commands', async () => {
    const file = await writeBundle();
    const script = `
      import dns from 'node:dns';
      import { syncBuiltinESMExports } from 'node:module';
      dns.lookup = (name, options, callback) => callback(null, [
        { address: '192.0.43.7', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
      syncBuiltinESMExports();
      const { get, linkChecker } = await import(${JSON.stringify(file)});
      const common = { options: {}, publicOnly: true, settings: {} };
      const url = 'gopher://rebinding.example.com:${gopher.port}/';
      await get({ ...common, kind: 'get', url, format: 'raw', output: null, warc: null, charset: null }, process, '1');
      const checker = linkChecker({ ...common, pause: 0, concurrency: 1, archives: null }, process, '1');
      console.log(JSON.stringify(await checker.check(url)));
    `;
    gopher.log.length = 0;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stderr).toBe('waypost: The address leads to the machine itself: Loopback (RFC 1122 §3.2.1.3). (address)\n');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'not-checked', reason: 'address' });
    expect(gopher.log).toEqual([]);
  });

  test.each([
    [`gopher://127.0.0.1:${gopher.port}/`, 'address'],
    [`gopher://localhost:${gopher.port}/`, 'special-name'],
    ['gopher://[::1]/', 'address'],
    ['gopher://h.example.com:25/', 'port'],
    [`prospero://127.0.0.1:${prospero.port}//museum`, 'address'],
    [`http://127.0.0.1:${webPort}/`, 'address'],
  ])('%s: %s', async (url, rule) => {
    const { opened, stderr } = await get(['--public-only', url]);
    expect([opened, stderr]).toEqual([false, expect.stringContaining(`(${rule})\n`)]);
  });
});
