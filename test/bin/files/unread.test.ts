/** What a file has that was not read: the four commands name it in the same words, and files that are no text, too. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unreadNote } from '../../../bin/files/unread.ts';
import { linksInHtml } from '../../../src/text/html.ts';
import { ALIVE_CHECKER, runOnFiles } from './commands.ts';
import { temporaryFolder, writeFiles } from './files.ts';

const folder = temporaryFolder();
const page = '<p>\n <img srcset="http://h.example/a&#32;2x, b&#32;3x"><a href="http://h.example/">a</a>';
const at = writeFiles(folder, {
  'a.html': page,
  'b.txt': Buffer.from('http://h.example/\xfe\xff\x81'.repeat(9), 'latin1'),
});
const COMMANDS = ['links', 'check', 'mend', 'rewrite'] as const;
const REASON = 'The list in srcset contains character references.';

test.each(COMMANDS)('%s names a text that was not read, and goes on', async (command) => {
  const { status, stderr, stdout } = await runOnFiles(command, [at('a.html')], ALIVE_CHECKER);
  expect(stderr).toContain(`waypost: ${at('a.html')}:2:15: 1 text not read: ${REASON}\n`);
  expect([status, stdout]).toEqual([0, expect.not.stringContaining('srcset')]);
});

test.each(COMMANDS)('%s names a file in another encoding, and fails', async (command) => {
  const { status, stderr } = await runOnFiles(command, [at('b.txt'), at('a.html')], ALIVE_CHECKER);
  expect(stderr).toContain(`waypost: ${at('b.txt')}: the encoding is neither UTF-8 nor Latin-1; --encoding names it\n`);
  expect([status, readFileSync(at('a.html'), 'utf8')]).toEqual([2, page]);
});

test('check --strict fails for a text that was not read', async () => {
  expect(await runOnFiles('check', ['--strict', at('a.html')], ALIVE_CHECKER)).toMatchObject({ status: 1 });
});

test('mend --write says it once', async () => {
  const { stderr } = await runOnFiles('mend', ['--write', at('a.html')], ALIVE_CHECKER);
  expect(stderr.match(/not read/g)).toHaveLength(1);
});

test.each([
  ['<img srcset="a&comma;b 2x">', ''],
  [`${'<img srcset="http://h/a&#32;2x">'.repeat(3)}`, `waypost: a:1:14: 3 texts not read: ${REASON}\n`],
])('%s: %j', (text, note) => {
  expect(unreadNote('a', { text, end: text.length, found: linksInHtml(text) })).toBe(note);
});
