/** What all commands of `waypost` share: help, wrong usage, JSON, and the ends of a run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '../../bin/run.ts';
import { COMMAND_NAMES, COMMANDS } from '../../bin/usage/commands.ts';
import { usageOf } from '../../bin/usage/help.ts';
import { optionsOf, spelled } from '../../bin/usage/options.ts';
import { sentenceOf } from '../../src/definition-of.ts';
import { explain } from '../../src/index.ts';
import { EXTENSIONS, formatOfFile, TEXT_FORMATS } from '../../src/text/formats.ts';
import { MISSING, type Row, waypost } from './harness.ts';

const usage: readonly Row[] = [
  { name: '--help', args: ['--help'], expected: { status: 0, stdout: usageOf(null), stderr: '' } },
  { name: 'help', args: ['help'], expected: { status: 0, stdout: usageOf(null) } },
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
      reason: expect.stringContaining('--without: unknown rule "w"; known are www, default-port,'),
    },
    { args: ['get'], reason: 'get needs one URL' },
    { args: ['get', 'go:a', 'go:b'], reason: 'get needs one URL' },
    { args: ['get', '--json', '--raw', 'go:a'], reason: '--json and --raw cannot be combined' },
    { args: ['get', '--charset=latin1', '--raw', 'go:a'], reason: '--charset and --raw cannot be combined' },
    { args: ['get', '--charset=x', 'go:a'], reason: '--charset: no charset has the name "x"' },
    { args: ['get', '--keep', 'go:a'], reason: 'get has no option --keep; canonicalize does' },
    { args: ['check', '--pause=soon', 'go:a'], reason: '--pause must be a time such as 500ms, 2s or 7d, not "soon"' },
    { args: ['check', '--concurrency=0'], reason: '--concurrency must be a number from 1 to 999, not "0"' },
    {
      args: ['check', '--encoding=latin1', 'go:a'],
      reason: '--encoding needs standard input or the names of files',
    },
    { args: ['check', '--recursive', 'go:a'], reason: '--recursive needs the names of files' },
    {
      args: ['check', '--accept=moved,dead', 'go:a'],
      reason:
        '--accept: unknown status "dead"; known are moved, restricted, gone, unavailable, unreachable, other-protocol',
    },
    ...['links', 'mend'].map((command) => ({
      args: [command],
      reason: `${command} needs the names of files; --format or --stdin-name reads standard input`,
    })),
    {
      args: ['links', 'a.txt', '-'],
      reason: 'the format of standard input is unknown; --format or --stdin-name reads standard input',
    },
    {
      args: ['check', '--stdin-name=a.md', 'b.md'],
      reason: '--stdin-name needs standard input: "-" or no names of files',
    },
    ...[
      ['rewrite', '--to=canonical'],
      ['mend', '--write'],
    ].map((command) => ({
      args: [...command, '--format=text', '-', 'a.txt'],
      reason: '"-" and the names of files cannot be combined where they are changed',
    })),
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
    { args: ['resolve', 'go:x'], reason: 'resolve needs two URLs' },
    { args: ['formats', 'text'], reason: 'formats takes no arguments' },
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
  {
    name: 'no text, and standard input is a terminal',
    args: ['links', '--format=text'],
    streams: { stdin: null },
    expected: { status: 2, stderr: 'waypost: no text, and standard input is a terminal\nTry "waypost --help".\n' },
  },
];

test.each(usage)('$name', async ({ args, streams, expected }) => {
  expect(await waypost(args, streams)).toMatchObject(expected);
});

test('formats lists every format with its extensions', async () => {
  const { status, stdout } = await waypost(['formats']);
  expect(status).toBe(0);
  for (const format of TEXT_FORMATS) {
    const [, extensions = ''] = new RegExp(`^${format} +(.+)\\n +[^ ].*$`, 'm').exec(stdout) ?? [];
    expect(extensions.split(' ').map(formatOfFile)).toEqual(EXTENSIONS[format].map(() => format));
  }
});

test.each(COMMAND_NAMES)('the help of %s names only its own options, and ends with its own statuses', (command) => {
  const help = usageOf(command);
  const named = new Set(help.match(/(?<![\w-])--[a-z][a-z-]*/g));
  const own = new Set(optionsOf(command).map(spelled));
  expect([...named].filter((name) => !own.has(name))).toEqual([]);
  const [success, failure] = COMMANDS[command].ends;
  expect(help).toContain(`Exit status\n  0  ${success}\n${failure === null ? '' : `  1  ${failure}\n`}  2  `);
});

test('explain --json is the resolution of the library', async () => {
  const { stdout } = await waypost(['explain', '--json', 'ftp://u@h/a;TYPE=i']);
  const resolution = explain('ftp://u@h/a;TYPE=i');
  expect(JSON.parse(stdout)).toEqual({ ...resolution, sentence: sentenceOf(resolution) });
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

// More than is kept in memory: the temporary file is still being read.
test.each(['links', 'rewrite --to canonical', 'rewrite --to canonical --diff'])(
  'a closed pipe ends %s quietly',
  async (command) => {
    const written: string[] = [];
    const stderr = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
    const stdin = Readable.from([Buffer.from(`See HTTP://h.example/a.\n${'a line of text\n'.repeat(80_000)}`)]);
    const streams = { stdin, stdout: failing('EPIPE'), stderr, env: {} };
    expect(await run([...command.split(' '), '--format', 'text'], streams)).toBe(0);
    expect(written).toEqual([]);
  },
);

test('a closed pipe keeps no file from being rewritten, and a full disk does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-closed-'));
  const files = ['a.txt', 'b.txt'].map((name) => join(folder, name));
  const rewritten = async (code: string) => {
    for (const file of files) writeFileSync(file, 'See HTTP://h.example/a.\n');
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const streams = { stdin: Readable.from([]), stdout: failing(code), stderr, env: {} };
    const status = await run(['rewrite', '--to', 'canonical', ...files], streams);
    return [status, ...files.map((file) => readFileSync(file, 'utf8').includes('http:'))];
  };
  expect(await rewritten('EPIPE')).toEqual([0, true, true]);
  expect(await rewritten('ENOSPC')).toEqual([2, true, false]);
  rmSync(folder, { recursive: true, force: true });
});

test('a full disk ends the run with status 2', async () => {
  const written: string[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
  const streams = { stdin: Readable.from([]), stdout: failing('ENOSPC'), stderr, env: {} };
  expect(await run(['canonicalize', 'go:a'], streams)).toBe(2);
  expect(written).toEqual(['waypost: cannot write the output: the disk is full\n']);
});
