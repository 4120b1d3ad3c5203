/**
 * Finds the links of running text: URLs in angle brackets, in quotation marks, after `URL:`, and without anything
 * around them. Plain text is all running text; other formats hand in the ranges of it.
 */
import { type BareUrl, readBareUrl, type UrlStart } from './bare.ts';
import type { Findings } from './findings.ts';
import { BARE_HOST, beginsHost, respelt, urlsOfHost, withSlashes } from './guesses.ts';
import type { Delimiter, LinkProposal, LinksInText, ProposalReason, TextFormat, TextLink, TextRange } from './link.ts';
import { isKnownScheme, opaqueForm } from './schemes.ts';
import type { WarningCode } from './warnings.ts';
import { readWrappedUrl } from './wrapped.ts';

/** A host, or a word before a colon. Each word is read once, as none begins inside another. */
const BEGINNING = new RegExp(`(${BARE_HOST})|(?<![a-z\\d+.-]|\\w_)([a-z][a-z\\d+.-]*):`, 'gi');

/** The search for the links of a text, range by range. */
export class ProseSearch {
  readonly #text: string;
  /** The next match. Short ranges share one, so that none of them searches the rest of the text again. */
  #next: RegExpExecArray | null = null;
  #searchedFrom = Number.POSITIVE_INFINITY;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Finds the links in a range.
   *
   * @param range - running text, behind the ranges before it; nothing outside belongs to a link
   */
  find(range: TextRange, { links, proposals }: Findings): void {
    const text = this.#text;
    const [from, to] = range;
    for (let match = this.#matchFrom(from); match !== null && match.index < to; ) {
      const [whole, host, word = ''] = match;
      const at = match.index;
      const finding = host === undefined ? findingAt(text, at, word.toLowerCase(), range) : hostAt(text, at, host, to);
      if (finding?.link) links.push(finding.link);
      if (finding !== null) proposals.push(...finding.proposals);
      match = this.#matchFrom(Math.max(finding?.after ?? 0, at + whole.length));
    }
  }

  #matchFrom(from: number): RegExpExecArray | null {
    const isKnown = this.#searchedFrom <= from && (this.#next === null || this.#next.index >= from);
    if (!isKnown) {
      BEGINNING.lastIndex = from;
      this.#next = BEGINNING.exec(this.#text);
      this.#searchedFrom = from;
    }
    return this.#next;
  }
}

/** The findings of a format in which nothing is relative, and all is read. */
export function allRead(format: TextFormat, { links, proposals }: Findings): LinksInText {
  return { format, inferred: false, links, proposals, relative: [], base: null, unread: [] };
}

/** What begins at a word before a colon. */
interface WordFindings {
  readonly link: TextLink | null;
  readonly proposals: readonly LinkProposal[];
  /** Where the search goes on. */
  readonly after: number;
}

function findingAt(text: string, at: number, scheme: string, [from, to]: TextRange): WordFindings | null {
  const rest = at + scheme.length + 1;
  if (scheme === 'url' || rest >= to) return null;
  const [before] = /<(?:url:\s*)?$/i.exec(text.slice(Math.max(from, at - LONGEST_WRAPPER), at)) ?? [null];
  if (before !== null && (isKnownScheme(scheme) || before !== '<' || text.startsWith('//', rest))) {
    const finding = wrappedAt(text, at, scheme, to);
    if (finding !== null) return finding;
  }
  const hasHost = text.startsWith('//', rest);
  if (hasHost && scheme.length > 1) return bareAt(text, { at, scheme, hostAt: rest + 2 }, to);
  const form = opaqueForm(scheme, text.slice(rest, Math.min(to, rest + LONGEST_OPAQUE)).split(/\s/, 1)[0] ?? '');
  if (form !== null) return bareAt(text, { at, scheme, hostAt: null }, to, form === 'certain' ? [] : ['no-slashes']);
  return proposedAt(text, at, scheme, to);
}

/** How far a wrapper and a URL without `//` are looked at, in UTF-16 code units. */
const LONGEST_WRAPPER = 12;
const LONGEST_OPAQUE = 200;

