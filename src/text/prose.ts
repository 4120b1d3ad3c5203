/**
 * Finds the links of running text: URLs in angle brackets, in quotation marks, after `URL:`, and without anything
 * around them. Plain text is all running text; other formats hand in the ranges of it.
 */
import { type BareUrl, readBareUrl, type UrlStart } from './bare.ts';
import type { Findings } from './findings.ts';
import { beginsHost, isDomain, MAY_BE_HOST, respelt, urlsOfHost, withSlashes } from './guesses.ts';
import type { Delimiter, LinkProposal, LinksInText, ProposalReason, TextFormat, TextLink, TextRange } from './link.ts';
import { isKnownScheme, lacksSlashes, opaqueForm } from './schemes.ts';
import { warningsOfText } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';
import { readWrappedUrl, type WrappedUrl } from './wrapped.ts';

/** A word behind a bracket and before a fold, which may have cut a scheme or a host. */
const CUT = '<(?:url:)?\\s{0,8}([a-z][a-z\\d+.-]*)(?=[ \\t]{0,40}\\r?\\n)';

/** A host, or a word before a colon. Each word is read once, as none begins inside another. */
const BEGINNING = new RegExp(`(${MAY_BE_HOST})|(?<![a-z\\d+.-]|\\w_)([a-z][a-z\\d+.-]*):|${CUT}`, 'gi');

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
      const [whole, host, word = '', cut] = match;
      const at = match.index;
      const finding =
        cut !== undefined
          ? foldedAt(text, at + whole.length - cut.length, to)
          : host !== undefined
            ? hostAt(text, at, host, range)
            : findingAt(text, at, word.toLowerCase(), range);
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
  const bracket = bracketBefore(text, from, at);
  if (bracket?.opens && (isKnownScheme(scheme) || bracket.hasPrefix || text.startsWith('//', rest))) {
    const finding = wrappedAt(text, at, scheme, to);
    if (finding !== null) return finding;
  }
  // Nothing closes the bracket, or a blank line stands before what does: the library may read more, or another scheme.
  const warnings: readonly WarningCode[] = bracket?.isCertain ? ['brackets'] : [];
  const hasHost = text.startsWith('//', rest);
  if (hasHost && scheme.length > 1) return bareAt(text, { at, scheme, hostAt: rest + 2 }, to, warnings);
  const bracketed = text[rest] === '<' ? bracketedAt(text, at, rest, to, warnings) : null;
  if (bracketed !== null) return bracketed;
  const form = opaqueForm(scheme, text.slice(rest, Math.min(to, rest + LONGEST_OPAQUE)).split(/\s/, 1)[0] ?? '');
  if (form === null) return proposedAt(text, at, scheme, to);
  return bareAt(text, { at, scheme, hostAt: null }, to, form === 'certain' ? warnings : [...warnings, 'no-slashes']);
}

/** `news:<id@host>` and `mailto:<ada@host>`, as people write who know these from headers of mail. */
function bracketedAt(
  text: string,
  at: number,
  rest: number,
  limit: number,
  warnings: readonly WarningCode[],
): WordFindings | null {
  const [whole = '', address = ''] =
    /^<([^\s<>@]+@[^\s<>@]+)>/.exec(text.slice(rest, Math.min(limit, rest + LONGEST_OPAQUE))) ?? [];
  const scheme = text.slice(at, rest - 1);
  const form = opaqueForm(scheme.toLowerCase(), address);
  if (whole === '' || form === null) return null;
  const to = rest + whole.length;
  const url = `${scheme}:${address}`;
  const all = [...warnings, ...warningsOfText(url, url), ...(form === 'certain' ? [] : (['no-slashes'] as const))];
  const start = { at, scheme: scheme.toLowerCase(), hostAt: null };
  const write = (next: string): string | null => writtenBare(text, start, [to, limit], next);
  return { link: linkOf(text, [at, to], url, 'angle-brackets', all, write), proposals: [], after: to };
}

/** A bracket, `URL:`, blanks, and a word in a line before. The lines may begin with the marks of a quotation. */
const BRACKET = /^<(url:)?(\s*(?:\n[ \t>]*)?)(?:([a-z][a-z\d+.-]*)\s*\n[\s>]*)?$/i;

/** A bracket before a place. */
interface Bracket {
  /** Whether the URL in it begins at the place; otherwise a word ends the line before, perhaps a part of the scheme. */
  readonly opens: boolean;
  /** Whether it is `<URL:`. */
  readonly hasPrefix: boolean;
  /** A bracket alone with blanks behind it may be the sign of a comparison, too. */
  readonly isCertain: boolean;
}

function bracketBefore(text: string, from: number, at: number): Bracket | null {
  const before = text.slice(Math.max(from, at - LONGEST_WRAPPER), at);
  const open = before.lastIndexOf('<');
  if (open === -1) return null;
  const [whole, prefix, blanks, word] = BRACKET.exec(before.slice(open)) ?? [];
  const hasPrefix = prefix !== undefined;
  return whole === undefined ? null : { opens: word === undefined, hasPrefix, isCertain: hasPrefix || blanks === '' };
}

