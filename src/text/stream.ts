/**
 * Links of long texts and tables, part by part, in constant memory. The parts say the same as a reading of the whole
 * text, wherever its chunks are cut.
 */
import { checkArgument, requireThat } from '../uri/arguments.ts';
import { type Findings, moved } from './findings.ts';
import type { LinkProposal, LinksInText, TextLink } from './link.ts';
import { ProseSearch } from './prose.ts';
import { linksInTable, recordStart, separatorOf } from './tables.ts';
import { LONGEST_WRAPPED } from './wrapped.ts';

/** The formats whose texts can be read in parts: what a link is there depends on little before it. */
export type StreamedFormat = 'text' | 'csv' | 'tsv';

/** A part of a text. The parts in their order are the text. */
export interface TextPart {
  readonly text: string;
  /** Where it begins in the whole text, in UTF-16 code units. */
  readonly at: number;
  /** The number of the line that it begins in; the first is 1. */
  readonly line: number;
  /** Their ranges are places in `text`. */
  readonly links: readonly TextLink[];
  readonly proposals: readonly LinkProposal[];
}

/** How much is read at once, in UTF-16 code units. */
const PART = 65_536;
/** The most that is kept of a text without line breaks, or of a table without the end of a record. */
const MOST_KEPT = 1_048_576;
/** How far behind a place the text decides on a link that begins before it. */
const LOOKAHEAD = 2 * LONGEST_WRAPPED;
/** How far before a place the text decides on a link that begins there. */
const LOOKBEHIND = 512;

/**
 * Finds the links of a stream of text.
 *
 * @param chunks - the text in pieces of any size
 * @param format - plain text or mail, or a table
 * @returns the parts of the text with their links
 * @example
 * ```ts
 * const chunks = ['See <ftp://h.exam', 'ple/pub/\n  a.txt>'];
 * const urls = [];
 * for await (const { links } of linksInStream(chunks, 'text')) urls.push(...links.map(({ url }) => url));
 * urls; // ['ftp://h.example/pub/a.txt']
 * ```
 */
export function linksInStream(
  chunks: AsyncIterable<string> | Iterable<string>,
  format: StreamedFormat,
): AsyncGenerator<TextPart> {
  const isSource = Symbol.asyncIterator in Object(chunks) || Symbol.iterator in Object(chunks);
  requireThat(isSource, 'chunks', 'texts to iterate over: an array or a stream');
  checkArgument('format', format, ['text, csv or tsv', 'text', 'csv', 'tsv']);
  return readInParts(chunks, format);
}

async function* readInParts(
  chunks: AsyncIterable<string> | Iterable<string>,
  format: StreamedFormat,
): AsyncGenerator<TextPart> {
  const parts = format === 'text' ? new TextParts() : new TableParts(format);
  let waiting: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    checkArgument('chunk', chunk, ['a string']);
    waiting.push(chunk);
    length += chunk.length;
    if (length < PART) continue;
    yield* parts.read(waiting.join(''), false);
    waiting = [];
    length = 0;
  }
  yield* parts.read(waiting.join(''), true);
}

/** Keeps the text that cannot be decided on yet. */
abstract class TextInParts {
  #kept = '';
  #at = 0;
  #line = 1;

  /** Reads more of the text. */
  *read(more: string, isLast: boolean): Generator<TextPart> {
    const text = this.#kept + more;
    const found: Findings = { links: [], proposals: [] };
    const end = text === '' ? 0 : this.find(text, isLast, found);
    this.#kept = text.slice(end);
    if (end === 0) return;
    const part = text.slice(0, end);
    const isBefore = ({ range }: TextLink | LinkProposal) => range[1] <= end;
    const [links, proposals] = [found.links.filter(isBefore), found.proposals.filter(isBefore)];
    yield { text: part, at: this.#at, line: this.#line, links, proposals };
    this.#at += end;
    for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) this.#line++;
  }

  /** Finds links, and returns where the text ends that is decided. */
  protected abstract find(text: string, isLast: boolean, found: Findings): number;
}

class TextParts extends TextInParts {
  /** The end of the text before. */
  #before = '';

  protected override find(text: string, isLast: boolean, found: Findings): number {
    const context = this.#before.length;
    const whole = this.#before + text;
    const inWhole: Findings = { links: [], proposals: [] };
    new ProseSearch(whole).find([context, whole.length], inWhole);
    found.links.push(...moved(inWhole.links, -context));
    found.proposals.push(...moved(inWhole.proposals, -context));
    const end = isLast ? text.length : decidedEnd(text, found, MOST_KEPT);
    this.#before = (this.#before + text.slice(0, end)).slice(-LOOKBEHIND);
    return end;
  }
}

/**
 * The beginning of the last line that nothing behind the text can change, and that no finding spans.
 *
 * @param mostKept - from which length on a text without such a line is cut at a word; absent: never
 * @returns 0 if there is none
 */
export function decidedEnd(
  text: string,
  { links, proposals }: Pick<LinksInText, 'links' | 'proposals'>,
  mostKept = Number.POSITIVE_INFINITY,
): number {
  const latest = text.length - LOOKAHEAD;
  if (latest <= 0) return 0;
  let end = text.lastIndexOf('\n', latest) + 1;
  if (end === 0) {
    if (text.length < mostKept) return 0;
    end = Math.max(text.lastIndexOf(' ', latest), text.lastIndexOf('\t', latest)) + 1 || latest;
  }
  // A finding that goes over the end is left to the next part, with the wrapper before it.
  for (;;) {
    const spanning = [...links, ...proposals].find(({ range }) => range[0] < end && range[1] > end);
    if (spanning === undefined) return end;
    const begin = text.lastIndexOf('\n', spanning.range[0] - 1) + 1;
    if (begin === 0) return text.length < mostKept ? 0 : end;
    end = begin;
  }
}

class TableParts extends TextInParts {
  readonly #format: 'csv' | 'tsv';
  #separator: ReturnType<typeof separatorOf> | null = null;

  constructor(format: 'csv' | 'tsv') {
    super();
    this.#format = format;
  }

  protected override find(text: string, isLast: boolean, found: Findings): number {
    if (!isLast && this.#separator === null && !text.includes('\n') && text.length < MOST_KEPT) return 0;
    this.#separator ??= this.#format === 'tsv' ? '\t' : separatorOf(text);
    const end = isLast
      ? text.length
      : recordStart(text, this.#separator) || (text.length < MOST_KEPT ? 0 : text.length);
    const { links, proposals } = linksInTable(text.slice(0, end), this.#format, this.#separator);
    found.links.push(...links);
    found.proposals.push(...proposals);
    return end;
  }
}
