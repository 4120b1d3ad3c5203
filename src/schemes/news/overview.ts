/**
 * Overviews: one line for each article, with the fields in the order that the server declares (RFC 3977 §8.3, §8.4).
 * XOVER (RFC 2980 §2.8) has the same form as OVER.
 */

/** The overview of one article. Encoded words (RFC 2047) are not decoded. */
export interface Overview {
  readonly number: number;
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  /** Without angle brackets; `null` if the line has none. */
  readonly messageId: string | null;
  /** Message-ids without angle brackets, the oldest first. */
  readonly references: readonly string[];
  readonly bytes: number | null;
  readonly lines: number | null;
  /** The article's groups and its number in each. */
  readonly crossPosts: readonly CrossPost[];
}

/** A group and the article's number in it. */
export interface CrossPost {
  readonly group: string;
  readonly number: number;
}

/** One field of an overview line, after the number. */
export interface OverviewField {
  /** In lower case, without colons: `message-id`, `bytes`. */
  readonly name: string;
  /** Whether the header's name precedes its value. */
  readonly full: boolean;
}

const field = (name: string): OverviewField => ({ name, full: false });

/** The fields that every server has, in this order (RFC 3977 §8.4.2). */
const FIXED: readonly OverviewField[] = ['subject', 'from', 'date', 'message-id', 'references', 'bytes', 'lines'].map(
  field,
);

/** The format of a server that does not declare one. */
export const defaultFormat: readonly OverviewField[] = [...FIXED, { name: 'xref', full: true }];

/**
 * Parses the lines of LIST OVERVIEW.FMT: `Subject:`; metadata as `:bytes` or, from older servers, `Bytes:`; extras as
 * `Xref:full`. The first seven fields are fixed, even if a server gives them other names.
 */
export function parseOverviewFormat(lines: readonly string[]): readonly OverviewField[] {
  const extras = lines.slice(FIXED.length).flatMap((line) => {
    const match = /^:?([^:\s]+):?(full)?\s*$/i.exec(line.trim());
    return match?.[1] === undefined ? [] : [{ name: match[1].toLowerCase(), full: match[2] !== undefined }];
  });
  return lines.length < FIXED.length ? defaultFormat : [...FIXED, ...extras];
}

/**
 * Parses one line of OVER or XOVER; `null` if it has no number.
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
    // A field that the format does not declare starts with its name.
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

/** The message-ids in a header such as References or In-Reply-To, in order and without brackets. */
export function messageIds(value: string): string[] {
  return [...value.matchAll(/<([^<>\s@]+@[^<>\s]+)>/g)].flatMap(([, id]) => id ?? []);
}

/** Parses the value of Xref: a server's name, then `group:number` pairs (RFC 5536 §3.2.14). */
export function parseXref(value: string): CrossPost[] {
  return [...value.matchAll(/(?:^|\s)([^\s:]+):(\d{1,15})(?=\s|$)/g)].map(([, group = '', number]) => ({
    group,
    number: Number(number),
  }));
}

function quantity(value: string | undefined): number | null {
  return value !== undefined && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : null;
}
