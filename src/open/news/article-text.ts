/**
 * The structure of an article's text: quoted lines (`>`), the signature after `-- ` (RFC 3676 §4.3), paragraphs that
 * were broken into lines (`format=flowed`, RFC 3676 §4), and files encoded in the text.
 */
import type { ArticleBlock, EncodedFile } from '../articles.ts';
import { encodedStart, isEncodedEnd, type TextEncoding, uuencodedLength } from '../encoded-file.ts';

interface FlowedFormat {
  /** `format=flowed`: a line that ends with a space continues on the next line. */
  readonly flowed: boolean;
  /** `delsp=yes`: that space is not part of the text. */
  readonly delSp: boolean;
}

export const fixedFormat: FlowedFormat = { flowed: false, delSp: false };

/** The format of a text, by the parameters of its Content-Type, whose names are in lower case. */
export function formatOf(parameters: ReadonlyMap<string, string>): FlowedFormat {
  const is = (name: string, value: string): boolean => parameters.get(name)?.toLowerCase() === value;
  return { flowed: is('format', 'flowed'), delSp: is('delsp', 'yes') };
}

interface QuotedLine {
  readonly depth: number;
  readonly text: string;
}

const SIGNATURE = '-- ';

/**
 * Splits a text into new text, quotes, encoded files and the signature.
 * `blocksOf('> tea?\nYes.\n-- \nA', fixedFormat).map(({ kind }) => kind)` is `['quote', 'text', 'signature']`.
 */
export function blocksOf(text: string, format: FlowedFormat): ArticleBlock[] {
  return segmentsOf(text.split(/\r?\n/)).flatMap(({ encoded, lines }): ArticleBlock[] =>
    encoded ? [{ kind: 'encoded', depth: 0, lines }] : writtenBlocks(lines, format),
  );
}

/** The lines of an encoded file, or the lines between such files. */
interface Segment {
  readonly encoded: boolean;
  readonly lines: string[];
}

/** Finds encoded files first, because their lines may look like quotes and signatures. */
function segmentsOf(lines: readonly string[]): Segment[] {
  const segments: Segment[] = [];
  let inside: TextEncoding | null = null;
  for (const [index, line] of lines.entries()) {
    const begun: TextEncoding | null =
      inside === null ? (encodedStart(line, lines[index + 1] ?? '')?.encoding ?? null) : null;
    const last = segments.at(-1);
    if (begun !== null) segments.push({ encoded: true, lines: [line] });
    else if (last !== undefined && last.encoded === (inside !== null)) last.lines.push(line);
    else segments.push({ encoded: false, lines: [line] });
    if (begun !== null) inside = begun;
    else if (inside !== null && isEncodedEnd(line, inside)) inside = null;
  }
  return segments;
}

/** The texts, quotes and signature in lines without encoded files. */
function writtenBlocks(cut: readonly string[], format: FlowedFormat): ArticleBlock[] {
  const lines = format.flowed ? reflow(cut, format.delSp) : cut.map(quotedLine);
  const mark = lines.findLastIndex(({ depth, text: line }) => depth === 0 && line === SIGNATURE);
  const body = grouped(mark < 0 ? lines : lines.slice(0, mark));
  const signature = mark < 0 ? [] : lines.slice(mark + 1).map(withMarks);
  return [...body, { kind: 'signature', depth: 0, lines: signature } as const].map(trimmed).filter(isFilled);
}

/** A line of a text that is not flowed: `> > text` and `>>text` both have the depth 2. */
function quotedLine(line: string): QuotedLine {
  const marks = /^(?:> ?)+/.exec(line)?.[0] ?? '';
  const depth = marks.length - marks.replaceAll('>', '').length;
  return { depth, text: line.slice(marks.length) };
}

/** RFC 3676 §4.1 to §4.5: counts the quote marks, drops a stuffed space, joins lines at soft line breaks. */
function reflow(cut: readonly string[], delSp: boolean): QuotedLine[] {
  const lines: QuotedLine[] = [];
  let open: { depth: number; pieces: string[] } | null = null;
  const close = (): void => {
    if (open !== null) lines.push({ depth: open.depth, text: open.pieces.join('') });
    open = null;
  };
  for (const raw of cut) {
    const depth = /^>*/.exec(raw)?.[0].length ?? 0;
    const rest = raw.slice(depth);
    const text = rest.startsWith(' ') ? rest.slice(1) : rest;
    const soft = text.endsWith(' ') && text !== SIGNATURE;
    if (open !== null && (open.depth !== depth || text === SIGNATURE)) close();
    open ??= { depth, pieces: [] };
    open.pieces.push(soft && delSp ? text.slice(0, -1) : text);
    if (!soft) close();
  }
  close();
  return lines;
}

function withMarks({ depth, text }: QuotedLine): string {
  return depth === 0 ? text : `${'>'.repeat(depth)} ${text}`;
}

function grouped(lines: readonly QuotedLine[]): ArticleBlock[] {
  const blocks: (ArticleBlock & { lines: string[] })[] = [];
  for (const { depth, text } of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && last.depth === depth) last.lines.push(text);
    else blocks.push({ kind: depth === 0 ? 'text' : 'quote', depth, lines: [text] });
  }
  return blocks;
}

const isFilled = (block: ArticleBlock): boolean => block.lines.length > 0;

/** Drops the empty lines at both ends of a block, because the page has its own margins. */
function trimmed(block: ArticleBlock): ArticleBlock {
  const filled = (line: string): boolean => line.trim() !== '';
  const from = block.lines.findIndex(filled);
  return { ...block, lines: from < 0 ? [] : block.lines.slice(from, block.lines.findLastIndex(filled) + 1) };
}

/**
 * The encoded files in a text, in order.
 * `encodedFilesIn(blocksOf('begin 644 a.txt\n#0V%T\nend', fixedFormat))[0]?.size` is `3`.
 */
export function encodedFilesIn(blocks: readonly ArticleBlock[]): EncodedFile[] {
  return blocks.flatMap(({ kind, lines: [first = '', ...rest] }) => {
    const start = kind === 'encoded' ? encodedStart(first, rest[0] ?? '') : null;
    if (start === null) return [];
    const complete = isEncodedEnd(rest.at(-1) ?? '', start.encoding);
    const content = complete ? rest.slice(0, -1) : rest;
    const size =
      start.encoding === 'yenc'
        ? Number(/ size=(\d{1,12})/.exec(first)?.[1] ?? 0)
        : content.reduce((sum, line) => sum + uuencodedLength(line), 0);
    return [{ ...start, size, complete }];
  });
}
