/**
 * A client of FTP servers that only reads: it logs in, changes directories, lists them, and fetches files (RFC 959, with
 * the extensions of RFC 2389, 2428, 3659 and 4217).
 */
import type { OctetString } from '../../octets/octet-string.ts';
import type { Connect, PeerConnection } from '../connection.ts';
import { changeDirectory, isDirectory } from './change-directory.ts';
import type { TransferType } from './control.ts';
import { Download } from './download.ts';
import { type FileFacts, factsOf } from './file-facts.ts';
import { beginListing, type Listing, type RawListing, readListing } from './list.ts';
import type { ListingCommand } from './listing.ts';
import { type FtpSession, type LoginOptions, openSession } from './login.ts';
import { type Readme, readReadme } from './readme.ts';
import type { Reply } from './reply.ts';
import { refusal } from './status.ts';
import { type Extent, transfer } from './transfer.ts';

/** How a file is fetched. */
export interface RetrieveOptions extends Extent {
  /** `A`: the server converts line ends, so that neither sizes nor offsets are known. Absent = `I`, octet by octet. */
  readonly type?: TransferType;
}

/**
 * One session with a server. Names are octets in a charset that no server declares: each character of such a string is
 * one octet, and `decoderFor` reads it as text. A session does one thing after the other.
 *
 * Every method throws a `ProtocolError` with the server's reply code as its `status`.
 */
export class FtpClient {
  readonly #session: FtpSession;
  /** The text before a name: see `DirectoryPosition`. */
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
  get welcome(): Reply {
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

  /**
   * Changes to a directory, one segment after the other.
   *
   * @param segments - from the current directory. An empty first one means the root
   * @returns the server's reply to the last change; `null` = it has none
   */
  async changeDirectory(segments: readonly OctetString[]): Promise<Reply | null> {
    const { prefix, notice } = await changeDirectory(this.#session.control, segments);
    this.#prefix = prefix;
    return notice;
  }

  /** Whether a name is a directory. If it is, the session has changed to it. */
  isDirectory(name: OctetString): Promise<boolean> {
    return isDirectory(this.#session.control, this.#prefix, name);
  }

  /** The size and modification time of a file, as far as the server reports them. */
  async facts(name: OctetString): Promise<FileFacts> {
    // SIZE depends on the type, and some servers refuse it in ASCII (RFC 3659 §4).
    await this.#session.control.setType('I');
    return factsOf(this.#session, this.#prefix + name);
  }

  /**
   * As `facts`, but a name of which the server reports nothing is tried as a directory. After a `directory`, the session
   * may have changed to it.
   *
   * @throws ProtocolError `not-found`, `forbidden` or another refusal, if the server does not have it
   */
  async lookUp(name: OctetString): Promise<FileFacts> {
    const facts = await this.facts(name);
    if (facts.kind !== 'unknown') return facts;
    if (await this.isDirectory(name)) return { kind: 'directory' };
    if (facts.refused !== null) throw refusal(facts.refused, this.#prefix + name);
    return facts;
  }

  /** Reads the listing of the current directory. */
  list(): Promise<Listing> {
    return readListing(this.#session, this.#prefix);
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
  async readme({ readme }: Listing): Promise<Readme | null> {
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

  async #retrieve(name: OctetString, { type = 'I', ...extent }: RetrieveOptions): Promise<Download | Reply> {
    await this.#session.control.setType(type);
    return transfer(this.#session, 'RETR', this.#prefix + name, extent);
  }
}
