/** Directory listings as real servers write them: RFC 3659 §7, and the forms without an RFC. */
import { describe, expect, test } from 'vitest';
import type { Listed } from '../../../../src/protocols/ftp/listing/entry.ts';
import { type ListingCommand, listingParser } from '../../../../src/protocols/ftp/listing.ts';
import { expectLinear } from '../../growth.ts';
import { parseLine } from './parse-line.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const list = (command: ListingCommand, line: string): Listed => parseLine(command, line, NOW);

type Row = readonly [
  why: string,
  line: string,
  expected:
    | readonly [kind: string, name: string, size: number | null, modified: string | null, target?: string | null]
    | null,
];

const rows: Readonly<Record<ListingCommand, readonly Row[]>> = {
  MLSD: [
    [
      'RFC 3659 §7.7.4',
      'Type=file;Size=1024990;Modify=19970214165800;Perm=r; /tmp/cap60.pl198.tar.gz',
      ['file', '/tmp/cap60.pl198.tar.gz', 1024990, '1997-02-14T16:58:00Z'],
    ],
    ['a tab after the facts', 'type=file;size=7;\tadsl TV.mpg', ['file', 'adsl TV.mpg', 7, null]],
    [
      'a tab after facts without their last semicolon',
      'type=file;size=7\tadsl TV.mpg',
      ['file', 'adsl TV.mpg', 7, null],
    ],
    ['a name with a tab', 'type=file; a;\tb c', ['file', 'a;\tb c', null, null]],
    ['a name with a blank before its first letter', 'type=file;  a', ['file', ' a', null, null]],
    ['the directory itself, as any directory', 'type=dir; .', null],
    ['its parent, as any directory', 'type=dir; ..', null],
    ['a name of three dots', 'type=dir; ...', ['directory', '...', null, null]],
    [
      'facts in any order and case (§7.5)',
      'modify=19950203040506;SIZE=7;TYPE=FILE; a',
      ['file', 'a', 7, '1995-02-03T04:05:06Z'],
    ],
    [
      'a fraction of a second (§2.3)',
      'type=file;modify=20240229235959.123; a',
      ['file', 'a', null, '2024-02-29T23:59:59Z'],
    ],
    [
      'a directory: its size is ignored',
      'type=dir;size=4096;modify=19950203040506; pub',
      ['directory', 'pub', null, '1995-02-03T04:05:06Z'],
    ],
    [
      'pure-ftpd: sizd',
      'type=dir;sizd=4096;modify=20261120051037;UNIX.mode=0755;unique=801gabc; pub',
      ['directory', 'pub', null, '2026-11-20T05:10:37Z'],
    ],
    ['the directory itself (§7.5.1.3)', 'type=cdir;modify=19950203040506; .', null],
    ['the parent directory', 'Type=pdir;Modify=19950203040506; ..', null],
    [
      'a link with its target',
      'type=OS.unix=slink:texts/timeline.txt;modify=19950203040506; latest',
      ['link', 'latest', null, '1995-02-03T04:05:06Z', 'texts/timeline.txt'],
    ],
    [
      'a link whose target has a space',
      'type=OS.unix=slink:old things/a;perm=r; latest',
      ['link', 'latest', null, null, 'old things/a'],
    ],
    ['a link without its target', 'type=OS.unix=symlink;perm=r; latest', ['link', 'latest', null, null]],
    [
      'a link without its target (pure-ftpd), with the size of the link itself (proftpd)',
      'type=OS.unix=slink:;size=7; latest',
      ['link', 'latest', null, null],
    ],
    ['a system-specific type', 'type=OS.unix=chr-1/3; null', ['unknown', 'null', null, null]],
    ['spaces before and in a name', 'type=file;size=1;  two  spaces ', ['file', ' two  spaces ', 1, null]],
    ['semicolons in a name', 'type=file;size=1; a; b;c=d', ['file', 'a; b;c=d', 1, null]],
    ['no facts at all (§7.2)', ' bare', ['unknown', 'bare', null, null]],
    ['the last semicolon is missing', 'type=file;size=1 a', ['file', 'a', 1, null]],
    ['octets are kept', 'type=file;size=1; K\xe4se', ['file', 'K\xe4se', 1, null]],
    ['a time that does not exist', 'type=file;modify=20240231000000; a', ['file', 'a', null, null]],
    ['a size above the safe integers', 'type=file;size=99999999999999999999; a', ['file', 'a', null, null]],
  ],
  LIST: [
    ['the number of blocks', 'total 12', null],
    ['a number of blocks that overflowed', 'total -9560322', null],
    [
      'Unix, without the rights of all others',
      'drwxr-x   2       10     4096 Nov 20 05:10 pub',
      ['directory', 'pub', null, '2026-11-20T05:10'],
    ],
    [
      'Unix, a year',
      'drwxr-xr-x   2 curator  museum         4096 Feb  3  1995 pub',
      ['directory', 'pub', null, '1995-02-03'],
    ],
    [
      'Unix, this year',
      '-rw-r--r--   1 curator  museum            8 Nov 20 05:10 visitors.today',
      ['file', 'visitors.today', 8, '2026-11-20T05:10'],
    ],
    ['Unix, tomorrow in UTC', '-rw-r--r-- 1 a b 8 Nov 21 05:10 f', ['file', 'f', 8, '2026-11-21T05:10']],
    ['Unix, more than a day from now', '-rw-r--r-- 1 a b 8 Nov 21 12:01 f', ['file', 'f', 8, '2025-11-21T12:01']],
    ['Unix, a day from now', '-rw-r--r-- 1 a b 8 Nov 21 12:00 f', ['file', 'f', 8, '2026-11-21T12:00']],
    ['Unix, last year', '-rw-r--r-- 1 a b 8 Dec 24 05:10 f', ['file', 'f', 8, '2025-12-24T05:10']],
    [
      'Unix, a link',
      'lrwxrwxrwx   1 a b 18 Feb  3  1995 latest -> texts/timeline.txt',
      ['link', 'latest', null, '1995-02-03', 'texts/timeline.txt'],
    ],
    [
      'Unix, an arrow in the name of a file',
      '-rw-r--r-- 1 a b 18 Feb  3  1995 this -> that',
      ['file', 'this -> that', 18, '1995-02-03'],
    ],
    ['Unix, spaces before a name', '-rw-r--r-- 1 a b 18 Feb  3  1995   two', ['file', '  two', 18, '1995-02-03']],
    [
      'Unix, a name like a date',
      '-rw-r--r-- 1 a b 18 Feb  3  1995 12 Jan  1  1970 x',
      ['file', '12 Jan  1  1970 x', 18, '1995-02-03'],
    ],
    ['Unix, no group', '-rw-r--r-- 1 owner 18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
    ['Unix, an owner with spaces', '-rw-r--r-- 1 jane Domain Users 18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
    [
      'ftp-srv: owners of one digit',
      '-rw-r--r-- 1 0 0           5 Nov 20 05:10 f',
      ['file', 'f', 5, '2026-11-20T05:10'],
    ],
    ['an access control list', '-rw-r--r--+ 1 a b 18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
    ['sticky and setuid', 'drwsr-xr-t 1 a b 18 Feb  3  1995 d', ['directory', 'd', null, '1995-02-03']],
    ['a size with a comma', '-rw-r--r-- 1 a b 1,234 Feb  3  1995 f', ['file', 'f', 1234, '1995-02-03']],
    ['a size with commas', '-rw-r--r-- 1 a b 21,234,567 Nov 20 05:10 f', ['file', 'f', 21_234_567, '2026-11-20T05:10']],
    ['a size with a comma, an ISO date', '-rw-r--r-- 1 a b 1,234 1995-02-03 f', ['file', 'f', 1234, '1995-02-03']],
    ['a device', 'crw-rw-rw- 1 root root 1, 3 Jan  1  1970 null', ['unknown', 'null', null, '1970-01-01']],
    ['the day first', '-rw-r--r-- 1 a b 18 3 Feb 1995 f', ['file', 'f', 18, '1995-02-03']],
    ['an ISO date', '-rw-r--r-- 1 a b 18 1995-02-03 04:05 f', ['file', 'f', 18, '1995-02-03T04:05']],
    [
      'NetWare',
      'd [R----F--] supervisor            512       Jan 16 18:53    login',
      ['directory', 'login', null, '2026-01-16T18:53'],
    ],
    [
      'NetWare, a file',
      '- [RWCEAFMS] archivist           192 Apr 27 15:21    index.htm',
      ['file', 'index.htm', 192, '2026-04-27T15:21'],
    ],
    [
      'NetWare with one blank before the name (Hellsoft)',
      '-[RWCEMFA] archivist           214059       Oct 20 15:27 cx.exe',
      ['file', 'cx.exe', 214059, '2026-10-20T15:27'],
    ],
    [
      'NetWare, more than three blanks',
      'd [R----F--] a 512 Jan 16 18:53     b',
      ['directory', ' b', null, '2026-01-16T18:53'],
    ],
    ['a size of -1 is unknown', '-rw-r--r-- 1 a b -1 Feb  3  1995 f', ['file', 'f', null, '1995-02-03']],
    [
      'a hyphen before a size that touches the group',
      '-rw-r--r-- a staff-18 Feb  3  1995 f',
      ['file', 'f', 18, '1995-02-03'],
    ],
    ['an owner that touches the size', '-rw-r--r-- owner longgroup18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
    [
      'NetPresenz: the resource fork, the data fork and both',
      '-------r-- 326 1391972 1392298 Nov 22  1995 Mac.sit',
      ['file', 'Mac.sit', 1392298, '1995-11-22'],
    ],
    [
      'NetPresenz, a folder',
      'drwxrwxr-x               folder        2 May 10  1996 network',
      ['directory', 'network', null, '1996-05-10'],
    ],
    ['a rounded size', '-rw-r--r-- 1 a b 33.5k Oct 5 21:22 f', ['file', 'f', 34304, '2026-10-05T21:22']],
    ['the directory itself', 'drwxr-xr-x 2 a b 4096 Feb  3  1995 .', null],
    ['a day that does not exist', '-rw-r--r-- 1 a b 18 Feb 30  1995 f', ['file', 'f', 18, null]],
    [
      'Windows, a directory',
      '02-03-95  04:05AM       <DIR>          pub',
      ['directory', 'pub', null, '1995-02-03T04:05'],
    ],
    [
      'Windows, a file',
      '11-20-26  12:05PM                 1830 READ ME',
      ['file', 'READ ME', 1830, '2026-11-20T12:05'],
    ],
    ['Windows, midnight', '11-20-2026  12:05AM                 1830 a', ['file', 'a', 1830, '2026-11-20T00:05']],
    ['Windows, a 24-hour clock', '11-20-2026  16:05                 1830 a', ['file', 'a', 1830, '2026-11-20T16:05']],
    [
      'Windows, a space before a name',
      '11-20-2026  16:05                 1830  a',
      ['file', ' a', 1830, '2026-11-20T16:05'],
    ],
    [
      'Windows, separators in the size',
      '11-20-2026  16:05        1,234,567 a',
      ['file', 'a', 1234567, '2026-11-20T16:05'],
    ],
    [
      'Windows, an ISO date',
      '1995-02-03  04:05       <DIR>          pub',
      ['directory', 'pub', null, '1995-02-03T04:05'],
    ],
    ['Windows, a German date', '24.12.2003  20:15                 1.830 a', ['file', 'a', 1830, '2003-12-24T20:15']],
    [
      'Windows, a German date of two digits',
      '03.02.95  04:05       <DIR>          pub',
      ['directory', 'pub', null, '1995-02-03T04:05'],
    ],
    [
      'Windows, a British date',
      '24/12/2003  20:15    <DIR>          pub',
      ['directory', 'pub', null, '2003-12-24T20:15'],
    ],
    [
      'Windows, the year 2003 of a server before 2000',
      '04-23-103  10:57    36611 a',
      ['file', 'a', 36611, '2003-04-23T10:57'],
    ],
    ['Windows, half a day as one letter', '02-03-95  04:05p        12 a', ['file', 'a', 12, '1995-02-03T16:05']],
    [
      'Windows, a junction',
      '02-03-95  04:05AM    <JUNCTION>     j [C:\\old things]',
      ['directory', 'j', null, '1995-02-03T04:05', 'C:\\old things'],
    ],
    [
      'Windows, a link to a directory',
      '02-03-95  04:05AM    <SYMLINKD>     j [..\\x]',
      ['link', 'j', null, '1995-02-03T04:05', '..\\x'],
    ],
    [
      'Windows, brackets in the name of a directory',
      '02-03-95  04:05AM       <DIR>          a [b]',
      ['directory', 'a [b]', null, '1995-02-03T04:05'],
    ],
    [
      'Windows, a blank before the name of a directory',
      '02-03-95  04:05AM       <DIR>           a',
      ['directory', ' a', null, '1995-02-03T04:05'],
    ],
    [
      'OS/2, a directory',
      '     0           DIR   12-30-97   12:32  jars',
      ['directory', 'jars', null, '1997-12-30T12:32'],
    ],
    ['OS/2, a file', '  1123      A          07-14-99   12:37  a b', ['file', 'a b', 1123, '1999-07-14T12:37']],
    ['OS/2, a year of four digits', ' 1123 A 10-05-2009  23:38  a b', ['file', 'a b', 1123, '2009-10-05T23:38']],
    ['a minute of one digit', '-rw-r--r--   1 root  root  1024 Jan  1 00:0 fw.bin', ['file', 'fw.bin', 1024, null]],
    ['OS/2, the year 2000', ' 1123 DIR  A    10-05-100  23:38  old', ['directory', 'old', null, '2000-10-05T23:38']],
    ['EPLF, a file', '+i8388621.48594,m825718503,r,s280,\tdjb.html', ['file', 'djb.html', 280, '1996-03-01T22:15:03Z']],
    ['EPLF, a directory', '+i8388621.50690,m824255907,/,\t514', ['directory', '514', null, '1996-02-13T23:58:27Z']],
    ['EPLF, a time beyond the range of Date', '+m99999999999999,r,s1,\ta', ['file', 'a', 1, null]],
  ],
  NLST: [
    ['a name', 'README', ['unknown', 'README', null, null]],
    ['a path before the name', 'pub/texts/welcome.txt', ['unknown', 'welcome.txt', null, null]],
    ['the parent directory', '..', null],
    [
      'VMS: a path before the name',
      'DISK$ARCHIVE:[ANONYMOUS.PUB]README.TXT;2',
      ['unknown', 'README.TXT;2', null, null],
    ],
    ['VMS: a directory', 'PUB.DIR;1', ['directory', 'PUB', null, null]],
    ['a name like a directory of VMS', 'PUB.DIR', ['unknown', 'PUB.DIR', null, null]],
  ],
};

describe.each(Object.entries(rows))('%s', (command, table) => {
  test.each(table)('%s: %j', (_why, line, expected) => {
    if (command !== 'MLSD' && command !== 'LIST' && command !== 'NLST') throw new Error(command);
    if (expected === null) {
      expect(list(command, line)).toBeNull();
      return;
    }
    const [kind, name, size, modified, target = null] = expected;
    expect(list(command, line)).toEqual({ kind, name, size, modified, target });
  });
});

describe('MLSD: the target of a symbolic link', () => {
  const names = (...lines: readonly string[]): string[] => {
    const listed: string[] = [];
    const parser = listingParser('MLSD', NOW, (entry) =>
      listed.push(entry.kind === 'unread' ? entry.line : entry.name),
    );
    for (const line of lines) parser.take(line);
    parser.end();
    return listed;
  };
  const LINK = 'type=OS.unix=symlink;unique=1234; latest';

  test('is no entry where a path names it', () => {
    expect(names(LINK, 'type=file;unique=1; other', 'type=file;unique=1234; /texts/timeline.txt')).toEqual([
      'latest',
      'other',
    ]);
  });

  test.each([
    ['in the same directory', [LINK, 'type=file;unique=1234; timeline.txt'], 'timeline.txt'],
    ['of another file', [LINK, 'type=file;unique=1; /texts/timeline.txt'], '/texts/timeline.txt'],
    ['without the fact', [LINK, 'type=file; /texts/timeline.txt'], '/texts/timeline.txt'],
    [
      'if the link names its target itself',
      ['type=OS.unix=slink:a;unique=1234; latest', 'type=file;unique=1234; /texts/timeline.txt'],
      '/texts/timeline.txt',
    ],
    ['before the link', ['type=file;unique=1234; a/b'], 'a/b'],
  ])('%s, it is an entry', (_what, lines, name) => expect(names(...lines)).toContain(name));
});

test.each([
  ['LIST', 'The disk is full of dust.'],
  ['LIST', '-rw-r--r-- nothing more'],
  ['LIST', 'drwxr-   2       10     4096 Nov 20 05:10 pub'],
  ['LIST', 'drwxr-x-   2       10     4096 Nov 20 05:10 pub'],
  ['LIST', '+no tab'],
  ['MLSD', 'type=file;size=1;'],
  ['MLSD', 'noise'],
] as const)('%s: a line in an unknown form is kept: %j', (command, line) => {
  expect(list(command, line)).toEqual({ kind: 'unread', line });
});

test.each([
  (size: number) => `-rw-r--r-- ${' 1'.repeat(size)}`,
  (size: number) => `-rw-r--r-- ${'1 '.repeat(size)}Feb`,
  (size: number) => '0'.repeat(size),
  (size: number) => `-rw-r--r-- ${'0'.repeat(size)}`,
  (size: number) => `-rw-r--r-- 1${' '.repeat(size)}`,
  (size: number) => `-rw-r--r-- 1 ${'\xe4'.repeat(size)}`,
  (size: number) => `A.TXT;1 ${'1 '.repeat(size)}`,
  (size: number) => `1${' '.repeat(size)}`,
  (size: number) => `1 ${'A '.repeat(size)}`,
  (size: number) => `${'^'.repeat(size)};1 1`,
  (size: number) => `${'['.repeat(size)};1 1`,
  (size: number) => `02-03-95  04:05AM <JUNCTION>${' ['.repeat(size)}`,
  (size: number) => `${'[]'.repeat(size)}x`,
])('parsing takes time in proportion to the length of a line: %s', (hostile) => {
  expectLinear(40_000, (size) => {
    const line = hostile(size);
    return () => void list('LIST', line);
  });
});
