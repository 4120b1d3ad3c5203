/**
 * Links of HTML: the attributes whose value is a URL, or a list of them, and style sheets. The tokenizer of parse5
 * reads tags, as the HTML Standard (§13.2.5) says; comments, scripts and the text that readers see have no links.
 */

import { type Token, Tokenizer } from 'parse5';
import { checkArgument } from '../uri/arguments.ts';
import { urlsInCss } from './css.ts';
import { byPlace } from './findings.ts';
import { RAW } from './html-content.ts';
import type { LinkAttribute, LinksInText, TextLink, TextRange, UnreadText } from './link.ts';
import { linkOf } from './prose.ts';
import { isAbsolute } from './schemes.ts';
import { warningsOfValue } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';

/** Attributes whose value is a URL, with the elements that have them (HTML, "Attributes"; HTML 4); `null` = any. */
const URL_ATTRIBUTES: ReadonlyMap<string, readonly string[] | null> = new Map([
  ['href', null],
  ['xlink:href', null],
  ['src', null],
  ['action', ['form', 'isindex']],
  ['formaction', ['button', 'input']],
  ['cite', ['blockquote', 'q', 'del', 'ins']],
  ['longdesc', ['img', 'frame', 'iframe']],
  ['data', ['object']],
  ['poster', ['video']],
  ['background', ['body', 'table', 'tr', 'td', 'th']],
  ['codebase', ['applet', 'object']],
  ['lowsrc', ['img']],
  ['dynsrc', ['img']],
  ['manifest', ['html']],
  ['profile', ['head']],
]);

/** Attributes with several URLs, and what separates them. */
const LISTS: ReadonlyMap<string, ListKind> = new Map([
  ['srcset', 'images'],
  ['imagesrcset', 'images'],
  ['ping', 'blank'],
]);

/** Archives of code (HTML 4, "applet" and "object"). */
const ARCHIVES: ReadonlyMap<string, ListKind> = new Map([
  ['applet', 'comma'],
  ['object', 'blank'],
]);

/** What separates the URLs of a list; after those of images stand widths. */
type ListKind = 'images' | 'comma' | 'blank';

/** Elements that hold HTML inside SVG, and HTML elements that end it (HTML §13.2.6.5). */
const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);
const INTEGRATION: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'title', 'annotation-xml']);
const BREAKOUT: ReadonlySet<string> = new Set('body div head img li ol p pre span table ul h1 h2 h3 br b i'.split(' '));

/**
 * Finds the links of a document or of a part of one.
 *
 * @param text - HTML, or XHTML that is also HTML
 * @returns absolute URLs in `links`, relative ones in `relative`, and `<base href>` in `base`
 * @example
 * ```ts
 * const { links, relative } = linksInHtml('<a href="gopher://h.example/1/a&amp;b">A</a> <img src=logo.gif>');
 * links.map(({ url }) => url); // ['gopher://h.example/1/a&b']
 * relative.map(({ url }) => url); // ['logo.gif']
 * ```
 */
export function linksInHtml(text: string): LinksInText {
  checkArgument('text', text, ['a string']);
  const found = new HtmlLinks(text);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      ...IGNORED,
      onStartTag: (tag) => {
        tokenizer.state = found.startTag(tag) ?? tokenizer.state;
        tokenizer.inForeignNode = found.isForeign;
      },
      onEndTag: (tag) => {
        found.endTag(tag);
        tokenizer.inForeignNode = found.isForeign;
      },
    },
  );
  tokenizer.write(text, true);
  return found.result();
}

const ignore = (): void => {};
/** What readers see, and what says nothing of a link. */
const IGNORED = {
  ...{ onComment: ignore, onDoctype: ignore, onEof: ignore, onEndTag: ignore, onParseError: null },
  ...{ onCharacter: ignore, onNullCharacter: ignore, onWhitespaceCharacter: ignore },
};

/** The value of an attribute as the tokenizer decodes it. */
export function decodeAttribute(value: string): string {
  checkArgument('value', value, ['a string']);
  if (!/[&\r\0]/.test(value)) return value;
  let decoded = '';
  new Tokenizer(
    {},
    {
      ...IGNORED,
      onStartTag: ({ attrs }) => {
        decoded = attrs[0]?.value ?? '';
      },
    },
  ).write(`<a b="${value.replaceAll('"', '&quot;')}">`, true);
  return decoded;
}

