/** Commands that read files read standard input and other pipes, too, and write changed texts to standard output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LinkChecker } from '../../../bin/network/contract.ts';
import { octetsWritten, waypost } from '../harness.ts';
import { ALIVE_CHECKER, type FileCommand, runOnFiles } from './commands.ts';
import { temporaryFolder } from './files.ts';

const folder = temporaryFolder();
const COMMANDS = ['links', 'check', 'mend', 'rewrite'] as const;
const LINK = 'HTTP://h.example/';

const piped = (command: FileCommand, args: readonly string[], stdin: string) =>
  runOnFiles(command, args, ALIVE_CHECKER, { stdin });

/** What a run says of one link. */
const ONE_LINK: Readonly<Record<FileCommand, RegExp>> = {
  links: /^\{.*"certainty":"certain".*\}\n$/,
  check: /^1 link: 1 alive\n$/,
  mend: /^1 link: 1 alive; 0 with a replacement, 0 without\n$/,
  rewrite: /^.*:1:\d+: HTTP:\/\/h\.example\/ → http:\/\/h\.example\/\n$/,
};

describe.each(COMMANDS)('%s', (command) => {
  test.each([[['--format', 'markdown']], [['--stdin-name', 'a.md']], [['--format=markdown', '-']]])(
    'reads standard input with %j',
    async (args) => {
      const { stdout } = await piped(command, args, `[a](${LINK}) and \`${LINK}\``);
      expect(stdout).toMatch(ONE_LINK[command]);
    },
  );

  test('a name of standard input that shows no format is refused', async () => {
    const { status, stderr } = await piped(command, ['--stdin-name', 'a.unknown'], LINK);
    expect([status, stderr]).toEqual([2, expect.stringContaining('a.unknown: the name does not show the format')]);
  });
});

test('names in results are those of --stdin-name', async () => {
  const { stdout } = await piped('links', ['--tsv', '--stdin-name', 'docs/a.txt'], `See ${LINK}.`);
  expect(stdout).toBe(`docs/a.txt\t1\t5\t${LINK}\thttp://h.example/\thttp\t\tcertain\t\n`);
});

test('links --tsv says how certain a link is, and why', async () => {
  const { stdout } = await piped('links', ['--tsv', '--format', 'text'], 'http://h/(a www.h.example http://h/%zz(\n');
  const certainties = stdout.split('\n').map((line) => line.split('\t').slice(6));
  expect(certainties).toEqual([
    ['', 'uncertain', 'brackets'],
    ['bare-host', 'proposal', ''],
    ['', 'uncertain', 'brackets,percent'],
    [],
  ]);
});

test('rewrite writes the text to standard output, and counts to standard error', async () => {
  const args = ['rewrite', '--to', 'canonical', '--format', 'text'];
  expect(await waypost(args, { stdin: `a ${LINK}\n` })).toEqual({
    ...{ status: 0, stdout: 'a http://h.example/\n', stderr: '- (text): 1 link changed\n' },
  });
  expect(await waypost([...args, '--diff', '-'], { stdin: LINK })).toMatchObject({
    ...{ status: 1, stdout: expect.stringContaining('\n+http://h.example/\n') },
  });
});

test.each([
  ['Latin-1', Buffer.from(`caf\xe9 ${LINK} x`, 'latin1')],
  ['UTF-8 with its mark and CR LF', Buffer.from(`\ufeffcaf\u00e9 ${LINK}\r\n`)],
  ['more than is kept in memory', Buffer.from(`${LINK} ${'a line of text\n'.repeat(200_000)}`)],
  ['no link', Buffer.from('a\n')],
  ['nothing', Buffer.alloc(0)],
])('no other octet changes: %s', async (_, octets) => {
  const expected = Buffer.from(octets.toString('latin1').replace('HTTP', 'http'), 'latin1');
  const written = await octetsWritten(['rewrite', '--to', 'canonical', '--format', 'text', '-'], octets);
  expect(written.equals(expected)).toBe(true);
});

test('a text that is not read is not written', async () => {
  const args = ['rewrite', '--to', 'canonical', '--format', 'text'];
  for (const stdin of ['a\0b', Buffer.from(`\ufeff${LINK}`, 'utf16le')])
    expect(await waypost(args, { stdin: [stdin] })).toMatchObject({ status: 2, stdout: '' });
});

test('mend --write writes the text to standard output, and what it found to standard error', async () => {
  const moved: LinkChecker = {
    ...ALIVE_CHECKER,
    async check(input) {
      const checked = await ALIVE_CHECKER.check(input);
      const reply = 'HTTP/1.1 301 Moved Permanently';
      return input === 'http://h.example/a'
        ? { ...checked, status: 'moved', reply, location: 'http://h.example/b' }
        : checked;
    },
  };
  for (const report of ['text', 'ndjson']) {
    const args = ['--write', '--format', 'text', '--report', report];
    const { status, stdout, stderr } = await runOnFiles('mend', args, moved, { stdin: 'See http://h.example/a.\n' });
    expect([status, stdout]).toEqual([0, 'See http://h.example/b.\n']);
    expect(stderr).toContain('1 with a replacement, 0 without');
  }
  const { stdout } = await runOnFiles('mend', ['--write', '--format', 'text'], moved, { stdin: 'no link' });
  expect(stdout).toBe('no link');
});

test('--encoding utf-8 refuses other octets, which would be lost', async () => {
  const file = join(folder, 'latin1.txt');
  const octets = Buffer.from(`caf\xe9 ${LINK} x`, 'latin1');
  writeFileSync(file, octets);
  expect(await waypost(['rewrite', '--to', 'canonical', '--encoding', 'utf-8', file])).toMatchObject({
    ...{ status: 2, stderr: expect.stringContaining('the file is not UTF-8, which --encoding names') },
  });
  expect(readFileSync(file).equals(octets)).toBe(true);
  await waypost(['rewrite', '--to', 'canonical', '--encoding', 'latin1', file]);
  expect(readFileSync(file, 'latin1')).toBe('caf\xe9 http://h.example/ x');
});
