/**
 * The shapes of what links lead to. Whoever shows a shape knows no protocol, and whoever opens a link knows no page: a
 * new kind of links needs no new view, and a new shape does not compile before every caller shows it.
 */
import type { ProtocolError } from '../protocols/protocol-error.ts';
import type { Article, DiscussionThread, Group, Groups } from './articles.ts';
import type { Common, Moved } from './common.ts';
import type { DownloadOffer, File, RawReply } from './file.ts';
import type { JsonLinks } from './links.ts';
import type { Listing, Results } from './listing.ts';
import type { Menu } from './menu.ts';
import type { NameService, NamesQuery } from './names.ts';
import type { ReadableMessage, ReadableText } from './readable.ts';

export * from '../protocols/sort-order.ts';
export type { Article, DiscussionThread, Group, Groups } from './articles.ts';
export type * from './common.ts';
export type * from './file.ts';
export * from './listing.ts';
export type * from './menu.ts';
export type * from './readable.ts';

export type Opened =
  | Moved
  | Listing
  | Menu
  | Results
  | File
  | DownloadOffer
  | RawReply
  | ReadableText
  | ReadableMessage
  | Names
  | TerminalSession
  | Draft
  | Groups
  | Group
  | DiscussionThread
  | Article;
/** With the values that only one kind of links has. */
export type AnyOpened = Opened | Values;
export type Shape = AnyOpened['shape'];

/** What name services have for a name or an id, or what they say of themselves. */
export interface Names extends Common {
  readonly shape: 'names';
  readonly title: string;
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
