/**
 * What may be meant by words that are no URL: a host without a scheme (RFC 3986 §4.5, "suffix reference"), a scheme
 * without its slashes, or a misspelt one. A reader of texts proposes the likeliest URL, and a page all of them.
 */
import { DEFAULT_PORTS } from './scheme-names.ts';
import { isKnownScheme } from './schemes.ts';

/** The scheme that the first label of a host suggests. */
const BY_LABEL: ReadonlyMap<string, string> = new Map([
  ['www', 'http'],
  ['ftp', 'ftp'],
  ['gopher', 'gopher'],
  ['wais', 'wais'],
  ['telnet', 'telnet'],
  ['news', 'news'],
  ['nntp', 'nntp'],
]);
/** Labels that stand before names of hosts alone. Web sites are called `news.…`, too. */
const TELLING = [...BY_LABEL.keys()].filter((label) => label !== 'news' && label !== 'nntp').join('|');

const BY_PORT: ReadonlyMap<number, string> = new Map(DEFAULT_PORTS);

/** What any host may serve, the likeliest first. */
const USUAL_SCHEMES = ['http', 'https', 'gopher', 'ftp'] as const;

/** `host`, `host:port`, `host/path`, perhaps after two slashes. A name has a dot, unless it is `localhost`. */
const HOST = /^(?:\/\/)?((?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+|localhost)(?::(\d{1,5}))?(?=[/?#]|$)/iu;
/** The last label of a domain. Words of another script behind it are no part of it. */
const TOP_LABEL = /\.(?:[a-z]{2,24}|xn--[a-z\d-]+|(?![a-z])[\p{L}\p{M}](?:(?![a-z])[\p{L}\p{M}]){1,23})$/iu;

/**
 * The source of an expression for where to look for a host in running text: at a label that tells what it serves, or at
 * the beginning of a line with a last label that is no extension of a file. {@link isDomain} says whether it is one.
 */
export const MAY_BE_HOST = [
  `(?<![\\w+.@/%=&?~-]|(?<!\\burl):)(?:${TELLING})\\.`,
  '(?<=(?:^|\\n)[ \\t]{0,40})(?:[^\\s./:@]{1,63}\\.){1,8}(?:com|edu|gov|mil|net|org)(?=[:/?#\\s]|$)',
].join('|');

const BEGINS_HOST = new RegExp(`^(?:${TELLING})\\.`, 'i');

/** Whether a word begins with a label that tells what a host serves. */
export function beginsHost(word: string): boolean {
  return BEGINS_HOST.test(word);
}

/** Whether a word begins a URL, or the name of a host, so that it does not continue the line before it. */
export function beginsLink(word: string): boolean {
  return beginsHost(word) || /^[a-z][a-z\d+.-]+:/i.test(word);
}

/** Whether words begin with a host that is neither `localhost` nor an address, as words of prose are not. */
export function isDomain(words: string): boolean {
  return TOP_LABEL.test(HOST.exec(words)?.[1] ?? '');
}

/** The URLs that a host, perhaps with a port and a path, may be meant as, the likeliest first; none of other words. */
export function urlsOfHost(words: string): readonly string[] {
  const [, host = '', port = ''] = HOST.exec(words) ?? [];
  if (host === '') return [];
  const suggested = [BY_PORT.get(Number(port)), BY_LABEL.get(host.slice(0, host.indexOf('.')).toLowerCase())];
  const schemes = new Set([...suggested.filter((scheme) => scheme !== undefined), ...USUAL_SCHEMES]);
  return [...schemes].map((scheme) => `${scheme}://${words.replace(/^\/\//, '')}`);
}

/** `gopher:host/1` and `gopher:/host/1` with their slashes; `null` = the words lack none. */
export function withSlashes(words: string): string | null {
  const [before = '', scheme] = /^([a-z][a-z\d+-]*):\/?(?=[^/])/i.exec(words) ?? [];
  return scheme === undefined ? null : `${scheme.toLowerCase()}://${words.slice(before.length)}`;
}

/** What people type for `http` and `https`. */
const MISSPELT: ReadonlySet<string> = new Set(
  'ttp ttps htp htps hhttp hhttps htttp htttps httpp httpps hppt htpp htpps hptt thttp'.split(' '),
);
/** A word that runs into a scheme; real schemes, such as sftp, end in one too. */
const RUN_INTO = /^(?!s?(?:http|gopher)s?$|[a-z]?ftps?$)[a-z\d]{2,}?(https?|gopher|telnet|wais)$/;
const RUN_INTO_FTP = /^(?:at|by|from|in|is|on|see|site|the|to|url|use|via)(ftp)$/;

/** A URL with the scheme that its unknown one was meant as; `null` = it is known, or there is no such scheme. */
export function respelt(url: string): string | null {
  const [, written = ''] = /^([a-z][a-z\d]*):\/\//i.exec(url) ?? [];
  const word = written.toLowerCase();
  const scheme = isKnownScheme(word) ? undefined : schemeMeantBy(word);
  return scheme === undefined ? null : scheme + url.slice(word.length);
}

function schemeMeantBy(word: string): string | undefined {
  if (MISSPELT.has(word)) return word.endsWith('s') ? 'https' : 'http';
  return RUN_INTO.exec(word)?.[1] ?? RUN_INTO_FTP.exec(word)?.[1];
}
