/** An export of another shortener, and the links that must be there after its import. */
import type { Warning } from '../../../worker/links/warnings.ts';

/** A link that must be there after the import. */
export interface MovedLink {
  readonly slug: string;
  readonly url: string;
  /** `null` = the export has no time. */
  readonly createdAt: string | null;
  readonly clicks: number;
  readonly title: string | null;
  /** Absent = none. */
  readonly warnings?: readonly Warning[];
  /** The status of the short link: 410 if it has ended, 451 if it is blocked; by default 302. */
  readonly followed?: number;
}

export interface ForeignExport {
  readonly program: string;
  readonly type: 'text/csv' | 'application/json' | 'application/x-ndjson';
  readonly text: string;
  readonly links: readonly MovedLink[];
}
