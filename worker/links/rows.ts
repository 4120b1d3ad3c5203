/** The rows of a shard's tables as values, and the queries for them. */

import type { Block, Claim, LinkRecord, LinkTarget } from '../../src/links/record.ts';
import { decodeDays } from './days.ts';

/** A row of a link. */
export type Row = {
  readonly slug: string;
  readonly url: string;
  readonly created_at: string;
  readonly clicks: number;
  readonly last_click_at: string | null;
  readonly blocked_at: string | null;
  readonly blocked_reason: string | null;
  readonly alias: 1 | null;
  /** As {@link decodeDays} reads them; `null` = none. */
  readonly days: string | null;
};

/** A row with the members of an interface: those of SQLite need an index. */
export type RowOf<Value> = Pick<Value, keyof Value>;

/** The part of a row that a click changes. */
export type CountedRow = Pick<Row, 'clicks' | 'last_click_at' | 'days'>;

/** The slug that a text means: this one, or it in lower case, or else the only slug that differs in case alone. */
export const MEANT = `
  SELECT slug FROM links WHERE slug IN (?1, lower(?1))
  UNION ALL
  SELECT slug FROM links WHERE slug = ?1 COLLATE NOCASE AND slug <> lower(slug)
`;

/** The target of a link with its owners and their ends, in one query, because most queries are this one. */
export const TARGET = `
  SELECT links.*, group_concat(owner || ' ' || ifnull(expires_at, '')) AS claims
  FROM links LEFT JOIN claims USING (slug) WHERE slug = ? GROUP BY slug
`;

/**
 * Links that an owner has a live claim to, with what only the owner sees. The order must be that of the claims: by the
 * slugs of the links, SQLite reads and sorts all that follow for each slice.
 */
export const OWN_ROWS = `
  SELECT links.*, title, note FROM claims JOIN links USING (slug)
  WHERE owner = ? AND claims.slug > ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY claims.slug LIMIT ?
`;

/** Writes a whole link. */
export const WRITE = `
  INSERT OR REPLACE INTO links
    (slug, url, created_at, clicks, last_click_at, blocked_at, blocked_reason, alias, days)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
`;

/** What a click changes. A purged link has no URL. */
export const COUNTED = "SELECT clicks, last_click_at, days FROM links WHERE slug = ? AND url <> ''";

/** One row, and no index. */
export const COUNT = 'UPDATE links SET clicks = ?, last_click_at = ?, days = ? WHERE slug = ?';

/** All links in the order of their slugs. */
export const ALL_ROWS = 'SELECT * FROM links WHERE slug > ? ORDER BY slug LIMIT ?';

/** The target in a row of {@link TARGET}. */
export function targetIn(row: Row & { readonly claims: string | null }): LinkTarget {
  const claims = (row.claims?.split(',') ?? []).map((claim) => {
    const [owner = '', expiresAt = ''] = claim.split(' ');
    return { owner, expiresAt: expiresAt || null };
  });
  return { slug: row.slug, url: row.url, blocked: blockOf(row), claims, ...(row.alias === 1 && { alias: true }) };
}

/** The claims to a link. */
export const CLAIMS = `
  SELECT owner, created_at AS createdAt, expires_at AS expiresAt, title, note FROM claims WHERE slug = ? ORDER BY owner
`;

export function recordOf(row: Row, claims: readonly Claim[]): LinkRecord {
  const days = row.clicks === 0 ? [] : decodeDays(row.days);
  return {
    slug: row.slug,
    url: row.url,
    createdAt: row.created_at,
    clicks: row.clicks,
    lastClickAt: row.last_click_at,
    blocked: blockOf(row),
    claims,
    ...(days.length > 0 && { days }),
    ...(row.alias === 1 && { alias: true }),
  };
}

function blockOf({ blocked_at: at, blocked_reason: reason }: Row): Block | null {
  return at === null ? null : { at, reason: String(reason) };
}

/** Whether a link has each of these words, in any case, in its slug, URL, title or note. */
export function hasWords(
  { slug, url, title, note }: Pick<Row, 'slug' | 'url'> & Partial<Pick<Claim, 'title' | 'note'>>,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = folded([slug, url, title ?? '', note ?? ''].join('\n'));
  return words.every((word) => text.includes(word));
}

/** The words of a search, in one case. */
export function wordsOf(query: string): readonly string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** A text in one case; letters with accents are spelled in one way (UAX 15, NFC). */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** A number that a store keeps about itself, or about all stores; `null` = none. */
export function factOf(sql: SqlStorage, name: string): number | null {
  const [row] = sql.exec<{ value: number }>('SELECT value FROM facts WHERE name = ?', name);
  return row?.value ?? null;
}

export function setFact(sql: SqlStorage, name: string, value: number): void {
  sql.exec('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, value);
}
