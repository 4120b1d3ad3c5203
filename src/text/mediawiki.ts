/**
 * Links of MediaWiki: `[url text]`, bare URLs, and those in parameters of templates. Comments, `nowiki`, code and
 * formulas have none. There is no parser of wiki text outside of MediaWiki that keeps places and is maintained.
 */
import { checkArgument } from '../uri/arguments.ts';
import type { Findings } from './findings.ts';
import type { LinkProposal, LinksInText, TextLink, TextRange } from './link.ts';
import { allRead, linkOf, ProseSearch } from './prose.ts';
import { isAbsolute } from './schemes.ts';
import type { WarningCode } from './warnings.ts';
import { unfolded } from './wrapped.ts';

/** Comments, and tags: a URL in an attribute is no link, and may be a name, as in `<ref name="http://h/">`. */
const MARKUP = /<!--|<([a-z][a-z\d]*)(?=[\s/>])[^<>]*>/gi;

/** Elements whose content is no wiki text (Extension:SyntaxHighlight, Math, Score, and others). */
const VERBATIM: ReadonlySet<string> = new Set(
  'nowiki pre source syntaxhighlight math chem score templatedata graph mapframe timeline'.split(' '),
);

/**
 * Finds the links of wiki text.
 *
 * @param text - the source of a page
 * @example
 * ```ts
 * const { links } = linksInMediaWiki("''[ftp://h.example/a b]'' {{cite|url=http://h.example/c|d=e}}");
 * links.map(({ url }) => url); // ['ftp://h.example/a', 'http://h.example/c']
 * ```
 */
export function linksInMediaWiki(text: string): LinksInText {
  checkArgument('text', text, ['a string']);
  const links: TextLink[] = [];
  const proposals: LinkProposal[] = [];
  // Bars and marks of emphasis end a URL, as quotation marks do in other text.
  const shadow = text.replace(IN_BRACKETS, parenthesesAsLetters).replace(/''|\|/g, (end) => '«'.repeat(end.length));
  const search = new ProseSearch(shadow);
  const labels = new LabelEnds(text);
  let labelTo = 0;
  for (const range of wikiText(text)) {
    const found: Findings = { links: [], proposals: [] };
    search.find(range, found);
    for (const link of found.links) {
      // A URL in brackets ends at a blank, so that what follows punctuation is still part of it. Then comes its label.
      if (link.range[0] < labelTo || link.range[0] < (links.at(-1)?.range[1] ?? 0)) continue;
      // The name of a template, or a part of the name of a page.
      if (text.startsWith('{{', link.range[0] - 2) || isInPageName(text, link.range[0])) continue;
      const read = inWikiText(text, link, range);
      links.push(read);
      if (read.delimiter === 'bracket') labelTo = labels.after(read.range[1]);
    }
    proposals.push(...found.proposals.map((proposal) => ({ ...proposal, written: text.slice(...proposal.range) })));
  }
  return allRead('mediawiki', { links, proposals });
}

/** A URL in brackets, where a parenthesis does not end it. */
const IN_BRACKETS = /(?<=\[)[a-z][a-z\d+.-]*:[^\s[\]<>"{}|]+/gi;

function parenthesesAsLetters(url: string): string {
  return url.replace(/[()]/g, 'x');
}

/** The ranges between comments, tags and verbatim elements. */
function* wikiText(text: string): Generator<TextRange> {
  const markup = new RegExp(MARKUP);
  const ends = new Ends(text);
  let from = 0;
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const [tag, written] = match;
    const name = written?.toLowerCase();
    yield [from, match.index];
    from = markup.lastIndex;
    if (name !== undefined && (tag.endsWith('/>') || !VERBATIM.has(name))) continue;
    from = ends.after(name === undefined ? '-->' : `</${name}`, from);
    markup.lastIndex = from;
  }
  yield [from, text.length];
}

/** Finds ends of elements. One that is missing is searched for only once. */
class Ends {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  }

  /** The place of an end, or the end of the text. */
  after(end: string, from: number): number {
    if (this.#missing.has(end)) return this.#text.length;
    const at = this.#text.indexOf(end, from);
    if (at === -1) this.#missing.add(end);
    return at === -1 ? this.#text.length : at;
  }
}

/** Where the labels of links in brackets end. What ends the one may end the next, so that it is searched for once. */
class LabelEnds {
  readonly #text: string;
  readonly #end = /[\]\r\n]/g;
  #found = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first bracket of the same line; the place itself if there is none, so that there is no label. */
  after(from: number): number {
    if (this.#found < from) {
      this.#end.lastIndex = from;
      this.#found = this.#end.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#text[this.#found] === ']' ? this.#found : from;
  }
}

/** The most characters before a URL in the name of a page, whose names have at most 255 octets. */
const LONGEST_NAME = 260;

/** Whether a place is behind the beginning of the name of a page, as in `[[RFC 1436 gopher://h/]]`. */
function isInPageName(text: string, at: number): boolean {
  return /\[\[[^[\]{}|<>\r\n]+$/.test(text.slice(Math.max(0, at - LONGEST_NAME), at));
}

/** An address in brackets is a host, as in `http://[::1]/` (Parser::EXT_LINK_ADDR). */
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#[\]@]*@)?\[[\da-f:.]+\]/i;

const AMPERSAND = /&(?:amp|#38|#x26);/gi;

/**
 * A link as MediaWiki reads it (Parser::EXT_LINK_URL_CLASS): brackets end it, and in brackets, punctuation does not.
 */
function inWikiText(text: string, link: TextLink, [begin, limit]: TextRange): TextLink {
  const [from, found] = link.range;
  const isBracketed = from > begin && text[from - 1] === '[' && text[from - 2] !== '[';
  const [rest = ''] = isBracketed
    ? (/^[^\s[\]<>"{}|]*/.exec(text.slice(found, Math.min(limit, found + LONGEST_REST))) ?? [])
    : [];
  const [host = ''] = ADDRESS.exec(text.slice(from, found)) ?? [];
  const bracket = text.slice(from + host.length, found).search(/[[\]]/);
  const to = bracket === -1 ? found + rest.split("''", 1).join('').length : from + host.length + bracket;
  const written = text.slice(from, to);
  const warnings: WarningCode[] = link.warnings.filter(
    (code) => code !== 'entity' && !(isBracketed && code === 'brackets'),
  );
  const isWrapped = link.delimiter === 'angle-brackets';
  const hasMarks = isWrapped && /''|\|/.test(written);
  if (hasMarks || /&(?:#\w+|[a-z]+);/i.test(written.replace(AMPERSAND, ''))) warnings.push('markup');
  // The search has seen other characters in place of the marks.
  const meant = hasMarks ? unfolded(written) : isWrapped ? link.url : written;
  const url = meant.replace(AMPERSAND, '&');
  const write = (next: string): string | null => {
    if (/[[\]{}|<>"\s]|''|&(?:#?\w+;|amp|#)/.test(next.replace(ADDRESS, '')) || !isAbsolute(next)) return null;
    if (text[to] === ';' && /&#?\w+$/.test(next)) return null;
    return isBracketed || !/[.,:;!?)']$/.test(next) ? next : null;
  };
  return linkOf(text, [from, to], url, isBracketed ? 'bracket' : link.delimiter, warnings, write);
}

/** How far punctuation of a URL is looked at, in UTF-16 code units. */
const LONGEST_REST = 200;
