/**
 * Replies of a DICT server (RFC 2229 §2.4): a status line, which may announce a text, and the text.
 *
 * ```
 *   150 1 definitions retrieved                   the status of the command
 *   151 "sun" wn "WordNet (r) 3.0"                a definition: word, database, name of the database
 *   sun                                           its text; a period at the beginning of a line is doubled
 *   .                                             the end of the text
 *   250 ok                                        the end of the reply
 * ```
 */
import { concatOctets, lineOctets, utf8OrLatin1Of } from '../../octets/octets.ts';
import type { Source } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, PARTIAL_CODE } from '../lines.ts';
import { type ProtocolCode, ProtocolError, quotation } from '../protocol-error.ts';

export interface DictStatus {
  /** Three digits, 100 to 599. */
  readonly code: number;
  /** What follows the code: words for people, or the arguments of the code. */
  readonly text: string;
}

/** Parses a status line; `null` for other lines. `parseStatus('552 no match')` is `{ code: 552, text: 'no match' }`. */
export function parseStatus(line: string): DictStatus | null {
  const match = /^([1-5][0-9]{2})(?: +(.*))?$/s.exec(line);
  return match === null ? null : { code: Number(match[1]), text: match[2]?.trimEnd() ?? '' };
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\\(.)/gs;
/** Characters, texts in quotes, and characters after a backslash (§2.2). A quote that does not end is a character. */
const STRING = /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|\S)+/gs;

/** The strings of a line, without their quotes. `stringsIn('wn "a \\"b\\""')` is `['wn', 'a "b"']`. */
export function stringsIn(line: string): readonly string[] {
  return (line.match(STRING) ?? []).map((string) =>
    string.replace(
      QUOTED,
      (_, double?: string, single?: string, escaped = '') =>
        escaped || (double ?? single ?? '').replace(/\\(.)/gs, '$1'),
    ),
  );
}

/** Reads the replies of one connection. A reply is one unit of {@link LineReader}, so it has one deadline. */
export class ReplyReader {
  readonly #source: Source;
  #lines: LineReader;

  constructor(source: Source) {
    this.#source = source;
    this.#lines = this.#reader();
  }

  #reader(): LineReader {
    // Dictionaries have paragraphs on one line.
    return new LineReader(this.#source, { line: protocolLimits.menuLine, total: protocolLimits.listing });
  }

  /** The next reply begins: limits count from here. */
  begin(): void {
    this.#lines = this.#reader();
  }

  /** @throws ProtocolError `malformed` for another line; `unreachable` for the end of the connection; `too-large` */
  async status(): Promise<DictStatus> {
    const line = await this.#lines.line();
    if (line === null) throw this.#lines.cut();
    const status = line.length > protocolLimits.line ? null : parseStatus(utf8OrLatin1Of(line));
    if (status === null) throw this.#lines.nonsense('The server does not speak DICT (RFC 2229).', PARTIAL_CODE);
    return status;
  }

  /**
   * The lines of a text without their ends and without doubled periods.
   *
   * @throws ProtocolError `malformed` if the connection ends before the text; `too-large`
   */
  async text(): Promise<readonly Uint8Array[]> {
    const lines: Uint8Array[] = [];
    for (;;) {
      const line = await this.#lines.line();
      if (line === null) throw this.#lines.cut();
      const isDotted = line[0] === DOT;
      if (isDotted && line.length === 1) return lines;
      lines.push(isDotted ? line.subarray(1) : line);
      if (lines.length > protocolLimits.listingEntries) {
        throw new ProtocolError('too-large', `The answer has more than ${protocolLimits.listingEntries} lines.`);
      }
    }
  }
}

const DOT = 0x2e;

/** Lines as one text, each with CR LF. */
export function octetsOfLines(lines: readonly Uint8Array[]): Uint8Array {
  return concatOctets(lines.map(lineOctets));
}

type ReplyMeaning = readonly [code: ProtocolCode, sentence: string, advice?: string];

/** What statuses mean, each with a sentence (§7). */
const MEANINGS: Readonly<Record<number, ReplyMeaning>> = {
  420: ['busy', 'The dictionary server is not available at the moment.'],
  421: ['busy', 'The dictionary server is shutting down.'],
  500: ['unsupported', 'The server does not know this command.'],
  501: ['unsupported', 'The server does not accept the arguments of the command.'],
  502: ['unsupported', 'The server does not have this command.'],
  503: ['unsupported', 'The server does not have this variant of the command.'],
  530: ['forbidden', 'The server refuses access.'],
  531: ['forbidden', 'The server refuses access.'],
  532: ['forbidden', 'The server refuses access.'],
  550: ['not-found', 'The server has no such database.', 'The server lists its databases.'],
  551: ['not-found', 'The server has no such strategy.', 'The server lists its strategies.'],
  552: ['not-found', 'The server has no such word.', 'Check the spelling.'],
  554: ['not-found', 'The server has no databases.'],
  555: ['not-found', 'The server has no strategies.'],
};

const LONGEST_QUOTE = 200;

/** The error for a status that is not a success, with the server's words in it. */
export function refusal({ code, text }: DictStatus): ProtocolError {
  const [kind, sentence, advice] = MEANINGS[code] ?? unknownMeaning(code);
  const words = text
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const quoted = `${code} ${words}`.trimEnd();
  return new ProtocolError(kind, `${sentence} ${quotation(quoted)}`, { status: code, reply: quoted, advice });
}

/** The meaning of a status that the RFC does not list, by its first digit (§2.4.1). */
function unknownMeaning(code: number): ReplyMeaning {
  if (code >= 500) return ['server-failure', 'The server cannot answer this.'];
  if (code >= 400) return ['busy', 'The dictionary server cannot answer at the moment.'];
  return ['malformed', 'The server answers something else.'];
}
