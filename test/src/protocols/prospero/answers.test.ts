/** Tokens, questions, answers and URLs of Prospero. The answers are as Prospero's own dirsrv writes them. */
import { describe, expect, it, test } from 'vitest';
import { canonicalize, explain, UrlError } from '../../../../src/index.ts';
import {
  changedOf,
  contentsOf,
  modesOf,
  parseAnswer,
  sizeOf,
  urlOf,
} from '../../../../src/protocols/prospero/links.ts';
import { type Ask, prosperoObject, questionText } from '../../../../src/schemes/prospero/request.ts';
import { ProsperoError, parseLines, quoteToken } from '../../../../src/schemes/prospero/tokens.ts';
import { expectLinear } from '../../growth.ts';
import { LISTING } from './listing.ts';

describe('tokens', () => {
  it.each([
    ['a quote inside of a token', "SIZE 3' bytes'", [['SIZE', '3 bytes']]],
    ['a doubled quote', "it'''s here.txt'", [["it's here.txt"]]],
    ['an empty token', "'' a", [['', 'a']]],
    ['an empty field', 'LINK  L FILE', [['LINK', '', 'L', 'FILE']]],
    ['a line feed in quotes', "DATA hello'\n'\nNEXT", [['DATA', 'hello\n'], ['NEXT']]],
    ['empty lines', '\n\na\n\n', [['a']]],
    ['a blank at the end of a line', 'ERROR \n', [['ERROR', '']]],
    ['no last line feed', 'a b', [['a', 'b']]],
    ['a line that is an empty token', "''\n", [['']]],
  ])('%s', (_, text, lines) => {
    expect(parseLines(text, 5)).toEqual(lines);
  });

  test('version 1 has no quotes', () => {
    expect(parseLines("LINK L FILE it's 0\n", 1)).toEqual([['LINK', 'L', 'FILE', "it's", '0']]);
  });

  it.each(["'", "a 'b", "a 'b''"])('%j ends inside of quotes', (text) => {
    expect(() => parseLines(text, 5)).toThrow(ProsperoError);
  });

  test('a line of too many tokens is refused', () => {
    for (const version of [1, 5] as const) expect(() => parseLines(' '.repeat(2000), version)).toThrow(ProsperoError);
  });

  it.each(['\r', '\n', '\0', '\t', '\x7f'])('%j cannot be sent', (octet) => {
    expect(() => quoteToken(`a${octet}b`)).toThrow(ProsperoError);
  });

  test('time grows with the size of the answer', () => {
    expectLinear(400_000, (size) => {
      const text = "LINK  L FILE 'it''s' INTERNET-D h ASCII '/a' 0\n".repeat(size / 48);
      return () => parseLines(text, 5);
    });
    expectLinear(400_000, (size) => () => parseLines(`'${"''".repeat(size / 2)}'`, 5));
  });
});

describe('questions', () => {
  const object = { hsoname: "/pub/it's here", objectVersion: null };

  it.each<[Ask, 1 | 5, string]>([
    [
      'list',
      5,
      "VERSION 5 waypost\nAUTHENTICATE '' UNAUTHENTICATED ''\nDIRECTORY ASCII '/pub/it''s here'\nLIST ATTRIBUTES COMPONENTS\n",
    ],
    [
      'contents',
      5,
      "VERSION 5 waypost\nAUTHENTICATE '' UNAUTHENTICATED ''\nGET-OBJECT-INFO CONTENTS ASCII '/pub/it''s here'\n",
    ],
    [
      'object',
      5,
      "VERSION 5 waypost\nAUTHENTICATE '' UNAUTHENTICATED ''\nGET-OBJECT-INFO ATTRIBUTES ASCII '/pub/it''s here'\n",
    ],
    [
      'list',
      1,
      "VERSION 1\nAUTHENTICATOR UNAUTHENTICATED guest\nDIRECTORY ASCII '/pub/it''s here'\nLIST ATTRIBUTES COMPONENTS\n",
    ],
  ])('%s in version %i', (ask, version, text) => {
    expect(questionText(object, ask, version)).toBe(text);
  });

  test('a version of the object stands behind its name', () => {
    expect(questionText({ ...object, objectVersion: '3' }, 'list', 5)).toContain("'/pub/it''s here' 3\n");
  });

  test('explain gives the question of a URL, and its packet', () => {
    const { request } = explain('prospero://h.example//pros/name;OBJECT-VERSION=3');
    expect(request).toMatchObject({ transport: 'udp', host: 'h.example', port: 1525 });
    const { text, packets } = Object.assign({ text: '', packets: [''] }, request);
    expect(text).toContain('DIRECTORY ASCII /pros/name 3\n');
    expect(packets.map((packet) => Buffer.from(packet, 'base64').toString('latin1'))).toEqual([
      `\x09\x00\x01\x00\x01\x00\x01\x00\x00${text}`,
    ]);
  });

  it.each(['a%0Ab', 'a%0D', 'a%09b', 'a%7F', 'a'.repeat(5000), 'a;OBJECT-VERSION=1%0A2'])(
    'no question can name %s',
    (path) => {
      expect(explain(`prospero://h.example/${path}`).request).toBeNull();
    },
  );

  test('octets that are not UTF-8 are sent as they are', () => {
    expect(prosperoObject({ path: '/caf%E9' }, null)?.hsoname).toBe('caf\xe9');
  });
});

