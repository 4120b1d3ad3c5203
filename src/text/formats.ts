/** Which format a text has, by the name of its file or by its content. */
import { checkArgument } from '../uri/arguments.ts';
import type { TextFormat } from './link.ts';

/** Extensions of files by format, in lower case. */
export const EXTENSIONS: Readonly<Record<TextFormat, readonly string[]>> = {
  text: ['txt', 'text', 'asc', 'eml', 'mbox', 'msg'],
  info: ['info'],
  markdown: ['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdwn', 'mdx', 'qmd', 'rmd'],
  html: ['html', 'htm', 'xhtml', 'xht', 'shtml'],
  mediawiki: ['wiki', 'mediawiki', 'wikitext'],
  csv: ['csv'],
  tsv: ['tsv', 'tab'],
  rst: ['rst', 'rest'],
  asciidoc: ['adoc', 'asciidoc'],
  org: ['org'],
  latex: ['tex', 'ltx', 'latex'],
  bibtex: ['bib'],
  texinfo: ['texi', 'texinfo', 'txi'],
  roff: ['man', 'mdoc', 'roff'],
  xml: ['xml', 'svg', 'opml', 'rss', 'atom'],
  json: ['json', 'ipynb', 'jsonl', 'ndjson'],
  po: ['po', 'pot'],
};

/**
 * Extensions that other files have, too: logs of last week, versions. Such a file has the format only if its text
 * begins as `beginning` says.
 */
export const SHARED_EXTENSIONS: readonly {
  readonly format: TextFormat;
  readonly extensions: readonly string[];
  readonly beginning: RegExp;
}[] = [
  // The sections of the manual. A macro line or a comment begins with a control character (groff(7)).
  {
    format: 'roff',
    extensions: ['1', '2', '3', '4', '5', '6', '7', '8'],
    beginning: /^(?:[.'][ \t]*\\"|[.'][A-Za-z]{2}(?:\s|$))/,
  },
];

const FORMAT_NAMES = [
  ...(['text', 'info', 'markdown', 'html', 'mediawiki', 'csv', 'tsv'] as const),
  ...(['rst', 'asciidoc', 'org', 'latex', 'bibtex', 'texinfo', 'roff', 'xml', 'json', 'po'] as const),
] as const satisfies readonly TextFormat[];

/** The names of all formats. */
export const TEXT_FORMATS: readonly TextFormat[] = FORMAT_NAMES;

/**
 * The format that the extension of a file stands for.
 *
 * @param name - the name or the path of the file
 * @returns the format; `null` if the name has no extension, or one that says nothing
 * @example
 * ```ts
 * formatOfFile('docs/README.md'); // 'markdown'
 * formatOfFile('paper.pdf'); // null
 * ```
 */
export function formatOfFile(name: string): TextFormat | null {
  checkArgument('name', name, ['a string']);
  const extension = extensionOf(name);
  return FORMAT_NAMES.find((format) => EXTENSIONS[format].includes(extension)) ?? null;
}

/**
 * The extension of a name, in lower case and without its dot; empty if there is none. Texinfo splits a long manual into
 * files such as `libc.info-3`.
 */
export function extensionOf(name: string): string {
  return /\.([a-z\d]+)$/i.exec(name.replace(/(\.info)-\d+$/i, '$1'))?.[1]?.toLowerCase() ?? '';
}

/** How much of a text is looked at to see its format, in UTF-16 code units. */
const LONGEST_SAMPLE = 65_536;

/** What texts of a format contain, the surest first. Parts that nothing ends are bounded: the time stays linear. */
const SIGNS: readonly (readonly [format: TextFormat, sign: RegExp])[] = [
  ['html', /^\s*(?:<!doctype html|<html|<\?xml[^>]*>\s*<!doctype html)/i],
  ['html', /<(?:a|img|area|link|iframe|form|base)\s[^<>]*\b(?:href|src|action)\s*=/i],
  ['mediawiki', /\[\[[^[\]\n]+\]\]|(?:^|\n)==+[^=\n]+==+\s*(?:\n|$)/],
  ['markdown', /\]\((?:<[^<>\n]{0,500}>|[^\s)]{1,500})(?:[ \t][^)\n]{0,200})?\)/],
  ['markdown', /(?:^|\n) {0,3}(?:```|~~~|#{1,6} \S)|\n {0,3}\[[^\]\n]+\]: *\S/],
  ['mediawiki', /\[(?:[a-z]+:)?\/\/[^\s[\]]+ [^[\]\n]+\]/i],
  ['tsv', /^(?:[^\t\n]*\t[^\n]*(?:\n|$))+\n?$/],
  ['csv', /(?:^|[,;\n])"[^"\n]*"(?:[,;\r\n]|$)/],
];

/**
 * The format that a text seems to have.
 *
 * @param text - the text
 * @returns the format, `text` if there is no sign of another one
 * @example
 * ```ts
 * formatOfText('<p><a href="gopher://h.example/">Gopher</a>'); // 'html'
 * ```
 */
export function formatOfText(text: string): TextFormat {
  checkArgument('text', text, ['a string']);
  const sample = text.slice(0, LONGEST_SAMPLE);
  return SIGNS.find(([, sign]) => sign.test(sample))?.[0] ?? 'text';
}
