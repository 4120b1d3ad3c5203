/**
 * Links of Markdown (CommonMark, with the tables of GitHub): destinations, reference definitions, autolinks, the
 * attributes of HTML, and URLs in running text. Lezer says what is which; code, comments, titles and the texts of links
 * have no links.
 */

import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { checkArgument } from '../uri/arguments.ts';
import { byPlace, type Findings, moved } from './findings.ts';
import { beginsHost } from './guesses.ts';
import { decodeAttribute, linksInHtml } from './html.ts';
import type { Delimiter, LinkProposal, LinksInText, TextLink, TextRange, UnreadText } from './link.ts';
import { isTooDeep, markdown, TOO_LONG } from './markdown-parser.ts';
import { linkOf, ProseSearch } from './prose.ts';
import { isAbsolute, lacksSlashes } from './schemes.ts';
import { Shadow } from './shadow.ts';
import { warningsOfValue } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';
import { unfolded } from './wrapped.ts';

/**
 * Finds the links of a Markdown document.
 *
 * @param text - the document
 * @example
 * ```ts
 * const { links } = linksInMarkdown('[V8](https://h.example/V8_\\(engine\\)) and `http://h.example/code`');
 * links.map(({ url }) => url); // ['https://h.example/V8_(engine)']
 * ```
 */
export function linksInMarkdown(text: string): LinksInText {
  checkArgument('text', text, ['a string']);
  if (isTooDeep(text)) {
    const unread = [{ range: [0, text.length] as const, reason: 'Lists or quotations are nested too deeply.' }];
    return { format: 'markdown', inferred: false, links: [], proposals: [], relative: [], base: null, unread };
  }
  const tree = markdown.parse(text);
  const found = new MarkdownLinks(text);
  tree.iterate({ enter: (node) => found.define(node) });
  tree.iterate({ enter: (node) => found.read(node) });
  return found.result();
}

/** Nodes whose content is running text. */
const CONTAINERS = /^(?:Paragraph|ATXHeading\d|SetextHeading\d|TableCell)$/;
/** Nodes in running text that are none. */
const EXCLUDED = /^(?:InlineCode|Autolink|HTMLTag|Comment|ProcessingInstruction|QuoteMark)$/;
const MARKS = /^(?:EmphasisMark|StrikethroughMark)$/;
/** A tag whose element has code, or the text of a link. */
const VERBATIM = /^<(a|code|kbd|pre|samp|script|style|textarea|tt|var)(?:\s|>)/i;

class MarkdownLinks {
  readonly #text: string;
  readonly #definitions = new Set<string>();
  readonly #containers: TextRange[] = [];
  readonly #shadow: Shadow;
  readonly #links: TextLink[] = [];
  readonly #relative: TextLink[] = [];
  readonly #unread: UnreadText[] = [];
  /** Whether the parser stands in a table, and where it ends. */
  #tableTo = 0;
  /** Where a comment ends that a block of HTML leaves open. */
  #hiddenTo = 0;

  constructor(text: string) {
    this.#text = text;
    this.#shadow = new Shadow(text);
  }

  /** Remembers the label of a reference definition. */
  define({ name, node, from, to }: SyntaxNodeRef): boolean {
    if (name === 'LinkReference') this.#definitions.add(labelOf(this.#text.slice(from, to)));
    return (
      name === 'Document' ||
      name === 'LinkReference' ||
      /^(?:Blockquote|BulletList|OrderedList|ListItem)$/.test(node.name)
    );
  }