describe('answers', () => {
  test('links with their attributes', () => {
    const { links, refusal, forwarded } = parseAnswer(LISTING, 5);
    expect(refusal ?? forwarded).toBeNull();
    expect(
      links.map(({ kind, type, name, host, port, hsoname, version }) => [
        kind,
        type,
        name,
        host,
        port,
        hsoname,
        version,
      ]),
    ).toEqual([
      ['link', 'FILE', "it's here.txt", '192.0.2.1', 9525, "/pub/it's here.txt", null],
      ['link', 'DIRECTORY', 'docs', 'other.example', null, '/docs', '7'],
      ['union', 'DIRECTORY', 'more', 'h.example', 1525, '/more', null],
      ['link', 'EXTERNAL(AFTP,BINARY)', 'a.Z', 'ftp.example', null, '/pub/a b.Z', null],
    ]);
    const facts = links.map(({ attributes }) => [sizeOf(attributes), changedOf(attributes), modesOf(attributes)]);
    // The attributes of a hidden link belong to no other.
    expect(facts).toEqual([
      [3, '1994-11-22T01:19:45Z', '-rw-r--r--'],
      ...Array.from({ length: 3 }, () => [null, null, null]),
    ]);
  });

  test('version 1 writes links without quotes, and attributes otherwise', () => {
    const text =
      'LINK L FILE a.txt INTERNET-D 192.0.2.1(9525) ASCII /pub/a.txt 0 0\n' +
      'LINK-INFO CACHED SIZE ASCII 3 bytes\nLINK-INFO CACHED LAST-MODIFIED ASCII 19941122011945Z\n';
    const [link] = parseAnswer(text, 1).links;
    expect(link).toMatchObject({ name: 'a.txt', hsoname: '/pub/a.txt', version: null, port: 9525 });
    expect([sizeOf(link?.attributes ?? []), changedOf(link?.attributes ?? [])]).toEqual([3, '1994-11-22T01:19:45Z']);
  });

  test('contents of a file', () => {
    const { attributes } = parseAnswer("ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA hello'\n'\n", 5);
    expect(contentsOf(attributes)).toBe('hello\n');
  });

  it.each([
    ['FAILURE NOT-FOUND', 'not-found', 'NOT-FOUND', ''],
    ['FAILURE NOT-AUTHORIZED no', 'not-authorized', 'NOT-AUTHORIZED', 'no'],
    ['FAILURE NOT-A-DIRECTORY', 'not-a-directory', 'NOT-A-DIRECTORY', ''],
    ['NOT-A-DIRECTORY', 'not-a-directory', 'NOT-A-DIRECTORY', ''],
    ['UNRESOLVED a/b', 'not-found', 'UNRESOLVED', 'a/b'],
    ['VERSION-NOT-SUPPORTED TRY 1', 'version', 'VERSION-NOT-SUPPORTED', 'TRY 1'],
    ['FAILURE SERVER-FAILED disk full', 'error', 'SERVER-FAILED', 'SERVER-FAILED disk full'],
    ['ERROR ', 'error', 'ERROR', ''],
    ['ERROR what is this', 'error', 'ERROR', 'what is this'],
  ])('%s', (line, kind, status, text) => {
    expect(parseAnswer(`${line}\n`, 5).refusal).toEqual({ kind, status, text });
  });

  test('NONE-FOUND and a message of the day refuse nothing', () => {
    expect(parseAnswer('PARAMETER VALUE MOTD hello\nNONE-FOUND\n', 5)).toEqual({
      links: [],
      attributes: [],
      forwarded: null,
      refusal: null,
    });
  });

  test('where a server sends its clients', () => {
    const { forwarded } = parseAnswer("FORWARDED INTERNET-D new.example(1600) ASCII '/a' 0\n", 5);
    expect(forwarded).toEqual({ host: 'new.example', port: 1600, hsoname: '/a', version: null });
  });

  it.each(['LINK  L FILE a\n', 'FORWARDED\n', 'LINK  L FILE a INTERNET-D h ASCII\n'])('%j leads nowhere', (text) => {
    expect(() => parseAnswer(text, 5)).toThrow(ProsperoError);
  });

  it.each([
    ['13 blocks', null],
    ['1234', 1234],
    ['99999999999999999999', null],
    ['-1', null],
  ])('the size %s is %s', (value, size) => {
    expect(sizeOf([{ name: 'SIZE', values: [value] }])).toBe(size);
  });

  it.each(['19941322011945Z', '1994', '', '19941122011945'])('%j is not a date', (value) => {
    expect(changedOf([{ name: 'LAST-MODIFIED', values: [value] }])).toBeNull();
  });
});

