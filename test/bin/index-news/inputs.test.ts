/** The files that articles are read from, and what is said of those that are damaged or hostile. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { articleText, mboxOf, read, temporaryFolder, written, zipOf } from './folder.ts';

const MBOX = mboxOf(articleText('a@h.example'), articleText('b@h.example'));

const BOTH = [articleText('a@h.example'), articleText('b@h.example')] as const;

/** A ZIP file with a comment in which the signature of its end is. */
function commented(zip: Buffer): Buffer {
  const comment = Buffer.from('PK\x05\x06 is not the end of this file');
  const whole = Buffer.concat([zip, comment]);
  whole.writeUInt16LE(comment.length, zip.length - 2);
  return whole;
}

describe('articles come from', () => {
  test.each([
    ['an mbox', MBOX],
    ['an mbox.gz', gzipSync(MBOX)],
    ['an mbox.gz of two members', Buffer.concat([gzipSync(MBOX.slice(0, 100)), gzipSync(MBOX.slice(100))])],
    ['a ZIP file', zipOf({ name: 'misc/', octets: '' }, { name: '../../misc.test.mbox', octets: MBOX })],
    ['a ZIP file whose member is stored', zipOf({ name: 'm', octets: MBOX, isStored: true })],
    ['a ZIP file with a comment that looks like its end', commented(zipOf({ name: 'm', octets: MBOX }))],
    ['a ZIP file with an mbox.gz', zipOf({ name: 'm', octets: gzipSync(MBOX).toString('latin1') })],
  ])('%s', async (_, octets) => {
    const folder = temporaryFolder();
    expect(await read(folder, written(folder, 'x', octets))).toMatchObject({ articles: BOTH, unread: [], files: 1 });
  });

  test('a spool, in the order of numbers, with its groups', async () => {
    const folder = temporaryFolder();
    for (const number of [10, 9]) written(folder, `misc/test/${number}`, articleText(`${number}@h.example`));
    written(folder, 'misc/test/.overview', 'x');
    written(folder, 'misc/README', 'x: y\n');
    written(folder, 'misc/0123', 'x: y\n');
    written(folder, '7', articleText('7@h.example'));
    symlinkSync('/etc/passwd', join(folder, '8'));
    expect(await read(folder, folder)).toEqual({
      articles: ['7', '9', '10'].map((id) => articleText(`${id}@h.example`)),
      places: [null, { group: 'misc.test', number: 9 }, { group: 'misc.test', number: 10 }],
      unread: [
        'skipped 8: a symbolic link',
        'skipped misc/0123: it does not begin as an mbox or an article does',
        'skipped misc/README: it does not begin as an mbox or an article does',
      ],
      files: 3,
    });
  });

  test('a file with one article, and a folder with an mbox', async () => {
    const folder = temporaryFolder();
    const alone = written(folder, 'alone', articleText('a@h.example'));
    written(folder, 'many/old.mbox', MBOX);
    const found = await read(folder, alone, join(folder, 'many'));
    expect(found).toMatchObject({ articles: [BOTH[0], ...BOTH], unread: [], files: 2 });
    expect(found.places).toEqual([null, 32, 32 + BOTH[0].length + 33]);
  });
});

const NO_MBOX = 'it does not begin as an mbox or an article does';
const CUT = 'it is cut off: the compressed data has no end';
const DAMAGED = 'it is damaged: the compressed data cannot be inflated, or its checksum does not match';
const GZIP = gzipSync(MBOX);
const ZIP = zipOf({ name: 'm', octets: MBOX });
const flipped = (octets: Buffer, at: number) => octets.map((octet, index) => (index === at ? octet ^ 0xff : octet));

test.each<readonly [string, string | Uint8Array, readonly string[]]>([
  ['is no mbox', 'hello\n', [`fault x: ${NO_MBOX}`]],
  ['is an mbox.gz of something else', gzipSync('hello\n'), [`fault x: ${NO_MBOX}`]],
  ['is cut off', GZIP.subarray(0, -9), [`fault x: ${CUT}`]],
  ['is damaged', flipped(GZIP, GZIP.length - 6), [`fault x: ${DAMAGED}`]],
  ['has no directory', ZIP.subarray(0, -22), ['fault x: the ZIP file is cut off: it has no directory']],
  [
    'has a directory elsewhere',
    flipped(ZIP, ZIP.length - 5),
    [expect.stringContaining('fault x: the ZIP file is cut off')],
  ],
  [
    'has a damaged directory',
    flipped(ZIP, ZIP.length - 22 - 47),
    [expect.stringContaining('ends after 0 of 1 members')],
  ],
  ['has no member', zipOf({ name: 'm', octets: MBOX, at: 5 }), ['fault x: m: the ZIP file has no member at 5']],
  ['has an encrypted member', zipOf({ name: 'm', octets: MBOX, flags: 1 }), ['fault x: m: the member is encrypted']],
  [
    'has a member of another method',
    zipOf({ name: 'm', octets: MBOX, method: 12 }),
    ['fault x: m: the member is compressed with method 12, and only 0 and 8 can be read'],
  ],
  [
    'has a member with another checksum',
    zipOf({ name: 'm', octets: MBOX, crc: 1 }),
    ['fault x: m: the member is damaged: its checksum does not match'],
  ],
  [
    'has a member that is longer',
    zipOf({ name: 'm', octets: MBOX, size: 10 }),
    ['fault x: m: the member has more than the 10 octets that it announces'],
  ],
  [
    'has a member that is shorter',
    zipOf({ name: 'm', octets: MBOX, size: 9999 }),
    ['fault x: m: the member is damaged: its checksum does not match'],
  ],
  [
    'has members that overlap',
    zipOf({ name: 'm', octets: MBOX }, { name: 'n', octets: MBOX, at: 0 }),
    ['fault x: the members of the ZIP file overlap at 0'],
  ],
])('a file that %s is named', async (_, octets, unread) => {
  const folder = temporaryFolder();
  const good = written(folder, 'good', MBOX);
  const found = await read(folder, written(folder, 'x', octets), good);
  expect(found.unread).toEqual(unread);
  // The run goes on with the next file.
  expect(found.articles.slice(-2)).toEqual(BOTH);
});

test('the articles before a fault are read', async () => {
  const folder = temporaryFolder();
  const long = mboxOf(articleText('a@h.example'), articleText('b@h.example', {}, `${'x\n'.repeat(100_000)}`));
  const cut = gzipSync(long, { level: 0 }).subarray(0, -50);
  const { articles, unread } = await read(folder, written(folder, 'x', cut));
  expect([articles, unread]).toEqual([[articleText('a@h.example')], [`fault x: ${CUT}`]]);
});

test('a missing file is named', async () => {
  const folder = temporaryFolder();
  const { unread } = await read(folder, join(folder, 'none'));
  expect(unread).toEqual(['fault none: no such file or folder']);
});
