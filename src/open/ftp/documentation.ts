/** What documents say of the JSON of FTP. */
import * as s from '../documentation.ts';

export const answers = {
  FtpDirectory: s.listing('directory', 'A directory of an FTP server.', {
    command: s.oneOf(['MLSD', 'LIST', 'NLST'], 'The command that was sent to the server.'),
    openedAs: s.nullable(
      'The URL that names this directory, if the server does not have the empty segments of the link.',
    ),
    welcome: s.nullable('The welcome message of the server, at its root.'),
    notice: s.nullable('The message of the server about this directory.'),
  }),
};

export const departures: readonly s.Departure[] = [
  {
    request: ['PASS anonymous@'],
    sent: ['PASS {CONTACT}'],
    reason: 'The password of anonymous FTP is the address of the operator, if `CONTACT` is set.',
  },
  {
    request: [],
    sent: ['FEAT', 'OPTS UTF8 ON'],
    reason: 'FEAT says what else the server can do. Some servers send names in UTF-8 only after OPTS.',
  },
  {
    request: [],
    sent: ['AUTH TLS', 'PBSZ 0', 'PROT P'],
    reason: 'TLS has commands of its own, with `?tls=explicit` or if the server demands it.',
  },
  {
    request: [],
    sent: ['USER {name}', 'PASS {password}'],
    reason: 'A server that demands TLS gets the login again, in a second session.',
  },
  {
    request: [],
    sent: ['TYPE I', 'SIZE {name}', 'MDTM {name}', 'MLST {name}'],
    reason: 'The size and the date of a file, or whether it is a directory. SIZE needs TYPE I.',
  },
  {
    request: [],
    sent: ['REST {offset}'],
    reason: 'A part of a file begins at its first octet.',
  },
  {
    request: [],
    sent: ['PASV'],
    reason: 'Some servers do not know EPSV.',
  },
  {
    request: ['NLST', 'NLST {name}'],
    sent: ['MLSD', 'LIST', 'NLST', 'CWD {name}'],
    reason:
      'A list shows sizes and dates, which NLST does not have. NLST is the last of the three that is tried. With `;type=d` the name is that of the directory.',
  },
  {
    request: [],
    sent: ['EPSV', 'RETR {name}'],
    reason: 'The README of a directory is shown with it. If LIST has an unknown form, NLST has the names.',
  },
  {
    request: [],
    sent: ['SYST', 'CWD [.{name}]'],
    reason: 'If a directory is refused, SYST says whether it is a VMS server, where directories have brackets.',
  },
  {
    request: ['CWD {name}', 'RETR {name}'],
    sent: ['RETR {path}', 'LIST {path}'],
    reason: 'A server without CWD gets the whole path with the name.',
  },
  {
    request: [],
    sent: ['CWD /', 'CWD {name}'],
    reason:
      'If CWD with a null argument is refused, an empty first segment is the root. If nothing is found behind it, a second session leaves it out.',
  },
];
