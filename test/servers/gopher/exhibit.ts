/**
 * What a gopher server can have behind a selector, and what can stand in its menus (RFC 1436 §3, Gopher+ §2).
 */
import type { Fault } from '../faults.ts';
import type { Octets } from '../octets.ts';
import type { Source } from '../source.ts';

/**
 * How a Gopher+ reply tells its end (Gopher+ §2.3): by its length, by a line that is a period alone (`-1`), or by
 * the end of the connection (`-2`).
 */
export type Framing = 'length' | 'period' | 'close';

/** One of several representations of an exhibit, Gopher+ §2.6. */
export interface View {
  readonly mediaType: string;
  readonly language: string | null;
  readonly source: Source;
}

/** One line of an `+ASK` block, Gopher+ §2.8. */
export type AskField =
  | { readonly kind: 'Note'; readonly text: string }
  | { readonly kind: 'Ask' | 'AskP' | 'AskL' | 'AskF' | 'ChooseF'; readonly text: string; readonly preset?: string }
  | { readonly kind: 'Choose'; readonly text: string; readonly options: readonly string[] }
  | { readonly kind: 'Select'; readonly text: string; readonly preset: boolean };

interface Described {
  readonly type: string;
  readonly title: Octets;
  readonly modified: Date;
  readonly abstract?: string;
  /** The selector of an exhibit that is the abstract, as Gopher+ §2.5 allows. */
  readonly abstractAt?: Octets;
}

export type Exhibit =
  | (Described & { readonly kind: 'menu'; readonly lines: readonly MenuLine[] })
  | (Described & {
      readonly kind: 'document';
      /** The preferred view first; a plain request gets that one. */
      readonly views: readonly [View, ...View[]];
      readonly framing: Framing;
    })
  | (Described & { readonly kind: 'search' })
  | (Described & { readonly kind: 'form'; readonly fields: readonly AskField[] })
  /** Something that can only be refused, with one of the error codes of Gopher+ §2.3. */
  | (Described & {
      readonly kind: 'refusal';
      readonly code: 1 | 2 | 3;
      readonly framing: Framing;
      readonly words: string;
    })
  /** What another exhibit gives, spoilt by a fault. */
  | (Described & { readonly kind: 'mishap'; readonly fault: Fault; readonly of: Octets });

/** One line of a menu. A bare string is a line of information. */
export type MenuLine =
  | Octets
  /** An exhibit of this server, under its own title and item type or others. */
  | { readonly see: Octets; readonly title?: Octets; readonly as?: string }
  /** The same exhibit at another address of this server: item type `+`. */
  | { readonly mirror: Octets }
  /** Something at another server. The host is this machine unless named. */
  | {
      readonly away: string;
      readonly title: Octets;
      readonly selector: Octets;
      readonly host?: string;
      readonly port: number;
    }
  /** Octets as they stand, with their own line end; `<here>` is this server's host, TAB and port. */
  | { readonly raw: Octets };

/** All exhibits by selector. */
export type Gopherspace = ReadonlyMap<Octets, Exhibit>;
