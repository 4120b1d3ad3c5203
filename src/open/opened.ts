/**
 * The shapes of what links lead to. Whoever shows a shape knows no protocol, and whoever opens a link knows no page: a
 * new kind of links needs no new view, and a new shape does not compile before every caller shows it.
 */
import type { Canonical } from '../index.ts';
import type { OctetString } from '../octets/charset.ts';
import type { Body, Collected, Filter } from '../protocols/connection.ts';
import type { ProtocolError } from '../protocols/protocol-error.ts';
import type { Article, Group, Groups } from './articles.ts';
import type { LongJson } from './json-pieces.ts';
import type { JsonLinks } from './links.ts';

import type { NameService, NamesQuery } from './names.ts';

export type { Article, Group, Groups } from './articles.ts';

export type Opened =
  | Moved
  | Listing
  | Menu
  | Results
  | File
  | Download
  | Octets
  | Text
  | Message
  | Names
  | TerminalSession
  | Draft
  | Groups
  | Group
  | Article;
/** With the values that only one kind of links has. */
export type AnyOpened = Opened | Values;
export type Shape = AnyOpened['shape'];

/** What shapes have in common. */
interface Common {
  /** How long other readers may get the same answer, in seconds; 0 = nobody may. Absent = nobody has decided. */
  readonly freshFor?: number;
}

/** The server names another link: an item has moved, or a name is a directory. */
export interface Moved extends Common {
  readonly shape: 'moved';
  readonly url: string;
  /** Whether the link has left its protocol, so that whoever opens links decides what to do. Absent = `false`. */
  readonly isOutside?: boolean;
}

/** The columns by which rows can be sorted, and the directions. */
export const COLUMNS = ['name', 'size', 'modified'] as const;
export type Column = (typeof COLUMNS)[number];
export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface SortOrder {
  readonly column: Column;
  readonly direction: Direction;
}