describe('URLs of links', () => {
  const link = {
    kind: 'link',
    name: 'a',
    type: 'FILE',
    host: 'h.example',
    port: 1600,
    hsoname: '/a b',
    version: null,
  } as const;
  const method = (...values: string[]) => [{ name: 'ACCESS-METHOD', values }];

  it.each([
    ['a file', link, [], 'prospero://h.example:1600//a%20b'],
    ['a version', { ...link, version: '2' }, [], 'prospero://h.example:1600//a%20b;OBJECT-VERSION=2'],
    ['a semicolon', { ...link, hsoname: 'a;b' }, [], 'prospero://h.example:1600/a%3Bb'],
    ['contents', link, method('PROSPERO-CONTENTS', '', '', '', ''), 'prospero://h.example:1600//a%20b'],
    ['AFTP, here', link, method('AFTP', '', '', '', '', 'BINARY'), 'ftp://h.example/a%20b;type=i'],
    [
      'AFTP, elsewhere',
      link,
      method('AFTP', 'INTERNET-D', 'ftp.example(2100)', 'ASCII', '/pub/a', 'TEXT'),
      'ftp://ftp.example:2100/pub/a;type=a',
    ],
    ['gopher', link, method('GOPHER', 'INTERNET-D', 'g.example(70)', 'ASCII', '0/a'), 'gopher://g.example/0/a'],
    ['wais', link, method('WAIS', 'INTERNET-D', 'w.example', 'ASCII', 'db'), 'wais://w.example/db'],
    [
      'a WAIS database elsewhere',
      link,
      method('WAIS', 'INTERNET-D', 'w', 'ASCII', 'db@x'),
      'prospero://h.example:1600//a%20b',
    ],
    ['only local', link, method('LOCAL', '', '', '', ''), 'prospero://h.example:1600//a%20b'],
    ['external', { ...link, type: 'EXTERNAL(AFTP,BINARY)', port: null }, [], 'ftp://h.example/a%20b;type=i'],
    ['external, text', { ...link, type: 'EXTERNAL(AFTP,TEXT)', port: null }, [], 'ftp://h.example/a%20b;type=a'],
    ['a name with a line feed', { ...link, hsoname: 'a\n' }, [], 'prospero://h.example:1600/a%0A'],
  ])('%s', (_, parts, attributes, url) => {
    expect(canonicalize(urlOf({ ...parts, attributes }) ?? '')).toBe(url);
  });

  test('a port that does not exist makes no URL that opens', () => {
    expect(() => canonicalize(urlOf({ ...link, port: 99_999, attributes: [] }) ?? '')).toThrow(UrlError);
  });

  it.each([
    ['an unknown method', { ...link, type: 'EXTERNAL(NFS)' }],
    ['no host', { ...link, host: '' }],
    ['NUL in the name', { ...link, hsoname: 'a\0b' }],
  ])('%s has none', (_, parts) => {
    expect(urlOf({ ...parts, attributes: [] })).toBeNull();
  });
});
