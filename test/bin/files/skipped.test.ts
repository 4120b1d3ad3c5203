/** Files of folders that were not read: the four commands count them, and a run that read none of them has failed. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FileCounts } from '../../../bin/files/skipped.ts';
import { ALIVE_CHECKER, runOnFiles } from './commands.ts';
import { temporaryFolder, writeFiles } from './files.ts';

const folder = temporaryFolder();
const LINK = 'http://h.example/';
const at = writeFiles(folder, {
  'foreign/a.c': LINK,
  'foreign/b.pdf': LINK,
  'foreign/c.sh': LINK,
  'foreign/deep/d.C': LINK,
  'foreign/README': LINK,
  'mixed/a.c': LINK,
  'mixed/b.md': `<${LINK}>`,
  'known/b.md': `<${LINK}>`,
  'partly/a.html': '<i style="a:url(http://h.example/?a&amp;b)">',
  'hidden/.git/a.md': LINK,
  'linked/a.md': `<${LINK}>`,
  'linked/c.c': LINK,
});
mkdirSync(at('empty'));
symlinkSync(at('known'), at('linked/folder'));
symlinkSync(at('known/b.md'), at('linked/b.md'));
const COMMANDS = ['links', 'check', 'mend', 'rewrite'] as const;
const FOREIGN = 'waypost: 5 files not read: .c 2, .pdf 1, .sh 1, no extension 1 (--format reads files that you name)\n';

const runOn = (command: (typeof COMMANDS)[number], ...args: string[]) =>
  runOnFiles(command, ['--recursive', ...args], ALIVE_CHECKER);

test.each(COMMANDS)('%s of a folder without a file that is read says so, and fails', async (command) => {
  const { status, stderr } = await runOn(command, at('foreign'));
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${FOREIGN}waypost: no file was read\n`)]);
  for (const none of ['empty', 'hidden']) {
    const { status, stderr } = await runOn(command, at(none));
    expect([none, status, stderr]).toEqual([none, 2, expect.stringContaining('waypost: no file was found\n')]);
    expect(stderr).not.toContain('not read');
  }
});

test.each(COMMANDS)('%s of a folder with other files counts them, and is right about the rest', async (command) => {
  const { status, stderr } = await runOn(command, at('mixed'));
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('waypost: 1 file not read: .c 1 (--format reads files that you name)\n'),
  ]);
  expect(stderr).not.toContain('no file was read');
});

test.each(COMMANDS)('%s of a folder that is read whole says nothing of it', async (command) => {
  const { status, stderr } = await runOn(command, at('known'));
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('read')]);
});

test.each(COMMANDS)('%s counts the files of all folders together', async (command) => {
  const { status, stderr } = await runOn(command, at('foreign'), at('known'), at('empty'));
  expect([status, stderr]).toEqual([0, expect.stringContaining(FOREIGN)]);
  expect(stderr).not.toContain('no file was read');
});

test.each(COMMANDS)('%s counts symbolic links, which it does not follow', async (command) => {
  const { status, stderr } = await runOn(command, at('linked'));
  expect([status, stderr]).toEqual([0, expect.stringContaining('waypost: 3 files not read: symbolic link 2, .c 1 (')]);
});

test.each(COMMANDS)('%s --strict fails for a file or a text that was not read', async (command) => {
  expect(await runOn(command, '--strict', at('mixed'))).toMatchObject({ status: 1 });
  expect(await runOn(command, '--strict', at('known'))).toMatchObject({ status: 0 });
  expect(await runOn(command, at('partly'))).toMatchObject({ status: 0 });
  expect(await runOn(command, '--strict', at('partly'))).toMatchObject({
    ...{ status: 1, stderr: expect.stringContaining('1 text not read') },
  });
});

test('--format does not read them either, and mend --write says it once', async () => {
  expect((await runOn('links', '--format', 'text', at('foreign'))).status).toBe(2);
  const { status, stderr } = await runOn('mend', '--write', at('mixed'));
  expect([status, stderr.match(/not read/g)?.length]).toEqual([0, 1]);
  expect(readFileSync(at('mixed/a.c'), 'utf8')).toBe(LINK);
});

test('a link beside a folder without files does not make up for them', async () => {
  expect(await runOn('check', LINK, at('foreign'))).toMatchObject({ status: 2 });
});

test('many kinds are counted together, and a name is no command to a terminal', () => {
  const counts = new FileCounts();
  for (const kind of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '\x1b[2J']) {
    counts.add({ name: `x.${kind}`, skipped: `.${kind}` });
  }
  counts.add({ name: 'y.h', skipped: '.h' });
  const unread = counts.note()?.unread ?? '';
  expect(unread).toMatch(
    /^waypost: 10 files not read: \.h 2, (?:\S+ 1, ){6}others 2 \(.*\)\nwaypost: no file was read\n$/,
  );
  expect(unread).not.toContain('\x1b');
});
