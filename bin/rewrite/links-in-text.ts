/**
 * Finds the links of a text: where each begins and ends, in HTML, Markdown, MediaWiki text and plain text. The text has
 * one character for each octet of the file, so that places are places in the file.
 */
import { schemes } from '../../src/index.ts';

export type TextFormat = 'html' | ProseFormat;
export const TEXT_FORMATS: readonly TextFormat[] = ['html', 'markdown', 'mediawiki', 'text'];

/** The format that the name of a file shows. */
export function formatOfFile(name: string): TextFormat {
  if (/\.x?html?$/i.test(name)) return 'html';
  if (/\.(?:md|markdown|mkd)$/i.test(name)) return 'markdown';
  return /\.(?:wiki|mediawiki|wikitext)$/i.test(name) ? 'mediawiki' : 'text';
}

/** The absolute URLs that are links, in their order. `text` has a character for each octet. */
export function linksIn(text: string, format: TextFormat): readonly LinkPlace[] {
  return format === 'html' ? linksInHtml(text) : linksInProse(text, format);
}

/** Attributes whose value is a URL (HTML, "Attributes", and those of HTML 4). */
const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href src action formaction cite longdesc data poster background codebase usemap classid profile'.split(' '),
);

/** Elements whose content is not markup (HTML §13.1.2). */
const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'plaintext',
  'iframe',
  'noframes',
]);

function linksInHtml(text: string): readonly LinkPlace[] {
  const found: LinkPlace[] = [];
  // Found once, as the text is lower-cased for the ends of raw elements.
  const lower = text.toLowerCase();
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const name = match[1]?.toLowerCase();
    if (name === undefined) {
      opening.lastIndex = after(text, '-->', opening.lastIndex);
      continue;
    }
    const at = readTag(text, opening.lastIndex, found);
    opening.lastIndex = RAW_TEXT.has(name) ? Math.max(at, after(lower, `</${name}`, at) - name.length - 2) : at;
  }
  return found;
}

/** A comment, or a tag with its name, in one pattern: a slice of the text at each `<` costs a hundred times as much. */
const OPENING = /<(?:!--|([a-zA-Z][^\s/>]*))/g;

const ATTRIBUTE = /[\s/]*(?:>|([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?)/y;

/** Reads the attributes of a tag, and returns where it ends. */
function readTag(text: string, from: number, found: LinkPlace[]): number {
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null || match[0] === '') return at + 1;
    at = ATTRIBUTE.lastIndex;
    const [whole, name, double, single, bare] = match;
    if (name === undefined) return at;
    const value = double ?? single ?? bare;
    if (value === undefined || !URL_ATTRIBUTES.has(name.toLowerCase())) continue;
    const end = at - (bare === undefined ? 1 : 0);
    const begin = end - value.length;
    const blanks = /^\s*/.exec(value)?.[0].length ?? 0;
    const to = begin + value.trimEnd().length;
    if (/^[a-z][a-z\d+.-]*:/i.test(value.trim()) && whole !== '')
      found.push({ from: begin + blanks, to, references: true });
  }
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? text.length : at + end.length;
}

export type ProseFormat = 'markdown' | 'mediawiki' | 'text';

const NAMES = [...schemes.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** What ends a URL in every format; MediaWiki has brackets, bars and pairs of quotes besides. */
const ENDS = '\\s<>"`\\0-\\x1f\\x7f';
const URLS: Readonly<Record<ProseFormat, RegExp>> = {
  markdown: new RegExp(`(?<![\\w+.-])(?:(?:${NAMES})://|news:(?=[\\w<*]))[^${ENDS}]+`, 'gi'),
  mediawiki: new RegExp(`(?<![\\w+.-])(?:(?:${NAMES})://|news:(?=[\\w*]))(?:(?!'')[^${ENDS}[\\]|{}])+`, 'gi'),
  text: new RegExp(`(?<![\\w+.-])(?:(?:${NAMES})://|news:(?=[\\w<*]))[^${ENDS}]+`, 'gi'),
};

/** The links, in their order. */
export function linksInProse(text: string, format: ProseFormat): readonly LinkPlace[] {
  const skipped = format === 'markdown' ? codeOfMarkdown(text) : format === 'mediawiki' ? verbatimOfWiki(text) : [];
  const found: LinkPlace[] = [];
  let index = 0;
  const pattern = new RegExp(URLS[format]);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const from = match.index;
    let range = skipped[index];
    while (range !== undefined && range[1] <= from) range = skipped[++index];
    if (range !== undefined && range[0] <= from) {
      pattern.lastIndex = range[1];
      continue;
    }
    const to = from + lengthOf(match[0], text.slice(Math.max(0, from - 2), from));
    found.push({ from, to, references: format !== 'text' });
    pattern.lastIndex = Math.max(to, from + 1);
  }
  return found;
}

