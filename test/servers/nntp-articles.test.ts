/** The test news server, on the wire: lists, overviews and articles, and the content of the articles. */
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../fast-check.ts';
import { documents } from './content/documents.ts';
import type { RunningServer } from './listener.ts';
import { type NntpOptions, startNntp } from './nntp.ts';
import { sessions } from './sessions.ts';
import { whole } from './source.ts';

const { start, startSession } = sessions(startNntp);

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
        'museum.curiosities 0000000017 0000000001 n',
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
    const dialogue = await startSession(await start(options), ...lines.slice(0, -1));
    const block = await dialogue.block(lines.at(-1) ?? '');
    expect(block.reply).toMatch(/^[12]/);
    expect(block.lines).toEqual(
      expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
    );
  });

  test('very many overview lines', async () => {
    const many = scaled(12_000);
    const dialogue = await startSession(await start({ many, transit: false }), 'GROUP museum.deluge');
    expect((await dialogue.block('OVER 1-')).lines.length).toBe(many);
  });

  test('a cross-posted article has one message-id in all its groups', async () => {
    const dialogue = await startSession(await start({ transit: false }), 'GROUP museum.announce');
    const [one, other] = [await dialogue.block('ARTICLE 1'), await dialogue.block('ARTICLE <opening.1@museum.test>')];
    expect(one.reply).toBe('220 1 <opening.1@museum.test>');
    expect(other.reply).toBe('220 0 <opening.1@museum.test>');
    expect(one.lines).toEqual(other.lines);
    expect(one.lines).toContain('Xref: museum.test museum.announce:1 museum.history:3');
  });

  test('RFC 4643 §2.2: a server on which everybody must log in', async () => {
    const dialogue = await startSession(await start({ login: 'everybody' }), 'MODE READER');
    expect(await dialogue.say('GROUP museum.history')).toMatch(/^480/);
    expect(await dialogue.say('AUTHINFO USER curator')).toMatch(/^381/);
    expect(await dialogue.say('AUTHINFO PASS museum')).toMatch(/^281/);
    expect(await dialogue.say('GROUP museum.history')).toMatch(/^211/);
  });
});

describe('the articles have the content that they announce', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startNntp({ transit: false });
    return () => server.close();
  });
  const open = async (id: string) => {
    const dialogue = await startSession(server);
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
