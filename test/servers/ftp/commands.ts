/**
 * The commands of FTP as a table: RFC 959 §4.1, RFC 2228 and 4217 (TLS), RFC 2389 (FEAT, OPTS), RFC 2428 (EPSV) and
 * RFC 3659 (SIZE, MDTM, REST, MLST, MLSD). The server is read-only and opens no connections to clients.
 */
import type { Octets } from '../octets.ts';
import { facts, type ListingStyle, timeValue } from './listing.ts';
import { type Session, USERS } from './session.ts';
import { fileAt, list, machineList, nameList, notHere, retrieve, statusOf } from './transfers.ts';

export interface Command {
  /** Whether the command requires a login. */
  readonly login: boolean;
  readonly run: (session: Session, argument: Octets) => Promise<void> | void;
}

type Run = Command['run'];
const open = (run: Run): Command => ({ login: false, run });
const closed = (run: Run): Command => ({ login: true, run });
const says =
  (code: number, text: string): Run =>
  (session) =>
    session.reply(code, text);

const SYSTEMS: Readonly<Record<ListingStyle, string>> = {
  unix: 'UNIX Type: L8',
  eplf: 'UNIX Type: L8',
  windows: 'Windows_NT',
  vms: 'VMS OpenVMS V7.3 on node ATTIC.',
};

