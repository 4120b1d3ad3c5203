/** `waypost canonicalize`: lines, files, fields and encodings in, canonical forms and errors with their places out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MISSING, octetsWritten, type Row, waypost } from './harness.ts';

const NOT_UTF8 = 'The line is not UTF-8. Name its encoding: --encoding latin1 or utf-16. (line-not-utf-8)';

const canonicalizing: readonly Row[] = [
  {
    name: 'the name of a file is no URL, and a message says what reads it',
    args: ['canonicalize', 'package.json', 'no.such.file'],
    expected: {
      ...{ status: 1, stdout: '' },
      stderr:
        `1:1: ${MISSING} (scheme-missing)\n` +
        'waypost: package.json is a file; waypost canonicalize < package.json reads its lines, and waypost links its links\n' +
        `2:1: ${MISSING} (scheme-missing)\n`,
    },
  },
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
    name: 'a byte order mark alone is no line',
    args: ['canonicalize'],
    streams: { stdin: '\ufeff' },
    expected: { status: 0, stdout: '', stderr: '' },
  },
  {
    name: 'nor is it with a field',
    args: ['canonicalize', '--field', '2'],
    streams: { stdin: '\ufeff' },
    expected: { status: 0, stdout: '', stderr: '' },
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
    name: '--cdxj makes the key again if a known program made it; every other key stays, and is counted (AD8, RL2)',
    args: ['canonicalize', '--cdxj'],
    streams: {
      stdin:
        '!OpenWayback-CDXJ 1.0\n' +
        // Keys of Waypost 0.3, of warcio.js and of webarchive-commons, and one that stays right.
        'h)/it%27s 19970101000000 {"url": "HTTP://H:80/It%27s", "mime": "text/html"}\r\n' +
        'gopher://(h)/ 2024 {"url":"gopher:\\/\\/H:70\\/1"}\n' +
        'h)/a/ 2024 {"url":"http://www.h/A/"}\n' +
        'gopher)/h/1 2024 {"url":"gopher://h/1"}\n' +
        'h)/a 2024 {"url": "http://h/a/"}\n' +
        'x 2024 {"url": "http://h:x/"}\nx 2024 {"a": 1}\nx 2024 [\nx 2024 {\n\n' +
        // Bodies of requests: in the JSON, in the key alone, and from before they had a mark.
        'com,a)/?__wb_method=post 2024 {"url": "http://a.com/", "method": "POST"}\n' +
        'com,a)/p/ 2014 {"url": "http://a.com/p/", "requestBody": "a"}\n' +
        'com,a)/p?__wb_method=post&foo=bar 2014 {"url": "http://a.com/p", "mime": "application/json"}\n' +
        'com,a)/p?foo=bar&test=abc 2014 {"url": "http://a.com/p?foo=bar#a&b"}\n' +
        // The URL has the parameters of the key itself.
        'com,a)/p/?__wb_method=get 2014 {"url": "http://a.com/p/?__wb_method=get", "method": "get", "requestBody": null}\n' +
        'warcinfo:A 2014 {"url": "warcinfo:A"}\n' +
        'com,a,www)/ 2014 {"url": "http://www.a.com/"}\n' +
        'x\u001b 2014 {"url": "http://a.com/"}\n',
    },
    expected: {
      status: 1,
      stdout:
        '!OpenWayback-CDXJ 1.0\n' +
        'h)/it\'s 19970101000000 {"url": "HTTP://H:80/It%27s", "mime": "text/html"}\n' +
        'h:70)/1 2024 {"url":"gopher:\\/\\/H:70\\/1"}\n' +
        'h)/a 2024 {"url":"http://www.h/A/"}\n' +
        'h)/1 2024 {"url":"gopher://h/1"}\n' +
        'h)/a 2024 {"url": "http://h/a/"}\n' +
        'x 2024 {"url": "http://h:x/"}\nx 2024 {"a": 1}\nx 2024 [\nx 2024 {\n\n' +
        'com,a)/?__wb_method=post 2024 {"url": "http://a.com/", "method": "POST"}\n' +
        'com,a)/p/ 2014 {"url": "http://a.com/p/", "requestBody": "a"}\n' +
        'com,a)/p?__wb_method=post&foo=bar 2014 {"url": "http://a.com/p", "mime": "application/json"}\n' +
        'com,a)/p?foo=bar&test=abc 2014 {"url": "http://a.com/p?foo=bar#a&b"}\n' +
        'com,a)/p?__wb_method=get 2014 {"url": "http://a.com/p/?__wb_method=get", "method": "get", "requestBody": null}\n' +
        'warcinfo:A 2014 {"url": "warcinfo:A"}\n' +
        'com,a,www)/ 2014 {"url": "http://www.a.com/"}\n' +
        'x\u001b 2014 {"url": "http://a.com/"}\n',
      stderr:
        '7:26: The port must be a decimal number. (port-character)\n' +
        '8:1: The JSON object has no "url". (cdxj-url)\n' +
        '9:1: A line of CDXJ has a key, a date and a JSON object, with a space between them. (cdxj-line)\n' +
        '10:1: The third field is not a JSON object. (cdxj-json)\n' +
        'Keys that stay because they also stand for the body of a request: 4. The first is line 12: com,a)/?__wb_method=post\n' +
        'Keys that stay because they belong to records about the archive itself: 1. The first is line 17: warcinfo:A\n' +
        'Keys that stay because they are not what a known program makes of the URL: 2. The first is line 18: com,a,www)/\n' +
        'The lines are not in the order of their keys: sort them with LC_ALL=C sort.\n',
    },
  },
  {
    name: '--cdxj with the keys of another program',
    args: ['canonicalize', '--cdxj', '--profile', 'warcio.js'],
    streams: { stdin: 'h)/a 1 {"url":"http://h/A/"}\n' },
    expected: { status: 0, stdout: 'h)/a/ 1 {"url":"http://h/A/"}\n', stderr: '' },
  },
  {
    name: '--surt reads a URL as archives do, and takes a wrapper and a base away first',
    args: ['canonicalize', '--surt', '--base', 'http://h/a'],
    streams: { stdin: '<URL:http://h/It%27s>\n../B%5d\n' },
    expected: { status: 0, stdout: "h)/it's\nh)/b]\n", stderr: '' },
  },
  {
    name: '--cdxj of lines that are in order, with the rules of another index',
    args: ['canonicalize', '--cdxj', '--without', 'www'],
    streams: {
      stdin: 'example,a)/ 1 {"url":"http://www.a.example/"}\nexample,a)/ 2 {"url":"http://www.a.example/"}\n',
    },
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
    expected: { status: 0, stdout: 'example,h)/b?a&b\nh:70)/1\n' },
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

test.each([...canonicalizing, ...lines])('$name', async ({ args, streams, expected }) => {
  expect(await waypost(args, streams)).toMatchObject(expected);
});

test('lines that are not UTF-8 keep their octets, and so do fields beside a URL', async () => {
  const kept = await octetsWritten(['canonicalize', '--keep'], latin1('caf\xe9\nGO:x\n'));
  expect(kept).toEqual(latin1('caf\xe9\ngo:x\n'));
  const field = await octetsWritten(
    ['canonicalize', '--keep', '--field', '2'],
    Buffer.concat([latin1('\xe9 '), Buffer.from('GO:ü\n')]),
  );
  expect(field).toEqual(latin1('\xe9 go:%C3%BC\n'));
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
