/** The gopher test server: the octets of its replies. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorityPath } from './certificates.ts';
import { collect, exchange, until } from './client.ts';
import { type Dialect, startGopher } from './gopher.ts';
import type { RunningServer } from './listener.ts';
import { generated } from './source.ts';

const servers = new Map<Dialect, RunningServer>();
const port = (dialect: Dialect = 'rfc1436'): number => servers.get(dialect)?.port ?? 0;

beforeAll(async () => {
  for (const dialect of ['rfc1436', 'umn', 'bare'] as const) {
    servers.set(dialect, await startGopher({ dialect, tls: 'sniffed' }));
  }
});

afterAll(async () => {
  for (const server of servers.values()) {
    expect(await until(() => server.connections === 0)).toBe(true);
    await server.close();
  }
});

/** Sends a request and returns the reply, with PORT for the server's own port. */
async function ask(request: string, dialect: Dialect = 'rfc1436'): Promise<string> {
  const { text, end } = await exchange(port(dialect), request);
  expect(end).toBe('closed');
  return text.replaceAll(String(port(dialect)), 'PORT');
}

describe('plain gopher', () => {
  test.each<[clause: string, request: string, reply: RegExp]>([
    ['RFC 1436 §2: an empty selector is the root', '\r\n', /^iThe Waypost museum\tTITLE\t/],
    ['a slash is also the root', '/\r\n', /^iThe Waypost museum\tTITLE\t/],
    ['RFC 1436 §3.3: a menu ends with a period', '\r\n', /\r\n\.\r\n$/],
    ['RFC 1436 §3.8: type 0', '\r\n', /\r\n0What was Gopher\?\t\/about\/gopher\.txt\tlocalhost\tPORT\t\+\r\n/],
    ['RFC 1436 §3.6: LF alone ends a request', '/about\n', /^iShort texts/],
    [
      'RFC 1436 §3.8: a mirror follows its item',
      '/about\r\n',
      /\n0A timeline.*\r\n\+A timeline.*\t127\.0\.0\.1\tPORT\t\+\r\n/,
    ],
    ['RFC 1436 §3.3: text ends with a period', '/about/motto.txt\r\n', /^Nothing here was ever urgent\.\r\n\.\r\n$/],
    [
      'RFC 1436 §3.3: dots are doubled',
      '/charsets/dots.txt\r\n',
      /\r\n\.\.This line.*\r\n\.\.\.This one.*\r\n\.\.\.\.And/,
    ],
    ['RFC 1436 §3.3: a lone dot, too', '/charsets/dots.txt\r\n', /\r\n\.\.\r\nThe line above/],
    ['a charset is not announced: Latin-1', '/charsets/letter.txt\r\n', /K\xf6ln,\r\n\xc5rhus/],
    ['a charset is not announced: CP437', '/charsets/poster.txt\r\n', /\xc9\xcd{58}\xbb/],
    ['a charset is not announced: windows-1252', '/charsets/prices.txt\r\n', /12 \x80\r\n/],
    ['a charset is not announced: UTF-8', '/charsets/languages.txt\r\n', /T\xc3\xbcr/],
    ['a missing item', '/nope\r\n', /^3'\/nope' is not in this museum\t\terror\.host\t1\r\n\.\r\n$/],
    ['caps.txt', 'caps.txt\r\n', /^CAPS\r\n/],
    ['caps.txt, with a slash', '/caps.txt\r\n', /^CAPS\r\n/],
    ['robots.txt', 'robots.txt\r\n', /User-agent: webproxy\r\nDisallow: \/staff\r\n/],
    ['"URL:" selectors lead to a page', 'URL:http://a.example/?x&y\r\n', /<a href="http:\/\/a\.example\/\?x&#38;y">/],
    ['selectors are octets, not paths', '/names/a/../b\r\n', /names this and nothing else/],
    ['slashes are not merged', '//names//doubled\r\n', /slash for slash/],
    ['a space', '/names/two words.txt\r\n', /^A space\./],
    ['a percent sign is data', '/names/100%.txt\r\n', /^A percent sign, alone/],
    ['an escape is not decoded', '/names/literal%20escape.txt\r\n', /looks like an escape/],
    ['a raw octet 0xE4', '/names/J\xe4ger.txt\r\n', /^An octet 0xE4, alone/],
    ['UTF-8 in a selector', '/names/na\xc3\xafve caf\xc3\xa9.txt\r\n', /^UTF-8\./],
    ['search: all words must occur', '/search\tmenu selector\r\n', /^0What was Gopher\?.*\r\n/],
    ['search: nothing found', '/search\txyzzy plugh\r\n', /^iNothing in the museum/],
    ['search: no words', '/search\r\n', /^iNothing in the museum/],
    ['a search for words that look like Gopher+', '/search\t+gopher\r\n', /What was Gopher/],
    ['search words for an item that is not a search', '/about/motto.txt\twords\r\n', /^Nothing here/],
    ['a form needs a Gopher+ client', '/plus/visitors-book\r\n', /^3This item asks questions/],
  ])('%s', async (_clause, request, reply) => {
    expect(await ask(request)).toMatch(reply);
  });

  test('every item type in use is in the gallery', async () => {
    const lines = (await ask('/gallery\r\n')).split('\r\n').map((line) => line[0]);
    for (const type of '0123456789+TgIhis<;:dPprxceMw') expect(lines).toContain(type);
  });

  test('every item of every menu of this server can be fetched', async () => {
    const seen = new Set(['']);
    for (const selector of seen) {
      const reply = await ask(`${selector}\r\n`);
      expect(reply, selector).not.toMatch(/^3'/);
      for (const line of reply.split('\r\n')) {
        const [type, next, host, at] = [line[0], ...line.split('\t').slice(1)];
        const isMenu = type === '1' && host === 'localhost' && at === 'PORT';
        if (isMenu && next !== undefined && !next.startsWith('/mishaps') && next !== '/horrors') seen.add(next);
      }
    }
    expect(seen.size).toBeGreaterThan(7);
  });

  test.each([
    ['/gallery/post.gif', /^GIF89a/],
    ['/gallery/post.png', /^\x89PNG\r\n\x1a\n/],
    ['/gallery/telephone.wav', /^RIFF....WAVEfmt /s],
    ['/gallery/telephone.au', /^\.snd/],
    ['/gallery/radar.avi', /^RIFF....AVI LIST/s],
    ['/gallery/leaflet.pdf', /^%PDF-1\.4\n.*%%EOF\n$/s],
    ['/gallery/museum.zip', /^PK\x03\x04/],
    ['/gallery/welcome.hqx', /^\(This file must be converted with BinHex 4\.0\)\n:/],
    ['/gallery/post.uue', /^begin 644 post\.gif\nM/],
  ])('%s is sent unchanged, to the end of the connection', async (selector, content) => {
    expect((await exchange(port(), `${selector}\r\n`)).text).toMatch(content);
  });

  test('three megabytes arrive octet for octet', async () => {
    const { octets } = await exchange(port(), '/large/3MB.bin\r\n');
    const hash = createHash('sha256');
    for (const chunk of generated(3_000_000).read()) hash.update(chunk);
    expect(octets.length).toBe(3_000_000);
    expect(createHash('sha256').update(octets).digest('hex')).toBe(hash.digest('hex'));
  });

  test('the log has the received octets', async () => {
    const server = servers.get('rfc1436');
    await ask('/a\xe4\tb\0c\r\n');
    expect(server?.log.at(-1)?.octets.toString('latin1')).toBe('/a\xe4\tb\0c\r\n');
  });
});

describe('Gopher+', () => {
  test.each<[clause: string, request: string, reply: RegExp]>([
    ['§2.3: a length', '/plus/length\t+\r\n', /^\+31\r\nNothing here was ever urgent\.\r\n$/],
    ['§2.3: a period', '/plus/period\t+\r\n', /^\+-1\r\nNothing here was ever urgent\.\r\n\.\r\n$/],
    ['§2.3: the end of the connection', '/plus/close\t+\r\n', /^\+-2\r\nNothing here was ever urgent\.\r\n$/],
    ['a picture has a length', '/gallery/post.gif\t+\r\n', /^\+23743\r\nGIF89a/],
    [
      'a text with a period alone on a line has a length',
      '/charsets/dots.txt\t+\r\n',
      /^\+\d+\r\n.*\r\n\.\r\nThe line above/s,
    ],
    ['a menu', '/about\t+\r\n', /^\+-1\r\niShort texts.*\r\n\.\r\n$/s],
    ['§2.3: code 1', '/plus/gone\t+\r\n', /^--1\r\n1 The Curator <curator@museum\.test>\r\nLent .*\r\n\.\r\n$/],
    ['§2.3: code 2', '/plus/busy\t+\r\n', /^--2\r\n2 The Curator <.*>\r\nThe projector.*\r\n$/],
    [
      '§2.3: code 3',
      '/plus/moved\t+\r\n',
      /^-\d+\r\n3 The .*\r\n0The motto.*\t\/about\/motto\.txt\tlocalhost\tPORT\t\+\r\n$/,
    ],
    ['a missing item', '/nope\t+\r\n', /^--1\r\n1 .*\r\n'\/nope' is not in this museum\r\n\.\r\n$/],
    ['§2.6: a view', '/plus/motto\t+application/postscript\r\n', /^\+-?\d+\r\n%!PS-Adobe/],
    ['§2.6: a view in a language', '/plus/motto\t+Text/plain Es_ES\r\n', /^\+-1\r\nNada de esto/],
    ['§2.6: a missing language', '/plus/motto\t+text/plain De_DE\r\n', /^--1\r\n1 /],
    ['§2.6: a missing view', '/plus/motto\t+text/html\r\n', /^--1\r\n1 .*\r\nThere is no view text\/html/],
    ['§2.6: a menu as a menu', '/about\t+application/gopher+-menu\r\n', /^\+-1\r\niShort/],
    [
      '§2.5: attributes',
      '/plus/motto\t!\r\n',
      /^\+-1\r\n\+INFO: 0The motto.*\t\+\r\n\+ADMIN:\r\n Admin: .*<curator@museum\.test>\r\n Mod-Date: .* <19940131000000>\r\n\+VIEWS:\r\n text\/plain En_US: <\.0k>\r\n text\/plain Es_ES: <\.0k>\r\n application\/postscript En_US: <\.2k>\r\n image\/gif: <24k>\r\n\+ABSTRACT:\r\n .*\r\n\.\r\n$/,
    ],
    ['§2.5: some attributes', '/plus/motto\t!+ABSTRACT\r\n', /^\+-1\r\n\+INFO: .*\r\n\+ABSTRACT:\r\n .*\r\n\.\r\n$/],
    [
      'RFC 4266 §2.7: with a space',
      '/plus/motto\t!+ABSTRACT +SMELL\r\n',
      /^\+-1\r\n\+INFO: .*\r\n\+ABSTRACT:\r\n .*\r\n\.\r\n$/,
    ],
    [
      '§2.5: an abstract in another item',
      '/plus/abstract\t!\r\n',
      /\+ABSTRACT: 0The motto.*\t\/about\/motto\.txt\tlocalhost\tPORT\t\+\r\n/,
    ],
    ['App. I: the root says where it is', '\t!\r\n', / Site: The Waypost museum\r\n/],
    [
      '§2.7: attributes of a menu',
      '\t$\r\n',
      /^\+-1\r\n\+INFO: i.*\+INFO: 0Welcome.*\+ADMIN:.*\+INFO: 1The reading room/s,
    ],
    ['§2.7: only views', '/plus\t$+VIEWS\r\n', /\+INFO: 0The motto[^+]*\+\r\n\+VIEWS:\r\n text/],
    ['§2.7: attributes of all items, for an item that is not a menu', '/about/motto.txt\t$\r\n', /^--1\r\n1 /],
    ['App. II: attributes of a search', '/search\t\t!\r\n', /^\+-1\r\n\+INFO: 7Search the museum/],
    ['§2.4: a search', '/search\tVeronica Nevada\t+\r\n', /^\+-1\r\n0What was Gopher/],
    ['App. I: a search with scores', '/search\tVeronica\t$\r\n', /\+ADMIN:\r\n Admin:.*\r\n Score: \d+\r\n/],
    ['§2.2: a form is marked', '/plus\r\n', /0The visitors' book\t\/plus\/visitors-book\tlocalhost\tPORT\t\?\r\n/],
    ['two tabs are accepted', '/plus/length\t\t+\r\n', /^\+31\r\n/],
  ])('%s', async (_clause, request, reply) => {
    expect(await ask(request)).toMatch(reply);
  });

  const form = '/plus/visitors-book';

  test('§2.8: a form has a field of every kind', async () => {
    const block = (await ask(`${form}\t!+ASK\r\n`)).split('+ASK:\r\n')[1];
    expect(block).toBe(
      [
        ' Note: Please sign the book. Nothing is kept.',
        ' Ask: Your name?\tAnonymous',
        ' AskP: A secret, which nobody will see?',
        ' AskL: What did you think of the museum?',
        ' Choose: How did you come?\tBy gopher\tBy FTP\tOn foot',
        ' Select: You would come again?:1',
        ' Select: You touched the exhibits?:0',
        ' AskF: A file to keep the answer in?\tanswer.txt',
        ' ChooseF: A text file to leave with us?',
        '.',
        '',
      ].join('\r\n'),
    );
  });

  const answers = ['New York', 'pw', '2', 'c1', 'c2', 'By gopher', '1', '0', 'out.txt'];
  const block = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

  test.each<[clause: string, body: string, received: readonly string[]]>([
    ['lines to a period', `+-1\r\n${block(answers)}.\r\n`, answers],
    ['a length', `+${block(answers).length}\r\n${block(answers)}`, answers],
    [
      'a file after the answers',
      `+-1\r\n${block([...answers, 'a file', 'of two lines'])}.\r\n`,
      [...answers, 'a file', 'of two lines'],
    ],
    [
      'empty answers',
      `+-1\r\n${block(['', '', '0', 'On foot', '0', '1', ''])}.\r\n`,
      ['', '', '0', 'On foot', '0', '1', ''],
    ],
    ['octets', `+-1\r\n${block(['J\xe4ger', ...answers.slice(1)])}.\r\n`, ['J\xe4ger', ...answers.slice(1)]],
  ])('§2.8: %s', async (_clause, body, received) => {
    expect(await ask(`${form}\t+\t1\r\n${body}`)).toBe(`+-1\r\nAnswers received:\r\n${block(received)}.\r\n`);
  });

  test.each<[fault: string, request: string, message: RegExp]>([
    ['no data flag', '\t+\r\n', /wants its questions answered/],
    ['flag 0', '\t+\t0\r\n', /wants its questions answered/],
    ['no header', `\t+\t1\r\n${block(answers)}.\r\n`, /the header of the data block is "New York"/],
    ['a bare LF', `\t+\t1\r\n+-1\r\n${block(answers).replace('\r\nc2', '\nc2')}.\r\n`, /LF and no CR/],
    ['too few answers', '\t+\t1\r\n+-1\r\nme\r\n.\r\n', /no answer to "A secret/],
    [
      'no line count',
      `\t+\t1\r\n+-1\r\n${block(['me', 'pw', 'c1', ...answers.slice(5)])}.\r\n`,
      /has no line count: c1/,
    ],
    [
      'a missing choice',
      `\t+\t1\r\n+-1\r\n${block(answers).replace('By gopher', 'By bus')}.\r\n`,
      /no choice "By bus"/,
    ],
    [
      'a Select entry that is not 0 or 1',
      `\t+\t1\r\n+-1\r\n${block(answers).replace('\r\n1\r\n', '\r\non\r\n')}.\r\n`,
      /is 0 or 1, not "on"/,
    ],
  ])('a form refuses %s', async (_what, request, message) => {
    const reply = await ask(`${form}${request}`);
    expect(reply).toMatch(/^--1\r\n1 The Curator/);
    expect(reply).toMatch(message);
  });
});

describe('dialects', () => {
  test.each<[dialect: Dialect, what: string, request: string, reply: RegExp]>([
    ['umn', 'does not double dots', '/charsets/dots.txt\r\n', /\r\n\.This line.*\r\n\.\r\n$/s],
    ['umn', 'sends Gopher+ errors to plain clients', '/nope\r\n', /^--1\r\n1 The Curator/],
    ['umn', 'answers after one tab', '/plus/length\t+\r\n', /^\+31\r\n/],
    ['umn', 'does not answer after two', '/plus/length\t\t+\r\n', /^$/],
    ['umn', 'answers a search after two', '/search\t\t!\r\n', /^\+-1\r\n/],
    ['bare', 'has no last line in menus', '\r\n', /always in\t\terror\.host\t1\r\n$/],
    ['bare', 'has no last line in texts', '/about/motto.txt\r\n', /^Nothing here was ever urgent\.\n$/],
    ['bare', 'does not speak Gopher+', '/plus/length\t+\r\n', /^Nothing here was ever urgent\.\n$/],
    ['bare', 'has four fields', '/about\r\n', /0What was Gopher\?\t\/about\/gopher\.txt\tlocalhost\tPORT\r\n/],
    ['bare', 'has errors that are texts', '/nope\r\n', /^Error: File or directory not found!\r\n$/],
  ])('%s %s', async (dialect, _what, request, reply) => {
    expect(await ask(request, dialect)).toMatch(reply);
  });
});

test('TLS begins on the same port if the client begins with a handshake', async () => {
  const ca = readFileSync(authorityPath, 'utf8');
  const socket = connect({ host: '127.0.0.1', port: port(), servername: 'localhost', ca });
  socket.write('/plus/length\t+\r\n');
  expect((await collect(socket)).text).toMatch(/^\+31\r\n/);
  expect(servers.get('rfc1436')?.log.at(-1)).toMatchObject({
    secure: true,
    octets: Buffer.from('/plus/length\t+\r\n'),
  });
});
