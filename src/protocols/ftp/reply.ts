/**
 * Replies on the control connection (RFC 959 §4.2), which is a Telnet connection (§2.3):
 *
 * ```
 *   220 one line
 *
 *   220-the first of several lines
 *     the lines in between may begin with anything: blanks, 220, 331
 *   220 the last line has the same code and a space
 * ```
 */
import type { OctetString } from '../../octets/octet-string.ts';

export interface Reply {
  /** 100 to 599. */
  readonly code: number;
  /** Every line, without the reply's own code at its beginning. */
  readonly lines: readonly OctetString[];
}

const FIRST_LINE = /^([1-5]\d\d)(?:([ -])(.*))?$/s;

/**
 * Assembles one reply from its lines.
 *
 * @example
 * ```ts
 * const reply = new ReplyBuilder();
 * reply.take('211-Features:'); // null
 * reply.take(' UTF8'); // null
 * reply.take('211 End'); // { code: 211, lines: ['Features:', ' UTF8', 'End'] }
 * ```
 */
export class ReplyBuilder {
  #code: string | null = null;
  readonly #lines: OctetString[] = [];

  /**
   * Takes the next line.
   *
   * @param line - without its line end
   * @returns the reply after its last line, `null` before that, `undefined` if the first line does not begin a reply
   */
  take(line: OctetString): Reply | null | undefined {
    if (this.#code === null) {
      const match = FIRST_LINE.exec(line);
      if (!match) return undefined;
      const [, code = '', separator, text = ''] = match;
      this.#code = code;
      this.#lines.push(text);
      return separator === '-' ? null : this.#built();
    }
    const own = line.startsWith(this.#code);
    if (own && (line.length === 3 || line[3] === ' ')) {
      this.#lines.push(line.slice(4));
      return this.#built();
    }
    // Many servers repeat the code and a hyphen on every line, which RFC 959 does not require.
    this.#lines.push(own && line[3] === '-' ? line.slice(4) : line);
    return null;
  }

  #built(): Reply {
    return { code: Number(this.#code), lines: this.#lines };
  }
}

/** IAC and what follows it (RFC 854): another IAC, a negotiation command with its option, or any other command. */
const TELNET_COMMAND = /\xff(?:(\xff)|[\xfb-\xfe][\x00-\xff]?|[\x00-\xfa]?)/g;

/**
 * A line without the Telnet commands in it. They get no answer: FTP uses no Telnet options.
 *
 * @example
 * ```ts
 * withoutTelnet('a\xff\xfb\x01b\xff\xff'); // 'ab\xff'
 * ```
 */
export function withoutTelnet(line: OctetString): OctetString {
  return line.includes('\xff') ? line.replace(TELNET_COMMAND, '$1') : line;
}

/** A command's argument in Telnet form: doubles the octet 255. */
export function asTelnet(argument: OctetString): OctetString {
  return argument.replaceAll('\xff', '\xff\xff');
}

/**
 * The extensions that a server lists in its reply to FEAT (RFC 2389 §3.2).
 *
 * @returns parameters by the name of the feature, in upper case; empty if the server does not know FEAT
 *
 * @example
 * ```ts
 * featuresOf({ code: 211, lines: ['Features:', ' REST STREAM', 'End'] }).get('REST'); // 'STREAM'
 * ```
 */
export function featuresOf({ code, lines }: Reply): ReadonlyMap<string, string> {
  if (code !== 211) return new Map();
  return new Map(
    lines.slice(1, -1).map((line): [string, string] => {
      const [, name = '', parameters = ''] = /^\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
      return [name.toUpperCase(), parameters];
    }),
  );
}
