/**
 * Replies on the control connection (RFC 959 §4.2), which is a Telnet connection (§2.3):
 *
 * ```
 *   220 one line
 *   220-several lines, of which those in between
 *     may begin with anything, 220 or 331 or blanks,
 *   220 up to the code with a space
 * ```
 */
import type { OctetString } from './octet-string.ts';

export interface Reply {
  /** 100 to 599. */
  readonly code: number;
  /** Every line, without the code where it is the reply's own. */
  readonly lines: readonly OctetString[];
}

const FIRST_LINE = /^([1-5]\d\d)(?:([ -])(.*))?$/s;

/**
 * Puts one reply together from its lines.
 *
 * @example
 * ```ts
 * const reply = new ReplyBuilder();
 * reply.take('211-Features:'); // null: more follows
 * reply.take(' UTF8'); // null
 * reply.take('211 End'); // { code: 211, lines: ['Features:', ' UTF8', 'End'] }
 * ```
 */
export class ReplyBuilder {
  #code: string | null = null;
  readonly #lines: OctetString[] = [];

  /** The reply once its last line is there, `null` before, `undefined` for a first line that begins no reply. */
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
    // Many servers repeat the code with a hyphen before every line; RFC 959 does not ask for it.
    this.#lines.push(own && line[3] === '-' ? line.slice(4) : line);
    return null;
  }

  #built(): Reply {
    return { code: Number(this.#code), lines: this.#lines };
  }
}

/** IAC, and what may follow it (RFC 854): another IAC, an option's command with the option, or a single command. */
const TELNET_COMMAND = /\xff(?:(\xff)|[\xfb-\xfe][\x00-\xff]?|[\x00-\xfa]?)/g;

/**
 * A line as it was meant, without the Telnet commands in it. None is answered: FTP has no use for options.
 *
 * @example
 * ```ts
 * withoutTelnet('a\xff\xfb\x01b\xff\xff'); // 'ab\xff'
 * ```
 */
export function withoutTelnet(line: OctetString): OctetString {
  return line.includes('\xff') ? line.replace(TELNET_COMMAND, '$1') : line;
}

/** The argument of a command as the Telnet connection carries it: an octet of 255 is written twice. */
export function asTelnet(argument: OctetString): OctetString {
  return argument.replaceAll('\xff', '\xff\xff');
}

/**
 * The commands beyond RFC 959 that a server knows, from its reply to FEAT (RFC 2389 §3.2): names in upper case,
 * each with its parameters.
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