const readOnly = closed(says(550, 'Permission denied: this is a museum.'));
/** Every command of the server. */
export const commands: Readonly<Record<string, Command>> = {
  USER: open(user),
  PASS: open(pass),
  ACCT: open((session) => {
    if (session.user === null) return session.reply(503, 'Say USER first.');
    return welcome(session);
  }),
  REIN: open((session) => {
    logOut(session);
    return session.reply(220, 'Ready for the next visitor.');
  }),
  QUIT: open((session) => {
    session.ended = true;
    return session.reply(221, 'Goodbye. Mind the step.');
  }),
  NOOP: open(says(200, 'Nothing was done, as asked.')),
  SYST: open((session) => session.reply(215, SYSTEMS[session.rules.listing])),
  HELP: open(
    says(
      214,
      `These commands are known:\n ${'USER PASS CWD CDUP PWD TYPE EPSV PASV LIST NLST MLSD MLST SIZE MDTM'}\nHelp OK.`,
    ),
  ),
  FEAT: open((session) =>
    session.reply(211, ['Features:', ...features(session).map((line) => ` ${line}`), 'End'].join('\n')),
  ),
  OPTS: open((session, argument) => {
    if (/^UTF8( ON)?$/i.test(argument)) return session.reply(200, 'Always in UTF8 mode.');
    if (/^MLST\b/i.test(argument)) return session.reply(200, 'MLST OPTS type;size;modify;perm;');
    return session.reply(501, 'Option not understood.');
  }),

  AUTH: open(async (session, argument) => {
    const { tls } = session.context;
    if (tls === null) return session.reply(502, 'There is no TLS here.');
    if (!/^(TLS(-C)?|SSL)$/i.test(argument)) return session.reply(504, 'Only AUTH TLS is known.');
    if (session.control.secure) return session.reply(503, 'TLS is there already.');
    await session.reply(234, 'Proceed with negotiation.');
    await session.control.begin(tls);
    logOut(session);
  }),
  PBSZ: open((session) =>
    session.control.secure ? session.reply(200, 'PBSZ=0') : session.reply(503, 'There is no TLS yet.'),
  ),
  PROT: open((session, argument) => {
    if (!session.control.secure) return session.reply(503, 'There is no TLS yet.');
    if (!/^[CP]$/i.test(argument)) return session.reply(536, 'Only the levels C and P are known.');
    session.protected = argument.toUpperCase() === 'P';
    return session.reply(200, `Protection level ${argument.toUpperCase()}.`);
  }),
  CCC: open(says(534, 'TLS stays.')),

  PWD: closed(currentDirectory),
  XPWD: closed(currentDirectory),
  CWD: closed(changeDirectory),
  XCWD: closed(changeDirectory),
  CDUP: closed((session) => changeDirectory(session, '..')),
  XCUP: closed((session) => changeDirectory(session, '..')),

  TYPE: closed((session, argument) => {
    const type = /^(?:(A)(?: N)?|(I)|(L) 8)$/i.exec(argument);
    if (type === null) return session.reply(504, 'Only the types A, I and L 8 are known.');
    session.type = type[1] === undefined ? 'I' : 'A';
    return session.reply(200, `Type set to ${session.type}.`);
  }),
  MODE: closed((session, argument) => session.reply(/^S$/i.test(argument) ? 200 : 504, 'Mode S is used.')),
  STRU: closed((session, argument) => session.reply(/^F$/i.test(argument) ? 200 : 504, 'Structure F is used.')),
  ALLO: closed(says(202, 'There is room enough.')),

  EPSV: closed(extendedPassive),
  PASV: closed(passive),
  PORT: closed(says(502, 'This server calls nobody back: use EPSV or PASV.')),
  EPRT: closed(says(502, 'This server calls nobody back: use EPSV or PASV.')),

  REST: closed((session, argument) => {
    if (!/^\d{1,15}$/.test(argument)) return session.reply(501, 'That is no offset.');
    session.restart = Number(argument);
    return session.reply(350, `Restarting at ${session.restart}.`);
  }),
  RETR: closed(retrieve),
  LIST: closed((session, argument) => list(session, argument)),
  NLST: closed(nameList),
  MLSD: closed((session, argument) => (session.rules.mlsd ? machineList : unknown)(session, argument)),
  MLST: closed((session, argument) => {
    if (!session.rules.mlsd) return unknown(session, argument);
    const found = session.find(argument);
    if (found === null) return notHere(session, argument);
    return session.reply(250, `Facts follow\n ${facts(found.entry)} ${found.path || '/'}\nEnd`);
  }),
  SIZE: closed((session, argument) => {
    // RFC 3659 §4 wants the size of the transfer, but real servers do not count converted line ends.
    if (session.type === 'A') return session.reply(550, 'SIZE not allowed in ASCII mode.');
    const found = fileAt(session, argument);
    if (found === null) return session.reply(550, `${argument}: not a plain file.`);
    const wrong = session.control.fault('wrong-length');
    return session.reply(213, String(found.entry.source.size + (wrong === null ? 0 : (wrong.by ?? 10))));
  }),
  MDTM: closed((session, argument) => {
    const found = fileAt(session, argument);
    if (found === null) return session.reply(550, `${argument}: not a plain file.`);
    return session.reply(213, `${timeValue(found.entry.modified)}${session.rules.fractions ? '.000' : ''}`);
  }),
  STAT: open((session, argument) => {
    if (argument !== '' && session.loggedIn) return statusOf(session, argument);
    const who = session.loggedIn ? `Logged in as ${session.user}` : 'Nobody is logged in';
    return session.reply(211, `The attic of the Waypost museum\n ${who}\n Type: ${session.type}\nEnd of status`);
  }),
  ABOR: closed(async (session) => {
    session.abort();
    await session.transfer;
    await session.reply(226, 'Abort successful.');
  }),

  ...Object.fromEntries(
    ['STOR', 'STOU', 'APPE', 'DELE', 'RMD', 'XRMD', 'MKD', 'XMKD', 'RNFR', 'RNTO', 'MFMT', 'SITE', 'SMNT'].map(
      (name) => [name, readOnly],
    ),
  ),
};

/** The reply to a command that is not in the table. */
export const unknown: Run = says(500, 'Unknown command.');

