/**
 * The items that a gopher test server can have, and the lines of its menus (RFC 1436 §3, Gopher+ §2).
 */
import type { Fault } from '../faults.ts';
import type { Octets } from '../octets.ts';
import type { Source } from '../source.ts';

/**
 * How a Gopher+ reply ends (Gopher+ §2.3): after a number of octets, with a period alone on a line (`-1`), or with the
 * connection (`-2`).
 */
export type Framing = 'length' | 'period' | 'close';

/** One representation of an item (Gopher+ §2.6). */
export interface View {
  readonly mediaType: string;
  readonly language: string | null;
  readonly source: Source;
}

/** One line of an `+ASK` block (Gopher+ §2.8). */
export type AskField =
  | { readonly kind: 'Note'; readonly text: string }
  | { readonly kind: 'Ask' | 'AskP' | 'AskL' | 'AskF' | 'ChooseF'; readonly text: string; readonly preset?: string }
  | { readonly kind: 'Choose'; readonly text: string; readonly options: readonly string[] }
  | { readonly kind: 'Select'; readonly text: string; readonly preset: boolean };

interface Common {
  readonly type: string;
  readonly title: Octets;
  readonly modified: Date;
  readonly abstract?: string;
  /** The selector of an item that holds the abstract (Gopher+ §2.5). */
  readonly abstractAt?: Octets;
}

export type Item =
  | (Common & { readonly kind: 'menu'; readonly lines: readonly MenuLine[] })
  | (Common & {
      readonly kind: 'document';
      /** The preferred view first. A plain request gets that view. */
      readonly views: readonly [View, ...View[]];
      readonly framing: Framing;
    })
  | (Common & { readonly kind: 'search' })
  | (Common & { readonly kind: 'form'; readonly fields: readonly AskField[] })
  /** An item that is always refused, with one of the error codes of Gopher+ §2.3. */
  | (Common & {
      readonly kind: 'refusal';
      readonly code: 1 | 2 | 3;
      readonly framing: Framing;
      readonly message: string;
    })
  /** Another item, sent with a fault. */
  | (Common & { readonly kind: 'faulty'; readonly fault: Fault; readonly of: Octets });

/** One line of a menu. A string is an information line. */
export type MenuLine =
  | Octets
  /** An item of this server, with its own title and item type unless the line has others. */
  | { readonly see: Octets; readonly title?: Octets; readonly as?: string }
  /** The same item under another name of this server: item type `+`. */
  | { readonly mirror: Octets }
  /** An item of another server, by default on this machine. */
  | {
      readonly remote: string;
      readonly title: Octets;
      readonly selector: Octets;
      readonly host?: string;
      readonly port: number;
    }
  /**
   * Octets that are sent unchanged, including their line end. `<here>` stands for host, TAB and port of this server.
   */
  | { readonly raw: Octets };

/** The items of a server by selector. */
export type Gopherspace = ReadonlyMap<Octets, Item>;