  /** Reads a node. Returns whether its children are to be read. */
  read({ name, node, from, to }: SyntaxNodeRef): boolean {
    if (from < this.#hiddenTo && name !== 'Document') {
      this.#shadow.replace([from, Math.min(to, this.#hiddenTo)], ' ');
      if (to <= this.#hiddenTo) return false;
    }
    if (name === 'Table') this.#tableTo = to;
    else if (CONTAINERS.test(name)) this.#containers.push([from, to]);
    else if (name === 'Link' || name === 'Image') return this.#readLink(node);
    else if (name === 'LinkReference') this.#readDestination(node, 'definition');
    else if (name === 'Autolink' && !this.#readAutolink(node)) return true;
    else if (name === 'HTMLTag') this.#readTag([from, to]);
    else if (name === 'HTMLBlock') this.#readBlock([from, to]);
    else if (name === 'Escape') this.#shadow.replace([from, to], 'x');
    else if (MARKS.test(name)) this.#shadow.replace([from, to], '!');
    else if (name === TOO_LONG)
      this.#unread.push({ range: [from, to], reason: 'A paragraph has too many brackets, spaces or lines.' });
    if (EXCLUDED.test(name) || name === TOO_LONG) this.#shadow.replace([from, to], ' ');
    return true;
  }

  result(): LinksInText {
    const search = new ProseSearch(this.#shadow.toString());
    const proposals: LinkProposal[] = [];
    for (const range of this.#containers) {
      const inText: Findings = { links: [], proposals: [] };
      search.find(range, inText);
      this.#links.push(...inText.links.map((link) => this.#inRunningText(link)));
      for (const { range, url, ...rest } of inText.proposals) {
        const written = this.#text.slice(...range);
        if (written === rest.written) proposals.push({ range, url, ...rest });
        else proposals.push({ range, ...rest, written, url: null, reason: 'pattern' });
      }
    }
    return {
      ...{ format: 'markdown', inferred: false, base: null, unread: this.#unread },
      ...{ links: this.#links.toSorted(byPlace), proposals, relative: this.#relative.toSorted(byPlace) },
    };
  }

  /** `[…](…)`, `[…][…]`, or brackets around a text, if no definition has their label. */
  #readLink(node: SyntaxNode): boolean {
    if (node.getChild('URL') === null) {
      const label = node.getChild('LinkLabel') ?? node;
      if (!this.#definitions.has(labelOf(this.#text.slice(label.from, label.to)))) return true;
    }
    this.#shadow.replace([node.from, node.to], ' ');
    this.#readDestination(node, 'destination');
    // A picture may be the text of a link.
    for (const image of node.getChildren('Image')) this.#readLink(image);
    return false;
  }

  #readDestination(node: SyntaxNode, delimiter: Delimiter): void {
    const place = node.getChild('URL');
    if (place === null) return;
    const isWrapped = this.#text[place.from] === '<';
    const range = isWrapped ? ([place.from + 1, place.to - 1] as const) : ([place.from, place.to] as const);
    const url = unescaped(this.#text.slice(...range));
    const isInTable = place.from < this.#tableTo;
    const write = (next: string) => writtenDestination(next, isWrapped, isInTable);
    const link = linkOf(this.#text, range, url, delimiter, warningsOfValue(url), write);
    if (isAbsolute(url)) this.#links.push(link);
    else if (url !== '' && !url.startsWith('#') && link.warnings.length === 0) this.#relative.push(link);
  }

  /** @returns whether it is one. What only the parser takes for one is running text, such as `<URL:…>`. */
  #readAutolink(node: SyntaxNode): boolean {
    const place = node.getChild('URL');
    if (place === null) return false;
    const range = [place.from, place.to] as const;
    const url = this.#text.slice(...range);
    if (!isAbsolute(url) || /^url:|</i.test(url) || lacksSlashes(url) || beginsHost(url)) return false;
    // Parsers disagree on escapes and references in an autolink.
    const warnings: WarningCode[] = [...warningsOfValue(url), ...(/\\|&#?\w+;/.test(url) ? (['markup'] as const) : [])];
    const write = (next: string) =>
      /^[a-z][a-z\d+.-]{1,31}:[^\s<>\\]*$/i.test(next) && !REFERENCE.test(next) ? next : null;
    this.#links.push(linkOf(this.#text, range, url, 'autolink', warnings, write));
    return true;
  }

  #readTag(range: TextRange): void {
    const tag = this.#text.slice(...range);
    this.#shadow.replace(range, ' ');
    const [, name] = VERBATIM.exec(tag) ?? [];
    if (name !== undefined && !tag.endsWith('/>')) this.#shadow.hide(range[1], new RegExp(`</${name}\\s*>`, 'gi'));
    this.#readHtml(range);
  }

  #readBlock(range: TextRange): void {
    const block = this.#text.slice(...range);
    this.#readHtml(range);
    const open = block.lastIndexOf('<!--');
    if (open === -1 || block.includes('-->', open)) return;
    const end = this.#text.indexOf('-->', range[1]);
    this.#hiddenTo = end === -1 ? this.#text.length : end;
  }

  #readHtml([from, to]: TextRange): void {
    const { links, relative, unread } = linksInHtml(this.#text.slice(from, to));
    this.#links.push(...moved(links, from));
    this.#relative.push(...moved(relative, from));
    this.#unread.push(...moved(unread, from));
  }

  /** A link that was found in the shadow. */
  #inRunningText({ range, delimiter, warnings, write, url: found }: TextLink): TextLink {
    const written = this.#text.slice(...range);
    const hasMarkup = this.#shadow.isReplaced(range) || REFERENCE.test(written);
    const all = warnings.filter((code) => code !== 'entity');
    const isWrapped = delimiter === 'angle-brackets';
    const meant = isWrapped ? unfolded(unescaped(written).replace(/\n[ \t>]+/g, '\n')) : unescaped(written);
    const url = hasMarkup ? meant : found;
    // `news:<a@b>` has an autolink in it.
    if (hasMarkup || written.includes('<')) all.push('markup');
    const writeText = (next: string): string | null => {
      const result = write(next);
      return result === null || REFERENCE.test(result) || /[*`|[\]\\]|~~|_(?![a-z\d])|(?<![a-z\d])_/i.test(result)
        ? null
        : result;
    };
    return linkOf(this.#text, range, url, delimiter, all, writeText);
  }
}

const REFERENCE = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/i;

/** What backslashes and references stand for (CommonMark §2.4, §2.5). */
function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi, (whole, character) =>
    character === undefined ? decodeAttribute(whole) : String(character),
  );
}

/** A URL as a destination, with the escapes that it needs there. */
function writtenDestination(url: string, isWrapped: boolean, isInTable: boolean): string | null {
  if (/[\s<>]/.test(url) || url === '') return null;
  let written = url.replaceAll('\\', '\\\\').replace(new RegExp(REFERENCE, 'gi'), '\\$&');
  if (isInTable) written = written.replaceAll('|', '\\|');
  return isWrapped || isBalanced(url) ? written : written.replace(/[()]/g, '\\$&');
}

function isBalanced(url: string): boolean {
  let open = 0;
  for (const character of url) {
    if (character === '(') open++;
    else if (character === ')' && open-- === 0) return false;
  }
  return open === 0;
}

/** A label as definitions are compared (CommonMark §4.7). */
function labelOf(text: string): string {
  const [, label = ''] = /^!?\[((?:[^\]\\]|\\.)*)\]/s.exec(text) ?? [];
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
