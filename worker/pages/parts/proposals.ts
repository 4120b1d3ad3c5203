/** What a person may have meant by a text that is not a URL: URLs to choose from, instead of an error alone. */
import { safeCanonicalize } from '../../../src/index.ts';
import { linkableSchemes } from '../../../src/schemes/linkable.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';

/** How many URLs are proposed: more than these nobody compares. */
const MOST = 4;

/** The scheme that a host suggests by the first label of its name, and by its port. */
const BY_LABEL: Readonly<Record<string, string>> = {
  gopher: 'gopher',
  ftp: 'ftp',
  www: 'https',
  news: 'news',
  nntp: 'nntp',
  wais: 'wais',
};
const BY_PORT: Readonly<Record<string, string>> = {
  21: 'ftp',
  23: 'telnet',
  70: 'gopher',
  80: 'http',
  119: 'nntp',
  210: 'wais',
  443: 'https',
};
const USUAL_SCHEMES = ['https', 'gopher', 'ftp'] as const;

/** `host`, `host:port`, `host/path`, perhaps after two slashes. A name has a dot, unless it is `localhost`. */
const HOST = /^(?:\/\/)?((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+|localhost)(?::(\d{1,5}))?(?=[/?#]|$)/u;
const ADDRESS = /^<?[^\s@<>/]+@[^\s@<>/]+\.[^\s@<>/]+>?$/;
/** The hierarchies of Usenet that are groups beyond doubt. */
const GROUP = /^(?:alt|comp|humanities|misc|news|rec|sci|soc|talk)(?:\.[a-z\d+_-]+)+$/;
/** `gopher:host/x` and `gopher:/host/x`, which lack slashes. */
const FEW_SLASHES = /^([a-z][a-z\d+-]*):\/?(?=[^/])/i;
/** A few words, as for a search engine; a word alone has three characters or more. */
const WORDS = /^(?:[\p{L}\p{N}’'-]+(?:\s+[\p{L}\p{N}’'-]+){1,7}|\p{L}[\p{L}\p{N}’'-]{2,})$/u;
/** The search engine of gopherspace, Veronica-2. */
const SEARCH = 'gopher://gopher.floodgap.com/7/v2/vs%09';
/** Characters that are never part of a link, raw or escaped. */
const CONTROLS = /[\0-\x1f\x7f]|%(?:[01][\da-f]|7f)/gi;

/**
 * The canonical URLs that a text may have been meant as, the likeliest first. `proposalsFor('gopher.floodgap.com')` is
 * `['gopher://gopher.floodgap.com/', 'https://gopher.floodgap.com/', 'ftp://gopher.floodgap.com/']`,
 * `proposalsFor('h.example:70/1/x')[0]` is `'gopher://h.example/1/x'`. Words become a
 * search of gopherspace, and `proposalsFor('../b')` is `[]`.
 *
 * @param text - a text that `canonicalize` refuses, or reads as a URL of an unknown scheme
 */
export function proposalsFor(text: string): readonly string[] {
  const trimmed = text.trim();
  const candidates = [
    ...proposedLinks(trimmed),
    ...(GROUP.test(trimmed) ? [`news:${trimmed}`] : []),
    ...(ADDRESS.test(trimmed) ? [`mailto:${trimmed.replace(/^<|>$/g, '')}`, `news:${trimmed}`] : []),
    ...withSchemes(trimmed),
    trimmed.replace(CONTROLS, ''),
    trimmed.replace(/\s+/g, ''),
    trimmed.replace(FEW_SLASHES, '$1://'),
    ...(WORDS.test(trimmed) ? [SEARCH + encodeURIComponent(trimmed)] : []),
    // A port that is too large, or not a number.
    trimmed.replace(/^([a-z][a-z\d+-]*:\/\/[^/?#:]+):[^/?#]*/i, '$1'),
  ];
  const proposals = new Set(candidates.flatMap(linkable));
  proposals.delete(text);
  return [...proposals].slice(0, MOST);
}

/** What a reader of texts finds between words: links, and then names of hosts with the schemes that they suggest. */
function proposedLinks(text: string): readonly string[] {
  const { links, proposals } = linksInPlainText(text);
  const hosts = proposals.filter(({ url }) => url !== null).map(({ written }) => written);
  return [...links.map(({ url }) => url), ...(hosts.includes(text) ? [] : hosts.flatMap(withSchemes))];
}

function withSchemes(text: string): readonly string[] {
  const [, host = '', port = ''] = HOST.exec(text) ?? [];
  if (host === '') return [];
  const likely = [BY_PORT[port], BY_LABEL[host.slice(0, host.indexOf('.')).toLowerCase()]];
  const schemes = [...likely.filter((scheme) => scheme !== undefined), ...USUAL_SCHEMES];
  return schemes.map((scheme) => `${scheme}://${text.replace(/^\/\//, '')}`);
}

/** The canonical form of a URL that a page may link to; none of anything else. */
function linkable(url: string): readonly string[] {
  const result = safeCanonicalize(url);
  return result.ok && linkableSchemes.has(result.value.slice(0, result.value.indexOf(':'))) ? [result.value] : [];
}
