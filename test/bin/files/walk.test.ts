/** The files of a command line: formats, folders, and what is left out of them. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../../bin/files/walk.ts';
import { temporaryFolder, writeFiles } from './files.ts';

const folder = temporaryFolder();
const at = writeFiles(folder, {
  'docs/b.md': '',
  'docs/a.html': '',
  'docs/deep/c.TXT': '',
  'docs/image.png': '',
  'docs/.git/x.md': '',
  'docs/node_modules/x.md': '',
  'project/Cargo.lock': '',
  'project/ls.1': '.\\" A comment\n.TH LS 1\n',
  'project/package-lock.json': '{}',
  'project/package.json': '{}',
  'project/syslog.1': 'Jan 1 the kernel began\n',
  'project/zip.8': ".'\n",
  'paper.eps': '',
  README: '',
});
mkdirSync(at('outside'));
symlinkSync(at('paper.eps'), at('docs/linked.txt'));
symlinkSync(at('outside'), at('docs/loop'));

async function walk(files: readonly string[], options: { format?: 'text'; recursive?: boolean } = {}) {
  const { format = null, recursive = false } = options;
  const found = [];
  for await (const file of filesOf({ files: files.map(at), stdinName: null, format, recursive })) {
    const what = 'fault' in file ? file.fault : 'skipped' in file ? 'skipped' : file.format;
    found.push([file.name.slice(folder.length + 1), what]);
  }
  return found;
}

test('a file whose name shows no format is refused, unless the format is named', async () => {
  const fault = 'the name does not show the format of the file; --format names it';
  expect(await walk(['paper.eps', 'README', 'docs/b.md', 'docs/linked.txt'])).toEqual([
    ['paper.eps', fault],
    ['README', fault],
    ['docs/b.md', 'markdown'],
    ['docs/linked.txt', 'text'],
  ]);
  expect(await walk(['paper.eps'], { format: 'text' })).toEqual([['paper.eps', 'text']]);
});

test('lock files are skipped unless they are named, and .1 to .8 are manual pages if a macro or a comment begins them', async () => {
  expect(await walk(['project'], { recursive: true })).toEqual([
    [join('project', 'Cargo.lock'), 'skipped'],
    [join('project', 'ls.1'), 'roff'],
    [join('project', 'package-lock.json'), 'skipped'],
    [join('project', 'package.json'), 'json'],
    [join('project', 'syslog.1'), 'skipped'],
    [join('project', 'zip.8'), 'skipped'],
  ]);
  const fault = 'the name does not show the format of the file; --format names it';
  expect(await walk(['project/package-lock.json', 'project/ls.1', 'project/syslog.1'])).toEqual([
    ['project/package-lock.json', 'json'],
    ['project/ls.1', 'roff'],
    ['project/syslog.1', fault],
  ]);
});

test('a folder needs --recursive, and gives the files with a known extension and the others, in order', async () => {
  expect(await walk(['docs'])).toEqual([['docs', 'this is a folder; --recursive reads it']]);
  expect(await walk(['docs', 'missing'], { recursive: true })).toEqual([
    [join('docs', 'a.html'), 'html'],
    [join('docs', 'b.md'), 'markdown'],
    [join('docs', 'deep', 'c.TXT'), 'text'],
    [join('docs', 'image.png'), 'skipped'],
    [join('docs', 'linked.txt'), 'skipped'],
    [join('docs', 'loop'), 'skipped'],
    ['missing', 'no such file or folder'],
  ]);
});
