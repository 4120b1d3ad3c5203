/** What the page and its worker say to each other about a text. */
import type { DialectName } from '../../../../src/index.ts';
import type { ExportFormat } from '../export.ts';
import type { Found, Tally } from '../harvest.ts';

/** What the page asks. `id` names the text, so that answers about one before it can be told. */
export type Order =
  | { readonly kind: 'read'; readonly id: number; readonly text: string; readonly dialect: DialectName }
  | { readonly kind: 'show'; readonly id: number; readonly page: number; readonly scheme: string | null }
  | { readonly kind: 'export'; readonly id: number; readonly format: ExportFormat; readonly scheme: string | null };

/** One page of the table of a text. */
export interface PageOfText {
  readonly tally: Tally;
  readonly rows: readonly Found[];
  /** From 0. */
  readonly page: number;
  /** How many rows there are on all pages, of the scheme that is chosen. */
  readonly of: number;
  readonly scheme: string | null;
}

/** What the worker says. */
export type Report =
  | { readonly kind: 'progress'; readonly id: number; readonly tally: Tally }
  | ({ readonly kind: 'page'; readonly id: number } & PageOfText)
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly file: Blob };
