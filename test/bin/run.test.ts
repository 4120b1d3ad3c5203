/** The output, the error messages and the exit status of `waypost`. */
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { USAGE } from '../../bin/command-line.ts';
import { run } from '../../bin/run.ts';
import { explain } from '../../src/index.ts';
import { type Outcome, type StreamOptions, waypost } from './harness.ts';

const MISSING = 'This has no scheme, such as gopher: or http:, and there is no base URL to resolve it against.';

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
    name: 'each line gives a line, despite CR LF, blank lines, a byte order mark and a missing last line end',
    args: ['canonicalize'],
    streams: { stdin: '\ufeffgopher://h\r\n\n \t\nFTP://h' },
    expected: { status: 0, stdout: 'gopher://h/\nftp://h/\n', stderr: '' },
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
      stdout: 'gopher://h/\nftp://h/\n',
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
    expected: { status: 1, stdout: 'ftp://h/\n', stderr: '1:1: The line is not UTF-8. (line-not-utf-8)\n' },
  },
  {
    name: 'a line of any length is one URL that is too long',
    args: ['canonicalize'],
    streams: { stdin: [...Array.from({ length: 64 }, () => 'ü'.repeat(8191)), 'x\nftp://h\n'] },
    expected: {
      status: 1,
      stdout: 'ftp://h/\n',
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
    expected: { status: 1, stdout: 'different\n  http://h/a\n  http://h/bc\n           ^\n' },
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
    expected: { status: 1, stdout: '', stderr: `1:10: ${MISSING} (scheme-missing)\n` },
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
        '"because":"percent-encoding","spec":{"document":"RFC 3986","section":"6.2.2.2"}}\n',
    },
  },
  {
    name: '--ndjson of two different URLs',
    args: ['compare', '--ndjson', 'go:x', 'go:y'],
    expected: {
      status: 1,
      stdout: '{"input":["go:x","go:y"],"equivalent":false,"canonical":["go:x","go:y"],"because":null,"spec":null}\n',
    },
  },
];

const usage: readonly Row[] = [
  { name: '--help', args: ['--help'], expected: { status: 0, stdout: USAGE, stderr: '' } },
  { name: 'help', args: ['help'], expected: { status: 0, stdout: USAGE } },
  { name: 'the help of a command', args: ['explain', '-h'], expected: { status: 0, stdout: USAGE } },
  {
    name: '--version',
    args: ['--version'],
    expected: { status: 0, stdout: expect.stringMatching(/^waypost \d+\.\d+/) },
  },
  ...[
    { args: [], reason: 'no command' },
    { args: ['canonicalise'], reason: 'unknown command "canonicalise"' },
    { args: ['explain', '--colour'], reason: expect.stringContaining("Unknown option '--colour'") },
    { args: ['explain', '--dialect', '1995', 'go:x'], reason: '--dialect must be current or url-1994, not "1995"' },
    { args: ['explain', '--json', '--ndjson', 'go:x'], reason: '--json and --ndjson cannot be combined' },
    { args: ['compare', 'go:x'], reason: 'compare needs two URLs' },
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

test.each([...canonicalizing, ...comparing, ...usage])('$name', async ({ args, streams, expected }) => {
  expect(await waypost(args, streams)).toMatchObject(expected);
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
  expect(written).toEqual(['waypost: ENOSPC: it broke, write\n']);
});
