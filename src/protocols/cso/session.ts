/**
 * A session with a CSO nameserver, also named ph or qi (RFC 2378): its fields, queries and its help. This client sends
 * `fields`, `query`, `help` and `quit`, and nothing that logs in or changes a phone book.
 */
import { decodeCharset } from '../../octets/charset.ts';
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import type { Connect, Connection } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';
import { type CsoQuery, isFieldName, queryLine } from './query.ts';
import { type CsoReply, parseValueLine, readReply, refusal } from './reply.ts';

/** A field of a phone book. */
export interface CsoField {
  readonly name: string;
  /** For people; empty = the server does not describe it. */
  readonly description: string;
  /** The most octets of a value; `null` = the server does not say. */
  readonly longest: number | null;
  /** The attributes as the server writes them, such as `Indexed`, `Lookup`, `Public`, `Default`. */
  readonly attributes: readonly string[];
  /** A query needs at least one field with an index. */
  readonly indexed: boolean;
  /** Whether a query may name the field. */
  readonly lookup: boolean;
  /** Whether strangers see its values. */
  readonly public: boolean;
  /** Whether a query returns it that does not name what it wants. */
  readonly default: boolean;
}

export interface CsoFields {
  /** Those that a query can name, in the order of the server. */
  readonly fields: readonly CsoField[];
  /** The lines of the server. */
  readonly reply: CsoReply;
}

/** A field of an entry. */
export interface CsoValue {
  readonly name: string;
  /** With LF between lines; `null` = the entry does not have it, or the server does not show it. */
  readonly value: string | null;
  /** 200 for a value; 508 = the entry does not have the field, 503 = strangers may not see it. */
  readonly status: number;
}

export interface CsoEntry {
  /** The number of the entry in this answer, from 1. */
  readonly number: number;
  readonly fields: readonly CsoValue[];
}

export interface CsoAnswer {
  /** Empty = nothing matches. */
  readonly entries: readonly CsoEntry[];
  /** The lines of the server. */
  readonly reply: CsoReply;
}

export interface CsoHelp {
  readonly text: string;
  /** The lines of the server. */
  readonly reply: CsoReply;
}

export interface CsoOptions {
  /** The charset of the server; `null` or absent = UTF-8 or Latin-1, whichever a line is. */
  readonly charset?: string | null | undefined;
}

const NO_MATCHES = 501;

export class CsoSession {
  readonly #connection: Connection;
  readonly #charset: string | null;

  private constructor(connection: Connection, charset: string | null) {
    this.#connection = connection;
    this.#charset = charset;
  }

  /** Connects. The server does not greet, so nothing is read. */
  static async open(connect: Connect, { charset = null }: CsoOptions = {}): Promise<CsoSession> {
    return new CsoSession(await connect('none'), charset);
  }

  /**
   * The fields of the phone book, in the order of the server.
   *
   * @throws ProtocolError
   */
  async fields(): Promise<CsoFields> {
    const reply = await this.#expect('fields');
    return { fields: fieldsIn(reply), reply };
  }

  /**
   * The entries that match.
   *
   * @throws ProtocolError `invalid-request` for a query that cannot be sent, and where too many entries match
   */
  async query(query: CsoQuery): Promise<CsoAnswer> {
    const reply = await this.#ask(queryLine(query, this.#charset));
    if (reply.status === NO_MATCHES) return { entries: [], reply };
    if (!isSuccess(reply)) throw refusal(reply);
    return { entries: entriesIn(reply), reply };
  }

  /** The help of the server, lines with LF between them. */
  async help(): Promise<CsoHelp> {
    const reply = await this.#expect('help');
    const texts = reply.lines.filter(({ status, continues }) => status === 200 && continues).map(({ text }) => text);
    return { text: texts.map((text) => text.replace(/^ *\d{1,9}:/, '')).join('\n'), reply };
  }

  /** Says goodbye and closes the connection. Never throws: everything was read. */
  async quit(): Promise<void> {
    try {
      await writeLine(this.#connection, 'quit');
    } catch {
      // The server was faster.
    }
    this.close();
  }

  /** Closes the connection. Can be called twice. */
  close(): void {
    this.#connection.close();
  }

  async #expect(command: string): Promise<CsoReply> {
    const reply = await this.#ask(command);
    if (!isSuccess(reply)) throw refusal(reply);
    return reply;
  }

  async #ask(line: Uint8Array | string): Promise<CsoReply> {
    await writeLine(this.#connection, line);
    const reader = new LineReader(this.#connection, { line: protocolLimits.line, total: protocolLimits.csoReply });
    const charset = this.#charset;
    return readReply(reader, charset === null ? utf8OrLatin1Of : (octets) => decodeCharset(octets, charset));
  }
}

function isSuccess({ status }: CsoReply): boolean {
  return status >= 200 && status < 300;
}

/**
 * The fields in the reply to `fields`: for each, a line of attributes and lines of its description, as in
 * `-200:3:name:max 64 Indexed Lookup Public Default`.
 */
export function fieldsIn({ lines }: Pick<CsoReply, 'lines'>): readonly CsoField[] {
  const found = new Map<number, { readonly name: string; readonly attributes: string; readonly words: string[] }>();
  for (const line of lines) {
    const part = line.continues && line.status === 200 ? parseValueLine(line) : null;
    if (part === null) continue;
    const field = found.get(part.entry);
    if (field !== undefined) field.words.push(part.text.trim());
    // A name that no query can have is not offered.
    else if (isFieldName(part.field)) {
      found.set(part.entry, { name: part.field, attributes: part.text, words: [] });
    }
  }
  return [...found.values()].map(({ name, attributes: written, words }) => {
    const [, longest] = /\bmax (\d{1,9})\b/i.exec(written) ?? [];
    const attributes = written.replace(/\bmax \d{1,9}\b/i, '').match(/[^\s,]+/g) ?? [];
    const has = (name: string) => attributes.some((attribute) => attribute.toLowerCase() === name);
    return {
      name,
      description: words.join(' ').trim(),
      longest: longest === undefined ? null : Number(longest),
      attributes,
      indexed: has('indexed'),
      lookup: has('lookup'),
      public: has('public'),
      default: has('default'),
    };
  });
}

/** The entries in the reply to a query. */
export function entriesIn({ lines }: Pick<CsoReply, 'lines'>): readonly CsoEntry[] {
  const entries = new Map<number, { name: string; value: string | null; status: number }[]>();
  for (const line of lines) {
    const part = line.continues && line.status >= 200 ? parseValueLine(line) : null;
    if (part === null) continue;
    const fields = entries.get(part.entry) ?? [];
    entries.set(part.entry, fields);
    const last = fields.at(-1);
    if (part.field === '' && last !== undefined) {
      if (last.value !== null) last.value += `\n${part.text}`;
    } else {
      fields.push({ name: part.field, value: part.status === 200 ? part.text : null, status: part.status });
    }
  }
  return [...entries].map(([number, fields]) => ({ number, fields }));
}
