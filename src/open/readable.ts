/** Texts and messages: their octets were read, and people get their characters. */
import type { Sauce } from '../octets/sauce.ts';
import type { Common, ItemHead } from './common.ts';
import type { JsonLinks } from './links.ts';

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

export interface ReadableText extends Readable {
  readonly shape: 'text';
  /** Absent = there is no more to say of it than its name and noun. */
  readonly head?: () => ItemHead;
  /** Its octets for browsers, which do not know all charsets. Absent = as they are. */
  sent?(): { readonly type: string; readonly octets: Uint8Array };
  /** What its record says, which is no part of the text. Absent = it has none. */
  readonly sauce?: Sauce;
  /** What it says of its server, above the text. Absent = nothing. */
  readonly about?: readonly AboutServer[];
  /** Decodes the octets of one of its pages, if it is long. Absent = as its charset says. */
  decode?(octets: Uint8Array): string;
  /** What people see in place of the text. Absent = the text, with links for its URLs. */
  readonly content?: TextContent;
}

export type TextContent =
  /** A text in pieces, of which some are words of a search. */
  | { readonly kind: 'marked'; readonly pieces: readonly HighlightedPiece[] }
  /** A text that is nothing but a URL. */
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'links'; readonly links: readonly DescribedLink[] };

export interface HighlightedPiece {
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
export interface DescribedLink {
  readonly text: string;
  readonly url: string;
  readonly about: string | null;
}

/** A message with a header, and perhaps with parts (RFC 5322, MIME). */
export interface ReadableMessage extends Readable {
  readonly shape: 'message';
}
