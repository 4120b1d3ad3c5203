/** The formats of old and rare servers: kinds, sizes, dates, headings, and what is no line of theirs. */
import { expect, test } from 'vitest';
import { listedRows, parseLine, type Row } from './parse-line.ts';

test.each<readonly [what: string, line: string, expected: Row]>([
  ['Unix in numbers', '0100644   500  101   12  791784306       a b', ['file', 'a b', 12, '1995-02-03T04:05:06Z']],
  ['a directory', '0040755 500 101 4096 791784306 pub', ['directory', 'pub', null, '1995-02-03T04:05:06Z']],
  ['a link', '0120777 500 101 7 791784306 latest', ['link', 'latest', null, '1995-02-03T04:05:06Z']],
  ['a device', '0020666 500 101 7 791784306 tty', ['unknown', 'tty', 7, '1995-02-03T04:05:06Z']],
  ['no zero before the mode', '100644 500 101 7 791784306 a', ['file', 'a', 7, '1995-02-03T04:05:06Z']],
  ['VShell', '206876  Apr 04, 2000 21:06 a file', ['file', 'a file', 206_876, '2000-04-04T21:06']],
  ['VShell, a directory', '0  Dec 12, 2002 02:13 a folder/', ['directory', 'a folder', null, '2002-12-12T02:13']],
  [
    'VxWorks',
    '   1830    feb-03-1995  04:05:06   boot.ini             ',
    ['file', 'boot.ini', 1830, '1995-02-03T04:05:06'],
  ],
  [
    'VxWorks, a directory',
    '512    Feb-28-1998  05:23:30   my dir           <DIR>',
    ['directory', 'my dir', null, '1998-02-28T05:23:30'],
  ],
  ['VxWorks, one blank', '8    Feb-28-1998  05:23:30 a<DIR>', ['file', 'a<DIR>', 8, '1998-02-28T05:23:30']],
  [
    'Connect:Enterprise',
    '-C--E-----FTP A MUSEUM 18128 41 Aug 12 13:56 <<A LOG>>',
    ['file', '<<A LOG>>', 41, '2026-08-12T13:56'],
  ],
  ['Connect:Enterprise, a year', '-AR-------TCP A m 18128 41 Apr 1 2014 A', ['file', 'A', 41, '2014-04-01']],
  ['Connect:Enterprise, no protocol', '-SR--M------- A m 1 369 Sep 02 13:47 A', ['file', 'A', 369, '2026-09-02T13:47']],
  ['Distinct', '-wa--          23  Dec 29,2002  18:42   a b', ['file', ' a b', 23, '2002-12-29T18:42']],
  [
    'Distinct, a directory',
    'dw---           0  Dec 29,2002  18:42  pub',
    ['directory', 'pub', null, '2002-12-29T18:42'],
  ],
  ['OS-9', '20.20 07/03/29 1026 d-ewrewr 2650 85920 a dir', ['directory', 'a dir', null, '2007-03-29T10:26']],
  ['OS-9, a file', ' 0.0    95/02/03 0405   ------wr      3F      1830 a', ['file', 'a', 1830, '1995-02-03T04:05']],
  ['GCOS 7', '- - -----0 SEPT         SYSADMIN         AUG 26, 1997 SEQ1', ['file', 'SEQ1', null, '1997-08-26']],
  [
    'GCOS 7, a directory',
    'd - -----0 SEPT         SYSADMIN         AUG  6, 1997 SEQ1',
    ['directory', 'SEQ1', null, '1997-08-06'],
  ],
  [
    'GCOS 8',
    '- rwx rwx ---        1280 05/06/98 10:12:10  uid           testbcd',
    ['file', 'testbcd', 1280, '1998-05-06T10:12:10'],
  ],
  [
    'GCOS 8, a directory, a long owner',
    'd rwx rwx ---           0 02/25/98           fourteen_userscatalog1',
    ['directory', 'catalog1', null, '1998-02-25'],
  ],
  ['NonStop', 'FILE 101 528 6-Apr-07 14:21:18 255, 0 "oooo"', ['file', 'FILE', 528, '2007-04-06T14:21:18']],
  [
    'NonStop, an open file, four digits of the year',
    'ALV         O 101             2522 27-Aug-2002 13:57:10 155,106 "n-nn"',
    ['file', 'ALV', 2522, '2002-08-27T13:57:10'],
  ],
  [
    'z/VM',
    'FILE     TRACE   V        65      107        2 2005-10-04 15:28:42 060191',
    ['file', 'FILE.TRACE', null, '2005-10-04T15:28:42'],
  ],
  ['z/VM BFS', `05/20/2000 13:38:19 F 1 65758 'it's'`, ['file', "it's", 65_758, '2000-05-20T13:38:19']],
  ['z/VM BFS, a directory', '08/21/2000 05:28:40 D - - "A B"', ['directory', 'A B', null, '2000-08-21T05:28:40']],
  ['z/VM BFS, a link', "08/21/2000 05:28:40 L 1 5 'A'", ['unknown', 'A', 5, '2000-08-21T05:28:40']],
  [
    'a right is missing',
    'drw-r--rw   1   root   root    0 Apr 21 19:31 d',
    ['directory', 'd', null, '2026-04-21T19:31'],
  ],
  [
    'VM, a minidisk',
    'MAIL     PROFILE   A2 F      80     1      1       10/14/92  16:12:27',
    ['file', 'MAIL.PROFILE', null, '1992-10-14T16:12:27'],
  ],
  [
    'VM, the year 2000',
    'BADY2K   TEXT      A0 V      1      1      1       1/03/100  10:11:12',
    ['file', 'BADY2K.TEXT', null, '2000-01-03T10:11:12'],
  ],
  [
    'VM, a directory on a minidisk',
    'AUTHORS            A1 DIR    -      -      -       9/20/99   10:31:11',
    ['directory', 'AUTHORS', null, '1999-09-20T10:31:11'],
  ],
  [
    'z/VM, a directory',
    'WEBSHARE          DIR        -          -          -  5/30/97 18:44:17 -',
    ['directory', 'WEBSHARE', null, '1997-05-30T18:44:17'],
  ],
  ['Wellfleet', 'log.1       1014196  06/03/04  Thur.   10:20:03', ['file', 'log.1', 1_014_196, '2004-06-03T10:20:03']],
  ['ClearPath', 'A/B/C    SEQDATA    84 06/09/1998  12:03', ['file', 'A/B/C', 84, '1998-06-09T12:03']],
  ['VOS', 'w    158 stm       90-05-19 11:53:44  acctng.cobol', ['file', 'acctng.cobol', null, '1990-05-19T11:53:44']],
  ['VOS, a directory', ' m  1 90-05-19 11:53:44  pub', ['directory', 'pub', null, '1990-05-19T11:53:44']],
  ['VOS, a link', '  04-07-13 21:15:43  logs  ->  %m#d01>l3s', ['link', 'logs', null, '2004-07-13T21:15:43']],
  [
    'TOPS-20',
    '<ACC>LOGIN.CMD.1;P777700;A,1,15-Aug-2003 09:42:12,15-Aug-2003 09:42:12',
    ['file', 'LOGIN.CMD.1', null, '2003-08-15T09:42:12'],
  ],
  [
    'TOPS-20, a device, no directory',
    'PS:MSGS.TXT.12;P777700;A,1,5-Aug-2003 09:42:12',
    ['file', 'MSGS.TXT.12', null, '2003-08-05T09:42:12'],
  ],
  [
    'SuperTCP',
    'DESIGN1.DOC          11264      05-11-95        14:20',
    ['file', 'DESIGN1.DOC', 11_264, '1995-05-11T14:20'],
  ],
  ['SuperTCP, slashes', 'CMT   <DIR>     11/21/94   10:17', ['directory', 'CMT', null, '1994-11-21T10:17']],
  ['SuperTCP, a long name', 'TEST~1  <DIR>  11-29-2004  22:52  Test', ['directory', ' Test', null, '2004-11-29T22:52']],
  ['SuperTCP, the name twice', 'w.exe  1164  11-22-2004  15:34 W.exe', ['file', 'W.exe', 1164, '2004-11-22T15:34']],
  ['Chameleon', 'CMT.CSV             0      Jul 06 1995 14:56   RHA', ['file', 'CMT.CSV', 0, '1995-07-06T14:56']],
  [
    'Chameleon, a directory',
    'INSTALL  <DIR>      Nov 16 1994 17:17',
    ['directory', 'INSTALL', null, '1994-11-16T17:17'],
  ],
  ['PC-NFS', 'prog1    exe     2,563,136 06-10-99  10:00a', ['file', 'prog1.exe', 2_563_136, '1999-06-10T10:00']],
  [
    'PC-NFS, a directory',
    'temp         <dir>         01-27-97   3:41p',
    ['directory', 'temp', null, '1997-01-27T15:41'],
  ],
  [
    'PC/TCP',
    '     40774              IO.SYS   Tue May 31 06:22:00 1994',
    ['file', 'IO.SYS', 40_774, '1994-05-31T06:22:00'],
  ],
  [
    'PC/TCP, a directory',
    '<dir>    UTIL   Thu Feb 20 09:55:02 2003',
    ['directory', 'UTIL', null, '2003-02-20T09:55:02'],
  ],
  [
    'MVS, an old date',
    'OVH025 3380   12/29/95  1   60  FB 80 23200  PO  A.CLIST',
    ['directory', 'A.CLIST', null, null],
  ],
  ['MVS, unknown tracks', 'OVH025 3380   2003/05/21  1 ????  FB 80 8053  PS  A', ['file', 'A', null, null]],
  [
    'MVS, an old date of a member',
    '$README   01.10 89/04/19 94/12/15 18:55    90     1     0 EWZ',
    ['file', '$README', null, '1994-12-15T18:55'],
  ],
  ['MVS, a load module', 'MODULE1 00B308 000411  00 FO        RU      ANY    24', ['file', 'MODULE1', null, null]],
  [
    'MVS, a load module with an alias',
    'MODULE1 00B308 000411 ALIAS1 00 FO RN RU 31 ANY',
    ['file', 'MODULE1', null, null],
  ],
  ['MVS, a job', 'CURATOR1  JOB01906  OUTPUT    3 Spool Files', ['file', 'JOB01906', null, null]],
  ['MVS, a job that is executed', 'BPXAS    STC02132 ++++++++ ACTIVE STC', ['file', 'STC02132', null, null]],
  ['MVS, a job with seven digits', 'BPXAS    J0002132 CURATOR  INPUT  A', ['file', 'J0002132', null, null]],
  [
    'OS/400, no owner',
    '            5263360 06/13/97 12:27:39 *FILE     SAVF',
    ['unknown', 'SAVF', 5_263_360, '1997-06-13T12:27:39'],
  ],
  [
    'OS/400, a path from the root',
    'Q 9069 05/20/15 15:36:52 *STMF /DRV/A/B.PDF',
    ['file', 'B.PDF', 9069, '2015-05-20T15:36:52'],
  ],
  ['OS/400, a member in its file', 'Q     *MEM       A.FILE/A.MBR', ['file', 'A.FILE/A.MBR', null, null]],
  ['OS/400, dots in the time', 'Q 9069 20.05.99 15.36.52 *STMF a', ['file', 'a', 9069, '1999-05-20T15:36:52']],
  ['OS/2, a blank before the name', ' 1123 A 07-14-99   12:37   a', ['file', ' a', 1123, '1999-07-14T12:37']],
  ['OS/2, one blank', ' 1123 A 07-14-99   12:37 a', ['file', 'a', 1123, '1999-07-14T12:37']],
  [
    'Windows CE',
    '06-26-06  10:49AM          <DIR>                  install',
    ['directory', 'install', null, '2006-06-26T10:49'],
  ],
  [
    'Windows, ten blanks, then those of others',
    '06-26-06  10:49AM          <DIR>           a',
    ['directory', ' a', null, '2006-06-26T10:49'],
  ],
  ['Treck', '07-24-10  10:12PM                <DIR> FOUND.000', ['directory', 'FOUND.000', null, '2010-07-24T22:12']],
  ['Windows, colons', '06:25:07  01:08PM       <DIR>          etc', ['directory', 'etc', null, '2007-06-25T13:08']],
  ['ls -is', ' 1234   4 -rw-r--r-- 1 a b 18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
  ['indented', '    -rw-r--r--+   1 a b   18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
  ['the letter of a file', 'frw-r--r--   1 a b   18 Feb  3  1995 f', ['file', 'f', 18, '1995-02-03']],
  ['an external link of z/OS', 'erwxrwxrwx 1 a b 21 Feb  3  1995 f -> TARGET', ['link', 'f', null, '1995-02-03']],
  [
    'many links after an access control list',
    'drwxr-x---+1464 a b 41472 Feb 25 13:17 d',
    ['directory', 'd', null, '2026-02-25T13:17'],
  ],
  ['no date', 'drwxr-xr-x 3 curator museum 512 pub', ['directory', 'pub', null, null]],
  ['no date, no group', '-rw-r--r-- 3 curator 512 a', ['file', 'a', 512, null]],
  [
    'a year at the left of its column',
    '-r-xr-xr-x  1 a   245       90 Mar  1 2003  .welcome',
    ['file', '.welcome', 90, '2003-03-01'],
  ],
  [
    'a year at the left, a day of two digits',
    '-r-xr-xr-x  1 a   245       90 Apr 10 2003  f',
    ['file', 'f', 90, '2003-04-10'],
  ],
  ['a year without a column', '-r-xr-xr-x  1 a   245       90 Mar 1 2003  f', ['file', ' f', 90, '2003-03-01']],
  ['a year at the left, one blank', '-r-xr-xr-x  1 a   245       90 Mar  1 2003 f', ['file', 'f', 90, '2003-03-01']],
  [
    'a year at the left, a name of one blank',
    '-r-xr-xr-x  1 a   245       90 Mar  1 2003  ',
    ['file', ' ', 90, '2003-03-01'],
  ],
  [
    'three blanks after a date with dots',
    '-r-xr-xr-x   2 a  b  96 2004.07.15   35 a',
    ['file', '35 a', 96, '2004-07-15'],
  ],
  [
    'a time after a date with dots',
    '-r-xr-xr-x   2 a  b  96 2004.07.15   12:30 a',
    ['file', 'a', 96, '2004-07-15T12:30'],
  ],
  ['half a day', '-rw------- 1 a b 512  Oct 14,  99 8:45 pm f.sav', ['file', 'f.sav', 512, '1999-10-14T20:45']],
  ['half a day, no comma', '-rw------- 1 a b 512  Oct 14  99 8:45 am f', ['file', 'f', 512, '1999-10-14T08:45']],
  ['VMS, no privilege', 'A.LOG;23 <%SYSTEM-F-NOPRIV, insufficient privilege>', ['file', 'A.LOG', null, null]],
  [
    'VMS, more blocks than fit',
    'A.ISO;2        ******  6-MAY-2008 09:29 [A,B] (RE,RWED,RE,RE)',
    ['file', 'A.ISO', null, '2008-05-06T09:29'],
  ],
])('%s: %s', (_what, line, expected) => expect(listedRows(line)).toEqual([expected]));

test.each([
  ['Unix in numbers, no time', '0100644   500  101   12345    1234       a'],
  ['SuperTCP, columns of another server', 'README.TXT 1830 02-03-95 04:05   A'],
  ['MPE/iX without its heading', 'README            80B  FA          23         23   3        16  1  1'],
  ['a load module without its end', 'MODULE1 00B308 000411  00 FO'],
  ['dateless, and a name with blanks', 'drwxr-xr-x 3 curator museum 512 a b'],
  ['dateless, and no name', '-rw-r--r-- 3 curator museum 512'],
  ['a date, and no name', '-rw-r--r-- 3 curator museum 512 2005-06-07'],
  ['a time, and no name', '-rw-r--r-- 3 a 29 03:26'],
  ['a line of text', 'Volume - drive 1:'],
  ['a rule without a heading', '------------------------'],
])('%s: not guessed at: %j', (_what, line) => expect(listedRows(line)).toEqual([line]));

test.each([
  ['VOS', ['Files: 4  Blocks: 609', '', 'Dirs: 0', '', 'Links: 0'], []],
  ['ClearPath', ['Report for: (UC)A ON PACK', '          6 Files     504 Octets'], []],
  ['VxWorks', ['  size          date       time       name', '--------       ------     ------    --------'], []],
  [
    'Wellfleet',
    ['File Name            Size    Date     Day       Time', '------------------------------------------------------'],
    [],
  ],
  ['OS-9', ['            Directory of . 11:44:44', '   Owner   Last modified  Attributes Sector Bytecount Name'], []],
  ['NonStop', ['File         Code             EOF  Last Modification    Owner  RWEP'], []],
  ['z/VM', ['Filename FileType  Fm Format Lrecl  Records Blocks Date      Time'], []],
  ['jobs', ['JOBNAME  JOBID    OWNER    STATUS CLASS'], []],
  [
    'MPE/iX, the name first',
    [
      'ACCOUNT=  SYS         GROUP=  WORK',
      'FILENAME  CODE  ------------LOGICAL RECORD-----------  ----SPACE----',
      '                  SIZE  TYP        EOF      LIMIT R/B  SECTORS #X MX',
      'README*   TXT     80B  FA          23         23   3        16  1  1',
    ],
    [['file', 'README', null, null]],
  ],
  [
    'MPE/iX, the name last',
    [
      ' PATH= /PH/SAPHP/',
      ' CODE  ------------LOGICAL RECORD-----------  ----SPACE----  FILENAME',
      '         SIZE  TYP        EOF      LIMIT R/B  SECTORS #X MX',
      '         1B    BA        1830       1830   1        16  1  1  readme.txt',
      '         16W   HBD         1        512   1         1  1  *  pub/',
    ],
    [
      ['file', 'readme.txt', null, null],
      ['directory', 'pub', null, null],
    ],
  ],
])('the headings and totals of a format name nothing: %s', (_what, lines, expected) => {
  expect(listedRows(...lines)).toEqual(expected);
});

test('a link of VOS has its target', () => {
  expect(parseLine('LIST', '  04-07-13 21:15:43  logs  ->  %m#d01>l3s', new Date())).toMatchObject({
    target: '%m#d01>l3s',
  });
});

test('a heading ends the one before it', () => {
  const members = ' Name     VV.MM   Created       Changed      Size  Init   Mod   Id';
  const sets = 'Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname';
  expect(listedRows(sets, 'PLAIN', members, 'PLAIN', sets, 'PLAIN')).toEqual([
    'PLAIN',
    ['file', 'PLAIN', null, null],
    'PLAIN',
  ]);
});

test('a name of VMS is complete before a line of another format', () => {
  expect(listedRows('A.TXT;1', '-rw-r--r-- 1 a b 18 Feb  3  1995 f')).toEqual([
    ['file', 'A.TXT', null, null],
    ['file', 'f', 18, '1995-02-03'],
  ]);
});

test('a name may end in the octet A0, which is no blank', () => {
  for (const line of [
    'QSYS 1 02/23/00 15:09:55 *STMF voil\xc3\xa0',
    '   1830    Feb-03-1995  04:05:06   voil\xc3\xa0',
    'Migrated voil\xc3\xa0',
  ]) {
    expect(parseLine('LIST', line, new Date())).toMatchObject({ name: 'voil\xc3\xa0' });
  }
});
