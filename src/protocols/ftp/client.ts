/**
 * A client of FTP servers that only reads: it logs in, changes directories, lists them, and fetches files (RFC 959,
 * with the extensions of RFC 2389, 2428, 3659 and 4217).
 *
 * It changes to a directory with one CWD for each segment of the path (draft-hoffkohn-rfc1738bis §2.2.2), because not
 * every server separates directories with a slash. VMS servers name directories in brackets, and some take no others:
 * `[.PUB]` is below the current directory, and `[ARCHIVE.PUB]` begins at the top.
 */

import type { OctetString } from '../../octets/charset.ts';
import { decodeSegment, splitFtpPath } from '../../schemes/ftp/path.ts';
import type { Connect, PeerConnection } from '../connection.ts';
import { ProtocolError } from '../protocol-error.ts';
import { parseMlsdLine, parseTimeValue } from './listing/mlsd.ts';
import {
  beginListing,
  type DirectoryListing,
  type ListingCommand,
  listingCommands,
  type RawListing,
  type Readme,
  readListing,
  readReadme,
} from './listing.ts';
import { type FtpReply, isCompletion, isUnsupported, refusal } from './reply.ts';
import { type Control, type FtpSession, type LoginOptions, openSession, type TransferType } from './session.ts';
import { Download, type TransferExtent, transfer } from './transfer.ts';

/** The size and modification time of a file (RFC 3659 §3, §4). */
export type FileFacts =
  | { readonly kind: 'file'; readonly size: number; readonly modified: Date | null }
  /** `isCurrent`: whether the session has changed to it. */
  | { readonly kind: 'directory'; readonly isCurrent: boolean }
  /** The server does not report them. `refused` is its reply to SIZE if that was about this file, else `null`. */
  | { readonly kind: 'unknown'; readonly refused: FtpReply | null };

/** How a file is fetched. */
export interface RetrieveOptions extends TransferExtent {
  /** `A`: the server converts line ends, so that neither sizes nor offsets are known. Absent = `I`, octet by octet. */
  readonly type?: TransferType | undefined;
}

/**
 * One session with a server. Names are octets in a charset that no server declares: each character of such a string is
 * one octet, and `decoderFor` reads it as text. A session does one thing after the other.
 *
 * Every method throws a `ProtocolError` with the server's reply code as its `status`.
 */
export class FtpClient {
  readonly #session: FtpSession;
  #directories: readonly OctetString[] = [];
  /** The directory after the login, as the server names it; `null` = it is not known. */
  #home: OctetString | null = null;
  /** The text before a name: empty after CWD; the whole path with its slash if the server does not support CWD. */
  #prefix: OctetString = '';

  private constructor(session: FtpSession) {
    this.#session = session;
  }

  /**
   * Connects and logs in, over TLS if the server demands it.
   *
   * @throws LoginRefused if the server does not accept the credentials
   */
  static async logIn(connect: Connect<PeerConnection>, options: LoginOptions = {}): Promise<FtpClient> {
    return new FtpClient(await openSession(connect, options));
  }

  /** The reply that completed the login. */
  get welcome(): FtpReply {
    return this.#session.welcome;
  }

  /** Whether the server offers TLS, and this session does not use it. */
  get offersTls(): boolean {
    return !this.#session.protectedData && this.#session.features.has('AUTH');
  }

