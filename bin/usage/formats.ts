/** The formats of files in one table, with what is read of each: the help and the documents follow it. */
import { EXTENSIONS, TEXT_FORMATS } from '../../src/text/formats.ts';
import type { TextFormat } from '../../src/text/index.ts';

/** In words, without a full stop. */
const READ: Readonly<Record<TextFormat, string>> = {
  text: 'plain text and mail: `<URL:…>`, folded links, quoted lines',
  info: 'manuals of GNU Info; their links stay, because tables in the file count its octets',
  markdown: 'destinations, reference definitions, autolinks, bare URLs; not code, comments and titles',
  html: 'attributes that are URLs, `srcset`, `url()` in styles; not scripts, comments and the text that readers see',
  mediawiki: 'external links; not `<nowiki>` and comments',
  csv: 'a cell that is a URL, spaces included, and URLs in other cells',
  tsv: 'the same, with tabs between cells',
  rst: 'references, targets and images of reStructuredText, and bare URLs',
  asciidoc: 'URLs and macros with labels, `url[label]`, and bare URLs',
  org: 'links in brackets, `[[url][label]]`, and bare URLs',
  latex: '`\\url{…}`, `\\href{…}{…}` and bare URLs, with the escapes of LaTeX',
  bibtex: 'fields that are URLs, `\\url{…}` and bare URLs, with the escapes of LaTeX',
  texinfo: '`@uref{url, label}` and bare URLs, with the escapes of Texinfo',
  roff: 'manual pages: `.UR` and `.Lk`, and bare URLs, with the escapes of roff; also `.1` to `.8` if a macro begins the file',
  xml: 'values of attributes and text, with character references; names of namespaces and things stay',
  json: 'strings, with their escapes; names in JSON Schema and JSON-LD stay',
  po: 'translations and comments; original texts stay',
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
