/** `waypost compare`, `relativize` and `resolve`, which take two URLs. */
import { expect, test } from 'vitest';
import { MISSING, type Row, waypost } from './harness.ts';

const comparing: readonly Row[] = [
  {
    name: 'two equivalent URLs',
    args: ['compare', 'HTTP://h:80', 'http://h/'],
    expected: { status: 0, stdout: 'equivalent: scheme-based (RFC 3986 §6.2.3)\n  http://h/\n' },
  },
  {
    name: 'a lower rung of RFC 3986 §6.2',
    args: ['compare', 'HTTP://h/%7e', 'http://h/%7E'],
    expected: { status: 0, stdout: 'equivalent: case (RFC 3986 §6.2.2.1)\n  http://h/~\n' },
  },
  {
    name: 'references that are equivalent through their base have no rung',
    args: ['compare', '--base', 'http://h/a/b', '../c', '/c'],
    expected: { status: 0, stdout: 'equivalent\n  http://h/c\n' },
  },
  {
    name: 'two different URLs, with a mark at the first difference',
    args: ['compare', 'http://h/a', 'http://h/bc'],
    expected: {
      status: 1,
      stdout:
        'different: path (RFC 9110 §4.2.1)\n  http://h/a\n  http://h/bc\n           ^\n' +
        'A client sends different octets from octet 5 on: a (0x61) and b (0x62).\n',
    },
  },
  {
    name: 'two requests of which one is longer',
    args: ['compare', 'gopher://h/0a', 'gopher://h/0a%09b'],
    expected: {
      status: 1,
      stdout: expect.stringContaining('A client sends different octets from octet 1 on: ␍ (0x0D) and ␉ (0x09).\n'),
    },
  },
  {
    name: 'two servers that get the same octets',
    args: ['compare', 'gopher://a/', 'gopher://b/'],
    expected: {
      status: 1,
      stdout:
        'different: host (RFC 3986 §3.2.2)\n  gopher://a/\n  gopher://b/\n           ^\n' +
        'A client sends the same octets for both, to different servers.\n',
    },
  },
  {
    name: 'two URLs that have no request',
    args: ['compare', 'mailto:a@h', 'mailto:b@h'],
    expected: { status: 1, stdout: expect.stringMatching(/\nA client sends nothing for at least one of them\.\n$/) },
  },
  {
    name: 'one pair per line',
    args: ['compare'],
    streams: { stdin: 'http://h\tHTTP://h:80\nhttp://h\tftp://h\n' },
    expected: { status: 1, stdout: 'equivalent\thttp://h/\ndifferent\thttp://h/\tftp://h/\n' },
  },
  {
    name: 'equivalent URLs with two canonical forms',
    args: ['compare', 'URN:a:b?+c', 'urn:A:b#d'],
    expected: { status: 0, stdout: 'equivalent: urn-equivalence (RFC 8141 §3.1)\n  urn:a:b?+c\n  urn:a:b#d\n' },
  },
  {
    name: 'equivalent URLs with two canonical forms, in a stream',
    args: ['compare'],
    streams: { stdin: 'URN:a:b?+c\turn:A:b#d\n' },
    expected: { status: 0, stdout: 'equivalent\turn:a:b?+c\turn:a:b#d\n' },
  },
  {
    name: 'a pair whose second URL is invalid: the column counts from the start of the line',
    args: ['compare'],
    streams: { stdin: 'http://h\tx\n' },
    expected: { status: 1, stdout: '\n', stderr: `1:10: ${MISSING} (scheme-missing)\n` },
  },
  {
    name: 'the second argument is not a URL',
    args: ['compare', 'http://h', 'x'],
    expected: { status: 1, stdout: '', stderr: `2:1: ${MISSING} (scheme-missing)\n` },
  },
  {
    name: 'a line without a tab is not a pair',
    args: ['compare'],
    streams: { stdin: 'http://h http://h\n' },
    expected: { status: 1, stderr: '1:1: A line must have two URLs, separated by a tab. (not-a-pair)\n' },
  },
  {
    name: 'two sessions, whose octets no URL says',
    args: ['compare', 'rlogin://a@h', 'rlogin://b@h'],
    expected: {
      status: 1,
      stdout:
        'different: user (RFC 3986 §3.2.1)\n  rlogin://a@h/\n  rlogin://b@h/\n           ^\n' +
        'A client opens a session, on the same server.\n',
    },
  },
  {
    name: '--ndjson',
    args: ['compare', '--ndjson', 'go:x', 'go:%78'],
    expected: {
      status: 0,
      stdout:
        '{"input":["go:x","go:%78"],"canonical":["go:x","go:x"],"equivalent":true,' +
        '"because":"percent-encoding","spec":{"document":"RFC 3986","section":"6.2.2.2"},"differs":[],' +
        '"request":{"sameServer":true,"octet":null,"octets":[null,null]}}\n',
    },
  },
  {
    name: '--ndjson of two different URLs',
    args: ['compare', '--ndjson', 'go:x', 'go:y'],
    expected: {
      status: 1,
      stdout:
        '{"input":["go:x","go:y"],"canonical":["go:x","go:y"],"equivalent":false,"because":null,' +
        '"spec":{"document":"RFC 3368","section":"3"},"differs":["path"],' +
        '"request":{"sameServer":true,"octet":256,"octets":[120,121]}}\n',
    },
  },
  {
    name: '--ndjson --unwrap: the rung of two links behind gateways says nothing',
    args: ['compare', '--ndjson', '--unwrap=gateways', 'https://web.archive.org/web/1997/http://h/', 'http://h/'],
    expected: { status: 0, stdout: expect.stringContaining('"because":null,"spec":null,"differs":[]') },
  },
];