/** The length of the URL at the beginning of a match, without the punctuation of the sentence around it. */
function lengthOf(match: string, before: string): number {
  if (before.endsWith('<')) return match.length;
  const closed = balancedLength(match);
  // Inside `](…)` or `(…)` the parenthesis ends the URL, and what stands before it is part of it.
  if (before === '](' && closed < match.length) return closed;
  return match.slice(0, closed).replace(/(?:[.,:!?'*_~]|(?<!&#?\w{1,31});)+$/, '').length;
}

/** The length up to the first bracket that closes nothing. */
function balancedLength(text: string): number {
  const open = { '(': 0, '[': 0 };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(' || character === '[') open[character]++;
    else if (character === ')' && open['(']-- === 0) return at;
    else if (character === ']' && open['[']-- === 0) return at;
  }
  return text.length;
}

type Range = readonly [from: number, to: number];

/** Code, comments and the text of links, in their order. */
function codeOfMarkdown(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let fence: string | null = null;
  let inCode = false;
  let inList = false;
  let blank = true;
  let at = 0;
  for (const line of text.split('\n')) {
    const to = at + line.length;
    const mark = /^ {0,3}(?:[-*+>] *|\d+[.)] *)*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      ranges.push([at, to]);
      if (mark !== null && mark[0] === fence[0] && mark.length >= fence.length && /[`~]\s*$/.test(line)) fence = null;
    } else if (mark !== null) {
      fence = mark;
    } else if (/^(?: {4}|\t)/.test(line) && !inList && (blank || inCode)) {
      inCode = true;
      ranges.push([at, to]);
    } else {
      if (line.trim() !== '') {
        inCode = false;
        inList = /^ {0,3}(?:[-*+]|\d+[.)])\s/.test(line) || (inList && /^\s/.test(line));
      }
      ranges.push(...spansOf(line).map(([from, end]): Range => [at + from, at + end]));
    }
    blank = line.trim() === '';
    at = to + 1;
  }
  return ranges;
}

/** Code between runs of as many backticks, and the texts of links, in a line of Markdown. */
function spansOf(line: string): readonly Range[] {
  const ranges: Range[] = [...line.matchAll(/\[[^[\]]*\](?=[([])/g)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
  const runs = [...line.matchAll(/`+/g)];
  for (let first = 0; first < runs.length; first++) {
    const opening = runs[first];
    const last = runs.findIndex(({ 0: { length } }, index) => index > first && length === opening?.[0].length);
    if (opening === undefined || last === -1) continue;
    const closing = runs[last];
    if (closing !== undefined) ranges.push([opening.index, closing.index + closing[0].length]);
    first = last;
  }
  return ranges.toSorted(([a], [b]) => a - b);
}

/** Comments and text that is not markup in MediaWiki, in their order. */
function verbatimOfWiki(text: string): readonly Range[] {
  const ranges: Range[] = [];
  const opening = /<!--|<(nowiki|pre|source|syntaxhighlight|math)\b[^>]*>/gi;
  const lower = text.toLowerCase();
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = match[1] === undefined ? '-->' : `</${match[1].toLowerCase()}`;
    const at = match[0].endsWith('/>') ? opening.lastIndex : lower.indexOf(end, opening.lastIndex);
    const to = at === -1 ? text.length : at;
    ranges.push([match.index, to]);
    opening.lastIndex = to;
  }
  return ranges;
}

export interface LinkPlace {
  readonly from: number;
  readonly to: number;
  /** Whether character references, such as `&amp;`, are read there. */
  readonly references: boolean;
}
