/** Listings of VMS servers: versions, blocks, directories, and names with a line to themselves. */
import { expect, test } from 'vitest';
import { listedRows, type Row } from './parse-line.ts';

test.each<[what: string, line: string, expected: Row]>([
  [
    'Multinet',
    'NEWS.TXT;1      4 18-APR-2000 10:40 [ARCHIVE] (RWED,RWED,RE,RE)',
    ['file', 'NEWS.TXT', 2048, '2000-04-18T10:40'],
  ],
  [
    'UCX: blocks used and allocated, seconds',
    'MANUAL.TEX;1  213/216  29-JAN-1996 03:33:12  [ARCHIVE,GUEST]   (RWED,RWED,,)',
    ['file', 'MANUAL.TEX', 213 * 512, '1996-01-29T03:33:12'],
  ],
  [
    'TCPware: hundredths of a second',
    'FOO.BAR;1 4 5-MAR-1993 18:09:01.12',
    ['file', 'FOO.BAR', 2048, '1993-03-05T18:09:01'],
  ],
  [
    'CMU: the directory before the name',
    '[ARCHIVE.FILES]ALARM.DIR;1 1/3 5-MAR-1993 18:09',
    ['directory', 'ALARM', null, '1993-03-05T18:09'],
  ],
  [
    'a directory',
    'PUB.DIR;1 1 27-JAN-1994 14:46 [ARCHIVE] (RWE,RWE,RE,RWE)',
    ['directory', 'PUB', null, '1994-01-27T14:46'],
  ],
  ['no time', 'A.TXT;1    2/8    7-JAN-2000    [IV2_X]   (RWED,RWED,RE,)', ['file', 'A.TXT', 1024, '2000-01-07']],
  [
    'the owner first',
    'A.TXT;1   [SUMMARY]    1/3     2-AUG-2006 13:05  (RWE,RWE,RE,)',
    ['file', 'A.TXT', 512, '2006-08-02T13:05'],
  ],
  [
    'the date first',
    'A.TXT;1  17-JUN-1994 17:25:37     6308/13     (RWED,RWED,R,)',
    ['file', 'A.TXT', 6308 * 512, '1994-06-17T17:25:37'],
  ],
  ['a size in kilobytes', 'A.TXT;1 2KB 23-SEP-2005 14:57:07.27', ['file', 'A.TXT', 2048, '2005-09-23T14:57:07']],
  [
    'a month in lower case',
    'A.LIS;3  9/9  2-jun-1998 07:32:04  [G,O]  (RWED,RWED,RWED,RE)',
    ['file', 'A.LIS', 9 * 512, '1998-06-02T07:32:04'],
  ],
  ['a month in French', 'A.LIS;3  9/9  2-JUIN-1998 07:32:04', ['file', 'A.LIS', 9 * 512, '1998-06-02T07:32:04']],
  [
    'no type',
    'A.;2  18/18  1-JUL-1998 08:43:20  [G,O]  (RWED,RWED,RWED,RE)',
    ['file', 'A.', 18 * 512, '1998-07-01T08:43:20'],
  ],
  ['escaped characters', 'A^;B^ C.TXT;2  1  1-JUL-1998 08:43', ['file', 'A^;B^ C.TXT', 512, '1998-07-01T08:43']],
  [
    'a file that may not be seen',
    'SECRET.TXT;1 %RMS-E-PRV, insufficient privilege or file protection violation',
    ['file', 'SECRET.TXT', null, null],
  ],
  ['a day that does not exist', 'A.TXT;1 4 31-FEB-1993 18:09', ['file', 'A.TXT', 2048, null]],
  ['a name by itself', 'A.TXT;1', ['file', 'A.TXT', null, null]],
])('%s: %s', (_what, line, expected) => expect(listedRows(line)).toEqual([expected]));

test('a whole listing: heading, versions, a long name with its own line, and the total', () => {
  const lines = [
    '',
    'Directory ARCHIVE$DISK:[ANONYMOUS.PUB]',
    '',
    'LONG_NAME_WITHOUT_ROOM.FOR_THE_REST;12',
    '                         4/15         24-FEB-2003 13:17:24  [ARCHIVE]    (RWED,RWED,RE,)',
    'README.TXT;3             3/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)',
    'README.TXT;2             2/4           2-FEB-1995 12:00:00  [ARCHIVE]  (RWED,RWED,RE,RE)',
    'TOOLS.DIR;1              1/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWE,RWE,RE,RE)',
    '',
    'Total of 4 files, 10/27 blocks.',
  ];
  expect(listedRows(...lines)).toEqual([
    ['file', 'LONG_NAME_WITHOUT_ROOM.FOR_THE_REST', 2048, '2003-02-24T13:17:24'],
    ['file', 'README.TXT', 1536, '1995-02-03T04:05:06'],
    ['file', 'README.TXT;2', 1024, '1995-02-02T12:00:00'],
    ['directory', 'TOOLS', null, '1995-02-03T04:05:06'],
  ]);
});

test.each([
  [
    'two names without more',
    ['A.TXT;1', 'B.TXT;1'],
    [
      ['file', 'A.TXT', null, null],
      ['file', 'B.TXT', null, null],
    ],
  ],
  [
    'columns on the next line, without a blank before them',
    ['A_LONG_NAME.TXT;1', '9/12  3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)', 'B.TXT;1 1/4 3-FEB-1995 04:05:06'],
    [
      ['file', 'A_LONG_NAME.TXT', 9 * 512, '1995-02-03T04:05:06'],
      ['file', 'B.TXT', 512, '1995-02-03T04:05:06'],
    ],
  ],
  [
    'a name, then the entry of another',
    ['A.TXT;1', 'B.TXT;1 1/4 3-FEB-1995 04:05:06'],
    [
      ['file', 'A.TXT', null, null],
      ['file', 'B.TXT', 512, '1995-02-03T04:05:06'],
    ],
  ],
  ['a name, then a total', ['A.TXT;1', 'Total of 4 files, 15/24 blocks.'], [['file', 'A.TXT', null, null]]],
  ['a name, then another form', ['A.TXT;1', 'The end.'], [['file', 'A.TXT', null, null], 'The end.']],
  ['a name, then blanks that are no columns', ['A.TXT;1', '  nothing'], [['file', 'A.TXT', null, null], '  nothing']],
  ['a semicolon without a version', ['a; b 1'], ['a; b 1']],
  ['a version without columns that are known', ['A.TXT;1 hello'], ['A.TXT;1 hello']],
  ['no files', ['%DIRECT-W-NOFILES, no files found'], []],
  ['the pattern that found no file, which is no name', ['*.*;0              <%RMS-E-FNF, file not found>'], []],
  ['a total that begins with the blocks', ['Total of 5 blocks in 2 files.'], []],
])('%s', (_what, lines, expected) => expect(listedRows(...lines)).toEqual(expected));
