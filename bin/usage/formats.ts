/** The formats of files in one table, with what is read of each: the help and the documents follow it. */
import { EXTENSIONS, TEXT_FORMATS } from '../../src/text/formats.ts';
import type { TextFormat } from '../../src/text/index.ts';

/** In words, without a full stop. */
const READ: Readonly<Record<TextFormat, string>> = {
  text: 'plain text and mail: `<URL:…>`, folded links, quoted lines',
  markdown: 'destinations, reference definitions, autolinks, bare URLs; not code, comments and titles',
  html: 'attributes that are URLs, `srcset`, `url()` in styles; not scripts, comments and the text that readers see',
  mediawiki: 'external links; not `<nowiki>` and comments',
  csv: 'a cell that is a URL, spaces included, and URLs in other cells',
  tsv: 'the same, with tabs between cells',
};

/** A format with its extensions and what is read of it. */
interface FormatEntry {
  readonly format: TextFormat;
  readonly extensions: readonly string[];
  readonly read: string;
}

export const FORMATS: readonly FormatEntry[] = TEXT_FORMATS.map((format) => ({
  ...{ format, extensions: EXTENSIONS[format], read: READ[format] },
}));
