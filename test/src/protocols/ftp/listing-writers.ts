/** Writes the lines of each listing format for any name, as its servers do: the counterpart of `listing/formats.ts`. */
import fc from 'fast-check';

/** The octets that a name may have, and names that cannot be in the format. */
interface Names {
  readonly octets: string;
  readonly longest?: number;
  readonly isName?: (name: string) => boolean;
}

interface Writer {
  readonly names: Names;
  /** The lines above, if the format needs a heading; then those of the entry. */
  readonly lines: (name: string) => readonly string[];
  /** The name that the entry has, if it differs. */
  readonly read?: (name: string) => string;
}

const ALL = String.fromCharCode(...Array.from({ length: 256 }, (_, octet) => octet)).replace(/[\0\r\n]/g, '');
const without = (octets: string, others: string) => [...octets].filter((octet) => !others.includes(octet)).join('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const any: Names = { octets: ALL };
/** Names that neither begin nor end with a blank, which their formats fill columns with. */
const trimmed: Names = { octets: ALL, isName: (name) => !/^[\t ]|[\t ]$/.test(name) };
const words: Names = { octets: without(ALL, ' \t') };
const dos: Names = { octets: `${LETTERS}${DIGITS}$-_.`, longest: 8 };
const members: Names = { octets: `${LETTERS}${DIGITS}@#$`, longest: 8, isName: (name) => /^\D/.test(name) };
const vms: Names = { octets: `${LETTERS}${DIGITS}$-_`, longest: 39 };

/** By the name of the format. */
export const writers: Readonly<Record<string, readonly Writer[]>> = {
  'machine listing': [
    { names: any, lines: (name) => [`type=file;size=1830;modify=19950203040506;perm=r; ${name}`] },
    { names: any, lines: (name) => [`type=OS.unix=slink:a b; ${name}`] },
    { names: any, lines: (name) => [` ${name}`] },
  ],
  'Unix and NetWare': [
    { names: any, lines: (name) => [`-rw-r--r--   1 curator  museum         1830 Feb  3  1995 ${name}`] },
    { names: any, lines: (name) => [`-rw-r--r--   1 curator  museum         1830 Feb  3 04:05 ${name}`] },
    { names: any, lines: (name) => [`-rw-r--r--   1 curator  museum         1830 Feb 3 1995 ${name}`] },
    { names: any, lines: (name) => [`-rw-r--r--   1 curator  museum         1830 Feb  3 1995  ${name}`] },
    { names: any, lines: (name) => [`-rw-r--r--   1 curator  museum         1830 1995-02-03 04:05 ${name}`] },
    { names: any, lines: (name) => [`drwxr-xr-x   1 curator  museum          512  2\xe6\x9c\x88  3  1995 ${name}`] },
    { names: trimmed, lines: (name) => [`d [R----F--] curator        512 Feb  3  1995    ${name}`] },
    {
      names: { octets: ALL, isName: (name) => !name.includes(' -> ') && !name.endsWith(' -') },
      lines: (name) => [`lrwxrwxrwx   1 curator  museum           18 Feb  3  1995 ${name} -> a -> b`],
    },
  ],
  EPLF: [{ names: any, lines: (name) => [`+i8388621.48594,m791784306,r,s1830,\t${name}`] }],
  Windows: [
    { names: any, lines: (name) => [`02-03-95  04:05AM                 1830 ${name}`] },
    { names: any, lines: (name) => [`1995-02-03  16:05       <DIR>          ${name}`] },
    { names: any, lines: (name) => [`02-03-95  04:05AM          <DIR>                  ${name}`] },
  ],
  'OS/2': [{ names: any, lines: (name) => [`     1830      A          02-03-95   16:05  ${name}`] }],
  'Unix in numbers': [
    {
      names: { octets: ALL, isName: (name) => !/^[\t ]/.test(name) },
      lines: (name) => [`0100644   500  101   1830    791784306       ${name}`],
    },
  ],
  'VShell 2': [
    {
      names: { octets: ALL, isName: (name) => !name.endsWith('/') },
      lines: (name) => [`1830  Feb 03, 1995 04:05 ${name}`],
    },
    { names: any, lines: (name) => [`0  Feb 03, 1995 04:05 ${name}/`] },
  ],
  VxWorks: [
    {
      names: trimmed,
      lines: (name) => [`    512    Feb-03-1995  04:05:06   ${name.padEnd(16)}  <DIR>`],
    },
    {
      names: { octets: ALL, isName: (name) => !/^[\t ]|[\t ]$|\s<DIR>$/.test(name) },
      lines: (name) => [`   1830    Feb-03-1995  04:05:06   ${name.padEnd(16)}`],
    },
  ],
  'Connect:Enterprise': [
    { names: any, lines: (name) => [`-C--E-----FTP B MUSEUM       18128     1830 Feb  3 04:05 ${name}`] },
  ],
  Distinct: [{ names: any, lines: (name) => [`--a--        1830  Feb  3,1995  04:05  ${name}`] }],
  'OS-9': [{ names: any, lines: (name) => [` 20.20   95/02/03 0405   d-ewrewr    2650       512 ${name}`] }],
  'OS/400': [
    {
      names: { octets: ALL, isName: (name) => !/^[\t /]|[\t /]$/.test(name) },
      lines: (name) => [`QSYS            77824 02/23/00 15:09:55 *STMF      ${name}`],
    },
    {
      names: { octets: ALL, isName: (name) => !/^[\t ]|[\t ]$/.test(name) && !name.includes('/') },
      lines: (name) => [`QSYS            77824 02/23/00 15:09:55 *DIR       /a b/${name}/`],
    },
  ],
  'GCOS 7': [{ names: trimmed, lines: (name) => [`- - -----0 MUSEUM       CURATOR          FEB  3, 1995 ${name}`] }],
  'GCOS 8': [
    { names: trimmed, lines: (name) => [`- rwx rwx ---        1830 02/03/95           curator       ${name}`] },
  ],
  NonStop: [
    { names: members, lines: (name) => [`${name.padEnd(12)} 101            1830   3-Feb-95 04:05:06 155,106 "nnnn"`] },
  ],
  'z/VM': [
    {
      names: { octets: `${LETTERS}${DIGITS}$#@`, longest: 8, isName: (name) => name !== 'DIR' },
      lines: (name) => [`README   ${name.padEnd(8)} V         71         26          1 1995-02-03 04:05:06 TCP291`],
      read: (name) => `README.${name}`,
    },
    { names: members, lines: (name) => [`${name.padEnd(18)}DIR        -          -          - 1995-02-03 04:05:06 -`] },
  ],
  'z/VM BFS': [{ names: any, lines: (name) => [`02/03/1995 04:05:06 F 1 1830 '${name}'`] }],
  Wellfleet: [{ names: words, lines: (name) => [`${name.padEnd(16)}     1830  02/03/95  Fri.     04:05:06`] }],
  ClearPath: [{ names: words, lines: (name) => [`${name.padEnd(16)} SEQDATA  1830 02/03/1995  04:05`] }],
  VOS: [{ names: words, lines: (name) => [`w    158 stm       95-02-03 04:05:06  ${name}`] }],
  'TOPS-20': [
    {
      names: { octets: `${LETTERS}${DIGITS}-_$`, longest: 39 },
      lines: (name) => [`<CURATOR>${name}.TXT.1;P777752;AMUSEUM,1,3-Feb-1995 04:05:06,3-Feb-1995 04:05:06`],
      read: (name) => `${name}.TXT.1`,
    },
  ],
  'SuperTCP, NCSA, WinQVT': [
    { names: dos, lines: (name) => [`${name.padEnd(12)}      1830   02-03-95   04:05`] },
    { names: trimmed, lines: (name) => [`OLDMAP~1     <DIR>     02-03-1995  04:05 ${name}`] },
  ],
  Chameleon: [{ names: dos, lines: (name) => [`${name.padEnd(12)}     1830      Feb 03 1995 04:05   A`] }],
  'PC-NFS': [
    {
      names: { octets: `${LETTERS}${DIGITS}$-_`, longest: 8 },
      lines: (name) => [`${name.padEnd(8)} txt         1,830 02-03-95   4:05a`],
      read: (name) => `${name}.txt`,
    },
  ],
  'PC/TCP': [{ names: dos, lines: (name) => [`     1830${name.padStart(20)}   Fri Feb 03 04:05:06 1995`] }],
  'MPE/iX': [
    {
      names: { octets: `${LETTERS}${DIGITS}`, longest: 8, isName: (name) => /^\D/.test(name) },
      lines: (name) => [
        'FILENAME  CODE  ------------LOGICAL RECORD-----------  ----SPACE----',
        `${name.padEnd(8)}          80B  FA          23         23   3        16  1  1`,
      ],
    },
    {
      names: { octets: without(ALL, ' \t/'), isName: (name) => /\D/.test(name) },
      lines: (name) => [
        ' CODE  ------------LOGICAL RECORD-----------  ----SPACE----  FILENAME',
        `        80B  FA          23         23   3        16  1  1  ${name}`,
      ],
    },
  ],
  'MVS data sets': [
    { names: words, lines: (name) => [`WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PS  ${name}`] },
    { names: words, lines: (name) => [`Migrated                                                ${name}`] },
  ],
  'MVS members': [
    {
      names: members,
      lines: (name) => [`${name.padEnd(8)}  01.03 1995/02/03 1995/02/03 04:05    11    11     0 CURATOR`],
    },
    {
      names: members,
      lines: (name) => [' Name     VV.MM   Created       Changed      Size  Init   Mod   Id', name],
    },
  ],
  'MVS jobs': [
    {
      names: { octets: DIGITS, isName: (name) => name.length === 5 },
      lines: (name) => [`CURATOR2 JOB${name} CURATOR  OUTPUT A        RC=0000 3 spool files`],
      read: (name) => `JOB${name}`,
    },
  ],
  VMS: [
    {
      names: vms,
      lines: (name) => [`${name}.TXT;2              3/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)`],
      read: (name) => `${name}.TXT`,
    },
    {
      names: vms,
      lines: (name) => [
        `${name}.TXT;2`,
        '                 3/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)',
      ],
      read: (name) => `${name}.TXT`,
    },
  ],
  'bare names': [
    {
      names: { octets: without(ALL, '/[]'), isName: (name) => !/\.DIR;\d+$/i.test(name) },
      lines: (name) => [name],
    },
  ],
};

/** Texts that look like columns, so that they show where a name begins too early or too late. */
const COLUMNS = [
  ' ',
  '  ',
  '\t',
  '1830',
  '04:05',
  '1995',
  'Feb',
  'Feb  3  1995',
  '<DIR>',
  ' -> ',
  '; ',
  ';1',
  '/',
  '\xa0',
  '.',
];

/** Names for a writer. */
export function namesOf({ octets, longest = 40, isName = () => true }: Names): fc.Arbitrary<string> {
  const parts = COLUMNS.filter((column) => [...column].every((octet) => octets.includes(octet)));
  const octet = fc.constantFrom(...octets);
  const part = parts.length === 0 ? octet : fc.oneof({ weight: 3, arbitrary: octet }, fc.constantFrom(...parts));
  return fc
    .array(part, { minLength: 1, maxLength: longest })
    .map((all) => all.join('').slice(0, longest))
    .filter((name) => name !== '.' && name !== '..' && isName(name));
}
