/** The commands of FTP that send files and listings (RFC 959 §4.1.3, RFC 3659 §7). */
import { crlf, type Octets } from '../octets.ts';
import { stored, whole } from '../source.ts';
import { chunked, facts, listingStyles } from './listing.ts';
import type { Session } from './session.ts';
import type { Directory, File, Found } from './tree.ts';

/** The reply to a path that does not exist. */
export function notHere(session: Session, path: Octets): Promise<void> {
  return session.reply(550, `${path}: No such file or directory.`);
}

/** The file at a path; links are followed. */
export function fileAt(session: Session, path: Octets): Found<File> | null {
  const found = session.find(path);
  return found?.entry.kind === 'file' ? { path: found.path, entry: found.entry } : null;
}

function directoryAt(session: Session, path: Octets): Found<Directory> | null {
  const found = session.find(path);
  return found?.entry.kind === 'directory' ? { path: found.path, entry: found.entry } : null;
}

/** RETR, from the restart point; in TYPE A with CR LF as line ends. */
export function retrieve(session: Session, path: Octets): Promise<void> | void {
  const found = fileAt(session, path);
  if (found === null) return notHere(session, path);
  const { source, text } = found.entry;
  const content =
    session.type === 'A' && text ? stored(Buffer.from(crlf(whole(source).toString('latin1')), 'latin1')) : source;
  const start = session.restart;
  if (start > content.size) {
    session.restart = 0;
    return session.reply(554, 'The restart point lies behind the end.');
  }
  session.send(content.read(start), `${path} (${content.size - start} bytes)`);
}

function* listLines(
  session: Session,
  found: Found<File | Directory>,
  argument: Octets,
  hidden: boolean,
): Generator<Octets> {
  const line = listingStyles[session.rules.listing];
  const now = new Date();
  if (found.entry.kind === 'file') {
    yield line(argument, found.entry, now);
    return;
  }
  if (session.rules.listing === 'unix') yield `total ${found.entry.entries.size * 4}`;
  if (session.rules.listing === 'vms') yield* ['Directory ATTIC$DISK:[ANONYMOUS]', ''];
  for (const [name, entry] of found.entry.entries) if (hidden || !name.startsWith('.')) yield line(name, entry, now);
  if (session.rules.listing === 'vms') yield* ['', `Total of ${found.entry.entries.size} files, 10/22 blocks.`];
}

/** LIST takes options like `ls`, because on many servers it runs `ls`. */
function listArguments(argument: Octets): { path: Octets; hidden: boolean } {
  const options = /^(-\S* ?)*/.exec(argument)?.[0] ?? '';
  return { path: argument.slice(options.length), hidden: options.includes('a') };
}

/** LIST. */
export function list(session: Session, argument: Octets): Promise<void> | void {
  const { path, hidden } = listArguments(argument);
  const found = session.find(path);
  if (found === null) return notHere(session, path);
  const endless = `${listingStyles[session.rules.listing]('and-so-on', found.entry, new Date())}\r\n`;
  session.send(chunked(listLines(session, found, path, hidden)), 'the listing', endless);
}

/** NLST: bare names, with the path of the command in front. */
export function nameList(session: Session, argument: Octets): Promise<void> | void {
  const { path, hidden } = listArguments(argument);
  const found = directoryAt(session, path);
  if (found === null) return notHere(session, path);
  const names = [...found.entry.entries.keys()].filter((name) => hidden || !name.startsWith('.'));
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  session.send(chunked(names.map((name) => `${prefix}${name}`)), 'the names', 'and-so-on\r\n');
}

/** MLSD: facts for programs. */
export function machineList(session: Session, path: Octets): Promise<void> | void {
  const found = session.find(path);
  if (found === null) return notHere(session, path);
  if (found.entry.kind === 'file') return session.reply(501, `${path} is no directory.`);
  const { entry } = found;
  const lines = function* (): Generator<Octets> {
    yield `${facts(entry, 'cdir')} .`;
    yield `${facts(entry, 'pdir')} ..`;
    for (const [name, inside] of entry.entries) yield `${facts(inside)} ${name}`;
  };
  session.send(chunked(lines()), 'the facts', `${facts(entry)} and-so-on\r\n`);
}

/** STAT with a path: a listing over the control connection. */
export function statusOf(session: Session, argument: Octets): Promise<void> {
  const { path, hidden } = listArguments(argument);
  const found = session.find(path);
  if (found === null) return notHere(session, path);
  return session.reply(
    213,
    ['Status follows:', ...listLines(session, found, path, hidden), 'End of status'].join('\n'),
  );
}
