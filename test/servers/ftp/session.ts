/**
 * One FTP session: the user, the working directory and the transfer parameters (RFC 959 §4.1), and the two operations
 * that the commands share: replying and sending data.
 */
import { type Conversation, Gone } from '../conversation.ts';
import type { ServerContext } from '../listener.ts';
import type { Octets } from '../octets.ts';
import { PassivePort } from './data.ts';
import type { ListingStyle } from './listing.ts';
import type { Directory, File, Found, Tree } from './tree.ts';
import { vmsDirectory, vmsFile } from './vms.ts';

/** Users and their passwords. */
export const USERS: ReadonlyMap<string, string> = new Map([['curator', 'museum']]);

/** How a server handles logins. */
export type Login =
  /** 331, then any password. */
  | 'password'
  /** 230 at once, as vsftpd and pure-ftpd do if they need no password. */
  | 'name'
  /** 530: only users with a password. */
  | 'refused'
  /** 332 after the password: an account is required too. */
  | 'account';

export interface Rules {
  readonly login: Login;
  /** With `vms`, paths are in the form of VMS too. */
  readonly listing: ListingStyle;
  /** Whether the server has MLSD and MLST. */
  readonly mlsd: boolean;
  /** Whether MDTM includes milliseconds, as on some servers. */
  readonly fractions: boolean;
  readonly requireTls: boolean;
  /** Whether a data connection must resume the TLS session of the control connection, as many servers require. */
  readonly requireReuse: boolean;
  readonly passivePorts: readonly [from: number, until: number];
}

export class Session {
  readonly control: Conversation;
  readonly context: ServerContext;
  readonly rules: Rules;
  readonly #tree: Tree;

  /** The user of the USER command, and whether the login is complete. */
  user: string | null = null;
  loggedIn = false;
  /** The working directory: absolute, without a final slash. */
  directory: Octets = '';
  type: 'A' | 'I' = 'A';
  restart = 0;
  /** After `PROT P` data goes over TLS. */
  protected = false;
  onlyExtended = false;
  passive: PassivePort | null = null;
  /** The current transfer; resolves when its reply is sent. */
  transfer: Promise<void> | null = null;
  ended = false;
  #data: Conversation | null = null;

  constructor(control: Conversation, context: ServerContext, rules: Rules, tree: Tree) {
    this.control = control;
    this.context = context;
    this.rules = rules;
    this.#tree = tree;
  }

  /**
   * Sends a reply, RFC 959 §4.2; text of several lines becomes a multi-line reply. A server with the fault `endless`
   * at its replies begins every one as the first line of many.
   */
  async reply(code: number, text: string): Promise<void> {
    const lines = text.split('\n');
    const endless = this.control.fault('endless')?.at === 'reply';
    const last = endless ? '-' : ' ';
    const octets = lines.map((line, index) => {
      if (index === lines.length - 1) return `${code}${last}${line}\r\n`;
      return index === 0 ? `${code}-${line}\r\n` : `${line}\r\n`;
    });
    await this.control.reply(octets.join(''), ' and so on\r\n');
  }

  find(path: Octets): Found<File | Directory> | null {
    const current = this.#at('');
    if (this.rules.listing !== 'vms' || path === '' || current?.entry.kind !== 'directory') return this.#at(path);
    return this.#at(vmsDirectory(path) ?? vmsFile(current.entry, path));
  }

  #at(path: Octets): Found<File | Directory> | null {
    return this.#tree.find(this.directory, path, this.user ?? '');
  }

  /** Opens the passive port of the next transfer and returns its number; if it cannot, sends an error reply. */
  async listen(): Promise<number | null> {
    this.passive?.close();
    const [from, until] = this.rules.passivePorts;
    this.passive = await PassivePort.open(this.control, this.context, from, until);
    if (this.passive === null) {
      await this.reply(425, 'All passive ports are in use.');
      return null;
    }
    if (this.control.fault('data-refused') !== null) this.passive.shut();
    return this.passive.port;
  }

  /** Sends data over a connection to the passive port, with the replies before and after it. */
  send(octets: Iterable<Buffer>, name: string, endlessLine?: string): void {
    this.transfer = this.#send(octets, name, endlessLine).catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error;
    });
  }

  /** Aborts the transfer, for ABOR. */
  abort(): void {
    this.#data?.destroy();
    this.passive?.close();
    this.passive = null;
  }

  async #send(octets: Iterable<Buffer>, name: string, endlessLine?: string): Promise<void> {
    const { passive } = this;
    this.passive = null;
    this.restart = 0;
    if (passive === null) return this.reply(425, 'Use EPSV or PASV first.');
    if (this.rules.requireTls && !this.protected) {
      passive.close();
      return this.reply(521, 'Data connections must be protected: use PROT P.');
    }
    await this.reply(150, `Opening the data connection for ${name}.`);
    const data = await passive.connection();
    if (data === null) return this.reply(425, 'Nobody came to the data connection.');
    this.#data = data;
    try {
      // A client may have begun its handshake before the transfer was asked for.
      if (this.protected && this.context.tls !== null) await data.begin(this.context.tls, 'is the handshake');
      if (this.protected && this.rules.requireReuse && !data.resumed) {
        data.destroy();
        return await this.reply(522, 'The data connection must resume the TLS session of the control connection.');
      }
      await data.body(octets, endlessLine);
      await data.end();
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      return await this.reply(426, 'The data connection was closed; transfer aborted.');
    } finally {
      this.#data = null;
    }
    const fault = this.control.fault('no-226');
    if (fault === null) return this.reply(226, 'Transfer complete.');
    if (fault.instead === 'failure') return this.reply(451, 'The disk failed.');
    if (fault.instead === 'end') this.control.destroy();
    if (fault.instead === 'drip') {
      this.control.setFault({ kind: 'endless-line', everyMs: 50, at: 'reply' });
      await this.control.reply('');
    }
  }
}
