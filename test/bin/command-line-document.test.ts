/** docs/command-line.md: its examples print what it says, and every command and option in it exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from '../../bin/command-line.ts';
import { COMMAND_NAMES } from '../../bin/usage/commands.ts';
import { OPTION_NAMES, spelled } from '../../bin/usage/options.ts';
import { formatOfFile, TEXT_FORMATS } from '../../src/text/index.ts';
import { temporaryFolder, writeFiles } from './files/files.ts';
import { waypost } from './harness.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
const folder = temporaryFolder();
const FILES = {
  'notes.txt': 'See <FTP://ftp.example.org/pub/\n  README> or gopher.example.org.\n',
  'page.html': '<a href="gopher://h.example/"><a href="ftp://h.example/a"><a href="https://h.example/">',
  'guide.md': '# See <GOPHER://h.example:70/1>\n\nSee ftp://ftp.gnu.org/gnu/a.\n',
  'mirrors.txt': 'ftp://ftp.gnu.org/gnu/ https://ftp.gnu.org/gnu/\n',
  'moved.txt': 'ftp://old.example/pub/ https://new.example/pub/\n',
};

/** Blocks with commands, and the output of those that have one. */
const blocks = [...document.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
const commands = blocks.flatMap((text) => text.match(/^\$ .*waypost .*$/gm) ?? []);

/** The words of a command of a shell, without what stands around it in a pipe. */
function wordsOf(line: string): readonly string[] {
  const [, command = ''] = /waypost (.*?)(?: [|<>] .*)?$/.exec(line) ?? [];
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Those of one command whose output does not depend on servers. */
const local = blocks.filter(
  (text) => !/waypost (?:check|mend|get)|[|<]/.test(text.split('\n', 1).join('')) && /\n./.test(text),
);

test.each(local)('%s', async (text) => {
  const [first = '', ...lines] = text.split('\n');
  const at = writeFiles(folder, FILES);
  const words = wordsOf(first).map((word) => (word in FILES ? at(word) : word));
  const { stdout, stderr } = await waypost(words);
  const shown = (stdout + stderr).replaceAll(`${folder}/`, '');
  expect(shown).toBe(lines.join('\n'));
});

test('every command of an example is one that the program reads', () => {
  expect(local.length).toBeGreaterThan(6);
  expect(commands.length).toBeGreaterThan(15);
  const at = writeFiles(folder, FILES);
  for (const line of commands) {
    const words = wordsOf(line).map((word) => (word in FILES ? at(word) : word));
    expect(() => readCommandLine(words), line).not.toThrow();
  }
});

test('it names every command, every format with its extensions, and only options that exist', () => {
  for (const command of COMMAND_NAMES) expect(document).toContain(`| [\`${command}\`]`);
  const named = document.match(/(?<=[`\s])--[a-z][a-z-]*/g) ?? [];
  const options = new Set(OPTION_NAMES.map(spelled));
  expect(named.filter((name) => !options.has(name))).toEqual([]);
  for (const format of TEXT_FORMATS) {
    const [, extensions = ''] = new RegExp(`^\\|.*\`${format}\`.*?\\| (.*?) \\|`, 'm').exec(document) ?? [];
    const found = extensions.split(', ').map((extension) => formatOfFile(`a.${extension}`));
    expect(found).toContain(format);
    expect(found).not.toContain(null);
  }
});
