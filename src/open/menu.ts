/** Menus: links between texts, whose lines may still be on their way. */
import type { Canonical } from '../index.ts';
import type { ProtocolError } from '../protocols/protocol-error.ts';
import type { Common, ItemHead } from './common.ts';
import type { LongJson } from './json-pieces.ts';
import type { JsonLinks } from './links.ts';

/** A menu: links between texts. Its lines may still be on their way. They can be read once, in one of three ways. */
export interface Menu extends Common {
  readonly shape: 'menu';
  head(): ItemHead;
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
  /** Whether so many lines have come that people look for words in them. */
  isLong(): boolean;
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
  /** The error that ended it before its end; `null` = it is whole, or more lines may come. */
  readonly broken: ProtocolError | null;
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
