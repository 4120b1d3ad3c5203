/**
 * The pages of a long text. Page N has the lines that begin between N − 1 and N MiB: each line is on one page, and a
 * page depends on nothing but the octets around its ends.
 */
import { Collector } from '../octets/collector.ts';
import type { Filter, Source } from '../protocols/connection.ts';

/** In octets. */
export const TEXT_PAGE = 1024 * 1024;

/** The most pages of a text: servers send all that stands before a page, too. */
export const MOST_TEXT_PAGES = 16;

/** How far a line goes on behind the end of its page, in octets. A longer one is cut there. */
const LONGEST_LINE = 64 * 1024;

/** The octets of a character that may stand behind a cut. */
const CHARACTER = 4;

const LF = 0x0a;
const CR = 0x0d;

/** The octets of one page. */
export interface LongTextPart {
  /** From 1. */
  readonly number: number;
  readonly octets: Uint8Array;
  /** Whether the text ends with this page. */
  readonly isLast: boolean;
}

interface LongTextPartOptions {
  /** Of the text: it says where a character ends. */
  readonly charset: string;
  /** What takes from the source what belongs to its protocol. Absent = nothing does. */
  readonly filter?: Filter | null;
}

/**
 * Reads a text from its beginning as far as one of its pages.
 *
 * @param number - of the page, from 1
 * @returns `null` = the text ends before this page
 */
export async function textPart(
  source: Source,
  number: number,
  { charset, filter = null }: LongTextPartOptions,
): Promise<LongTextPart | null> {
  // The octet before a page says whether a line begins with it.
  const from = Math.max(0, (number - 1) * TEXT_PAGE - 1);
  const collector = new Collector(number * TEXT_PAGE + LONGEST_LINE + CHARACTER - from);
  let before = from;
  const add = (octets: Uint8Array): boolean => {
    const wanted = octets.subarray(before);
    before = Math.max(0, before - octets.byteLength);
    return collector.add(wanted) === wanted.byteLength;
  };
  let isWhole = true;
  for (let octets = await source.read(); octets !== null && isWhole; octets = isWhole ? await source.read() : null) {
    isWhole = (filter === null ? [octets] : filter.pass(octets)).every(add);
  }
  if (isWhole && filter !== null) isWhole = add(filter.flush());
  return partOf({ octets: collector.octets, from, isWhole, charset }, number);
}

interface TextStretch {
  readonly octets: Uint8Array;
  /** Their place in the text. */
  readonly from: number;
  /** Whether the text ends with them. */
  readonly isWhole: boolean;
  readonly charset: string;
}

/** A page of a text that has been read. `null` = the text ends before this page. */
export function partOfText(octets: Uint8Array, charset: string, number: number): LongTextPart | null {
  return partOf({ octets, from: 0, isWhole: true, charset }, number);
}

function partOf(stretch: TextStretch, number: number): LongTextPart | null {
  const { octets, isWhole } = stretch;
  const start = number === 1 ? 0 : pageEnd(stretch, number - 1);
  if (number > 1 && start === octets.byteLength) return null;
  const end = pageEnd(stretch, number);
  return { number, octets: octets.subarray(start, end), isLast: isWhole && end === octets.byteLength };
}

/** Where the line ends that the last octet of a page is in. */
function pageEnd({ octets, from, charset }: TextStretch, page: number): number {
  const at = page * TEXT_PAGE - 1 - from;
  const window = octets.subarray(at, at + LONGEST_LINE);
  const feed = window.indexOf(LF);
  // Macintosh: a line ends with CR alone.
  const line = feed === -1 ? window.indexOf(CR) : feed;
  let end = line === -1 ? at + LONGEST_LINE : at + line + 1;
  if (line === -1 && charset === 'utf-8') while (((octets[end] ?? 0) & 0xc0) === 0x80) end += 1;
  if (charset.startsWith('utf-16')) end += (from + end) % 2;
  return Math.min(end, octets.byteLength);
}