function features({ rules, context }: Session): string[] {
  return [
    ...(context.tls === null ? [] : ['AUTH TLS']),
    'EPSV',
    'MDTM',
    ...(rules.mlsd ? ['MLST type*;size*;modify*;perm*;'] : []),
    'PASV',
    ...(context.tls === null ? [] : ['PBSZ', 'PROT']),
    'REST STREAM',
    'SIZE',
    'TVFS',
    'UTF8',
  ];
}

function user(session: Session, name: Octets): Promise<void> {
  const { login, requireTls } = session.rules;
  logOut(session);
  if (requireTls && !session.control.secure) {
    // As vsftpd, the server closes the connection after the first failure.
    session.ended = true;
    return session.reply(530, 'Say AUTH TLS first.');
  }
  session.user = /^(ftp|anonymous)$/i.test(name) ? 'anonymous' : name;
  if (session.user !== 'anonymous') return session.reply(331, `Password, please, ${name}.`);
  if (login === 'refused') return session.reply(530, 'This server is for its own users.');
  if (login === 'name') return welcome(session);
  return session.reply(331, 'Guest login ok; please send your mail address as the password.');
}

function pass(session: Session, password: Octets): Promise<void> {
  if (session.user === null) return session.reply(503, 'Say USER first.');
  if (session.loggedIn) return session.reply(202, 'You are in already.');
  if (session.user === 'anonymous') {
    return session.rules.login === 'account' ? session.reply(332, 'Account, please.') : welcome(session);
  }
  if (USERS.get(session.user) === password) return welcome(session);
  session.user = null;
  return session.reply(530, 'Login incorrect.');
}

function welcome(session: Session): Promise<void> {
  session.loggedIn = true;
  session.directory = session.user === 'curator' ? '/private' : '';
  // A line inside a reply that begins with digits is padded (RFC 959 §4.2): a client must not stop there.
  return session.reply(230, 'Welcome to the attic.\n  There are\n 230 steps; please hold the rail.\nLogin successful.');
}

function logOut(session: Session): void {
  session.user = null;
  session.loggedIn = false;
  session.directory = '';
}

function currentDirectory(session: Session): Promise<void> {
  return session.reply(257, `"${(session.directory || '/').replaceAll('"', '""')}" is the current directory.`);
}

function changeDirectory(session: Session, path: Octets): Promise<void> {
  const found = session.find(path);
  if (found?.entry.kind !== 'directory') return session.reply(550, `${path}: No such directory.`);
  session.directory = found.path;
  const { message } = found.entry;
  return session.reply(250, `${message === undefined ? '' : `${message}\n`}Directory changed to ${found.path || '/'}`);
}

async function extendedPassive(session: Session, argument: Octets): Promise<void> {
  if (session.control.fault('epsv-refused') !== null || session.control.fault('pasv') !== null)
    return unknown(session, argument);
  if (/^ALL$/i.test(argument)) {
    session.onlyExtended = true;
    return session.reply(200, 'Only EPSV from now on.');
  }
  const family = session.control.local.address.includes(':') ? '2' : '1';
  if (argument !== '' && argument !== family) return session.reply(522, `Protocol not supported, use (${family})`);
  const port = await session.listen();
  if (port === null) return;
  const fault = session.control.fault('epsv-delimiter');
  const bar = fault === null ? '|' : (fault.delimiter ?? '!');
  return session.reply(229, `Entering Extended Passive Mode (${bar}${bar}${bar}${port}${bar})`);
}

async function passive(session: Session): Promise<void> {
  if (session.onlyExtended) return session.reply(501, 'You said EPSV ALL.');
  const { address } = session.control.local;
  if (address.includes(':')) return session.reply(425, 'PASV knows no IPv6: use EPSV.');
  const port = await session.listen();
  if (port === null) return;
  const fault = session.control.fault('pasv');
  const announced = fault?.port ?? port;
  const host = (fault === null ? address : (fault.address ?? '192.0.2.1')).replaceAll('.', ',');
  return session.reply(227, `Entering Passive Mode (${host},${Math.floor(announced / 256)},${announced % 256}).`);
}
