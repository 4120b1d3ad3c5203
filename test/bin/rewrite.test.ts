/** `waypost rewrite`: which links of each format change, and that nothing else does. */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { TextFormat } from '../../bin/rewrite/links-in-text.ts';
import { rewriteText, toCanonical, toGateway } from '../../bin/rewrite/run.ts';
import fc, { runs } from '../fast-check.ts';
import { waypost } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-rewrite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows: readonly (readonly [format: TextFormat, before: string, after: string])[] = [
  ['html', '<a HREF="GOPHER://H:70/1">GOPHER://H</a>', '<a HREF="gopher://h/">GOPHER://H</a>'],
  ['html', "<a href=' FTP://h/?a&amp;b '>", "<a href=' ftp://h/%3Fa&amp;b '>"],
  [
    'html',
    '<a href=FTP://h>x</a><img alt="FTP://h" src=FTP://h/b/>',
    '<a href=ftp://h/>x</a><img alt="FTP://h" src=ftp://h/b/>',
  ],
  ['html', '<a title="a > b" href="GO:%78">', '<a title="a > b" href="go:x">'],
  ['html', '<!-- <a href="FTP://h"> --><a href="FTP://h">', '<!-- <a href="FTP://h"> --><a href="ftp://h/">'],
  [
    'html',
    '<script>x=\'<a href="FTP://h">\'</script><a href="FTP://h">',
    '<script>x=\'<a href="FTP://h">\'</script><a href="ftp://h/">',
  ],
  ['html', '<a href="FTP://h&eacute;/">', '<a href="FTP://h&eacute;/">'],
  ['html', '<a href="a/FTP://h"><a href="#x"><a href="FTP://h', '<a href="a/FTP://h"><a href="#x"><a href="FTP://h'],
  ['markdown', 'See [a](FTP://h/a_(b)). <FTP://h>, FTP://h.', 'See [a](ftp://h/a_(b)). <ftp://h/>, ftp://h/.'],
  ['markdown', '[x]: FTP://h "t"\n[a.](FTP://h/a.)', '[x]: ftp://h/ "t"\n[a.](ftp://h/a.)'],
  ['markdown', '`FTP://h` ``a ` FTP://h`` FTP://h', '`FTP://h` ``a ` FTP://h`` ftp://h/'],
  ['markdown', '```\nFTP://h\n```\nFTP://h', '```\nFTP://h\n```\nftp://h/'],
  ['markdown', 'a\n\n    FTP://h\n\nb FTP://h', 'a\n\n    FTP://h\n\nb ftp://h/'],
  ['markdown', '- a\n\n    FTP://h', '- a\n\n    ftp://h/'],
  ['markdown', '[FTP://h](FTP://h)', '[FTP://h](ftp://h/)'],
  ['mediawiki', "[FTP://h a] ''FTP://h'' {{x|FTP://h}}", "[ftp://h/ a] ''ftp://h/'' {{x|ftp://h/}}"],
  [
    'mediawiki',
    '<nowiki>FTP://h</nowiki><!-- FTP://h --> FTP://h',
    '<nowiki>FTP://h</nowiki><!-- FTP://h --> ftp://h/',
  ],
  [
    'text',
    'FTP://h, (FTP://h) "FTP://h/a"; news:Comp.Lang.C. xftp://H',
    'ftp://h/, (ftp://h/) "ftp://h/a"; news:Comp.Lang.C. xftp://H',
  ],
  ['text', 'FTP://h/\u00fc and FTP://h:x/', 'ftp://h/%C3%BC and FTP://h:x/'],
];

test.each(rows)('%s: %s', (format, before, after) => {
  expect(rewriteText(Buffer.from(before), format, toCanonical).octets.toString()).toBe(after);
});

test('octets that are not UTF-8 stay, in a link too', () => {
  const octets = Buffer.from('caf\xe9 FTP://h FTP://h/\xe9\r\n\0', 'latin1');
  expect(rewriteText(octets, 'text', toCanonical).octets.toString('latin1')).toBe(
    'caf\xe9 ftp://h/ FTP://h/\xe9\r\n\0',
  );
});

test('to a gateway: links of forgotten schemes, without passwords', () => {
  const { octets } = rewriteText(
    Buffer.from('gopher://h/1/a#b ftp://u:p@h/ https://h/ mailto:a@b'),
    'text',
    toGateway('https://w.example/'),
  );
  expect(octets.toString()).toBe(
    'https://w.example/r?url=gopher%3A%2F%2Fh%2F1%2Fa#b https://w.example/r?url=ftp%3A%2F%2Fh%2F https://h/ mailto:a@b',
  );
});

test.each<TextFormat>(['html', 'markdown', 'mediawiki', 'text'])(
  '%s: without links every octet stays, and a second run changes nothing',
  (format) => {
    const piece = fc.constantFrom(
      '<a href="',
      '">',
      '<!--',
      '-->',
      '`',
      '[',
      '](',
      ')',
      '\n',
      '    ',
      'FTP://h/a',
      ' ',
      '\xff',
      '&amp;',
      "''",
      '<',
      '<script>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const octets = Buffer.from(pieces.join(''), 'latin1');
        expect(rewriteText(octets, format, () => null).octets).toEqual(octets);
        const once = rewriteText(octets, format, toCanonical);
        expect(rewriteText(once.octets, format, toCanonical).changes).toEqual([]);
        const marked = rewriteText(octets, format, () => 'X');
        const rest = octets.length - marked.changes.reduce((sum, { before }) => sum + before.length, 0);
        expect(marked.octets).toHaveLength(rest + marked.changes.length);
      }),
      runs(),
    );
  },
);

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
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(page);
    expect(await waypost(args)).toEqual({ status: 0, stdout: `${file}: 1 link changed\n`, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(page.replace('ftp://ftp.gnu.org/gnu/a;type=i', 'https://m.example/a'));
    expect(await waypost([...args, '--check'])).toEqual({ status: 0, stdout: '', stderr: '' });
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

test('a file is replaced in one step: permissions and a symbolic link stay, nothing is left beside it', async () => {
  const place = join(folder, 'place');
  mkdirSync(place);
  const file = join(place, 'a.txt');
  const link = join(place, 'link.txt');
  const old = join(place, 'old.txt');
  writeFileSync(file, 'FTP://h', { mode: 0o640 });
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
