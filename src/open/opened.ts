/**
 * The shapes of what links lead to. Whoever shows a shape knows no protocol, and whoever opens a link knows no page: a
 * new kind of links needs no new view, and a new shape does not compile before every caller shows it.
 */
import type { OctetString } from '../octets/charset.ts';
import type { Body, Collected } from '../protocols/connection.ts';

export type Opened = Moved | Listing | File | Octets;
export type Shape = Opened['shape'];

/** What shapes have in common. */
interface Common {
  /** How long other readers may get the same answer, in seconds. Absent = nobody has decided. */
  readonly freshFor?: number;
}

/** The server names another link: an item has moved, or a name is a directory. */
export interface Moved extends Common {
  readonly shape: 'moved';
  readonly url: string;
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
  readonly kind: 'directory' | 'file' | 'link' | 'unknown';
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

/** A directory, or another list of links. */
export interface Listing extends Common {
  readonly shape: 'listing';
  /** What it is: `directory`. For people, after the name of the protocol. */
  readonly noun: string;
  /** Canonical, with its final slash. */
  readonly url: string;
  /** The steps from the server down to this one. */
  readonly path: readonly { readonly text: string; readonly url: string }[];
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
  /** The sentence in place of rows, if there are none. */
  readonly nothing: string;
  /** The same in other ways, with options of the opener. */
  readonly others: readonly { readonly text: string; readonly options: Readonly<Record<string, string>> }[];
}

/** A file. It is an offer: nothing is transferred before `fetch`. */
export interface File extends Common {
  readonly shape: 'file';
  /** Decoded, without what only its own system understands. */
  readonly name: string;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  readonly modified: Date | null;
  /** Whether a transfer can begin in the middle. */
  readonly isResumable: boolean;
  /**
   * Begins the transfer, whole or of a part. A name may turn out to be a directory. The file is closed with the
   * transfer.
   *
   * @param start - the offset of the first octet. Absent = 0
   */
  fetch(start?: number): Promise<Transfer | Moved>;
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

/** A reply as the server writes it. */
export interface Octets extends Common {
  readonly shape: 'octets';
  /** The media type follows from this name and the first octets. */
  readonly name: string;
  /** `null` = there are no octets. */
  readonly body: Body | null;
}
