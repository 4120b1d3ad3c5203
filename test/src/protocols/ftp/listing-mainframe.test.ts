/** Listings of MVS and z/OS, and of OS/400, as their servers and the parsers of Apache Commons Net document them. */
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../growth.ts';
import { listedRows, parseLine, type Row } from './parse-line.ts';

describe('MVS', () => {
  test.each<[what: string, line: string, expected: Row]>([
    [
      'a partitioned data set',
      'WRKVL1 3390 2023/01/02 1 5 FB 80 27920 PO HLQ.PDS',
      ['directory', 'HLQ.PDS', null, null],
    ],
    [
      'a library',
      'WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PO-E HLQ.PDSE',
      ['directory', 'HLQ.PDSE', null, null],
    ],
    [
      'a sequential data set',
      "B10142 3390   2006/03/20  2   31  F       80    80  PS   'MDI.OKL.WORK'",
      ['file', "'MDI.OKL.WORK'", null, null],
    ],
    [
      'never used',
      'NRP004 3390   **NONE**    1   15  NONE     0     0  PO   HLQ.NEW',
      ['directory', 'HLQ.NEW', null, null],
    ],
    ['so many tracks', 'TSO005 3390   2005/06/06 213000 U 0 27998 PO HLQ.BIG', ['directory', 'HLQ.BIG', null, null]],
    [
      'tracks beyond the column',
      'TSO005 3390   2005/06/06 16 ++++ VB 259 27998 PS HLQ.A',
      ['file', 'HLQ.A', null, null],
    ],
    ['another organization', 'TSO005 3390   2005/06/06 1 1 F 80 80 DA HLQ.B', ['unknown', 'HLQ.B', null, null]],
    ['migrated', 'Migrated                                                HLQ.OLD', ['unknown', 'HLQ.OLD', null, null]],
    [
      'behind blanks',
      '  WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PS  HLQ.SEQ',
      ['file', 'HLQ.SEQ', null, null],
    ],
    ['migrated, by the volume', 'MIGRAT HLQ.OLD', ['unknown', 'HLQ.OLD', null, null]],
    ['archived', 'ARCIVE Not Direct Access Device KJ.IOP998', ['unknown', 'KJ.IOP998', null, null]],
    ['on a tape', 'V43525 Tape                                     HLQ.TAPE', ['unknown', 'HLQ.TAPE', null, null]],
    ['VSAM', 'TSO004 3390   VSAM HLQ.KSDS', ['unknown', 'HLQ.KSDS', null, null]],
    ['a generation data group', '              GDG   HLQ.GROUP', ['unknown', 'HLQ.GROUP', null, null]],
    ['a level of names', 'Pseudo Directory    HLQ', ['directory', 'HLQ', null, null]],
    [
      'a member with the statistics of ISPF',
      'TBSHELF   01.03 2002/09/12 2002/10/11 09:37    11    11     0 KIL001',
      ['file', 'TBSHELF', null, '2002-10-11T09:37'],
    ],
    [
      'a member behind blanks',
      '  README  01.03 1995/02/03 1995/02/03 04:05    11    11     0 CURATOR',
      ['file', 'README', null, '1995-02-03T04:05'],
    ],
  ])('%s', (_, line, expected) => {
    expect(listedRows(line)).toEqual([expected]);
  });

  test('headings name no entry; below that of members, bare names and load modules are members', () => {
    expect(
      listedRows(
        'Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname',
        'WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PO  PDS',
      ),
    ).toEqual([['directory', 'PDS', null, null]]);
    expect(
      listedRows(
        ' Name     VV.MM   Created       Changed      Size  Init   Mod   Id',
        'TBSHELF   01.03 2002/09/12 2002/10/11 09:37    11    11     0 KIL001',
        'NOSTATS',
      ),
    ).toEqual([
      ['file', 'TBSHELF', null, '2002-10-11T09:37'],
      ['file', 'NOSTATS', null, null],
    ]);
    expect(
      listedRows(
        ' Name      Size     TTR   Alias-of AC --------- Attributes --------- Amode Rmode',
        'EAGKCPT   000058   000009           00 FO             RN RU            31    ANY',
      ),
    ).toEqual([['file', 'EAGKCPT', null, null]]);
  });

  test('without that heading they are not understood', () => {
    expect(listedRows('NOSTATS', 'EAGKCPT   000058   000009 00 FO')).toEqual([
      'NOSTATS',
      'EAGKCPT   000058   000009 00 FO',
    ]);
  });
});

test.each<[what: string, line: string, expected: Row]>([
  ['a folder', 'QSYS 77824 02/23/00 15:09:55 *DIR mydir/', ['directory', 'mydir', null, '2000-02-23T15:09:55']],
  [
    'a file, the day first',
    'QSYS            77824 23/02/00 15:09:55 *STMF      a file.c',
    ['file', 'a file.c', 77824, '2000-02-23T15:09:55'],
  ],
  [
    'the year first',
    'PEP 4019 99/07/18 18:34:56 *STMF einladung.zip',
    ['file', 'einladung.zip', 4019, '1999-07-18T18:34:56'],
  ],
  ['a year that has not come', 'PEP 1 24/10/31 18:34:56 *STMF a', ['file', 'a', 1, '2024-10-31T18:34:56']],
  ['nobody knows which day', 'PEP 1 02/03/04 18:34:56 *STMF a', ['file', 'a', 1, null]],
  ['a member', 'PEP                              *MEM       SOURCE.MAIN', ['file', 'SOURCE.MAIN', null, null]],
  [
    'a database file',
    'QSYS 36864 04/18/03 10:00:00 *FILE SOURCE.FILE',
    ['unknown', 'SOURCE.FILE', 36864, '2003-04-18T10:00:00'],
  ],
  ['a library', 'QSYS 36864 04/18/03 10:00:00 *LIB QGPL.LIB/', ['directory', 'QGPL.LIB', null, '2003-04-18T10:00:00']],
])('OS/400: %s', (_, line, expected) => {
  expect(listedRows(line)).toEqual([expected]);
});

test.each([
  (size: number) => `MIGRAT${' '.repeat(size)}x`,
  (size: number) => `MIGRAT${' x'.repeat(size)} `,
  (size: number) => `V3390 3390 2023/01/02 ${'1 '.repeat(size)}`,
  (size: number) => `QSYS 1 02/23/00 15:09:55 *DIR a${' '.repeat(size)}b/`,
  (size: number) => `${' '.repeat(size)}x`,
])('parsing takes time in proportion to the length of a line: %s', (hostile) => {
  expectLinear(40_000, (size) => {
    const line = hostile(size);
    return () => void parseLine('LIST', line, new Date());
  });
});
