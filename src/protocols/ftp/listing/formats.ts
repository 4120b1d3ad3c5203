/**
 * The formats of listings, in the order in which a line is tried: the usual ones first, and the strict ones before
 * those that are found by less. A line of one is not read by another, except to the same name. What none reads is not
 * guessed at: it is shown as text.
 */
import { parseBareName } from './bare-names.ts';
import { CLEARPATH_HEADING, parseClearPathLine } from './clearpath.ts';
import { parseDistinctLine } from './distinct.ts';
import { parseChameleonLine, parsePcNfsLine, parsePcTcpLine, parseSuperTcpLine } from './dos.ts';
import { parseEnterpriseLine } from './enterprise.ts';
import type { LineParser, ListingReader } from './entry.ts';
import { parseEplfLine } from './eplf.ts';
import { parseGcos7Line, parseGcos8Line } from './gcos.ts';
import { JES_HEADING, parseJesLine } from './jes.ts';
import { MlsdLines } from './mlsd.ts';
import { MPE_HEADING, parseMpeLine } from './mpe.ts';
import { DATA_SET_HEADING, parseDataSetLine } from './mvs.ts';
import { MEMBER_HEADING, parseMemberLine } from './mvs-members.ts';
import { NONSTOP_HEADING, parseNonstopLine } from './nonstop.ts';
import { parseOs2Line } from './os2.ts';
import { OS9_HEADING, parseOs9Line } from './os9.ts';
import { parseOs400Line } from './os400.ts';
import { parseTops20Line } from './tops20.ts';
import { parseUnixLine } from './unix.ts';
import { parseUnixNumbers } from './unix-numbers.ts';
import { VmsLines } from './vms.ts';
import { parseVosLine } from './vos.ts';
import { parseVshellLine } from './vshell.ts';
import { parseVxworksLine, VXWORKS_HEADING } from './vxworks.ts';
import { parseWellfleetLine, WELLFLEET_HEADING } from './wellfleet.ts';
import { parseWindowsLine } from './windows.ts';
import { parseBfsLine, parseZvmLine, ZVM_HEADING } from './zvm.ts';

/** The command that a server answered with a listing. */
export type ListingCommand = 'MLSD' | 'LIST' | 'NLST';

interface FormatFacts {
  readonly command: ListingCommand;
  /** The servers that write it. */
  readonly name: string;
  /** Lines of one listing: those of entries, below its heading if it needs one. */
  readonly example: readonly string[];
  /** The specification, or who described it. */
  readonly source: string;
}

interface OneLineFormat extends FormatFacts {
  /** A line above the entries. It names nothing, and some formats are read only below it. */
  readonly heading?: RegExp;
  readonly parse: LineParser;
}

interface SeveralLineFormat extends FormatFacts {
  readonly begin: () => ListingReader;
}

export type ListingFormat = OneLineFormat | SeveralLineFormat;