/** A value of an attribute in the text. */
interface AttributeValue extends LinkAttribute {
  /** Where the value is, without quotation marks. */
  readonly range: TextRange;
  readonly quote: '"' | "'" | '';
  /** Whether a relative value is one of the code base, and not of the page. */
  readonly isOfCodebase: boolean;
}

class HtmlLinks {
  readonly #text: string;
  readonly #links: TextLink[] = [];
  readonly #relative: TextLink[] = [];
  readonly #unread: UnreadText[] = [];
  /** The open elements that decide whether names are those of HTML. */
  readonly #foreign: string[] = [];
  #base: TextLink | null = null;
  #styleAt: number | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get isForeign(): boolean {
    return FOREIGN.has(this.#foreign.at(-1) ?? '');
  }

  result(): LinksInText {
    return {
      ...{ format: 'html', inferred: false, proposals: [], base: this.#base, unread: this.#unread },
      links: this.#links.toSorted(byPlace),
      relative: this.#relative.toSorted(byPlace),
    };
  }

  /** Reads a tag. Returns how the tokenizer reads the content of the element. */
  startTag({ tagName, attrs, location, selfClosing }: Token.TagToken): number | null {
    const element = tagName.toLowerCase();
    const isRefresh =
      element === 'meta' && attrs.some(({ name, value }) => name === 'http-equiv' && /^refresh$/i.test(value));
    const hasCodebase = attrs.some(({ name }) => name === 'codebase');
    for (const { name, value } of attrs) {
      const place = location?.attrs?.[name];
      if (place === undefined || value === '') continue;
      const attribute = this.#valueAt([place.startOffset, place.endOffset], element, name);
      const isOfCodebase = hasCodebase && name === 'archive';
      if (attribute !== null) this.#readAttribute({ ...attribute, isOfCodebase }, isRefresh);
    }
    if (this.isForeign && BREAKOUT.has(element)) this.#foreign.length = 0;
    const isForeign = this.isForeign || FOREIGN.has(element);
    if (isForeign) {
      if (!selfClosing && (FOREIGN.has(element) || INTEGRATION.has(element))) this.#foreign.push(element);
      if (element === 'style' && !selfClosing) this.#styleAt = location?.endOffset ?? null;
      return null;
    }
    if (element === 'style') this.#styleAt = location?.endOffset ?? null;
    return RAW.get(element) ?? null;
  }

  endTag({ tagName, location }: Token.TagToken): void {
    const element = tagName.toLowerCase();
    if (element === 'style' && this.#styleAt !== null) {
      this.#readCss([this.#styleAt, location?.startOffset ?? this.#styleAt], false);
      this.#styleAt = null;
    }
    const open = this.#foreign.lastIndexOf(element);
    if (open !== -1) this.#foreign.length = open;
  }

  #valueAt([from, to]: TextRange, element: string, name: string): Omit<AttributeValue, 'isOfCodebase'> | null {
    const source = this.#text.slice(from, to);
    const [before = ''] = /^[^\s/>][^\s/>=]*\s*=\s*/.exec(source) ?? [];
    if (before === '') return null;
    const mark = source[before.length];
    const quote = mark === '"' || mark === "'" ? mark : '';
    const begin = from + before.length + quote.length;
    return { element, name, quote, range: trimmed(this.#text, [begin, Math.max(begin, to - quote.length)]) };
  }

  #readAttribute(attribute: AttributeValue, isRefresh: boolean): void {
    const { element, name, range } = attribute;
    const elements = URL_ATTRIBUTES.get(name);
    const list = name === 'archive' ? ARCHIVES.get(element) : LISTS.get(name);
    if (elements !== undefined && (elements === null || elements.includes(element))) this.#add(attribute, range);
    else if (list !== undefined) this.#readList(attribute, list);
    else if (name === 'content' && isRefresh) this.#readRefresh(attribute);
    else if (name === 'style') this.#readStyle(attribute);
  }

  /** The candidates of an image (HTML, "srcset"), or URLs between blanks. */
  #readList(attribute: AttributeValue, kind: ListKind): void {
    const { range } = attribute;
    const value = this.#text.slice(...range);
    if (/&#|&comma;|&Tab;|&NewLine;/i.test(value)) {
      this.#unread.push({ range, reason: `The list in ${attribute.name} contains character references.` });
      return;
    }
    for (const [from, to] of kind === 'images' ? candidates(value) : words(value, kind)) {
      this.#add(attribute, [range[0] + from, range[0] + to], kind);
    }
  }