  /** Whether `retrieve` can begin in the middle of a file (RFC 3659 §5). */
  get canRestart(): boolean {
    return /\bSTREAM\b/i.test(this.#session.features.get('REST') ?? '');
  }

  /** Whether commands are sent as Telnet, with the octet 255 twice. */
  get sendsTelnet(): boolean {
    return this.#session.control.telnet;
  }

  /**
   * The segments of the last change of the directory, as the server accepted them. They differ from those that were
   * asked for if it refuses CWD with a null argument.
   */
  get directories(): readonly OctetString[] {
    return this.#directories;
  }

  /**
   * Asks for the name of the directory after the login, before the first change of the directory. It is what
   * `returnHome` needs.
   *
   * @returns whether the server tells
   */
  async noteHome(): Promise<boolean> {
    this.#home = await this.#current();
    return this.#home !== null;
  }

  /**
   * Goes back to the directory after the login, where the path of a link begins, so that the session can serve another
   * link.
   *
   * @param telnet - as in `LoginOptions`
   * @returns whether the session is there now, as the server says
   */
  async returnHome(telnet = true): Promise<boolean> {
    const { control } = this.#session;
    if (this.#home === null) return false;
    control.telnet = telnet;
    this.#directories = [];
    this.#prefix = '';
    return isCompletion(await control.command('CWD', this.#home)) && (await this.#current()) === this.#home;
  }

  /** The current directory, as the server names it; `null` = it does not tell. */
  async #current(): Promise<OctetString | null> {
    const { code, lines } = await this.#session.control.command('PWD');
    // A quotation mark in the name is there twice (RFC 959, appendix II).
    const name = code === PATH_NAME ? /^"((?:[^"]|"")+)"/.exec(lines[0] ?? '')?.[1] : undefined;
    return name?.replaceAll('""', '"') ?? null;
  }

  /**
   * Changes to a directory, one segment after the other. An empty segment is CWD with a null argument. If the server
   * refuses that, the session goes on as curl
   * does: an empty first segment is the root, and others are left out.
   *
   * @param segments - from the current directory
   * @returns the server's reply to the last change; `null` = it has none
   * @throws ProtocolError `not-found` or `forbidden` if the server refuses a segment
   */
  async changeDirectory(segments: readonly OctetString[]): Promise<FtpReply | null> {
    const { control } = this.#session;
    const path: OctetString[] = [];
    this.#directories = path;
    let notice: FtpReply | null = null;
    for (const [index, segment] of segments.entries()) {
      let step: OctetString = segment;
      let reply = await control.command('CWD', step);
      if (step === '' && !isCompletion(reply)) {
        if (index > 0) continue;
        step = ROOT;
        reply = await control.command('CWD', step);
      }
      if (index === 0 && isUnsupported(reply)) {
        path.push(...withoutEmptySegments(segments));
        const whole = joinedPath(path);
        this.#prefix = whole.startsWith('/') ? whole : this.#prefix + whole;
        return null;
      }
      if (!isCompletion(reply)) {
        const retried = await changeOnVms(control, step);
        if (retried === null) throw refusal(reply, step);
        reply = retried;
      }
      path.push(step);
      notice = reply;
    }
    return notice;
  }

