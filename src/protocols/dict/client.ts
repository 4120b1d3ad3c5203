/**
 * A session with a dictionary server (RFC 2229): definitions of a word, words that match another, and the databases and
 * strategies of the server. It never logs in, and never asks for MIME headers.
 */
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import {
  CLIENT,
  defineCommand,
  matchCommand,
  QUIT,
  SHOW_DATABASES,
  SHOW_STRATEGIES,
} from '../../schemes/dict/commands.ts';
import type { Connect, Connection } from '../connection.ts';
import { writeLine } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type DictStatus, octetsOfLines, ReplyReader, refusal, stringsIn } from './reply.ts';

/** A definition of a word. */
export interface DictDefinition {
  /** As the database writes it. */
  readonly word: string;
  readonly database: string;
  /** The name of the database for people. */
  readonly databaseName: string;
  /** The text, lines with CR LF. It should be UTF-8. */
  readonly octets: Uint8Array;
}

/** A word that a database has. */
export interface DictMatch {
  readonly database: string;
  readonly word: string;
}

/** A database, or a strategy. */
export interface DictName {
  readonly name: string;
  readonly description: string;
}

const DATABASES_FOLLOW = 110;
const STRATEGIES_FOLLOW = 111;
const DEFINITIONS_FOLLOW = 150;
const DEFINITION_FOLLOWS = 151;
const MATCHES_FOLLOW = 152;
const READY = 220;
const DONE = 250;
const NO_DATABASES = 554;
const NO_STRATEGIES = 555;

/**
 * A conversation with a dictionary server.
 *
 * @example
 * ```ts
 * const replies = ['220 h <1@h>\r\n', '250 ok\r\n', '152 1 match\r\nwn "sun"\r\n.\r\n250 ok\r\n'];
 * const octets: Uint8Array[] = replies.map((reply) => new TextEncoder().encode(reply));
 * const source = { read: async () => octets.shift() ?? null, unread: (rest: Uint8Array) => void octets.unshift(rest) };
 * const connection = { ...source, write: async () => {}, close: () => {}, startTls: async () => {} };
 * const session = await DictSession.open(async () => connection);
 * (await session.match('sun', 'wn', 'exact'))[0]?.word; // 'sun'
 * ```
 */
export class DictSession {
  readonly #connection: Connection;
  readonly #replies: ReplyReader;

  private constructor(connection: Connection) {
    this.#connection = connection;
    this.#replies = new ReplyReader(connection);
  }

  /**
   * Connects, reads the greeting and tells the name of this software.
   *
   * @throws ProtocolError if the server does not accept the session
   */
  static async open(connect: Connect): Promise<DictSession> {
    const connection = await connect('none');
    try {
      const session = new DictSession(connection);
      const greeting = await session.#replies.status();
      if (greeting.code !== READY) throw refusal(greeting);
      const reply = await session.#ask(CLIENT);
      // A server that does not know the command goes on all the same.
      if (reply.code !== DONE && reply.code < 500) throw refusal(reply);
      return session;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /**
   * The definitions of a word, in the order of the server.
   *
   * @param database - `!` = the first one that has the word, `*` = all
   * @throws ProtocolError `not-found` for a word or a database that the server does not have
   */
  async define(word: string, database = '!'): Promise<readonly DictDefinition[]> {
    await this.#expect(sendable(defineCommand(word, database)), DEFINITIONS_FOLLOW);
    const definitions: DictDefinition[] = [];
    for (;;) {
      const status = await this.#replies.status();
      if (status.code === DONE) return definitions;
      if (status.code !== DEFINITION_FOLLOWS) throw refusal(status);
      const [defined = word, from = database, ...name] = stringsIn(status.text);
      const octets = octetsOfLines(await this.#replies.text());
      definitions.push({ word: defined, database: from, databaseName: name.join(' '), octets });
    }
  }

  /**
   * The words that match another one.
   *
   * @param database - `!` = the first one that has such words, `*` = all
   * @param strategy - `.` = the one that the server chooses
   * @throws ProtocolError `not-found` if there are none, or no such database; `unsupported` for an unknown strategy
   */
  async match(word: string, database = '!', strategy = '.'): Promise<readonly DictMatch[]> {
    await this.#expect(sendable(matchCommand(word, database, strategy)), MATCHES_FOLLOW);
    return (await this.#list()).map((line) => {
      const [from = '', ...words] = stringsIn(line);
      return { database: from, word: words.join(' ') };
    });
  }

  /** The databases of the server, in its order. */
  databases(): Promise<readonly DictName[]> {
    return this.#names(SHOW_DATABASES, DATABASES_FOLLOW, NO_DATABASES);
  }

  /** The strategies of the server, in its order. */
  strategies(): Promise<readonly DictName[]> {
    return this.#names(SHOW_STRATEGIES, STRATEGIES_FOLLOW, NO_STRATEGIES);
  }

  /** Says goodbye and closes the connection. Never throws: everything was read. */
  async quit(): Promise<void> {
    try {
      await writeLine(this.#connection, QUIT);
    } catch {
      // The server was faster.
    }
    this.close();
  }

  /** Closes the connection. Can be called twice. */
  close(): void {
    this.#connection.close();
  }

  async #names(command: string, follows: number, none: number): Promise<readonly DictName[]> {
    const status = await this.#ask(command);
    if (status.code === none) return [];
    if (status.code !== follows) throw refusal(status);
    return (await this.#list()).map((line) => {
      const [name = '', ...description] = stringsIn(line);
      return { name, description: description.join(' ') };
    });
  }

  /** The lines of a text, and the status after it. */
  async #list(): Promise<readonly string[]> {
    const lines = await this.#replies.text();
    const end = await this.#replies.status();
    if (end.code !== DONE) throw refusal(end);
    return lines.map(utf8OrLatin1Of).filter((line) => line.trim() !== '');
  }

  async #expect(command: string, code: number): Promise<void> {
    const status = await this.#ask(command);
    if (status.code !== code) throw refusal(status);
  }

  async #ask(command: string): Promise<DictStatus> {
    await writeLine(this.#connection, command);
    this.#replies.begin();
    return this.#replies.status();
  }
}

/** @throws ProtocolError `invalid-request` for the command `null` */
function sendable(command: string | null): string {
  if (command === null) throw new ProtocolError('invalid-request', 'DICT cannot request this word or this name.');
  return command;
}
