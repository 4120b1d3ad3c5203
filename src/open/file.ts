/** Files, and other octets that are not read here. */
import type { Canonical } from '../index.ts';
import type { Body, Collected, Filter } from '../protocols/connection.ts';
import type { Common, ItemHead, Moved, OpenedAs } from './common.ts';
import type { JsonLinks } from './links.ts';
import type { ReadableMessage, ReadableText } from './readable.ts';

/** A file. It is an offer: nothing is transferred before `fetch`. */
export interface File extends Common {
  readonly shape: 'file';
  /** Absent = the link itself. */
  readonly openedAs?: OpenedAs | undefined;
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
  /**
   * Reads all octets of a text, or those of one of its pages.
   *
   * @param charset - decided from the beginning of a text that is read in pages. Absent or `null` = these octets decide
   */
  read(octets: Uint8Array, charset?: string | null): ReadableText | ReadableMessage;
  /** What programs get of a file that is not read; `null` = the octets. */
  readonly json: ((links: JsonLinks) => object) | null;
  /**
   * Begins the transfer, whole or of a part. A name may turn out to be a directory. The file is closed with the
   * transfer.
   *
   * @param start - the offset of the first octet. Absent = 0
   * @param end - the offset after the last octet. A server that cannot end there sends more. Absent = the end
   */
  fetch(start?: number, end?: number): Promise<FileTransfer | Moved>;
  /** Ends the session if nothing is fetched. */
  close(): void;
}

/** The octets of a file. */
export interface FileTransfer extends Body {
  readonly shape: 'transfer';
  /** The offset of the first octet: 0 if the server begins there in any case. */
  readonly start: number;
  /** Reads a short file to its end, and the first octets of another one, which `read` returns again. */
  beginning(cap: number): Promise<Collected>;
  /** What is to be said when all octets have come; `null` = nothing. */
  remark(): string | null;
}

/** A file of which only its octets say what it is. It is an offer: no server is asked before `begin`. */
export interface DownloadOffer extends Common {
  readonly shape: 'download';
  /** What programs get in its place; `null` = the octets. */
  readonly json: ((links: JsonLinks) => object) | null;
  /** Asks the server for it. */
  begin(): Promise<Arriving | RawReply | Moved>;
}

/** A file whose octets arrive. They can be read once. */
export interface Arriving extends Common {
  readonly shape: 'arriving';
  head(): ItemHead;
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
  /** A sound, a video or a picture, if its media type says so. */
  | { readonly kind: 'media' }
  /** A text that is too long for one page. */
  | ({ readonly kind: 'text' } & Pick<ReadableText, 'noun' | 'charset' | 'decode'>)
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
export interface RawReply extends Common {
  readonly shape: 'octets';
  readonly name: string;
  /** Absent = it follows from the name and the first octets. */
  readonly mediaType?: string;
  /** `null` = there are no octets. */
  readonly body: Body | null;
}