  /** Whether a name is a directory. If it is, the session has changed to it. */
  async isDirectory(name: OctetString): Promise<boolean> {
    const { control } = this.#session;
    if (isCompletion(await control.command('CWD', this.#prefix + name))) return true;
    return this.#prefix === '' && (await changeOnVms(control, name)) !== null;
  }

  /**
   * The size and modification time of a file, as far as the server reports them. The size comes from SIZE, which
   * follows symbolic links; proftpd's MLST gives the size of the link itself.
   */
  async facts(name: OctetString): Promise<FileFacts> {
    const { control, features } = this.#session;
    const path = this.#prefix + name;
    // SIZE depends on the type, and some servers refuse it in ASCII (RFC 3659 §4).
    await control.setType('I');
    const reply = await control.command('SIZE', path);
    const size = Number(statusText(reply, /^\d{1,15}$/) ?? Number.NaN);
    if (Number.isSafeInteger(size)) {
      const modified = parseTimeValue(statusText(await control.command('MDTM', path), /^[\d.]+$/) ?? '');
      return { kind: 'file', size, modified };
    }
    if (features.has('MLST') && isListedDirectory(await control.command('MLST', path)))
      return { kind: 'directory', isCurrent: false };
    return { kind: 'unknown', refused: REFUSALS.has(reply.code) ? reply : null };
  }

  /**
   * As `facts`, but a name of which the server reports nothing is tried as a directory.
   *
   * @throws ProtocolError `not-found`, `forbidden` or another refusal, if the server does not have it
   */
  async lookUp(name: OctetString): Promise<FileFacts> {
    const facts = await this.facts(name);
    if (facts.kind !== 'unknown') return facts;
    if (await this.isDirectory(name)) return { kind: 'directory', isCurrent: true };
    if (facts.refused !== null) throw refusal(facts.refused, this.#prefix + name);
    return facts;
  }

  /** Reads the listing of the current directory. */
  list(): Promise<DirectoryListing> {
    return readListing(this.#session, this.#prefix);
  }

  /**
   * Begins the listing of the current directory, and ends it at once: many servers change to directories that they do
   * not have. No command can follow.
   *
   * @throws ProtocolError as `list`
   */
  async checkList(): Promise<void> {
    const begun = await beginListing(this.#session, this.#prefix, listingCommands(this.#session));
    begun?.body.close();
  }

  /**
   * Fetches the listing of the current directory as the server writes it.
   *
   * @param commands - to try in this order
   * @returns `null` if the server says that the directory is empty
   */
  rawListing(commands: readonly ListingCommand[]): Promise<RawListing | null> {
    return beginListing(this.#session, this.#prefix, commands);
  }

  /** Fetches the beginning of the README of the current directory; `null` = there is none that is text. */
  async readme({ readme }: DirectoryListing): Promise<Readme | null> {
    return readme === null ? null : readReadme(this.#session, this.#prefix, readme);
  }

  /**
   * Fetches a file.
   *
   * @throws ProtocolError `not-found`, `forbidden` or another refusal of the server
   */
  async retrieve(name: OctetString, options: RetrieveOptions = {}): Promise<Download> {
    const begun = await this.#retrieve(name, options);
    if (begun instanceof Download) return begun;
    throw refusal(begun, this.#prefix + name);
  }

  /** As `retrieve`; `null` if the name is a directory, to which the session has then changed. */
  async retrieveUnlessDirectory(name: OctetString, options: RetrieveOptions = {}): Promise<Download | null> {
    const begun = await this.#retrieve(name, options);
    if (begun instanceof Download) return begun;
    if (await this.isDirectory(name)) return null;
    throw refusal(begun, this.#prefix + name);
  }

  close(): void {
    this.#session.control.close();
  }

  /** Ends the session in the words of the protocol, and closes it. Never throws. */
  quit(): Promise<void> {
    return this.#session.control.quit();
  }

  async #retrieve(name: OctetString, { type = 'I', ...extent }: RetrieveOptions): Promise<Download | FtpReply> {
    await this.#session.control.setType(type);
    return transfer(this.#session, 'RETR', this.#prefix + name, extent);
  }
}

const ROOT: OctetString = '/';

/** The segments as curl sends them: an empty first one is the root, and others are left out. */
function withoutEmptySegments(segments: readonly OctetString[]): readonly OctetString[] {
  return segments
    .map((segment, index) => (segment === '' && index === 0 ? ROOT : segment))
    .filter((step) => step !== '');
}

const PATH_NAME = 257;
const FILE_STATUS = 213;
const FACTS_FOLLOW = 250;
/** There is no such file, or it needs a login. Other refusals are about the command SIZE. */
const REFUSALS: ReadonlySet<number> = new Set([530, 532, 550]);

function statusText({ code, lines: [text = ''] }: FtpReply, form: RegExp): string | null {
  const value = text.trim();
  return code === FILE_STATUS && form.test(value) ? value : null;
}

/** The line with the facts is between the first and the last line, after a space (RFC 3659 §7.2). */
function isListedDirectory({ code, lines: [, line = '', last] }: FtpReply): boolean {
  if (code !== FACTS_FOLLOW || last === undefined) return false;
  return parseMlsdLine(line.replace(/^ /, ''))?.kind === 'directory';
}

/** Changes to a directory by its name on VMS; `null` if the server is not a VMS server, or refuses. */
async function changeOnVms(control: Control, step: OctetString): Promise<FtpReply | null> {
  const system = await control.command('SYST');
  if (!isCompletion(system) || !/\bVMS\b/i.test(system.lines.join(' '))) return null;
  const reply = await control.command('CWD', vmsDirectory(step));
  return isCompletion(reply) ? reply : null;
}

/** The whole path, for servers without CWD. A leading hyphen must not look like an option of `ls`. */
function joinedPath(path: readonly OctetString[]): OctetString {
  const whole = path.join('/').replace(/^\/\//, '/');
  const safe = whole.startsWith('-') ? `./${whole}` : whole;
  return safe.endsWith('/') ? safe : `${safe}/`;
}

/** The top directory of a VMS volume. */
const TOP = '[000000]';

/**
 * The name of a directory on VMS: `vmsDirectory('PUB')` is `'[.PUB]'`, and `vmsDirectory('/ARCHIVE/PUB')` is
 * `'[ARCHIVE.PUB]'`. A segment may be a name of VMS already.
 */
export function vmsDirectory(step: OctetString): OctetString {
  const absolute = step.startsWith('/');
  const path = step.replace(/^\/+|\/+$/g, '');
  if (/[[:]/.test(path)) return path;
  if (path === '') return TOP;
  // In a name, a dot would separate two directories.
  const names = path.split(/\/+/).map((name) => name.replaceAll('.', '^.'));
  return `[${absolute ? '' : '.'}${names.join('.')}]`;
}

/** A path, decoded. */
export interface FtpTarget {
  readonly directories: readonly OctetString[];
  /** `null` = the path names a directory. */
  readonly file: OctetString | null;
  readonly type: TransferType;
}

/** @param path - of a canonical ftp URL, percent-encoded */
export function targetOf(path: string): FtpTarget {
  const { segments, type } = splitFtpPath(path);
  const names = segments.map(decodeSegment);
  const last = names.at(-1) ?? '';
  const isFile = last !== '' && type !== 'd';
  return {
    directories: isFile || last === '' ? names.slice(0, -1) : names,
    file: isFile ? last : null,
    type: type === 'a' ? 'A' : 'I',
  };
}

/**
 * Logs in and uses the session. A link may be meant in another way than this client asks at first. So if the server
 * does not have a target, a second session asks in the next way, and so on:
 *
 * - CWD with a null argument goes back to the root of pyftpdlib and pure-ftpd. Authors of links with two slashes rarely
 *   mean that, because other clients leave it out.
 * - RFC 959 §2.3 makes the control connection a Telnet connection, where the octet 255 is sent twice, but vsftpd reads
 *   it as two.
 *
 * @param use - it closes the client, unless it throws
 * @throws ProtocolError as `FtpClient.logIn` and `use`
 */
export function openTarget<Result>(
  connect: Connect<PeerConnection>,
  login: LoginOptions,
  target: FtpTarget,
  use: UseSession<Result>,
): Promise<Result> {
  const useOnce: UseSession<Result> = async (client, way) => {
    try {
      return await use(client, way);
    } catch (error) {
      client.close();
      throw error;
    }
  };
  return inEachWay((options) => FtpClient.logIn(connect, options), login, target, useOnce);
}

/** What is done in a session that asks for a target in one way. */
export type UseSession<Result> = (client: FtpClient, target: FtpTarget) => Promise<Result>;

/**
 * As `openTarget`, with sessions of the caller.
 *
 * @param begin - a session whose current directory is that of the login
 * @param use - what becomes of the session is its decision
 */
export async function inEachWay<Result>(
  begin: (login: LoginOptions) => Promise<FtpClient>,
  login: LoginOptions,
  target: FtpTarget,
  use: UseSession<Result>,
): Promise<Result> {
  const client = await begin(login);
  try {
    return await use(client, target);
  } catch (error) {
    const next = error instanceof ProtocolError && error.code === 'not-found' ? nextWay(client, target) : null;
    if (next === null) throw error;
    return inEachWay(begin, { ...login, telnet: next.telnet }, next.target, use);
  }
}

/** How a session asks for a target. */
interface WayToAsk {
  readonly target: FtpTarget;
  readonly telnet: boolean;
}

/** The way in which `openTarget` would ask next if this session did not find the target; `null` = it would not. */
export function nextWay(
  { sendsTelnet: telnet, directories }: Pick<FtpClient, 'sendsTelnet' | 'directories'>,
  target: FtpTarget,
): WayToAsk | null {
  if (directories.includes(''))
    return { target: { ...target, directories: withoutEmptySegments(target.directories) }, telnet };
  return telnet && hasPlain255(target) ? { target, telnet: false } : null;
}

/** Whether a name has the octet 255, but none that a server would read as the beginning of a Telnet command. */
function hasPlain255({ directories, file }: FtpTarget): boolean {
  const names = [...directories, file ?? ''];
  return names.some((name) => name.includes('\xff')) && !names.some((name) => /\xff[\xf0-\xff]/.test(name));
}
