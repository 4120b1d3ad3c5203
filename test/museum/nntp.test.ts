/** The news server of the museum, on the wire: commands and replies, articles, lists, TLS, and its faults. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import PostalMime from 'postal-mime';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { authorityPath } from '../servers/certificates.ts';
import { documents } from '../servers/content/documents.ts';
import type { Fault } from '../servers/faults.ts';
import type { RunningServer } from '../servers/listener.ts';
import { matchesWildmat } from '../servers/nntp/newsgroup.ts';
import { type NntpOptions, startNntp } from '../servers/nntp.ts';
import { octets } from '../servers/octets.ts';
import { whole } from '../servers/source.ts';
import { collect, Dialogue, type Limits, type Transfer, until } from './client.ts';

const ca = readFileSync(authorityPath, 'utf8');
const running: RunningServer[] = [];
const dialogues: Dialogue[] = [];

async function start(options: NntpOptions = {}): Promise<RunningServer> {
  const server = await startNntp(options);
  running.push(server);
  return server;
}

async function visit(server: RunningServer, ...lines: string[]): Promise<Dialogue> {
  const dialogue = await Dialogue.open(server.port);
  dialogues.push(dialogue);
  await dialogue.line();
  for (const line of lines) await dialogue.say(line);
  return dialogue;
}

afterEach(async () => {
  for (const dialogue of dialogues.splice(0)) dialogue.close();
  for (const server of running.splice(0)) {
    expect(await until(() => server.connections === 0)).toBe(true);
    await server.close();
  }
});

describe('status lines', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startNntp();
    return () => server.close();
  });

  test.each<[clause: string, lines: string[], reply: string | RegExp]>([
    ['RFC 3977 §5.3: MODE READER', ['MODE READER'], '201 museum.test, reading only'],
    ['RFC 3977 §5.1.1: reading in transit mode', ['GROUP museum.history'], '401 MODE-READER'],
    ['RFC 3977 §6.1.1: GROUP', ['MODE READER', 'GROUP museum.history'], '211 7 3 12 museum.history'],
    ['RFC 3977 §6.1.1.2: an empty group', ['MODE READER', 'GROUP museum.empty'], '211 0 1 0 museum.empty'],
    ['RFC 3977 §6.1.1: a missing group', ['MODE READER', 'GROUP museum.nope'], /^411/],
    ['RFC 3977 §4: a name in UTF-8', ['MODE READER', `GROUP ${octets('museum.größe')}`], /^211 1 1 1 museum\.gr/],
    ['RFC 4643 §2.2: a group for members', ['MODE READER', 'GROUP museum.private'], /^480/],
    ['RFC 4643 §2.3: a login', ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS museum'], /^281/],
    [
      'and then',
      ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS museum', 'GROUP museum.private'],
      /^211 1 1 1/,
    ],
    ['RFC 4643 §2.3: a wrong password', ['MODE READER', 'AUTHINFO USER curator', 'AUTHINFO PASS x'], /^481/],
    ['RFC 4643 §2.3: no name', ['MODE READER', 'AUTHINFO PASS museum'], /^482/],
    ['RFC 4643 §2.2: only once', ['AUTHINFO USER curator', 'AUTHINFO PASS museum', 'AUTHINFO USER curator'], /^502/],
    [
      'RFC 3977 §6.2.4: STAT by number',
      ['MODE READER', 'GROUP museum.history', 'STAT 5'],
      '223 5 <veronica.2@museum.test>',
    ],
    ['RFC 3977 §6.2.4: a gap', ['MODE READER', 'GROUP museum.history', 'STAT 7'], /^423/],
    [
      'RFC 3977 §6.2.1: by identifier the number is 0',
      ['MODE READER', 'STAT <dots.1@museum.test>'],
      '223 0 <dots.1@museum.test>',
    ],
    ['RFC 3977 §6.2.1: a missing identifier', ['MODE READER', 'STAT <no@such>'], /^430/],
    ['an article for members, by identifier', ['MODE READER', 'STAT <members.1@museum.test>'], /^430/],
    ['RFC 3977 §6.2.1: no group', ['MODE READER', 'ARTICLE 1'], /^412/],
    ['RFC 3977 §6.2.1: no current article', ['MODE READER', 'GROUP museum.empty', 'ARTICLE'], /^420/],
    [
      'RFC 3977 §6.1.4: NEXT passes a gap',
      ['MODE READER', 'GROUP museum.history', 'STAT 6', 'NEXT'],
      /^223 9 <veronica\.4/,
    ],
    ['RFC 3977 §6.1.4: NEXT at the end', ['MODE READER', 'GROUP museum.history', 'STAT 12', 'NEXT'], /^421/],
    ['RFC 3977 §6.1.3: LAST', ['MODE READER', 'GROUP museum.history', 'STAT 9', 'LAST'], /^223 6/],
    ['RFC 3977 §6.1.3: LAST at the beginning', ['MODE READER', 'GROUP museum.history', 'LAST'], /^422/],
    ['RFC 3977 §6.1.4: NEXT without a group', ['MODE READER', 'NEXT'], /^412/],
    ['RFC 3977 §7.1: DATE', ['MODE READER', 'DATE'], /^111 20\d{12}$/],
    ['RFC 3977 §6.3.1: POST', ['MODE READER', 'POST'], /^440/],
    ['RFC 3977 §6.3.2: IHAVE', ['IHAVE <a@b>'], /^435/],
    ['RFC 3977 §8.3: OVER without a group', ['MODE READER', 'OVER 1-'], /^412/],
    ['RFC 3977 §8.3: nothing in the range', ['MODE READER', 'GROUP museum.history', 'OVER 7-8'], /^423/],
    ['RFC 3977 §8.3: a range backwards', ['MODE READER', 'GROUP museum.history', 'OVER 9-3'], /^423/],
    ['RFC 2980 §2.8: XOVER has another code', ['MODE READER', 'GROUP museum.history', 'XOVER 7-8'], /^420/],
    [
      'RFC 3977 §8.5: HDR of metadata that there is not',
      ['MODE READER', 'GROUP museum.history', 'HDR :size 3'],
      /^503/,
    ],
    ['RFC 3977 §7.6.1: a list that there is not', ['MODE READER', 'LIST FACTIVE'], /^501/],
    ['RFC 3977 §3.2: an unknown command', ['XYZZY'], /^500/],
    ['RFC 3977 §3.2: arguments that are none', ['MODE READER', 'GROUP'], /^501/],
    ['RFC 3977 §3.1: an article number of letters', ['MODE READER', 'ARTICLE x'], /^501/],
    ['RFC 3977 §3.1: a line of more than 512 octets', [`STAT ${'9'.repeat(600)}`], /^501/],
    ['RFC 3977 §3.1: commands in any case', ['mode reader'], /^201/],
    ['RFC 4642 §2.2: no TLS', ['STARTTLS'], /^502/],
    ['RFC 3977 §5.4: QUIT', ['QUIT'], /^205/],
  ])('%s', async (_clause, lines, reply) => {
    const dialogue = await visit(server, ...lines.slice(0, -1));
    const last = await dialogue.say(lines.at(-1) ?? '');
    if (typeof reply === 'string') expect(last).toBe(reply);
    else expect(last).toMatch(reply);
  });
});

describe('data blocks', () => {
  const none: NntpOptions = {};
  test.each<[clause: string, options: NntpOptions, lines: string[], block: (string | RegExp)[]]>([
    [
      'RFC 3977 §5.2: capabilities in transit mode',
      none,
      ['CAPABILITIES'],
      ['VERSION 2', /^IMPL/, 'AUTHINFO USER', 'IHAVE', 'LIST ACTIVE NEWSGROUPS', 'MODE-READER'],
    ],
    [
      'RFC 3977 §5.2: and as a reader',
      none,
      ['MODE READER', 'CAPABILITIES'],
      ['VERSION 2', /^IMPL/, 'AUTHINFO USER', 'READER', 'HDR', /^LIST .*COUNTS/, 'OVER MSGID'],
    ],
    [
      'RFC 4643 §2.1: no password without TLS',
      { passwordOverTls: true, tls: 'explicit', transit: false, over: false },
      ['CAPABILITIES'],
      ['VERSION 2', /^IMPL/, 'STARTTLS', 'AUTHINFO', 'READER', 'HDR', /^LIST /],
    ],
    [
      'RFC 3977 §7.6.3: LIST ACTIVE',
      none,
      ['MODE READER', 'LIST ACTIVE museum.*,!museum.g*'],
      [
        'museum.announce 0000000001 0000000001 m',
        'museum.history 0000000012 0000000003 n',
        'museum.curiosities 0000000016 0000000001 n',
        'museum.empty 0000000000 0000000001 n',
        'museum.private 0000000001 0000000001 n',
      ],
    ],
    [
      'RFC 3977 §7.6.6: LIST NEWSGROUPS',
      none,
      ['MODE READER', 'LIST NEWSGROUPS museum.?istory'],
      ['museum.history\tWho remembers what'],
    ],
    ['RFC 6048 §2.2: LIST COUNTS', none, ['MODE READER', 'LIST COUNTS museum.h*'], ['museum.history 12 3 7 n']],
    [
      'RFC 3977 §8.4: LIST OVERVIEW.FMT',
      none,
      ['MODE READER', 'LIST OVERVIEW.FMT'],
      ['Subject:', 'From:', 'Date:', 'Message-ID:', 'References:', ':bytes', ':lines', 'Xref:full'],
    ],
    [
      'as INN writes it',
      { overviewFormat: 'inn' },
      ['MODE READER', 'LIST OVERVIEW.FMT'],
      ['Subject:', 'From:', 'Date:', 'Message-ID:', 'References:', 'Bytes:', 'Lines:', 'Xref:full'],
    ],
    ['RFC 3977 §8.6: LIST HEADERS', none, ['MODE READER', 'LIST HEADERS'], [':', ':bytes', ':lines']],
    [
      'RFC 3977 §6.1.2: LISTGROUP',
      none,
      ['MODE READER', 'LISTGROUP museum.history'],
      ['3', '4', '5', '6', '9', '10', '12'],
    ],
    ['RFC 3977 §6.1.2: with a range', none, ['MODE READER', 'LISTGROUP museum.history 6-10'], ['6', '9', '10']],
    [
      'RFC 3977 §8.3: OVER',
      none,
      ['MODE READER', 'GROUP museum.history', 'OVER 5'],
      [
        '5\tRe: Who remembers Veronica?\tNight Porter <porter@museum.test>\tTue, 16 Nov 1993 03:40:51 +0000\t<veronica.2@museum.test>\t<veronica.1@museum.test>\t797\t13\tXref: museum.test museum.history:5',
      ],
    ],
    [
      'RFC 3977 §8.3.2: a folded header is one field',
      none,
      ['MODE READER', 'GROUP museum.history', 'OVER 6-8'],
      [/\t<veronica\.1@museum\.test> <veronica\.2@museum\.test>\t/],
    ],
    [
      'RFC 3977 §8.3: OVER by identifier',
      none,
      ['MODE READER', 'OVER <lost.7@lost.test>'],
      [/^0\tRe: The lost thread\t/],
    ],
    [
      'raw octets of a header',
      none,
      ['MODE READER', 'GROUP museum.curiosities', 'OVER 2'],
      [/^2\tRohe Umlaute in den K\xf6pfen \(\xe4\xf6\xfc\xdf\)\tJ\xfcrgen Wei\xdf /],
    ],
    [
      'no subject and no date',
      none,
      ['MODE READER', 'GROUP museum.curiosities', 'OVER 16'],
      [/^16\t\tnobody@museum\.test\t\t<bare\.1@museum\.test>\t\t/],
    ],
    [
      'RFC 2980 §2.8: XOVER',
      { over: false },
      ['MODE READER', 'GROUP museum.history', 'XOVER 12-'],
      [/^12\tRe: The lost thread/],
    ],
    [
      'RFC 3977 §8.5: HDR',
      none,
      ['MODE READER', 'GROUP museum.history', 'HDR Subject 3-4'],
      ['3 The reading circle is open', '4 Who remembers Veronica?'],
    ],
    ['RFC 3977 §8.5: HDR of metadata', none, ['MODE READER', 'GROUP museum.history', 'HDR :lines 9'], ['9 1']],
    [
      'RFC 3977 §3.1.1: dots are doubled',
      none,
      ['MODE READER', 'BODY <dots.1@museum.test>'],
      ['.a line with a dot in front', '..a line with two', '.', 'the line above is a dot and nothing else', '...', '.'],
    ],
    [
      'RFC 3977 §6.2.2: HEAD',
      none,
      ['MODE READER', 'HEAD <bare.1@museum.test>'],
      [/^Path: /, /^From: /, /^Newsgroups: /, /^Message-ID: /, 'Xref: museum.test museum.curiosities:16'],
    ],
    ['RFC 3977 §7.3: NEWGROUPS', none, ['MODE READER', 'NEWGROUPS 20200101 000000 GMT'], []],
    [
      'a computed group',
      { many: 100_000 },
      ['MODE READER', 'GROUP museum.deluge', 'OVER 99999-'],
      [
        /^99999\tRe: Drop 99991 of the deluge\t.*\t<deluge\.99999@museum\.test>\t<deluge\.99991@museum\.test> <deluge\.99998@museum\.test>\t/,
        /^100000\t/,
      ],
    ],
    [
      'a computed article',
      { many: 100 },
      ['MODE READER', 'BODY <deluge.77@museum.test>'],
      ['This is article 77 of 100.'],
    ],
  ])('%s', async (_clause, options, lines, expected) => {
    const dialogue = await visit(await start(options), ...lines.slice(0, -1));
    const block = await dialogue.block(lines.at(-1) ?? '');
    expect(block.reply).toMatch(/^[12]/);
    expect(block.lines).toEqual(
      expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
    );
  });

  test('100,000 overview lines', async () => {
    const dialogue = await visit(await start({ many: 100_000, transit: false }), 'GROUP museum.deluge');
    expect((await dialogue.block('OVER 1-')).lines.length).toBe(100_000);
  });

  test('an article is in every group that it was sent to, under one identifier', async () => {
    const dialogue = await visit(await start({ transit: false }), 'GROUP museum.announce');
    const [one, other] = [await dialogue.block('ARTICLE 1'), await dialogue.block('ARTICLE <opening.1@museum.test>')];
    expect(one.reply).toBe('220 1 <opening.1@museum.test>');
    expect(other.reply).toBe('220 0 <opening.1@museum.test>');
    expect(one.lines).toEqual(other.lines);
    expect(one.lines).toContain('Xref: museum.test museum.announce:1 museum.history:3');
  });

  test('RFC 4643 §2.2: where everybody must log in', async () => {
    const dialogue = await visit(await start({ login: 'everybody' }), 'MODE READER');
    expect(await dialogue.say('GROUP museum.history')).toMatch(/^480/);
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^381/);
    expect(await dialogue.say('AUTHINFO PASS museum')).toMatch(/^281/);
    expect(await dialogue.say('GROUP museum.history')).toMatch(/^211/);
  });
});

test.each([
  ['museum.*', 'museum.history', true],
  ['museum.?istory', 'museum.history', true],
  ['*,!museum.*', 'museum.history', false],
  ['!museum.*,*', 'museum.history', true],
  ['museum', 'museum.history', false],
  [octets('museum.gr??e'), octets('museum.größe'), true],
  ['m.seum.*', 'museum.history', false],
])('RFC 3977 §4: %s and %s: %s', (wildmat, name, matches) => {
  expect(matchesWildmat(name, wildmat)).toBe(matches);
});

describe('the curiosities are what they say', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startNntp({ transit: false });
    return () => server.close();
  });
  const open = async (id: string) => {
    const dialogue = await visit(server);
    const { lines } = await dialogue.block(`ARTICLE <${id}@museum.test>`);
    return PostalMime.parse(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
  };

  test('RFC 2047: encoded words', async () => {
    expect(await open('words.1')).toMatchObject({
      subject: 'Encoded words: €, äöü 日本語 and plain ones',
      from: { name: 'Åsa Öö' },
      text: expect.stringMatching(/before “and” one that must\.\n\nA line .* equals sign = like so\./),
    });
  });
  test('RFC 2045: base64', async () => {
    expect((await open('base64.1')).text).toMatch(/^Nothing here was ever urgent\./);
  });
  test('RFC 2046 §5.1.4: alternatives', async () => {
    const { text, html } = await open('alternative.1');
    expect(text).toMatch(/^The plain part/);
    expect(html).toMatch(/<script>.*javascript:/s);
  });
  test('RFC 2183: attachments', async () => {
    const { attachments } = await open('attachment.1');
    expect(attachments.map(({ filename }) => filename)).toEqual(['leaflet.pdf', expect.stringMatching(/naïve/)]);
    const [pdf] = attachments;
    const content = pdf?.content instanceof ArrayBuffer ? Buffer.from(pdf.content) : null;
    expect(content?.equals(whole(documents.pdf.source))).toBe(true);
  });
  test('RFC 2392: a part with a Content-ID', async () => {
    const { attachments, html } = await open('inline.1');
    expect(html).toContain('cid:post@inline.museum.test');
    expect(attachments[0]?.contentId).toBe('<post@inline.museum.test>');
  });
  test('a text in ISO 8859-1', async () => {
    expect((await open('veronica.3')).text).toMatch(/Man bekam für .*überlegte/s);
  });
});

describe('TLS', () => {
  test('RFC 4642: STARTTLS forgets what was said before', async () => {
    const dialogue = await visit(
      await start({ tls: 'explicit', passwordOverTls: true }),
      'MODE READER',
      'GROUP museum.history',
    );
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^483/);
    dialogue.send('STARTTLS\r\nQUIT\r\n');
    expect(await dialogue.line()).toMatch(/^382/);
    await dialogue.begin(ca);
    expect((await dialogue.block('CAPABILITIES')).lines).toEqual(
      expect.arrayContaining(['AUTHINFO USER', 'MODE-READER']),
    );
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^381/);
    expect(await dialogue.say('STARTTLS')).toMatch(/^502/);
  });

  test('implicit TLS', async () => {
    const server = await start({ tls: 'implicit' });
    const dialogue = await Dialogue.open(server.port, ca);
    dialogues.push(dialogue);
    expect(await dialogue.line()).toMatch(/^200/);
  });
});

describe('faults', () => {
  const inHistory = ['MODE READER', 'GROUP museum.history'];
  test.each<[fault: Fault, lines: string[], reply: RegExp]>([
    [{ kind: 'goodbye' }, ['MODE READER', 'DATE', 'DATE', 'DATE'], /^400/],
    [{ kind: 'goodbye', after: 0 }, ['MODE READER'], /^400/],
    [{ kind: 'wrong-length', by: 3 }, ['MODE READER', 'GROUP museum.history'], /^211 10 3 12/],
  ])('%j: %j', async (fault, lines, reply) => {
    const dialogue = await visit(await start({ fault }), ...lines.slice(0, -1));
    expect(await dialogue.say(lines.at(-1) ?? '')).toMatch(reply);
    if (fault.kind === 'goodbye') expect(await dialogue.line()).toBe('<closed>');
  });

  test('overview-gaps: overviews tell less than the group says', async () => {
    const dialogue = await visit(await start({ fault: 'overview-gaps' }), 'MODE READER');
    expect(await dialogue.say('GROUP museum.history')).toBe('211 7 3 12 museum.history');
    const { lines } = await dialogue.block('OVER 1-');
    expect(lines.map((line) => Number(line.split('\t')[0]))).toEqual([4, 5, 10]);
  });

  test.each<[fault: Fault, command: string, limits: Limits, end: Transfer['end'], text: RegExp]>([
    [{ kind: 'truncated', after: 100 }, 'OVER 1-', {}, 'closed', /^224 .*\r\n3\t.{98}$/],
    [{ kind: 'reset', after: 100 }, 'ARTICLE 5', {}, 'reset', /^220 /],
    [{ kind: 'drip', everyMs: 20 }, 'ARTICLE 5', { patience: 150 }, 'waiting', /^220 .*\r\nPat?h?:?/],
    [{ kind: 'endless' }, 'OVER 1-', { enough: 1_000_000 }, 'waiting', /\r\n1\tAnd so on\t(?!.*\r\n\.\r\n)/s],
    [{ kind: 'endless-line' }, 'OVER 1-', { enough: 1_000_000 }, 'waiting', /^224 .*\r\n3\t[^\n]+$/],
    [{ kind: 'huge' }, 'ARTICLE 5', { enough: 10_000_000 }, 'waiting', /^220 /],
    [{ kind: 'silent', at: 'body' }, 'ARTICLE 5', { patience: 100 }, 'waiting', /^220 .*\r\n$/],
    [{ kind: 'silent' }, 'ARTICLE 5', { patience: 100 }, 'waiting', /^$/],
    [{ kind: 'garbage', at: 'body' }, 'ARTICLE 5', { patience: 100 }, 'waiting', /^220 .{4096,}$/s],
  ])('%j: %s', async (fault, command, limits, end, text) => {
    const server = await start();
    const socket = connect({ host: '127.0.0.1', port: server.port });
    socket.write([...inHistory, ''].join('\r\n'));
    // Greeting and two replies: what comes after these is under the fault.
    for (let replies = ''; replies.split('\r\n').length < 4; ) replies += String((await once(socket, 'data'))[0]);
    await server.faults.set(fault);
    const transfer = collect(socket, limits);
    socket.write(`${command}\r\n`);
    expect((await transfer).end).toBe(end);
    expect((await transfer).text).toMatch(text);
  });
});