  /** `5; url=http://h.example/` (HTML, "Refresh state"). */
  #readRefresh(attribute: AttributeValue): void {
    const [from, to] = attribute.range;
    const value = this.#text.slice(from, to);
    const [before] = /^[\d.\s]*(?:[;,]\s*|\s)(?:url\s*=\s*)?/i.exec(value) ?? [];
    if (before === undefined || before.length === value.length) return;
    const mark = value[before.length];
    const isQuoted = mark === '"' || mark === "'";
    const begin = from + before.length + (isQuoted ? 1 : 0);
    const end = isQuoted ? this.#text.indexOf(mark, begin) : to;
    this.#add(attribute, trimmed(this.#text, [begin, end === -1 || end > to ? to : end]));
  }

  #readStyle(attribute: AttributeValue): void {
    const { range } = attribute;
    const value = this.#text.slice(...range);
    if (!/url\s*\(/i.test(value)) return;
    if (value.includes('&')) {
      this.#unread.push({ range, reason: 'The style attribute contains character references.' });
    } else {
      this.#readCss(range, true);
    }
  }

  #readCss(range: TextRange, isAttribute: boolean): void {
    const { urls, unread } = urlsInCss(this.#text, range, isAttribute);
    for (const { range, url, write } of urls) {
      const list = isAbsolute(url) ? this.#links : isRelative(url) ? this.#relative : null;
      list?.push(linkOf(this.#text, range, url, 'css', warningsOf(url), write));
    }
    this.#unread.push(...unread);
  }

  #add(attribute: AttributeValue, range: TextRange, list: ListKind | null = null): void {
    const { element, name, quote } = attribute;
    const written = this.#text.slice(...range);
    const value = decodeAttribute(written);
    const url = value.replace(/[\t\r\n]/g, '');
    const write = (next: string): string | null => {
      if (/[\s<>]/.test(next) || (list === 'images' && /^,|,$/.test(next))) return null;
      if (list === 'comma' && next.includes(',')) return null;
      return writtenIn(next, written, quote);
    };
    const link = {
      ...linkOf(this.#text, range, url, 'attribute', warningsOf(value), write),
      attribute: { element, name },
    };
    if (isAbsolute(url)) this.#links.push(link);
    else if (isRelative(url) && !attribute.isOfCodebase) this.#relative.push(link);
    else return;
    if (element === 'base' && name === 'href') this.#base ??= link;
  }
}

/** A URL as a value of an attribute. References are written only where there were some, or where they are needed. */
function writtenIn(url: string, before: string, quote: '"' | "'" | ''): string | null {
  if (quote === '' && (url === '' || /[\s"'<>`]/.test(url))) return null;
  const plain = url.replaceAll('"', '&quot;').replaceAll("'", quote === "'" ? '&#39;' : "'");
  const isRaw = before.includes('&') && decodeAttribute(before) === before;
  return isRaw && decodeAttribute(plain) === url ? plain : plain.replace(/&(?!quot;|#39;)/g, '&amp;');
}

/** The URLs of a set of images, without their descriptors (HTML, "Parsing a srcset attribute"). */
function* candidates(value: string): Generator<TextRange> {
  let at = 0;
  while (at < value.length) {
    while (/[\s,]/.test(value[at] ?? 'x')) at++;
    const from = at;
    while (/\S/.test(value[at] ?? ' ')) at++;
    let to = at;
    while (to > from && value[to - 1] === ',') to--;
    if (to > from) yield [from, to];
    if (to < at) continue;
    for (let depth = 0; at < value.length && (value[at] !== ',' || depth > 0); at++) {
      if (value[at] === '(') depth++;
      else if (value[at] === ')' && depth > 0) depth--;
    }
  }
}

function words(value: string, kind: 'comma' | 'blank'): readonly TextRange[] {
  return [...value.matchAll(kind === 'comma' ? /[^\s,]+/g : /\S+/g)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
}

function trimmed(text: string, [from, to]: TextRange): TextRange {
  const value = text.slice(from, to);
  const begin = from + (value.length - value.trimStart().length);
  return [begin, Math.max(begin, from + value.trimEnd().length)];
}

/** Whether a value is a reference to another resource. */
function isRelative(url: string): boolean {
  return url !== '' && !url.startsWith('#') && !/^[a-z][a-z\d+.-]*:/i.test(url) && warningsOf(url).length === 0;
}

/** Line breaks in a value vanish, and so a link may be several. */
function warningsOf(url: string): readonly WarningCode[] {
  return [...warningsOfValue(url), ...(/[\r\n\t]/.test(url) ? (['blank-inside'] as const) : [])];
}