export const LISTING_FORMATS: readonly ListingFormat[] = [
  {
    command: 'MLSD',
    name: 'machine listing',
    example: ['type=file;size=1830;modify=19950203040506;perm=r; README'],
    source: 'RFC 3659 §7',
    begin: () => new MlsdLines(),
  },
  {
    command: 'LIST',
    name: 'Unix and NetWare',
    example: [
      'drwxr-xr-x   2 curator  museum         4096 Feb  3  1995 pub',
      'd [R----F--] curator                    512 Feb  3  1995    login',
    ],
    source: 'POSIX ls; Novell NetWare FTP Server',
    parse: parseUnixLine,
  },
  {
    command: 'LIST',
    name: 'EPLF',
    example: ['+i8388621.48594,m791784306,r,s1830,\tREADME'],
    source: 'D. J. Bernstein, Easily Parsed LIST Format',
    parse: parseEplfLine,
  },
  {
    command: 'LIST',
    name: 'Windows',
    example: ['02-03-95  04:05AM       <DIR>          pub'],
    source: 'Microsoft IIS, MS-DOS directory style',
    parse: parseWindowsLine,
  },
  {
    command: 'LIST',
    name: 'OS/2',
    example: ['     1830      A          02-03-95   16:05  READ ME'],
    source: 'IBM TCP/IP for OS/2',
    parse: parseOs2Line,
  },
  {
    command: 'LIST',
    name: 'Unix in numbers',
    example: ['0100644   500  101   1830    791784306       READ ME'],
    source: 'FileZilla Client, test of its listing parser',
    parse: parseUnixNumbers,
  },
  {
    command: 'LIST',
    name: 'VShell 2',
    example: ['1830  Feb 03, 1995 04:05 READ ME'],
    source: 'FileZilla Client, test of its listing parser',
    parse: parseVshellLine,
  },
  {
    command: 'LIST',
    name: 'VxWorks',
    example: ['  size          date       time       name', '    512    Feb-03-1995  04:05:06   pub <DIR>'],
    source: 'Wind River VxWorks, dirLib',
    heading: VXWORKS_HEADING,
    parse: parseVxworksLine,
  },
  {
    command: 'LIST',
    name: 'Connect:Enterprise',
    example: ['-C--E-----FTP B MUSEUM       18128     1830 Feb  3 04:05 READ ME'],
    source: 'Sterling Connect:Enterprise for Unix',
    parse: parseEnterpriseLine,
  },
  {
    command: 'LIST',
    name: 'Distinct',
    example: ['--a--        1830  Feb  3,1995  04:05  READ ME'],
    source: 'Distinct FTP Server',
    parse: parseDistinctLine,
  },
  {
    command: 'LIST',
    name: 'OS-9',
    example: [' 20.20   95/02/03 0405   d-ewrewr    2650       512 old pub'],
    source: 'Microware OS-9, dir -e',
    heading: OS9_HEADING,
    parse: parseOs9Line,
  },
  {
    command: 'LIST',
    name: 'OS/400',
    example: ['QSYS            77824 02/23/00 15:09:55 *STMF      READ ME'],
    source: 'IBM i, LISTFMT 0',
    parse: parseOs400Line,
  },
  {
    command: 'LIST',
    name: 'GCOS 7',
    example: ['- - -----0 MUSEUM       CURATOR          FEB  3, 1995 README'],
    source: 'Bull, FTP 7',
    parse: parseGcos7Line,
  },
  {
    command: 'LIST',
    name: 'GCOS 8',
    example: ['- rwx rwx ---        1830 02/03/95 04:05:06  curator       README'],
    source: 'Bull, FTP 8',
    parse: parseGcos8Line,
  },
  {
    command: 'LIST',
    name: 'NonStop',
    example: ['README        101            1830   3-Feb-95 04:05:06 155,106 "nnnn"'],
    source: 'HP NonStop Guardian',
    heading: NONSTOP_HEADING,
    parse: parseNonstopLine,
  },
  {
    command: 'LIST',
    name: 'z/VM',
    example: [
      'README   ANONYMOU V         71         26          1 1995-02-03 04:05:06 TCP291',
      'PROFILE  EXEC      A1 V      17     3      1       2/03/95   04:05:06',
    ],
    source: 'IBM z/VM TCP/IP',
    heading: ZVM_HEADING,
    parse: parseZvmLine,
  },
  {
    command: 'LIST',
    name: 'z/VM BFS',
    example: ["02/03/1995 04:05:06 F 1 1830 'read me.txt'"],
    source: 'IBM z/VM TCP/IP, byte file system',
    parse: parseBfsLine,
  },
  {
    command: 'LIST',
    name: 'Wellfleet',
    example: ['startup.cfg          1830  02/03/95  Fri.     04:05:06'],
    source: 'Nortel Contivity Secure IP Services Gateway',
    heading: WELLFLEET_HEADING,
    parse: parseWellfleetLine,
  },
  {
    command: 'LIST',
    name: 'ClearPath',
    example: ['PUB/README              SEQDATA  1830 02/03/1995  04:05'],
    source: 'Unisys ClearPath, DIRECTORY_FORMAT=NATIVE',
    heading: CLEARPATH_HEADING,
    parse: parseClearPathLine,
  },
  {
    command: 'LIST',
    name: 'VOS',
    example: ['w    158 stm       95-02-03 04:05:06  readme.txt'],
    source: 'Stratus VOS, list',
    parse: parseVosLine,
  },
  {
    command: 'LIST',
    name: 'TOPS-20',
    example: ['<CURATOR>README.TXT.1;P777752;AMUSEUM,1,3-Feb-1995 04:05:06,3-Feb-1995 04:05:06'],
    source: 'DEC TOPS-20, directory',
    parse: parseTops20Line,
  },
  {
    command: 'LIST',
    name: 'SuperTCP, NCSA, WinQVT',
    example: ['README.TXT        1830   02-03-95   04:05', 'OLDMAP~1     <DIR>     02-03-1995  04:05 Old Maps'],
    source: 'Frontier SuperTCP; NCSA Telnet for DOS; WinQVT/Net',
    parse: parseSuperTcpLine,
  },
  {
    command: 'LIST',
    name: 'Chameleon',
    example: ['README.TXT       1830      Feb 03 1995 04:05   A'],
    source: 'NetManage Chameleon NEWT',
    parse: parseChameleonLine,
  },
  {
    command: 'LIST',
    name: 'PC-NFS',
    example: ['readme   txt         1,830 02-03-95   4:05a'],
    source: 'PC-NFSD for DOS',
    parse: parsePcNfsLine,
  },
  {
    command: 'LIST',
    name: 'PC/TCP',
    example: ['     1830          README.TXT   Fri Feb 03 04:05:06 1995'],
    source: 'FTP Software PC/TCP, ftpsrv',
    parse: parsePcTcpLine,
  },
  {
    command: 'LIST',
    name: 'MPE/iX',
    example: [
      'FILENAME  CODE  ------------LOGICAL RECORD-----------  ----SPACE----',
      'README            80B  FA          23         23   3        16  1  1',
    ],
    source: 'HP 3000, HP ARPA File Transfer Protocol',
    heading: MPE_HEADING,
    parse: parseMpeLine,
  },
  {
    command: 'LIST',
    name: 'MVS data sets',
    example: ['WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PO  HLQ.PDS'],
    source: 'IBM z/OS Communications Server',
    heading: DATA_SET_HEADING,
    parse: parseDataSetLine,
  },
  {
    command: 'LIST',
    name: 'MVS members',
    example: [
      ' Name     VV.MM   Created       Changed      Size  Init   Mod   Id',
      'README    01.03 1995/02/03 1995/02/03 04:05    11    11     0 CURATOR',
      'PLAIN',
    ],
    source: 'IBM z/OS Communications Server',
    heading: MEMBER_HEADING,
    parse: parseMemberLine,
  },
  {
    command: 'LIST',
    name: 'MVS jobs',
    example: ['CURATOR2 JOB01906 CURATOR  OUTPUT A        RC=0000 3 spool files'],
    source: 'IBM z/OS Communications Server, JESINTERFACELEVEL',
    heading: JES_HEADING,
    parse: parseJesLine,
  },
  {
    command: 'LIST',
    name: 'VMS',
    example: ['README.TXT;2              3/4           3-FEB-1995 04:05:06  [ARCHIVE]  (RWED,RWED,RE,RE)'],
    source: 'DEC VMS, DIRECTORY/SIZE/DATE/OWNER/PROTECTION',
    begin: () => new VmsLines(),
  },
  { command: 'NLST', name: 'bare names', example: ['README'], source: 'RFC 959 §4.1.3', parse: parseBareName },
];
