/**
 * Overviews: one line for each article, in the order of fields that the server names (RFC 3977 §8.3, §8.4;
 * XOVER of RFC 2980 §2.8 is the same).
 */

/** One article as its overview describes it. Texts are as the server has them, encoded words (RFC 2047) included. */
export interface Overview {
  readonly number: number;
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  /** Without angle brackets; `null` where the line has none. */
  readonly messageId: string | null;
  /** Message-ids without angle brackets, the oldest first. */
  readonly references: readonly string[];
  readonly bytes: number | null;
  readonly lines: number | null;
  /** Where else the article stands. */
  readonly crossPosts: readonly CrossPost[];
}

/** A group, and the article's number in it. */
export interface CrossPost {
  readonly group: string;
  readonly number: number;
}

/** One field of the lines, behind the number. */
export interface OverviewField {
  /** In lower case, without colons: `message-id`, `bytes`. */
  readonly name: string;
  /** Whether the header's name stands before its value. */
  readonly full: boolean;
}

const field = (name: string): OverviewField => ({ name, full: false });

/** What every server has, and in this order (RFC 3977 §8.4.2). */
const FIXED: readonly OverviewField[] = ['subject', 'from', 'date', 'message-id', 'references', 'bytes', 'lines'].map(
  field,
);

/** The order where a server does not tell it. */
export const defaultFormat: readonly OverviewField[] = [...FIXED, { name: 'xref', full: true }];

/**
 * Reads LIST OVERVIEW.FMT: `Subject:`, metadata as `:bytes` or, in older servers, `Bytes:`, extras as `Xref:full`.
 * The first seven are fixed, whatever a server calls them.
 */
export function parseOverviewFormat(lines: readonly string[]): readonly OverviewField[] {
  const extras = lines.slice(FIXED.length).flatMap((line) => {
    const match = /^:?([^:\s]+):?(full)?\s*$/i.exec(line.trim());
    return match?.[1] === undefined ? [] : [{ name: match[1].toLowerCase(), full: match[2] !== undefined }];
  });
  return lines.length < FIXED.length ? defaultFormat : [...FIXED, ...extras];
}

/**
 * Reads one line of OVER or XOVER; `null` where it has no number.
 *
 * @example
 * ```ts
 * parseOverview('7\tRe: tea\tA <a@h.example>\t1 Jan 1994\t<2@h>\t<1@h>\t900\t12', defaultFormat)?.references; // ['1@h']
 * ```
 */
export function parseOverview(line: string, format: readonly OverviewField[]): Overview | null {
  const [number = '', ...values] = line.split('\t');
  if (!/^\d{1,15}$/.test(number)) return null;
  const fields = new Map<string, string>();
  for (const [index, value] of values.entries()) {
    const { name, full } = format[index] ?? { name: '', full: true };
    // What a server adds without saying so has its name before it.
    const named = full ? /^([^:\s]+):[ \t]?(.*)$/.exec(value) : null;
    fields.set(named?.[1]?.toLowerCase() ?? name, named?.[2] ?? value);
  }
  return {
    number: Number(number),
    subject: fields.get('subject') ?? '',
    from: fields.get('from') ?? '',
    date: fields.get('date') ?? '',
    messageId: messageIds(fields.get('message-id') ?? '')[0] ?? null,
    references: messageIds(fields.get('references') ?? ''),
    bytes: quantity(fields.get('bytes')),
    lines: quantity(fields.get('lines')),
    crossPosts: parseXref(fields.get('xref') ?? ''),
  };
}

/** Every message-id in a header such as References or In-Reply-To, without brackets, in its order. */
export function messageIds(value: string): string[] {
  return [...value.matchAll(/<([^<>\s@]+@[^<>\s]+)>/g)].flatMap(([, id]) => id ?? []);
}

/** Reads the value of Xref: a server's name, then `group:number` (RFC 5536 §3.2.14). */
export function parseXref(value: string): CrossPost[] {
  return [...value.matchAll(/(?:^|\s)([^\s:]+):(\d{1,15})(?=\s|$)/g)].map(([, group = '', number]) => ({
    group,
    number: Number(number),
  }));
}

function quantity(value: string | undefined): number | null {
  return value !== undefined && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : null;
}