/** A URL or a host in brackets that is folded before its path; `null` = there is none. */
function foldedAt(text: string, at: number, limit: number): WordFindings | null {
  const wrapped = readWrappedUrl(text, at, limit);
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):/i.exec(wrapped?.url ?? '') ?? [];
  return isKnownScheme(scheme.toLowerCase()) ? wrappedAt(text, at, scheme, limit) : wrappedHost(text, at, wrapped);
}

function wrappedHost(text: string, at: number, wrapped: WrappedUrl | null): WordFindings | null {
  if (wrapped === null || !beginsHost(wrapped.url) || !isDomain(wrapped.url)) return null;
  return guessedHost(text, [at, wrapped.to], wrapped.url, wrapped.after);
}

/** How far a wrapper and a URL without `//` are looked at, in UTF-16 code units. */
const LONGEST_WRAPPER = 40;
/** The longest name of a host with its port, in UTF-16 code units. */
const LONGEST_HOST = 260;
const LONGEST_OPAQUE = 200;

function wrappedAt(text: string, at: number, scheme: string, limit: number): WordFindings | null {
  const wrapped = readWrappedUrl(text, at, limit);
  // `<news:>` is empty, and `<news: today>` a sentence.
  if (wrapped === null || wrapped.to <= at + scheme.length + 1 || /^[a-z\d+.-]*:(?:\/\/)?$/i.test(wrapped.url))
    return null;
  const { to, after, url, warnings, isPattern } = wrapped;
  if (isPattern) return { link: null, proposals: [proposal(text, [at, to], 'pattern', null)], after };
  const meant = lacksSlashes(url) ? withSlashes(url) : null;
  if (meant !== null && isDomain(meant.slice(scheme.length + 1)))
    return { link: null, proposals: [proposal(text, [at, to], 'missing-slashes', meant)], after };
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
  const most = Math.min(limit, rest + LONGEST_OPAQUE);
  if (isKnown && text.startsWith('\\\\', rest)) return backslashedAt(text, at, rest, most);
  if (!/[\w/%?+=\u00a1-\uffff-]/.test(text[rest] ?? '')) return null;
  const { to, warnings, isPattern } = readBareUrl(text, { at, scheme, hostAt: null }, most);
  const isUnclear = isPattern || warnings.some((code) => code !== 'non-ascii' || !isKnown);
  if (to <= rest || to === rest + LONGEST_OPAQUE || isUnclear) return null;
  const written = text.slice(at, to);
  if (isKnown) {
    const meant = withSlashes(written);
    if (meant === null || !isDomain(meant.slice(scheme.length + 1))) return null;
    return { link: null, proposals: [proposal(text, [at, to], 'missing-slashes', meant)], after: to };
  }
  const isAlone = /^[ \t]*(?:\r?\n|$)/.test(text.slice(to, to + LONGEST_OPAQUE));
  if (!isAlone || /^:|^\d+(?:\/|$)/.test(text.slice(rest, to))) return null;
  return { link: null, proposals: [proposal(text, [at, to], 'unknown-scheme', written)], after: to };
}

/** `http:\\host\path`, as people type it who have only seen paths of Windows. */
function backslashedAt(text: string, at: number, rest: number, limit: number): WordFindings | null {
  const [written = ''] = /^[^\s<>"]*[^\s<>".,:;!?')\]]/.exec(text.slice(rest, limit)) ?? [];
  const hostAndPath = written.replaceAll('\\', '/');
  if (!isDomain(hostAndPath)) return null;
  const range = [at, rest + written.length] as const;
  const url = text.slice(at, rest).toLowerCase() + hostAndPath;
  return { link: null, proposals: [proposal(text, range, 'missing-slashes', url)], after: range[1] };
}

function startsLine(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - LONGEST_OPAQUE), at);
  return /(?:^|\n)[ \t]*$/.test(line);
}

function hostAt(text: string, at: number, host: string, [from, limit]: TextRange): WordFindings | null {
  const inBrackets = bracketBefore(text, from, at)?.opens ? readWrappedUrl(text, at, limit) : null;
  const wrapped = wrappedHost(text, at, inBrackets);
  if (wrapped !== null) return wrapped;
  const start = { at, scheme: 'http', hostAt: at };
  // Whether it is a host is seen before its end, so that `www.a,www.a,…` is not read again and again.
  const most = Math.min(limit, at + LONGEST_HOST);
  const beginning = readBareUrl(text, start, most);
  if (!isDomain(text.slice(at, beginning.to))) return null;
  const { to, isPattern } = beginning.to < most ? beginning : readBareUrl(text, start, limit);
  if (isPattern) return { link: null, proposals: [], after: to };
  // A sentence may begin with the name of a company.
  if (!beginsHost(host) && !/^[ \t]*(?:\r?\n|$)/.test(text.slice(to, to + LONGEST_OPAQUE))) return null;
  return guessedHost(text, [at, to], text.slice(at, to), to);
}

function guessedHost(text: string, range: TextRange, words: string, after: number): WordFindings | null {
  const [url] = urlsOfHost(words);
  return url === undefined ? null : { link: null, proposals: [proposal(text, range, 'bare-host', url)], after };
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
