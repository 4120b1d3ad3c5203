/**
 * Overviews: one line for each article, with the fields in the order that the server declares (RFC 3977 §8.3, §8.4).
 * XOVER (RFC 2980 §2.8) has the same form as OVER.
 */
import type { Person } from '../../message/encoded-words.ts';
import { decodeField, peopleOf, readDate, type WrittenDate } from '../../message/message.ts';

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

/** The fields that every server has, in this order (RFC 3977 §8.4.2). */
const FIXED: readonly OverviewField[] = ['subject', 'from', 'date', 'message-id', 'references', 'bytes', 'lines'].map(
  (name) => ({ name, full: false }),
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

/** Parses one line of OVER or XOVER; `null` if it has no number. */
export function parseOverview(line: string, format: readonly OverviewField[]): Overview | null {
  const values = line.split('\t');
  const [number = '', subject = '', from = '', date = '', messageId = '', references = '', bytes, lines] = values;
  if (!NUMBER.test(number)) return null;
  return {
    number: Number(number),
    subject,
    from,
    date,
    messageId: messageIds(messageId)[0] ?? null,
    references: messageIds(references),
    bytes: quantity(bytes),
    lines: quantity(lines),
    crossPosts: parseXref(extraField('xref', values, format)),
  };
}

const NUMBER = /^\d{1,15}$/;

/** The value of a field after the fixed ones; empty if there is none. An undeclared field starts with its name. */
function extraField(name: string, values: readonly string[], format: readonly OverviewField[]): string {
  for (let index = FIXED.length + 1; index < values.length; index++) {
    const value = values[index] ?? '';
    const declared = format[index - 1];
    const named = declared?.full === false ? null : /^([^:\s]+):[ \t]?(.*)$/.exec(value);
    if ((named?.[1]?.toLowerCase() ?? declared?.name) === name) return named?.[2] ?? value;
  }
  return '';
}

// Both run on every line of an overview. `matchAll` would copy its expression each time.
const MESSAGE_ID = /<([^<>\s@]+@[^<>\s]+)>/g;
const CROSS_POST = /(?:^|\s)([^\s:]+):(\d{1,15})(?=\s|$)/g;

/** The message-ids in a header such as References or In-Reply-To, in order and without brackets. */
export function messageIds(value: string): string[] {
  const ids: string[] = [];
  MESSAGE_ID.lastIndex = 0;
  for (let match = MESSAGE_ID.exec(value); match !== null; match = MESSAGE_ID.exec(value)) ids.push(match[1] ?? '');
  return ids;
}

/** Parses the value of Xref: a server's name, then `group:number` pairs (RFC 5536 §3.2.14). */
export function parseXref(value: string): CrossPost[] {
  const posts: CrossPost[] = [];
  CROSS_POST.lastIndex = 0;
  for (let match = CROSS_POST.exec(value); match !== null; match = CROSS_POST.exec(value)) {
    posts.push({ group: match[1] ?? '', number: Number(match[2]) });
  }
  return posts;
}

/** A number in a header or an overview; `null` = it has none. */
export function quantity(value: string | undefined): number | null {
  return value !== undefined && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : null;
}

/** An overview for people, with encoded words decoded. */
export interface DecodedOverview extends Omit<Overview, 'from' | 'date'> {
  readonly author: Person;
  readonly date: WrittenDate;
}

/** Decodes the texts of an overview. */
export function decodeOverview({ from, date, ...overview }: Overview): DecodedOverview {
  const author = peopleOf(from)[0] ?? { name: decodeField(from), address: '' };
  return { ...overview, subject: decodeField(overview.subject), author, date: readDate(date) };
}
