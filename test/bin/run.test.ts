/** The output, the error messages and the exit status of `waypost`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { COMMANDS, optionsOf } from '../../bin/options.ts';
import { run } from '../../bin/run.ts';
import { HELP, USAGE, usageOf } from '../../bin/usage.ts';
import { explain } from '../../src/index.ts';
import { type Outcome, type StreamOptions, waypost } from './harness.ts';

const MISSING = 'The beginning is missing, such as gopher:// or https://.';
const NOT_UTF8 = 'The line is not UTF-8. Name its encoding: --encoding latin1 or utf-16. (line-not-utf-8)';

interface Row {
  readonly name: string;
  readonly args: readonly string[];
  readonly streams?: StreamOptions;
  readonly expected: Partial<Outcome>;
}

const canonicalizing: readonly Row[] = [
  {
    name: 'each argument gives a line',
    args: ['canonicalize', 'GOPHER://h:70/1', 'ftp://h'],
    expected: { status: 0, stdout: 'gopher://h/\nftp://h/\n', stderr: '' },
  },
  {
    name: 'each line gives a line, with CR LF, blank lines, a byte order mark and a missing last line end',
    args: ['canonicalize'],
    streams: { stdin: '\ufeffgopher://h\r\n\n \t\nFTP://h' },
    expected: { status: 0, stdout: 'gopher://h/\n\n\nftp://h/\n', stderr: '' },
  },
  {
    name: 'lines and characters may arrive in pieces',
    args: ['canonicalize', '-'],
    streams: { stdin: ['gopher:/', '/h/0', Buffer.from([0xc3]), Buffer.from([0xbc, 0x0a]), 'ftp://h\n'] },
    expected: { status: 0, stdout: 'gopher://h/0%C3%BC\nftp://h/\n' },
  },
  {
    name: 'an invalid URL is reported on standard error with its position, and the others are answered',
    args: ['canonicalize'],
    streams: { stdin: 'gopher://h\n\nhttp://h:x/\nftp://h\n' },
    expected: {
      status: 1,
      stdout: 'gopher://h/\n\n\nftp://h/\n',
      stderr: '3:10: The port must be a decimal number. (port-character)\n',
    },
  },
  {
    name: 'an argument counts as a line, and columns count characters',
    args: ['canonicalize', 'gopher://h', 'http://😀:x/'],
    expected: { status: 1, stderr: '2:10: The port must be a decimal number. (port-character)\n' },
  },
  {
    name: 'a line that is not UTF-8 is refused, as its octets would be lost',
    args: ['canonicalize'],
    streams: { stdin: [Buffer.from('gopher://h/0\xfc\nftp://h\n', 'latin1')] },
    expected: { status: 1, stdout: '\nftp://h/\n', stderr: `1:1: ${NOT_UTF8}\n` },
  },
  {
    name: 'a line of any length is one URL that is too long',
    args: ['canonicalize'],
    streams: { stdin: [...Array.from({ length: 64 }, () => 'ü'.repeat(8191)), 'x\nftp://h\n'] },
    expected: {
      status: 1,
      stdout: '\nftp://h/\n',
      stderr: '1:65537: A URL can have at most 65,536 characters, before and after canonicalization. (too-long)\n',
    },
  },
  {
    name: '--base',
    args: ['canonicalize', '--base', 'gopher://h/1/a/b', '../c', ''],
    expected: { status: 0, stdout: 'gopher://h/1/c\ngopher://h/1/a/b\n' },
  },
  {
    name: '--dialect',
    args: ['canonicalize', '--dialect', 'url-1994', 'gopher://h/7f?a+b'],
    expected: { status: 0, stdout: 'gopher://h/7f%09a%20b\n' },
  },
  {
    name: '--lax',
    args: ['canonicalize', '--lax', '--base=gophers://h/1/a', 'gophers:/1/b'],
    expected: { status: 0, stdout: 'gophers://h/1/b\n' },
  },
  {
    name: 'after --, a URL may begin with a hyphen',
    args: ['canonicalize', '--base', 'ftp://h/', '--', '-a'],
    expected: { status: 0, stdout: 'ftp://h/-a\n' },
  },
  {
    name: '--ndjson: one object per line, for invalid URLs too',
    args: ['canonicalize', '--ndjson'],
    streams: { stdin: 'gopher://h\nx\n' },
    expected: {
      status: 1,
      stdout:
        '{"input":"gopher://h","canonical":"gopher://h/"}\n' +
        `{"input":"x","error":{"code":"scheme-missing","at":[0,1],"message":"${MISSING}","spec":{"document":"RFC 3986","section":"3.1"}}}\n`,
      stderr: '',
    },
  },
  {
    name: '--json: an object for one argument',
    args: ['canonicalize', '--json', 'gopher://h'],
    expected: { status: 0, stdout: '{\n  "input": "gopher://h",\n  "canonical": "gopher://h/"\n}\n' },
  },
  {
    name: '--json: an array for lines',
    args: ['canonicalize', '--json'],
    streams: { stdin: 'go:x\n' },
    expected: { status: 0, stdout: '[\n{"input":"go:x","canonical":"go:x"}\n]\n' },
  },
  {
    name: '--json: empty input gives an empty array',
    args: ['canonicalize', '--json'],
    expected: { status: 0, stdout: '[]\n' },
  },
  { name: 'empty input gives no output', args: ['canonicalize'], expected: { status: 0, stdout: '', stderr: '' } },
];

const CDX = [
  ' CDX N b a m s',
  'com,example)/ 2024 HTTP://www.Example.com:80 text/html 200',
  'com,example)/é 2024 x text/html 200',
  '',
].join('\n');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const lines: readonly Row[] = [
  {
    name: '--keep leaves what is not a URL as it came, whatever its octets',
    args: ['canonicalize', '--keep'],
    streams: { stdin: ['x y\n \t\nGOPHER://h\n', Buffer.from('# caf\u00e9\n')] },
    expected: { status: 1, stdout: 'x y\n \t\ngopher://h/\n# café\n' },
  },
  {
    name: '--keep of arguments',
    args: ['canonicalize', '--keep', 'x', 'FTP://h'],
    expected: { status: 1, stdout: 'x\nftp://h/\n' },
  },
  {
    name: '--ndjson has an object for a blank line too',
    args: ['canonicalize', '--ndjson'],
    streams: { stdin: 'go:x\n \n' },
    expected: { status: 0, stdout: '{"input":"go:x","canonical":"go:x"}\n{"input":" "}\n' },
  },
  {
    name: '--field changes one field of a CDX file; its header stays',
    args: ['canonicalize', '--field', '3'],
    streams: { stdin: CDX },
    expected: {
      status: 1,
      stdout: CDX.replace('HTTP://www.Example.com:80', 'http://www.example.com/'),
      stderr: `3:21: ${MISSING} (scheme-missing)\n`,
    },
  },
  {
    name: '--cdxj makes the key again from the JSON, which stays; what is not an entry stays, too (AD8)',
    args: ['canonicalize', '--cdxj'],
    streams: {
      stdin:
        '!OpenWayback-CDXJ 1.0\n' +
        'example,h)/b 19970101000000 {"url": "HTTP://H.example:80/B", "mime": "text/html"}\r\n' +
        'x 2024 {"url":"gopher:\\/\\/H:70\\/1"}\n' +
        'x 2024 {"url": "http://h:x/"}\nx 2024 {"a": 1}\nx 2024 [\nx 2024 {\n\n' +
        'com,a)/?__wb_method=post 2024 {"url": "http://a.com/", "method": "POST"}\n',
    },
    expected: {
      status: 1,
      stdout:
        '!OpenWayback-CDXJ 1.0\n' +
        'example,h)/b 19970101000000 {"url": "HTTP://H.example:80/B", "mime": "text/html"}\n' +
        'gopher://(h)/ 2024 {"url":"gopher:\\/\\/H:70\\/1"}\n' +
        'x 2024 {"url": "http://h:x/"}\nx 2024 {"a": 1}\nx 2024 [\nx 2024 {\n\n' +
        'com,a)/?__wb_method=post 2024 {"url": "http://a.com/", "method": "POST"}\n',
      stderr:
        '4:26: The port must be a decimal number. (port-character)\n' +
        '5:1: The JSON object has no "url". (cdxj-url)\n' +
        '6:1: A line of CDXJ has a key, a date and a JSON object, with a space between them. (cdxj-line)\n' +
        '7:1: The third field is not a JSON object. (cdxj-json)\n' +
        '9:1: The key also stands for the body of a request, so it stays as it is. (cdxj-method)\n' +
        'The lines are not in the order of their keys: sort them with LC_ALL=C sort.\n',
    },
  },
  {
    name: '--cdxj of lines that are in order, with the rules of another index',
    args: ['canonicalize', '--cdxj', '--without', 'www'],
    streams: { stdin: 'b 1 {"url":"http://www.a.example/"}\na 2 {"url":"http://www.a.example/"}\n' },
    expected: {
      status: 0,
      stdout: 'example,a,www)/ 1 {"url":"http://www.a.example/"}\nexample,a,www)/ 2 {"url":"http://www.a.example/"}\n',
      stderr: '',
    },
  },
  {
    name: 'the drive of a Windows path is valid, and a warning says so',
    args: ['canonicalize', 'C:\\Users\\x'],
    expected: {
      status: 0,
      stdout: 'c:%5CUsers%5Cx\n',
      stderr: expect.stringMatching(/^1:1: warning: A scheme of one letter .* \(drive-letter\)\n$/),
    },
  },
  {
    name: '--field, --delimiter, and a line without the field or with an empty one',
    args: ['canonicalize', '--field', '2', '--delimiter', ';'],
    streams: { stdin: 'a b;FTP://h;c\nd\ne;;f\n' },
    expected: {
      status: 1,
      stdout: 'a b;ftp://h/;c\nd\ne;;f\n',
      stderr: '2:2: The line has no field 2. (field-missing)\n',
    },
  },
  {
    name: 'fields of a line with a tab are separated by tabs',
    args: ['canonicalize', '--field=2', '--delimiter=\\t'],
    streams: { stdin: 'a b\tgo:%78\n' },
    expected: { stdout: 'a b\tgo:x\n' },
  },
  {
    name: '-z',
    args: ['canonicalize', '-z', '--base', 'go:x'],
    streams: { stdin: 'GO:a\nb\0go:c\r\0' },
    expected: { status: 0, stdout: 'go:a%0Ab\0go:c\0' },
  },
  {
    name: '--encoding latin1, with the dialect of its time',
    args: ['canonicalize', '--encoding', 'latin1', '--dialect', 'url-1994'],
    streams: { stdin: [latin1('gopher://h/0\xfc\n')] },
    expected: { status: 0, stdout: 'gopher://h/0%FC\n' },
  },
  ...(['le', 'be'] as const).map((order) => ({
    name: `--encoding utf-16, ${order}, in pieces`,
    args: ['canonicalize', '--encoding=utf-16'],
    streams: { stdin: octetsOf(utf16('\ufeffgopher://h/0ü😀\r\nftp://h', order)) },
    expected: { status: 0 as const, stdout: 'gopher://h/0%C3%BC%F0%9F%98%80\nftp://h/\n' },
  })),
  {
    name: '--unwrap gateways',
    args: ['canonicalize', '--unwrap', 'gateways', 'https://web.archive.org/web/1997/FTP://h/', 'https://h/'],
    expected: { status: 0, stdout: 'ftp://h/\nhttps://h/\n' },
  },
  {
    name: '--unwrap and --waypost',
    args: ['compare', '--unwrap=gateways', '--waypost=https://w.example', 'https://w.example/ftp/h/a', 'ftp://h/a'],
    expected: { status: 0, stdout: 'equivalent\n  ftp://h/a\n' },
  },
  {
    name: 'explain --unwrap',
    args: ['explain', '--unwrap', 'gateways', 'https://web.archive.org/web/1997/go:x'],
    expected: { status: 0, stdout: expect.stringContaining('RFC 6570 §1.4 · behind-gateway') },
  },
  {
    name: '--surt',
    args: ['canonicalize', '--surt', 'http://www.h.example/B?b&a', 'GOPHER://h:70/1'],
    expected: { status: 0, stdout: 'example,h)/b?a&b\ngopher://(h)/\n' },
  },
  {
    name: '--surt --without --with-scheme',
    args: ['canonicalize', '--surt', '--without', 'www,path-case', '--with-scheme', 'http://www.h.example/B'],
    expected: { status: 0, stdout: 'http://(example,h,www)/B\n' },
  },
  {
    name: '--surt --ndjson, against a base',
    args: ['canonicalize', '--surt', '--ndjson', '--base=http://h.example/a', 'b'],
    expected: { status: 0, stdout: '{"input":"b","surt":"example,h)/b"}\n' },
  },
];

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const octets = Buffer.from(text, 'utf16le');
  return order === 'le' ? octets : octets.swap16();
}

function octetsOf(octets: Buffer): Buffer[] {
  return [...octets].map((octet) => Buffer.of(octet));
}

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
        'A client sends other octets from octet 5 on: a (0x61) and b (0x62).\n',
    },
  },
  {
    name: 'two requests of which one is longer',
    args: ['compare', 'gopher://h/0a', 'gopher://h/0a%09b'],
    expected: {
      status: 1,
      stdout: expect.stringContaining('A client sends other octets from octet 1 on: ␍ (0x0D) and ␉ (0x09).\n'),
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
    name: '--ndjson',
    args: ['compare', '--ndjson', 'go:x', 'go:%78'],
    expected: {
      status: 0,
      stdout:
        '{"input":["go:x","go:%78"],"equivalent":true,"canonical":["go:x","go:x"],' +
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
        '{"input":["go:x","go:y"],"equivalent":false,"canonical":["go:x","go:y"],"because":null,' +
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

const usage: readonly Row[] = [
  { name: '--help', args: ['--help'], expected: { status: 0, stdout: USAGE, stderr: '' } },
  { name: 'help', args: ['help'], expected: { status: 0, stdout: USAGE } },
  { name: 'the help of a command', args: ['explain', '-h'], expected: { status: 0, stdout: usageOf('explain') } },
  { name: 'help for a command', args: ['help', 'compare'], expected: { status: 0, stdout: usageOf('compare') } },
  {
    name: '--version',
    args: ['--version'],
    expected: { status: 0, stdout: expect.stringMatching(/^waypost \d+\.\d+/) },
  },
  ...['-V', '-v'].map((option) => ({
    name: option,
    args: [option],
    expected: { status: 0 as const, stdout: expect.stringMatching(/^waypost \d+\.\d+/) },
  })),
  ...[
    { args: [], reason: 'no command' },
    { args: ['help', 'x'], reason: 'unknown command "x"' },
    { args: ['completion', 'ksh'], reason: 'completion needs one of bash, zsh, fish' },
    { args: ['explain', '-q'], reason: 'unknown option "-q"' },
    { args: ['explain', '--v'], reason: 'unknown option "--v"' },
    { args: ['explain', '--json=1', 'go:x'], reason: '--json takes no value' },
    { args: ['explain', '--base'], reason: '--base needs a value' },
    {
      args: ['explain', '--base', '--lax'],
      reason: '--base needs a value; a value that begins with a hyphen is written --base=--lax',
    },
    {
      args: ['mend', '--waypost=https://w.example', 'a.md'],
      reason: 'mend has no option --waypost; canonicalize, explain, compare, rewrite and publish do',
    },
    { args: ['explain', '--surt', 'go:x'], reason: 'explain has no option --surt; canonicalize does' },
    { args: ['canonicalize', '--field', '0'], reason: '--field must be a number from 1 to 9999, not "0"' },
    { args: ['canonicalize', '--delimiter', ';'], reason: '--delimiter needs --field' },
    {
      args: ['canonicalize', '--field=1', '--delimiter=;;'],
      reason: '--delimiter must be one character or \\t, not ";;"',
    },
    { args: ['canonicalize', '--keep', '--json'], reason: '--keep and --json cannot be combined' },
    { args: ['canonicalize', '--encoding=latin1', 'go:x'], reason: '--encoding and arguments cannot be combined' },
    { args: ['canonicalize', '--encoding=ebcdic'], reason: '--encoding must be utf-8, latin1 or utf-16, not "ebcdic"' },
    { args: ['explain', '--waypost=https://w.example'], reason: '--waypost needs --unwrap' },
    {
      args: ['explain', '--unwrap=gateways', '--waypost=w.example'],
      reason: '--waypost must be an origin such as https://waypost.example, not "w.example"',
    },
    { args: ['canonicalize', '--without=www'], reason: '--without needs --surt or --cdxj' },
    {
      args: ['canonicalize', '--surt', '--without=w'],
      reason: expect.stringContaining('--without: unknown rule "w"; there are fragment, user-info, www,'),
    },
    { args: ['get'], reason: 'get needs one URL' },
    { args: ['get', 'go:a', 'go:b'], reason: 'get needs one URL' },
    { args: ['get', '--json', '--raw', 'go:a'], reason: '--json and --raw cannot be combined' },
    { args: ['get', '--charset=latin1', '--raw', 'go:a'], reason: '--charset and --raw cannot be combined' },
    { args: ['get', '--charset=x', 'go:a'], reason: '--charset: no charset has the name "x"' },
    { args: ['get', '--keep', 'go:a'], reason: 'get has no option --keep; canonicalize does' },
    { args: ['check', '--pause=soon', 'go:a'], reason: '--pause must be a time such as 500ms or 2s, not "soon"' },
    { args: ['check', '--concurrency=0'], reason: '--concurrency must be a number from 1 to 999, not "0"' },
    {
      args: ['check', '--encoding=latin1', 'go:a'],
      reason: '--encoding needs standard input or the names of files',
    },
    { args: ['check', '--recursive', 'go:a'], reason: '--recursive needs the names of files' },
    {
      args: ['check', '--accept=moved,dead', 'go:a'],
      reason:
        '--accept: unknown status "dead"; there are moved, restricted, gone, unavailable, unreachable, other-protocol',
    },
    { args: ['links'], reason: 'links needs the names of files' },
    {
      args: ['links', '--encoding=utf-16', 'a.txt'],
      reason: '--encoding must be utf-8 or latin1 for files, not "utf-16"',
    },
    { args: ['get', '--pause=1s', 'go:a'], reason: 'get has no option --pause; check and mend do' },
    { args: ['canonicalise'], reason: 'unknown command "canonicalise"; did you mean canonicalize?' },
    { args: ['canonicalize', '--keeep'], reason: 'unknown option "--keeep"; did you mean --keep?' },
    { args: ['canonicalize', '--cdxj', '--field=1'], reason: '--cdxj and --field cannot be combined' },
    { args: ['explain', '--colour'], reason: 'unknown option "--colour"' },
    { args: ['explain', '--dialect', '1995', 'go:x'], reason: '--dialect must be current or url-1994, not "1995"' },
    { args: ['explain', '--json', '--ndjson', 'go:x'], reason: '--json and --ndjson cannot be combined' },
    { args: ['compare', 'go:x'], reason: 'compare needs two URLs' },
    { args: ['relativize', 'go:x'], reason: 'relativize needs two URLs' },
    {
      args: ['relativize', '--base=go:x', 'go:x', 'go:y'],
      reason: expect.stringContaining('relativize has no option --base'),
    },
    { args: ['explain', '--base', 'x', 'y'], reason: `--base: ${MISSING} (scheme-missing)` },
  ].map(({ args, reason }) => ({
    name: `usage: ${args.join(' ')}`,
    args,
    expected: {
      status: 2 as const,
      stdout: '',
      stderr: typeof reason === 'string' ? `waypost: ${reason}\nTry "waypost --help".\n` : reason,
    },
  })),
  {
    name: 'no URLs, and standard input is a terminal',
    args: ['canonicalize'],
    streams: { stdin: null },
    expected: { status: 2, stderr: 'waypost: no URLs, and standard input is a terminal\nTry "waypost --help".\n' },
  },
];

test.each([...canonicalizing, ...lines, ...comparing, ...relativizing, ...usage])(
  '$name',
  async ({ args, streams, expected }) => {
    expect(await waypost(args, streams)).toMatchObject(expected);
  },
);

test('lines that are not UTF-8 keep their octets, and so do fields beside a URL', async () => {
  const kept = await octetsWritten(['--keep'], latin1('caf\xe9\nGO:x\n'));
  expect(kept).toEqual(latin1('caf\xe9\ngo:x\n'));
  const field = await octetsWritten(
    ['--keep', '--field', '2'],
    Buffer.concat([latin1('\xe9 '), Buffer.from('GO:ü\n')]),
  );
  expect(field).toEqual(latin1('\xe9 go:%C3%BC\n'));
});

async function octetsWritten(args: readonly string[], input: Buffer): Promise<Buffer> {
  const written: Buffer[] = [];
  const stdout = new Writable({ write: (chunk, _, done) => done(void written.push(chunk)) });
  const stderr = new Writable({ write: (_chunk, _, done) => done() });
  await run(['canonicalize', ...args], { stdin: Readable.from([input]), stdout, stderr, env: {} });
  return Buffer.concat(written);
}

test('a line that is too long to hold passes whole, or ends the run if it has fields', async () => {
  const line = 'x'.repeat(65_536 * 260);
  const kept = await octetsWritten(['--keep'], Buffer.from(`${line}\nGO:a`));
  expect(kept.equals(Buffer.from(`${line}\ngo:a\n`))).toBe(true);
  const stdin = [...Array.from({ length: 260 }, () => 'x'.repeat(65_536)), '\n'];
  expect(await waypost(['canonicalize', '--field=1'], { stdin })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'waypost: A line has more than 16 MiB.\n',
  });
});

test('errors and warnings have the numbers of their lines, wherever the input is cut', async () => {
  const stdin = ['c:\\a\n', 'x\r', '\n\n', Buffer.from('go:a\n\xe9', 'latin1'), '\ngo:\u00e9\n', 'd:', 'b'];
  const { stdout, stderr } = await waypost(['canonicalize'], { stdin });
  expect(stdout).toBe('c:%5Ca\n\n\ngo:a\n\ngo:%C3%A9\nd:b\n');
  expect(stderr.split('\n').map((message) => message.replace(/: .*\(/, ' '))).toEqual([
    '1:1 drive-letter)',
    '2:1 scheme-missing)',
    '5:1 line-not-utf-8)',
    '7:1 drive-letter)',
    '',
  ]);
});

test('--field reads files, and names them in errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-'));
  const file = join(folder, 'a.tsv');
  writeFileSync(file, 'a\tFTP://h\nb\tx\n');
  expect(await waypost(['canonicalize', '--field=2', file, file])).toEqual({
    status: 1,
    stdout: 'a\tftp://h/\nb\tx\na\tftp://h/\nb\tx\n',
    stderr: `${file}:2:3: ${MISSING} (scheme-missing)\n`.repeat(2),
  });
  const missing = join(folder, 'b.tsv');
  expect(await waypost(['canonicalize', '--field=2', missing])).toMatchObject({
    status: 2,
    stderr: `waypost: ${missing}: no such file or folder\n`,
  });
  rmSync(folder, { recursive: true });
});

test.each(COMMANDS)('the help of %s names only its own options, and ends with its own statuses', (command) => {
  const help = usageOf(command);
  const named = new Set([...help.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name]) => name));
  const own = new Set<string | undefined>(optionsOf(command).map(([name]) => name));
  expect([...named].filter((name) => !own.has(name))).toEqual([]);
  const [success, failure] = HELP[command].ends;
  expect(help).toContain(`Exit status\n  0  ${success}\n${failure === null ? '' : `  1  ${failure}\n`}  2  `);
});

test('explain --json is the resolution of the library', async () => {
  const { stdout } = await waypost(['explain', '--json', 'ftp://u@h/a;TYPE=i']);
  expect(JSON.parse(stdout)).toEqual(explain('ftp://u@h/a;TYPE=i', { dialect: 'current', lax: false }));
});

test('--json of several lines is one document', async () => {
  const { stdout } = await waypost(['explain', '--json'], { stdin: 'gopher://h\nx\nftp://h\n' });
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'gopher' },
    { error: { code: 'scheme-missing' } },
    { kind: 'ftp' },
  ]);
});

test('answers are written before the input ends', async () => {
  let answered: () => void = () => undefined;
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from('go:a\n');
    await answer;
    yield Buffer.from('go:b\n');
  }
  let written = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      written += chunk;
      if (written === 'go:a\n') answered();
      done();
    },
  });
  const stderr = new Writable();
  expect(await run(['canonicalize'], { stdin: Readable.from(slowly()), stdout, stderr, env: {} })).toBe(0);
  expect(written).toBe('go:a\ngo:b\n');
});

const failing = (code: string) =>
  new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(`${code}: it broke, write`), { code, syscall: 'write' }));
    },
  });

test('a closed pipe ends the run quietly', async () => {
  const written: string[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
  const streams = { stdin: Readable.from([Buffer.from('go:a\n')]), stdout: failing('EPIPE'), stderr, env: {} };
  expect(await run(['canonicalize'], streams)).toBe(0);
  expect(written).toEqual([]);
});

test('a full disk ends the run with status 2', async () => {
  const written: string[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
  const streams = { stdin: Readable.from([]), stdout: failing('ENOSPC'), stderr, env: {} };
  expect(await run(['canonicalize', 'go:a'], streams)).toBe(2);
  expect(written).toEqual(['waypost: cannot write the output: the disk is full\n']);
});
