/** The tables of a shard, and their rows as values. */
import type { DayClicks } from './link.ts';
import type { Block, Claim, LinkRecord, LinkTarget } from './record.ts';

export type Row = Record<string, SqlStorageValue>;

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS links (
    slug TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    created_at TEXT NOT NULL,
    clicks INTEGER NOT NULL DEFAULT 0,
    last_click_at TEXT,
    blocked_at TEXT,
    blocked_reason TEXT,
    alias INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS links_with_capitals ON links (slug COLLATE NOCASE) WHERE slug <> lower(slug);
  CREATE TABLE IF NOT EXISTS claims (
    slug TEXT NOT NULL REFERENCES links (slug),
    owner TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    title TEXT,
    note TEXT,
    PRIMARY KEY (slug, owner)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claims_by_owner ON claims (owner, slug);
  CREATE TABLE IF NOT EXISTS days (
    slug TEXT NOT NULL REFERENCES links (slug),
    day TEXT NOT NULL,
    clicks INTEGER NOT NULL,
    PRIMARY KEY (slug, day)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS keys (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    request TEXT,
    reply TEXT,
    PRIMARY KEY (owner, key)
  ) WITHOUT ROWID;
`;

/** Columns that older tables do not have. They are added behind the others. */
export const ADDED_COLUMNS = { links: ['alias INTEGER'], claims: ['title TEXT', 'note TEXT'] } as const;

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

/** Adds clicks to a link, up to a limit, with the time of the last one, twice. */
export const COUNT = `
  UPDATE links SET clicks = min(clicks + ?, ?), last_click_at = CASE WHEN last_click_at > ? THEN last_click_at ELSE ? END
  WHERE slug = ?
`;

/** The target in a row of {@link TARGET}. */
export function targetIn(row: Row): LinkTarget {
  const claims = (textOrNull(row.claims)?.split(',') ?? []).map((claim) => {
    const [owner = '', expiresAt = ''] = claim.split(' ');
    return { owner, expiresAt: expiresAt || null };
  });
  return {
    slug: String(row.slug),
    url: String(row.url),
    blocked: blockOf(row),
    claims,
    ...(row.alias === 1 && { alias: true }),
  };
}

/** Adds clicks to a day of a link, and returns all of that day. */
export const COUNT_DAY = `
  INSERT INTO days (slug, day, clicks) SELECT slug, ?2, ?3 FROM links WHERE slug = ?1
  ON CONFLICT (slug, day) DO UPDATE SET clicks = min(clicks + ?3, ?4) RETURNING clicks
`;

/** Forgets the days of a link before another day, counted back. */
export const FORGET_DAYS = 'DELETE FROM days WHERE slug = ? AND day < date(?, ?)';

export function recordOf(row: Row, claims: readonly Claim[], days: readonly DayClicks[]): LinkRecord {
  return {
    slug: String(row.slug),
    url: String(row.url),
    createdAt: String(row.created_at),
    clicks: Number(row.clicks),
    lastClickAt: textOrNull(row.last_click_at),
    blocked: blockOf(row),
    claims,
    ...(days.length > 0 && { days }),
    ...(row.alias === 1 && { alias: true }),
  };
}

function blockOf(row: Row): Block | null {
  return row.blocked_at === null ? null : { at: String(row.blocked_at), reason: String(row.blocked_reason) };
}

export function claimOf(row: Row): Claim {
  return {
    owner: String(row.owner),
    createdAt: String(row.created_at),
    expiresAt: textOrNull(row.expires_at),
    title: textOrNull(row.title),
    note: textOrNull(row.note),
  };
}

/**
 * Whether a row of a link with a claim has each of these words, in any case, in its slug, URL, title or note.
 *
 * @param words - as {@link wordsOf} returns them
 */
export function hasWords({ slug, url, title, note }: Row, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = folded([slug, url, title, note].map((value) => textOrNull(value) ?? '').join('\n'));
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

export function textOrNull(value: SqlStorageValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
