/** `waypost rewrite` as a command: files, reports, what is refused, and how files are replaced. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { FileReplacement } from '../../../bin/files/replace-file.ts';
import { run } from '../../../bin/run.ts';
import { scaled } from '../../fast-check.ts';
import { obeysModes } from '../../machine.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';
import { waypost } from '../harness.ts';
import { applied } from './diffs.ts';

const folder = temporaryFolder();

describe('the command', () => {
  const file = join(folder, 'a.html');
  const mirrors = join(folder, 'mirrors.txt');
  const page = '<p>\n <a href="ftp://ftp.gnu.org/gnu/a;type=i"><a href="ftp://h/">';

  test('--to https with a table of mirrors, first with --check', async () => {
    writeFileSync(file, page);
    writeFileSync(
      mirrors,
      '# mirrors\nftp://ftp.gnu.org/ https://ftp.gnu.org/\nftp://ftp.gnu.org/gnu/ https://m.example/ # near\n',
    );
    const args = ['rewrite', '--to', 'https', '--mirrors', mirrors, file];
    expect(await waypost([...args, '--check'])).toEqual({
      status: 1,
      stdout: `${file}:2:11: ftp://ftp.gnu.org/gnu/a;type=i → https://m.example/a\n`,
      stderr: '1 link would change in 1 of 1 file\n',
    });
    expect(readFileSync(file, 'utf8')).toBe(page);
    expect(await waypost(args)).toEqual({ status: 0, stdout: `${file} (html): 1 link changed\n`, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(page.replace('ftp://ftp.gnu.org/gnu/a;type=i', 'https://m.example/a'));
    expect(await waypost([...args, '--check'])).toMatchObject({ status: 0, stdout: '' });
  });

  test.each([
    { args: ['x'], reason: 'rewrite needs --to' },
    { args: ['--to=canonical'], reason: 'rewrite needs the names of files' },
    { args: ['--to=gateway', 'x'], reason: '--to gateway needs --waypost' },
    { args: ['--to=https', 'x'], reason: '--to https needs --mirrors' },
    { args: ['--to=canonical', '--mirrors=x', 'x'], reason: '--mirrors needs --to https' },
    { args: ['--to=http', 'x'], reason: '--to must be gateway, canonical or https, not "http"' },
    { args: ['--to=canonical', '--json', 'x'], reason: 'rewrite has no option --json' },
  ])('$args: $reason', async ({ args, reason }) => {
    const { status, stderr } = await waypost(['rewrite', ...args]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`waypost: ${reason}`) });
  });

  test('a table that is not one names the line', async () => {
    writeFileSync(mirrors, 'ftp://h/a https://h/\n');
    const { status, stderr } = await waypost(['rewrite', '--to=https', `--mirrors=${mirrors}`, file]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`${mirrors}:1: a mirror is`) });
  });
});

test('a file that fails does not stop the others, and each says why (AD10)', async () => {
  const at = writeFiles(folder, {
    'good.html': '<a href="FTP://h">',
    'utf16.html': Buffer.from('\ufeff<a href="FTP://h">', 'utf16le'),
    'koi8.html': Buffer.from('<meta charset=koi8-r><a href="FTP://h">\xf0', 'latin1'),
    'paper.eps': '\\url{FTP://h/a}',
    'folder/deep/a.md': '[a](FTP://h)',
    'folder/b.txt': 'nothing',
  });
  const files = ['missing.html', 'utf16.html', 'koi8.html', 'paper.eps', 'folder', 'good.html'].map(at);
  expect(await waypost(['rewrite', '--to=canonical', ...files])).toEqual({
    status: 2,
    stdout: `${at('good.html')} (html): 1 link changed\n1 link changed in 1 of 1 file, 5 files not read or written\n`,
    stderr:
      `waypost: ${at('missing.html')}: no such file or folder\n` +
      `waypost: ${at('utf16.html')}: the file is UTF-16; UTF-8 and Latin-1 are read\n` +
      `waypost: ${at('koi8.html')}: the file names the encoding koi8-r; UTF-8 and Latin-1 are read\n` +
      `waypost: ${at('paper.eps')}: the name does not show the format of the file; --format names it\n` +
      `waypost: ${at('folder')}: this is a folder; --recursive reads it\n`,
  });
  expect(await waypost(['rewrite', '--to=canonical', '-r', at('folder')])).toMatchObject({
    status: 0,
    stdout: `${at('folder/deep/a.md')} (markdown): 1 link changed\n1 link changed in 1 of 2 files\n`,
  });
  const tex = await waypost(['rewrite', '--to=canonical', '--format=text', at('paper.eps')]);
  expect(tex.stdout).toBe(`${at('paper.eps')} (text): 1 link changed\n`);
  expect(readFileSync(at('paper.eps'), 'utf8')).toBe('\\url{ftp://h/a}');
});

test('what is left alone is counted with its reason, and so are links whose meaning changes', async () => {
  const at = writeFiles(folder, { 'left.txt': 'ftp://u@h/a ftp://h/%zz ftp://h/%z ftp://h/... gopher://h/\n' });
  const args = ['rewrite', '--to=gateway', '--waypost=https://w.example'];
  const listed = await waypost([...args, '--check', at('left.txt')]);
  expect(listed.stdout.split('\n').map((line) => line.replace(at('left.txt'), 'left.txt'))).toEqual([
    'left.txt:1:1: ftp://u@h/a → https://w.example/r?url=ftp%3A%2F%2Fh%2Fa (another meaning: without the user name)',
    expect.stringMatching(/^left.txt:1:13: left alone: ftp:\/\/h\/%zz: The link contains “%”/),
    expect.stringMatching(/^left.txt:1:25: left alone: ftp:\/\/h\/%z: The link contains “%”/),
    expect.stringMatching(/^left.txt:1:36: left alone: ftp:\/\/h\/: Dots follow/),
    'left.txt:1:48: gopher://h/ → https://w.example/r?url=gopher%3A%2F%2Fh%2F',
    '',
  ]);
  expect((await waypost([...args, at('left.txt')])).stdout).toMatch(
    new RegExp(
      '^.*left.txt \\(text\\): 2 links changed, 3 left alone\\n  1 changed: another meaning: without the user name\\n' +
        '  2 left alone: The link contains “%”.*\\n  1 left alone: Dots follow.*\\n$',
    ),
  );
});

test('--diff shows a diff in the encoding of the file, and writes nothing', async () => {
  const before = Buffer.from('caf\xe9\r\nsee <FTP://h/a\r\n b> and\r\nlast FTP://h', 'latin1');
  const at = writeFiles(folder, { 'diff.txt': before });
  const written: Buffer[] = [];
  const stdout = new Writable({ write: (chunk, _, done) => done(void written.push(Buffer.from(chunk))) });
  const stderr = new Writable({ write: (_chunk, _, done) => done() });
  const streams = { stdin: Object.assign(Readable.from([]), { isTTY: false }), stdout, stderr, env: {} };
  expect(await run(['rewrite', '--to=canonical', '--diff', at('diff.txt')], streams)).toBe(1);
  expect(readFileSync(at('diff.txt'))).toEqual(before);
  const diff = Buffer.concat(written).toString('latin1');
  expect(applied(diff, before.toString('latin1'))).toBe('caf\xe9\r\nsee <ftp://h/ab> and\r\nlast ftp://h/');
  expect(await waypost(['rewrite', '--to=canonical', at('diff.txt')])).toMatchObject({ status: 0 });
  expect(readFileSync(at('diff.txt'), 'latin1')).toBe('caf\xe9\r\nsee <ftp://h/ab> and\r\nlast ftp://h/');
});

test('a file that another program writes meanwhile stays', async () => {
  const at = writeFiles(folder, { 'race.txt': 'FTP://h' });
  const replacement = await FileReplacement.begin(at('race.txt'));
  await replacement.write(Buffer.from('mine'));
  writeFileSync(at('race.txt'), 'theirs, which is longer');
  await expect(replacement.commit()).rejects.toThrow('another program changed the file meanwhile');
  await replacement.abandon();
  expect(readFileSync(at('race.txt'), 'utf8')).toBe('theirs, which is longer');
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.runIf(obeysModes)('a file that may not be written stays', async () => {
  const at = writeFiles(folder, { 'read-only.txt': 'FTP://h' });
  chmodSync(at('read-only.txt'), 0o444);
  const { status, stderr } = await waypost(['rewrite', '--to=canonical', at('read-only.txt')]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('read-only.txt: ')]);
  expect(readFileSync(at('read-only.txt'), 'utf8')).toBe('FTP://h');
});

test('a large file comes in pieces: links, folds and places at every distance from the cuts', async () => {
  const count = scaled(24_000);
  const lines: string[] = [];
  const fixed: string[] = [];
  for (let index = 0; index < count; index++) {
    const path = `${index}`.padStart(3 + (index % 29), 'x');
    const isFolded = index % 3 === 0;
    lines.push(isFolded ? `> see <URL:FTP://h/${path}\n> /y>, ${index}` : `é FTP://h/${path} ${index}`);
    fixed.push(isFolded ? `> see <URL:ftp://h/${path}/y>, ${index}` : `é ftp://h/${path} ${index}`);
  }
  const at = writeFiles(folder, { 'large.mbox': lines.join('\n') });
  const listed = await waypost(['links', '--tsv', at('large.mbox')]);
  const places = listed.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').slice(1, 3).join(':'));
  let line = 0;
  expect(places).toEqual(
    lines.map((text) => {
      line++;
      const place = `${line}:${text.indexOf('FTP') + 1}`;
      line += text.split('\n').length - 1;
      return place;
    }),
  );
  expect((await waypost(['rewrite', '--to=canonical', at('large.mbox')])).stdout).toContain(`${count} links changed`);
  expect(readFileSync(at('large.mbox'), 'utf8')).toBe(fixed.join('\n'));
});

test('a file is replaced in one step: permissions and a symbolic link stay, nothing is left beside it', async () => {
  const place = join(folder, 'place');
  mkdirSync(place);
  const file = join(place, 'a.txt');
  const link = join(place, 'link.txt');
  const old = join(place, 'old.txt');
  writeFileSync(file, 'FTP://h');
  // The umask of the machine is not in it.
  chmodSync(file, 0o640);
  symlinkSync('a.txt', link);
  linkSync(file, old);
  expect((await waypost(['rewrite', '--to', 'canonical', link])).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('ftp://h/');
  // The old content was never written over: its other name still has it.
  expect(readFileSync(old, 'utf8')).toBe('FTP://h');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(place).toSorted()).toEqual(['a.txt', 'link.txt', 'old.txt']);
});