/** One entry of a listing. */
export interface Row {
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
export interface Rows {
  readonly length: number;
  /** The first time that is more than a day; `null` = there is none. */
  readonly timed: string | null;
  /** The indices of all rows in an order; `null` = that of the server. */
  sorted(order: SortOrder | null): readonly number[];
  at(indices: Iterable<number>): Iterable<Row>;
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
  readonly rows: Rows;
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
  /** The sentence in place of rows, if there are none; `null` = nobody has asked for rows yet. */
  readonly nothing: string | null;
  /** Other lists that belong to it, and that were not read. */
  readonly beside: readonly Row[];
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
  readonly found: readonly Result[];
  /** All that the collection has; `null` = the server names no such document. */
  readonly catalogue: Result | null;
  /** Whether the server may have more results. */
  readonly isCut: boolean;
  /** How to ask for more results, with options of the opener; `null` = no option helps. */
  readonly more: { readonly text: string; readonly options: Readonly<Record<string, string>> } | null;
  /** The sentence in place of results, if there are none. */
  readonly nothing: string;
  json(links: JsonLinks): object;
}

/** A document that was found. */
export interface Result {
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

/** What stands above an item of a server on a page. */
export interface Head {
  /** What it is, for people, after the name of the protocol: `menu`. */
  readonly noun: string;
  /** Its name in the link, decoded, or else that of its server. */
  readonly name: string;
  /** Its link without what is asked of it, such as words: lists of its server name it so. */
  readonly address: string;
  /** Whether it is the first item of its server, and has the name of the server. */
  readonly isRoot: boolean;
  /** What is searched for in it; `null` = nothing. */
  readonly words: string | null;
  /** The language of its text, such as `en-US`; `null` = unknown. */
  readonly language: string | null;
  /** The URL of what else its server says of it; `null` = nothing. */
  readonly attributes: string | null;
  /** The same in other ways. */
  readonly ways: readonly { readonly text: string; readonly url: string }[];
}

/** A menu: links between texts. Its lines may still be on their way. They can be read once, in one of three ways. */
export interface Menu extends Common {
  readonly shape: 'menu';
  head(): Head;
  /** As its server marks it; `null` = it does not. */
  readonly title: string | null;
  /** Its first line, which may be a heading; `null` = it cannot be one. */
  readonly heading: string | null;
  /** Whether its link is that of a search, so that a page has a form for other words. */
  readonly isSearch: boolean;
  /** Its JSON: with all lines and what they depend on, or in parts, because they are still on their way. */
  readonly content:
    | { readonly isWhole: true; readonly identity: readonly string[]; json(links: JsonLinks): object }
    | { readonly isWhole: false; json(links: JsonLinks): LongJson };
  /** Whether the lines that have come lead to pictures, and whether they have dates, which a feed needs. */
  hasPictures(): boolean;
  isDated(): boolean;
  /**
   * The lines, as they arrive.
   *
   * @param lines - `untitled`: without the line that is the title
   */
  arrivals(lines: 'all' | 'untitled'): AsyncIterable<MenuPart>;
  /** The items with a date, in the order of the menu, from all lines. */
  dated(): Promise<readonly DatedItem[]>;
  /** Whether the server has more lines than were read. */
  isCut(): boolean;
  /** The charset of the texts so far. */
  charset(): string;
  /** Ends the menu although the server may have more. */
  close(): void;
}

/** Lines that arrived together. Their entries are made when they are shown: a URL costs more than a line. */
export interface MenuPart {
  readonly length: number;
  /** The entries of the lines from an index to another one. Absent = all. */
  entries(from?: number, to?: number): Iterable<MenuEntry>;
}

/** A line of a menu, with its text, decoded. */
export type MenuEntry = { readonly text: string } & (
  | { readonly kind: 'text' }
  | {
      /** `error`: the server says that an item is not there. */
      readonly kind: 'item' | 'error';
      /** `null` = it leads nowhere. */
      readonly url: Canonical | null;
      /** The URL without what is asked of it, as {@link Head.address}. */
      readonly address: string | null;
      /** What it leads to: a short word, and the words for it. */
      readonly label: string;
      readonly type: string;
      readonly isPicture: boolean;
      /** The server of a copy of the item before it; `null` = it is no copy. */
      readonly copyAt: string | null;
    }
);

export interface DatedItem {
  readonly url: Canonical;
  readonly title: string;
  readonly updated: Date;
}

/** A file. It is an offer: nothing is transferred before `fetch`. */
export interface File extends Common {
  readonly shape: 'file';
  /** What it is: `document`. For people, after the name of the protocol. `null` = its media type says it. */
  readonly noun: string | null;
  /** Decoded, without what only its own system understands. */
  readonly name: string;
  /** As the server declares it, without a charset; `null` = it follows from the name and the first octets. */
  readonly mediaType: string | null;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  /** Whether the size comes from the server. That in a link may be wrong, so that no answer can promise it. */
  readonly isExact: boolean;
  /** Whether the server has said that it has the file. Otherwise only a transfer shows it. */
  readonly exists: boolean;
  readonly modified: Date | null;
  /** Whether references in it are relative to its link. Otherwise only absolute ones lead anywhere. */
  readonly isBase: boolean;
  /** Whether a transfer can begin in the middle. */
  readonly isResumable: boolean;
  /**
   * Whether people and programs get what `read` returns, unless the file is too long for that. Otherwise programs get
   * the octets, and people in a window get a page if the file turns out to be a text.
   */
  readonly isRead: boolean;
  /** Reads all octets of a text. */
  read(octets: Uint8Array): Text | Message;
  /** What programs get of a file that is not read; `null` = the octets. */
  readonly json: ((links: JsonLinks) => object) | null;
  /**
   * Begins the transfer, whole or of a part. A name may turn out to be a directory. The file is closed with the
   * transfer.
   *
   * @param start - the offset of the first octet. Absent = 0
   * @param end - the offset after the last octet. A server that cannot end there sends more. Absent = the end
   */
  fetch(start?: number, end?: number): Promise<Transfer | Moved>;
  /** Ends the session if nothing is fetched. */
  close(): void;
}

/** The octets of a file. */
export interface Transfer extends Body {
  readonly shape: 'transfer';
  /** The offset of the first octet: 0 if the server begins there in any case. */
  readonly start: number;
  /** Reads a short file to its end, and the first octets of another one, which `read` returns again. */
  beginning(cap: number): Promise<Collected>;
  /** What is to be said when all octets have come; `null` = nothing. */
  remark(): string | null;
}

/** A file of which only its octets say what it is. It is an offer: no server is asked before `begin`. */
export interface Download extends Common {
  readonly shape: 'download';
  /** What programs get in its place; `null` = the octets. */
  readonly json: ((links: JsonLinks) => object) | null;
  /** Asks the server for it. */
  begin(): Promise<Arriving | Octets | Moved>;
}

/** A file whose octets arrive. They can be read once. */
export interface Arriving extends Common {
  readonly shape: 'arriving';
  head(): Head;
  /** Decoded. */
  readonly name: string;
  /** Without a charset. */
  readonly mediaType: string;
  /** Whether people save it, even if it is a text. */
  readonly isSaved: boolean;
  /** What people see of it in a window. */
  readonly page: ArrivingPage;
  /** As its server announces it, in octets; `null` = unknown. */
  readonly size: number | null;
  readonly body: Body;
  /** How its octets are sent: to a browser, which does not know all charsets, or to a reader that decodes them. */
  sentTo(reader: 'browser' | 'decoder'): Sent;
  /** All octets of a file that is not longer; `null` = it is longer, and nothing is read. */
  whole(cap: number): Promise<Uint8Array | null>;
  /** What arrives within a time, in milliseconds, up to a cap. It can be read again. */
  ahead(cap: number, patience: number): Promise<{ readonly octets: Uint8Array; readonly isAll: boolean }>;
}

export type ArrivingPage =
  /** A document: how its references are resolved. */
  | { readonly kind: 'html'; resolve(reference: string, base: string, isPicture: boolean): Canonical }
  /** A sound, a video or a picture, if its media type says so: whether other links of a list are of its kind. */
  | { readonly kind: 'media'; isLike(link: string): boolean }
  | null;

export interface Sent {
  /** The media type, with a charset if that is certain. */
  readonly type: string;
  /** In octets; `null` = unknown. */
  readonly length: number | null;
  /** Takes from the body what belongs to the protocol, and decodes it; `null` = it is sent as it comes. */
  readonly filter: Filter | null;
}

/** A reply as the server writes it. */
export interface Octets extends Common {
  readonly shape: 'octets';
  readonly name: string;
  /** Absent = it follows from the name and the first octets. */
  readonly mediaType?: string;
  /** `null` = there are no octets. */
  readonly body: Body | null;
}

/** What texts and messages have in common. */
interface Readable extends Common {
  /** What it is: `document`. For people, after the name of the protocol. */
  readonly noun: string;
  /** The name under which it is saved. */
  readonly name: string;
  /** As its server sends it. */
  readonly octets: Uint8Array;
  readonly charset: string;
  /** Decoded, for people. */
  readonly text: string;
  json(links: JsonLinks): object;
}

export interface Text extends Readable {
  readonly shape: 'text';
  /** Absent = there is no more to say of it than its name and noun. */
  readonly head?: () => Head;
  /** Its octets for browsers, which do not know all charsets. Absent = as they are. */
  sent?(): { readonly type: string; readonly octets: Uint8Array };
  /** What it says of its server, above the text. Absent = nothing. */
  readonly about?: readonly AboutServer[];
  /** What people see in place of the text. Absent = the text, with links for its URLs. */
  readonly content?: TextContent;
}

export type TextContent =
  /** A text in pieces, of which some are words of a search. */
  | { readonly kind: 'marked'; readonly pieces: readonly TextPiece[] }
  /** A text that is nothing but a URL. */
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'links'; readonly links: readonly TextLink[] };

export interface TextPiece {
  readonly text: string;
  readonly highlighted: boolean;
}

/** A fact about a server: a text, or a link; `null` = its server does not say. */
export interface AboutServer {
  readonly name: string;
  readonly text: string | null;
  readonly isLink: boolean;
}

/** A link that a text describes. */
export interface TextLink {
  readonly text: string;
  readonly url: string;
  readonly about: string | null;
}

/** A message with a header, and perhaps with parts (RFC 5322, MIME). */
export interface Message extends Readable {
  readonly shape: 'message';
}

/** What name services have for a name or an id, or what they say of themselves. */
export interface Names extends Common {
  readonly shape: 'names';
  readonly title: string;
  readonly url: string;
  readonly query: NamesQuery;
  /** Whether the services themselves were asked for, and no name and no id. */
  readonly isAboutServices: boolean;
  /** A sentence about what the client added to the query, with the link of the query without it; `null` = nothing. */
  readonly narrowed: { readonly text: string; readonly everywhere: string } | null;
  /** In the order of the settings. */
  readonly services: readonly NameService[];
}

/** A session for a terminal. Nothing of it can be fetched. */
export interface TerminalSession extends Common {
  readonly shape: 'session';
  readonly url: string;
  /** The protocol, by the scheme of its links. */
  readonly protocol: string;
  readonly host: string | null;
  readonly port: number | null;
  /** What the screen is made of: characters that arrive one after the other, or the fields of an IBM 3270. */
  readonly screen: 'characters' | '3270';
  /** Whether the protocol itself sends the name to log in with, so that a person must say it first. */
  readonly sendsUser: boolean;
}

/** The draft of a message, for the mail program of a reader. Nobody is asked for it. */
export interface Draft extends Common {
  readonly shape: 'draft';
  readonly url: string;
  /** Addresses, decoded. */
  readonly to: readonly string[];
  /** What the mail program gets, names in lower case, values decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** What the link asks for, and people have to add themselves. */
  readonly blindCopies: readonly string[];
  /** The names of other header fields of the link. */
  readonly leftOut: readonly string[];
  /** The link for the mail program. */
  readonly href: string;
}

/** Values that only one kind of links has, such as a form. The gateway of that kind has their page. */
export interface Values extends Common {
  readonly shape: 'values';
  json(links: JsonLinks): object;
  /** Lines for people, without their ends. */
  lines(links: JsonLinks): Iterable<string>;
  /** Why there is not more: programs get the error, and a page says how to ask otherwise. Absent = this is all. */
  readonly error?: ProtocolError;
}
