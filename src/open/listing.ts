/** Lists of links: directories, and what a search has found. */
import type { OctetString } from '../octets/charset.ts';
import type { ProtocolError } from '../protocols/protocol-error.ts';
import type { Column, SortOrder } from '../protocols/sort-order.ts';
import type { Common, OpenedAs } from './common.ts';
import type { JsonLinks } from './links.ts';

/** One entry of a listing. */
export interface ListingRow {
  /** `name`: neither a file nor a directory, such as a word of a dictionary. */
  readonly kind: 'directory' | 'file' | 'link' | 'unknown' | 'name';
  /** Decoded. */
  readonly name: string;
  /** The name as the server has it; `null` = the protocol has texts. */
  readonly octets: OctetString | null;
  /** In octets. */
  readonly size: number | null;
  /** In ISO 8601, at the precision of the listing. */
  readonly modified: string | null;
  /** Where a link of the server leads, decoded. */
  readonly target: string | null;
  /** `null` = no URL can name it. */
  readonly url: string | null;
}

/** The rows of a listing. There may be 50,000 of them, so they may be held in a form of their own. */
export interface ListingRows {
  readonly length: number;
  /** The first time that is more than a day; `null` = there is none. */
  readonly timed: string | null;
  /** The indices of all rows in an order; `null` = that of the server. */
  sorted(order: SortOrder | null): readonly number[];
  at(indices: Iterable<number>): Iterable<ListingRow>;
}

/** A form for the words of a search. */
export interface SearchForm {
  /** The link that the fields are sent to, canonical. */
  readonly url: string;
  /** What the words are: `Search terms`. */
  readonly label: string;
  /** Those of this search; empty = none. */
  readonly words: string;
  readonly choices: readonly Choice[];
}

/** A field of a form with a list of values. */
export interface Choice {
  /** The name of the field. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [value: string, text: string])[];
}

/** A directory, or another list of links. */
export interface Listing extends Common {
  readonly shape: 'listing';
  /** Absent = the link itself. */
  readonly openedAs?: OpenedAs | undefined;
  /** What it is: `directory`. For people, after the name of the protocol. */
  readonly noun: string;
  /** The service of the server that has it, in place of the name of the protocol. Absent = none has a name. */
  readonly service?: string;
  /** Canonical. */
  readonly url: string;
  /** Empty = the name of the server. */
  readonly title: string;
  /** The steps from the server down to this one; `null` = those of its link. */
  readonly path: readonly { readonly text: string; readonly url: string }[] | null;
  /** Whether the URLs of its rows are its own URL, which ends with a slash, and their names. */
  readonly isBase: boolean;
  /** `null` = nothing can be searched here. */
  readonly form: SearchForm | null;
  /** The columns that its rows may have values for. */
  readonly columns: readonly Column[];
  readonly rows: ListingRows;
  /** The order without another wish; `null` = that of the server. */
  readonly order: SortOrder | null;
  /** What else its JSON says before the rows. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The words of the server about it, above the rows. */
  readonly words: readonly string[];
  /** The text that explains it; `null` = none. */
  readonly readme: { readonly name: string; readonly text: string; readonly cut: boolean } | null;
  /** Lines in an unknown format. */
  readonly unread: readonly string[];
  /** Whether the server has more rows than were read. */
  readonly cut: boolean;
  /** The error that ended it before its end. Absent = it is whole. */
  readonly broken?: ProtocolError | undefined;
  /** The sentence in place of rows, if there are none; `null` = nobody has asked for rows yet. */
  readonly nothing: string | null;
  /** Other lists that belong to it, and that were not read. */
  readonly beside: readonly ListingRow[];
  /** Its JSON, if it is not that of every listing. */
  json?(order: SortOrder | null, links: JsonLinks): object;
  /** The same in other ways, with options of the opener. */
  readonly others: readonly { readonly text: string; readonly options: Readonly<Record<string, string>> }[];
}

/** What a search has found, or what a collection says of itself. */
export interface Results extends Common {
  readonly shape: 'results';
  /** What it is: `search`. For people, after the name of the protocol. */
  readonly noun: string;
  readonly title: string;
  /** `null` = nothing can be searched here. */
  readonly form: SearchForm | null;
  /** Whether the results have scores. */
  readonly isScored: boolean;
  /** What the collection says of itself; `null` = nothing. */
  readonly about: {
    readonly text: string | null;
    readonly facts: readonly (readonly [name: string, value: string | null])[];
  } | null;
  readonly found: readonly FoundDocument[];
  /** All that the collection has; `null` = the server names no such document. */
  readonly catalogue: FoundDocument | null;
  /** Whether the server may have more results. */
  readonly isCut: boolean;
  /** How to ask for more results, with options of the opener; `null` = no option helps. */
  readonly more: { readonly text: string; readonly options: Readonly<Record<string, string>> } | null;
  /** The sentence in place of results, if there are none. */
  readonly nothing: string;
  json(links: JsonLinks): object;
}

/** A document that was found. */
export interface FoundDocument {
  readonly title: string;
  readonly score: number | null;
  /** In octets. */
  readonly size: number | null;
  readonly date: string | null;
  /** Whether `about` has its content, so that people need no link to it. */
  readonly isAbout: boolean;
  /** What it is, if it is not a document of this server; `null` = it is one. */
  readonly tag: string | null;
  /** At least one, the usual form first. */
  readonly forms: readonly ResultForm[];
}

/** One form of a document: the same text may exist as PostScript, too. */
export interface ResultForm {
  readonly type: string;
  /** `null` = no URL can name it. */
  readonly url: string | null;
  /** The link that opens it, which may say more than `url`, such as the length. */
  readonly opened: string | null;
}
