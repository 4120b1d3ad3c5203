/** Short links of an owner as a table, and the days on which they end. */
import type { LinkRecord, Tombstone } from '../../../src/links/record.ts';
import { csvOf } from '../../../src/text/csv.ts';

const COLUMNS = [
  ...(['slug', 'short', 'url', 'title', 'note', 'created', 'ends'] as const),
  ...(['clicks', 'last_click', 'blocked', 'owner'] as const),
];

/**
 * An export, which is lines of JSON, as CSV with a row for each claim. The blocks and purged links in an export of
 * everything have none, nor have the problems of stores. The root is the address of this service, without a slash at
 * the end.
 */
export function csvOfExport(lines: string, root: string): string {
  return csvOf(
    COLUMNS,
    linesOf(lines).flatMap((link) => {
      if (!('claims' in link)) return [];
      const { slug, url, createdAt, clicks, lastClickAt, blocked, claims } = link;
      return claims.map(({ owner, expiresAt, title, note }) => ({
        ...{ slug, short: `${root}/${slug}`, url, title, note, created: createdAt, ends: expiresAt, clicks },
        ...{ last_click: lastClickAt, blocked: blocked?.reason ?? null, owner },
      }));
    }),
  );
}

/** The problems at the end of an export, of stores whose links it lacks. */
export function missingStoresIn(lines: string): readonly MissingStore[] {
  return linesOf(lines).filter((line) => 'store' in line);
}

/** Why a store has no part in an answer. */
export interface MissingStore {
  /** Its number, from 0. */
  readonly store: number;
  readonly detail: string;
}

function linesOf(lines: string): readonly (LinkRecord | Tombstone | { readonly block: object } | MissingStore)[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const DAY_MS = 86_400_000;

/** The last whole day of a link, in UTC: `lastDayOf('2027-01-01T00:00:00.000Z')` is `'2026-12-31'`. */
export function lastDayOf(expiresAt: string | null): string {
  return expiresAt === null ? '' : new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);
}

/** The end of a link after a day, or `null`: `endAfter('2026-12-31')` is `'2027-01-01T00:00:00.000Z'`. */
export function endAfter(day: string): string | null {
  return day === '' ? null : new Date(Date.parse(day) + DAY_MS).toISOString();
}