function wrappedAt(text: string, at: number, scheme: string, limit: number): WordFindings | null {
  const wrapped = readWrappedUrl(text, at, limit);
  // `<news:>` is empty, and `<news: today>` a sentence.
  if (wrapped === null || wrapped.to <= at + scheme.length + 1 || /^[a-z\d+.-]*:(?:\/\/)?$/i.test(wrapped.url))
    return null;
  const { to, after, url, warnings, isPattern } = wrapped;
  if (isPattern) return { link: null, proposals: [proposal(text, [at, to], 'pattern', null)], after };
  const write = (next: string): string | null => (/[\s<>]/.test(next) ? null : next);
  return { link: linkOf(text, [at, to], url, 'angle-brackets', warnings, write), proposals: [], after };
}

function bareAt(
  text: string,
  start: UrlStart,
  limit: number,
  warnings: readonly WarningCode[] = [],
): WordFindings | null {
  const { at, scheme, hostAt } = start;
  const bare = readBareUrl(text, start, limit);
  const range = [at, bare.to] as const;
  if (bare.to <= (hostAt ?? at + scheme.length + 1)) {
    // Only a scheme, or a template such as `ftp://{host}/`.
    if (!/[{$<%[*\\]/.test(text[bare.to] ?? '') || bare.to >= limit) return null;
    return { link: null, proposals: [proposal(text, range, 'pattern', null)], after: bare.to };
  }
  if (bare.isPattern) return { link: null, proposals: [proposal(text, range, 'pattern', null)], after: bare.to };
  const url = text.slice(...range);
  const meant = respelt(url);
  if (meant !== null)
    return { link: null, proposals: [proposal(text, range, 'misspelt-scheme', meant)], after: bare.to };
  if (/[/?&%@]/.test(text[at - 1] ?? '')) {
    return { link: null, proposals: [proposal(text, range, 'inside-another', url)], after: bare.to };
  }
  const inside = urlsInside(text, at + scheme.length + 3, bare.to);
  const all = [...warnings, ...bare.warnings, ...(inside.some(({ isList }) => isList) ? (['several'] as const) : [])];
  const proposals = inside.map(({ range }) => proposal(text, range, 'inside-another', text.slice(...range)));
  const quoted = quotedWithBlanks(text, at, bare, limit);
  if (quoted !== null) {
    all.push('blank-inside');
    proposals.push(proposal(text, [at, quoted], 'blank-inside', text.slice(at, quoted)));
  }
  const write = (next: string): string | null => writtenBare(text, start, [bare.to, limit], next);
  const link = linkOf(text, range, url, delimiterAround(text, at, bare.to), all, write);
  return { link, proposals, after: bare.to };
}

/** A URL that a reader would find again in the same place. */
function writtenBare(
  text: string,
  { at, scheme, hostAt }: UrlStart,
  [to, limit]: TextRange,
  next: string,
): string | null {
  const before = text.slice(Math.max(0, at - 1), at);
  const line = before + next + text.slice(to, Math.min(limit, to + LONGEST_WRAPPER));
  const [, name = '', slashes = ''] = /^([a-z][a-z\d+.-]*):(\/\/)?/i.exec(next) ?? [];
  if (name === '' || (slashes === '' && (hostAt !== null || name.toLowerCase() !== scheme))) return null;
  const start = before.length;
  const nextHost = slashes === '' ? null : start + name.length + 3;
  const read = readBareUrl(line, { at: start, scheme: name.toLowerCase(), hostAt: nextHost }, line.length);
  return read.to === start + next.length && read.warnings.length === 0 && !read.isPattern ? next : null;
}

/** URLs in the path or the query of another one, each up to its end. `isList`: no delimiter of a URL is before it. */
function urlsInside(text: string, from: number, to: number): readonly { range: TextRange; isList: boolean }[] {
  const found: { range: TextRange; isList: boolean }[] = [];
  for (const { 0: whole, 1: name = '', index } of text.slice(from, to).matchAll(INSIDE)) {
    const at = from + index + whole.length - name.length - 3;
    if (isKnownScheme(name.toLowerCase())) {
      found.push({ range: [at, to], isList: !/[/=?&:%+#@]/.test(text[at - 1] ?? '') });
    }
  }
  return found;
}

const INSIDE = /(?<![a-z\d+.-])([a-z][a-z\d+.-]*):\/\//gi;

function delimiterAround(text: string, at: number, to: number): Delimiter {
  const [before, after] = [text[at - 1], text[to]];
  if (before === after && (before === '"' || before === "'")) return 'quotes';
  return /(?<![\w+.-])url:$/i.test(text.slice(Math.max(0, at - 5), at)) ? 'url-prefix' : 'none';
}

/** The closing quotation mark in the same line, if a link begins after the opening one and ends at a blank. */
function quotedWithBlanks(text: string, at: number, { to }: BareUrl, limit: number): number | null {
  if (text[at - 1] !== '"' || text[to] !== ' ') return null;
  for (let index = to; index < Math.min(limit, to + LONGEST_OPAQUE); index++) {
    if (text[index] === '"') return index;
    if (text[index] === '\n') return null;
  }
  return null;
}

/** Text before a colon that is no link, but may be meant as one. */
function proposedAt(text: string, at: number, scheme: string, limit: number): WordFindings | null {
  const rest = at + scheme.length + 1;
  const isKnown = isKnownScheme(scheme);
  if (!isKnown && !(scheme.length > 1 && startsLine(text, at))) return null;
  if (!/[\w/%?+=-]/.test(text[rest] ?? '')) return null;
  const most = Math.min(limit, rest + LONGEST_OPAQUE);
  // Whether it begins with a host is seen before its end, so that `http:http:http:…` is not read again and again.
  if (isKnown && !/^\/?(?:[a-z\d-]+\.)+[a-z]{2,24}(?:[:/?#]|[^\w.-]|\.?$)/i.test(text.slice(rest, most))) return null;
  const { to, warnings, isPattern } = readBareUrl(text, { at, scheme, hostAt: null }, most);
  if (to <= rest || to === rest + LONGEST_OPAQUE || isPattern || warnings.length > 0) return null;
  const written = text.slice(at, to);
  if (isKnown) {
    if (!/^[a-z]+:\/?(?:[a-z\d-]+\.)+[a-z]{2,24}(?:[:/?#].*)?$/i.test(written)) return null;
    const proposals = [proposal(text, [at, to], 'missing-slashes', withSlashes(written))];
    return { link: null, proposals, after: to };
  }
  const isAlone = /^[ \t]*(?:\r?\n|$)/.test(text.slice(to, to + LONGEST_OPAQUE));
  if (!isAlone || /^:|^\d+(?:\/|$)/.test(text.slice(rest, to))) return null;
  return { link: null, proposals: [proposal(text, [at, to], 'unknown-scheme', written)], after: to };
}

function startsLine(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - LONGEST_OPAQUE), at);
  return /(?:^|\n)[ \t]*$/.test(line);
}

function hostAt(text: string, at: number, host: string, limit: number): WordFindings | null {
  const { to, isPattern } = readBareUrl(text, { at, scheme: 'http', hostAt: at }, limit);
  if (to < at + host.length || isPattern) return null;
  // A sentence may begin with the name of a company.
  if (!beginsHost(host) && !/^[ \t]*(?:\r?\n|$)/.test(text.slice(to, to + LONGEST_OPAQUE))) return null;
  const [url] = urlsOfHost(text.slice(at, to));
  if (url === undefined) return null;
  return { link: null, proposals: [proposal(text, [at, to], 'bare-host', url)], after: to };
}

function proposal(text: string, range: TextRange, reason: ProposalReason, url: string | null): LinkProposal {
  return { range, written: text.slice(...range), url, reason };
}

/** A link without an attribute. One with warnings cannot be written. */
export function linkOf(
  text: string,
  range: TextRange,
  url: string,
  delimiter: Delimiter,
  warnings: readonly WarningCode[],
  write: (url: string) => string | null,
): TextLink {
  const written = text.slice(...range);
  return {
    range,
    written,
    url,
    delimiter,
    attribute: null,
    warnings,
    write: (next) => (warnings.length > 0 ? null : write(next)),
  };
}