const relativizing: readonly Row[] = [
  {
    name: 'a target and its base',
    args: ['relativize', 'HTTP://h/docs/%66aq#top', 'http://h/docs/guide/start'],
    expected: { status: 0, stdout: '../faq#top\n' },
  },
  {
    name: 'a target that no relative reference leads to',
    args: ['relativize', 'mailto:a@h', 'http://h/'],
    expected: { status: 0, stdout: 'mailto:a@h\n' },
  },
  {
    name: 'the same document: an empty line',
    args: ['relativize'],
    streams: { stdin: 'http://h/a\thttp://h/a#b\nftp://h/a\tftp://h/b\n' },
    expected: { status: 0, stdout: '\na\n' },
  },
  {
    name: '--ndjson --dialect',
    args: ['relativize', '--ndjson', '--dialect=url-1994', 'gopher://h/7find?gold', 'gopher://h/1'],
    expected: {
      status: 0,
      stdout: '{"input":["gopher://h/7find?gold","gopher://h/1"],"reference":"7find%09gold"}\n',
    },
  },
  {
    name: 'a base that is not a URL',
    args: ['relativize', 'http://h/', 'x'],
    expected: {
      status: 1,
      stdout: '',
      stderr: '2:1: The base must be an absolute URL. (base-invalid)\n',
    },
  },
  {
    name: 'a line with one URL',
    args: ['relativize'],
    streams: { stdin: 'http://h/\n' },
    expected: { status: 1, stderr: '1:1: A line must have two URLs, separated by a tab. (not-a-pair)\n' },
  },
];

const resolving: readonly Row[] = [
  {
    name: 'a reference and its base',
    args: ['resolve', '../faq#top', 'HTTP://h/docs/guide/start'],
    expected: { status: 0, stdout: 'http://h/docs/faq#top\n' },
  },
  {
    name: 'lines of references and bases, one of which is not valid',
    args: ['resolve'],
    streams: { stdin: 'b\thttp://h/a\nb\tx\n\tftp://h/a\n' },
    expected: {
      ...{ status: 1, stdout: 'http://h/b\n\nftp://h/a\n' },
      stderr: '2:3: The base must be an absolute URL. (base-invalid)\n',
    },
  },
  {
    name: '--lax and --ndjson',
    args: ['resolve', '--lax', '--ndjson', 'gopher:b', 'gopher://h/1/a'],
    expected: { status: 0, stdout: '{"input":["gopher:b","gopher://h/1/a"],"canonical":"gopher://h/1/b"}\n' },
  },
  {
    name: 'without --lax, a scheme makes a reference absolute',
    args: ['resolve', 'gopher:b', 'gopher://h/1/a'],
    expected: { status: 1, stdout: '' },
  },
];

test.each([...comparing, ...relativizing, ...resolving])('$name', async ({ args, streams, expected }) => {
  expect(await waypost(args, streams)).toMatchObject(expected);
});
