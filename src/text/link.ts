/** What a reader finds in a text: links, what may have been meant as one, and what it did not read. */
import type { WarningCode } from './warnings.ts';

/** Markups that are read as running text, with their places for URLs and their escapes. */
export type MarkupFormat = 'rst' | 'asciidoc' | 'org' | 'latex' | 'bibtex' | 'texinfo' | 'roff' | 'xml' | 'json' | 'po';

/** The formats that have a reader. Mail is `text`, manual pages are `roff`, and manuals of GNU Info `info`. */
export type TextFormat = 'text' | 'info' | 'markdown' | 'html' | 'mediawiki' | 'csv' | 'tsv' | MarkupFormat;

/** A range of the text in UTF-16 code units, the end exclusive, as `String.prototype.slice` takes it. */
export type TextRange = readonly [from: number, to: number];

/**
 * How a text shows where a link begins and ends:
 * - `none`: by blanks and punctuation, so that the end is a guess
 * - `angle-brackets`: `<…>` or `<URL:…>` (RFC 3986 Appendix C); `url-prefix`: `URL:…` without brackets; `quotes`: `"…"`
 * - `destination`, `definition`, `autolink`: `[…](…)`, `[…]: …` and `<…>` of Markdown; `destination` is also the place
 *   of a URL in another markup, such as `\url{…}` of LaTeX
 * - `attribute`: an attribute of HTML; `css`: `url(…)` of a style sheet in HTML
 * - `bracket`: `[… text]` of MediaWiki; `cell`: a whole cell of CSV or TSV
 */
export type Delimiter =
  | 'none'
  | 'angle-brackets'
  | 'url-prefix'
  | 'quotes'
  | 'destination'
  | 'definition'
  | 'autolink'
  | 'attribute'
  | 'css'
  | 'bracket'
  | 'cell';

/** The attribute that a link is in, both names in lower case. */
export interface LinkAttribute {
  readonly element: string;
  readonly name: string;
}

/** A link of a text. */
export interface TextLink {
  /** Where the URL is, without its delimiters. */
  readonly range: TextRange;
  /** The text of the range. */
  readonly written: string;
  /** The URL that is meant: folded lines joined, and without the escapes of the format. It is not canonical. */
  readonly url: string;
  readonly delimiter: Delimiter;
  /** `null` unless `delimiter` is `attribute`. */
  readonly attribute: LinkAttribute | null;
  /** Why the range or the URL may be wrong. Leave a link with warnings as it is. */
  readonly warnings: readonly WarningCode[];
  /**
   * The text that has to stand in the range for another URL, with the escapes of the format; `null` if the URL cannot
   * be written there, or if the link has warnings.
   *
   * @param url - a URL without blanks
   */
  write(url: string): string | null;
}

/** Why a text is proposed as a link. */
export type ProposalReason =
  /** A name of a host that says what it serves, such as `www.example.org/a`. */
  | 'bare-host'
  /** `ttp://`, or a word that runs into a scheme, as in `athttp://`. */
  | 'misspelt-scheme'
  /** `gopher:host/1/a`, which lacks its slashes. */
  | 'missing-slashes'
  /** A URL of an unknown scheme without `//`, alone on its line. */
  | 'unknown-scheme'
  /** A URL in the path or the query of another one. */
  | 'inside-another'
  /** Text in quotes that begins with a link and goes on after a blank. */
  | 'blank-inside'
  /** A template or a regular expression, such as `ftp://{host}/`, of which no URL is known. */
  | 'pattern';

/** What may have been meant as a link. A reader never takes one for a link. */
export interface LinkProposal {
  /** One of {@link ProposalReason} `inside-another` or `blank-inside` overlaps a link. */
  readonly range: TextRange;
  readonly written: string;
  /** The URL that may be meant; `null` if there is only a pattern. */
  readonly url: string | null;
  readonly reason: ProposalReason;
}

/** Text that may hold links and was not read. */
export interface UnreadText {
  readonly range: TextRange;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** Everything that a reader finds in a text. */
export interface LinksInText {
  readonly format: TextFormat;
  /** Whether the content of the text decided on the format. */
  readonly inferred: boolean;
  /** In the order of the text, without overlaps. */
  readonly links: readonly TextLink[];
  /** In the order of the text. */
  readonly proposals: readonly LinkProposal[];
  /** Relative references in attributes of HTML and in destinations of Markdown, in the order of the text. */
  readonly relative: readonly TextLink[];
  /** The link of `<base href>`, which is also in one of the lists. */
  readonly base: TextLink | null;
  readonly unread: readonly UnreadText[];
}

/** Reads the links of a text in one format. */
export type LinkReader = (text: string) => LinksInText;
