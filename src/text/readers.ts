/** The reader of each format. It is loaded when a text of its format is read, so that plain text loads no parser. */
import { type Allowed, checkArgument } from '../uri/arguments.ts';
import { formatOfText } from './formats.ts';
import type { LinkReader, LinksInText, MarkupFormat, TextFormat } from './link.ts';
import { linksInPlainText } from './plain.ts';

const LOADERS: Readonly<Record<TextFormat, () => Promise<LinkReader>>> = {
  text: async () => linksInPlainText,
  info: async () => (text) => ({ ...linksInPlainText(text), format: 'info' }),
  csv: async () => (await import('./tables.ts')).linksInCsv,
  tsv: async () => (await import('./tables.ts')).linksInTsv,
  markdown: async () => (await import('./markdown.ts')).linksInMarkdown,
  mediawiki: async () => (await import('./mediawiki.ts')).linksInMediaWiki,
  html: async () => (await import('./html.ts')).linksInHtml,
  ...{ rst: markup('rst'), asciidoc: markup('asciidoc'), org: markup('org'), latex: markup('latex') },
  ...{ bibtex: markup('bibtex'), texinfo: markup('texinfo'), roff: markup('roff') },
  ...{ xml: markup('xml'), json: markup('json'), po: markup('po') },
};

function markup(format: MarkupFormat): () => Promise<LinkReader> {
  return async () => (await import('./markup.ts')).markupReader(format);
}

const FORMATS: Allowed = [`one of ${Object.keys(LOADERS).join(', ')}`, ...Object.keys(LOADERS)];

/**
 * Loads the reader of a format.
 *
 * @param format - the format
 * @returns a function that reads texts of this format
 * @throws RangeError if there is no such format
 * @example
 * ```ts
 * const reader = await readerOf('text');
 * reader('gopher://h.example/').links.length; // 1
 * ```
 */
export async function readerOf(format: TextFormat): Promise<LinkReader> {
  checkArgument('format', format, FORMATS);
  return LOADERS[format]();
}

/**
 * Finds the links of a text.
 *
 * @param text - the text
 * @param format - its format; without it, the content decides, and the result has `inferred: true`
 * @returns links with their ranges, and proposals for what may have been meant as one
 * @throws RangeError if there is no such format
 * @example
 * ```ts
 * const { links } = await linksIn('See <URL:ftp://h.example/pub/\n  a.txt>.', 'text');
 * links.map(({ url }) => url); // ['ftp://h.example/pub/a.txt']
 * ```
 */
export async function linksIn(text: string, format?: TextFormat): Promise<LinksInText> {
  checkArgument('text', text, ['a string']);
  const reader = await readerOf(format === undefined ? formatOfText(text) : format);
  return { ...reader(text), inferred: format === undefined };
}
