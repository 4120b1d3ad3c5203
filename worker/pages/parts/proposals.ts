/** What a person may have meant by a text that is not a URL: URLs to choose from, instead of an error alone. */
import { safeExplain } from '../../../src/index.ts';
import { linkableSchemes } from '../../../src/schemes/linkable.ts';
import { findingsIn, isTextLink } from '../../../src/text/findings.ts';
import { respelt, urlsOfHost, withSlashes } from '../../../src/text/guesses.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { unwrap } from '../../../src/uri/prepare.ts';

/** How many URLs are proposed: more than these nobody compares. */
const MOST = 4;

const ADDRESS = /^[^\s@<>/]+@[^\s@<>/]+\.[^\s@<>/]+$/;
/** The hierarchies of Usenet that are groups beyond doubt. */
const GROUP = /^(?:alt|comp|humanities|misc|news|rec|sci|soc|talk)(?:\.[a-z\d+_-]+)+$/;
/** A few words, as for a search engine; a word alone has three characters or more. */
const WORDS = /^(?:[\p{L}\p{N}’'-]+(?:\s+[\p{L}\p{N}’'-]+){1,7}|\p{L}[\p{L}\p{N}’'-]{2,})$/u;
/** The search engine of gopherspace, Veronica-2. */
const SEARCH = 'gopher://gopher.floodgap.com/7/v2/vs%09';
/** A canonical URL, and what a link to it says: the URL, unless it is a search. */
export type Proposal = Readonly<Record<'url' | 'text', string>>;

/** One link over several lines, none of which has words or begins another link. */
const FOLDED = /^\S+(?:\s*[\r\n]\s*(?![a-z][a-z\d+.-]*:)\S+)+$/i;

/** Characters that are never part of a link, raw or escaped. */
const CONTROLS = /[\0-\x1f\x7f]|%(?:[01][\da-f]|7f)/gi;

/**
 * The canonical URLs that a text may have been meant as, likeliest first. `proposalsFor('gopher.h.example')[0]?.url`
 * is `'gopher://gopher.h.example/'`, and `proposalsFor('../b')` is `[]`. Words become a search, which says so:
 * `proposalsFor('hello world')[0]?.text` is `'Search Gopherspace for “hello world”'`.
 *
 * @param text - a text that `canonicalize` refuses, or reads as a URL of an unknown scheme
 */
export function proposalsFor(text: string): readonly Proposal[] {
  const trimmed = unwrap(text).text;
  const candidates = [
    ...(FOLDED.test(trimmed) ? [trimmed.replace(/\s+/g, '')] : []),
    ...proposedLinks(trimmed),
    ...(GROUP.test(trimmed) ? [`news:${trimmed}`] : []),
    ...(ADDRESS.test(trimmed) ? [`mailto:${trimmed}`, `news:${trimmed}`] : []),
    ...urlsOfHost(trimmed),
    trimmed.replace(CONTROLS, ''),
    trimmed.replace(/\s+/g, ''),
    respelt(trimmed) ?? withSlashes(trimmed) ?? trimmed,
    ...(WORDS.test(trimmed) ? [SEARCH + encodeURIComponent(trimmed)] : []),
    // A port that is too large, or not a number.
    trimmed.replace(/^([a-z][a-z\d+-]*:\/\/[^/?#:]+):[^/?#]*/i, '$1'),
  ];
  const proposals = new Set(candidates.flatMap(linkable));
  proposals.delete(text);
  return [...proposals].slice(0, MOST).map((url) => ({ url, text: textOf(url) }));
}

function textOf(url: string): string {
  const [, words] = url.split(SEARCH);
  return words === undefined ? url : `Search Gopherspace for “${decodeText(words)}”`;
}

/** What a reader of texts finds between words, and the other schemes of a host. */
function proposedLinks(text: string): readonly string[] {
  return findingsIn(linksInPlainText(text)).flatMap((finding) => {
    if (isTextLink(finding)) return [finding.url];
    const { reason, written, url } = finding;
    if (written === text || url === null) return [];
    return reason === 'bare-host' ? urlsOfHost(written) : [url];
  });
}

/**
 * The canonical form of a URL that a page may link to; none of anything else. The explorer has `explain` already;
 * `canonicalize` would bring its pass over octets.
 */
function linkable(url: string): readonly string[] {
  const result = safeExplain(url);
  if (!result.ok) return [];
  const { canonical, scheme } = result.value;
  return linkableSchemes.has(scheme) ? [canonical] : [];
}
