/** The links of a shard and their claims, as its tables have them. Whoever calls it makes the transactions. */
import { type Block, type Claim, type LinkRecord, type LinkTarget, recordOfTombstone } from '../../src/links/record.ts';
import { hashSlugs } from '../../src/links/slug.ts';
import { decodeDays, encodeDays } from './days.ts';
import { factOf, setFact } from './migrations.ts';
import type { Scope } from './request.ts';

/** A row of a link. */
type LinkRow = {
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
  /** In milliseconds since 1970: the last change of the link, of its claims or of its clicks. */
  readonly changed_at: number;
};

/** A row with the members of an interface: those of SQLite need an index. */
export type RowOf<Value> = Pick<Value, keyof Value>;

/** The part of a row that a click changes. */
export type CountedRow = Pick<LinkRow, 'clicks' | 'last_click_at' | 'days'>;

/** Queries that find their rows by an index, however many links there are. */
export const QUERIES = {
  /** The slug that a text means: this one, or it in lower case, or else the only slug that differs in case alone. */
  meant: `
    SELECT slug FROM links WHERE slug IN (?1, lower(?1))
    UNION ALL
    SELECT slug FROM links WHERE slug = ?1 COLLATE NOCASE AND slug <> lower(slug)
  `,
  /** The target of a link with its owners and their ends, in one query, because most queries are this one. */
  target: `
    SELECT links.*, group_concat(owner || ' ' || ifnull(expires_at, '')) AS claims
    FROM links LEFT JOIN claims USING (slug) WHERE slug = ? GROUP BY slug
  `,
  /**
   * Links that an owner has a live claim to, with what only the owner sees. The order must be that of the claims: by
   * the slugs of the links, SQLite reads and sorts all that follow for each slice.
   */
  ownRows: `
    SELECT links.*, title, note FROM claims JOIN links USING (slug)
    WHERE owner = ? AND claims.slug > ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY claims.slug LIMIT ?
  `,
  /** Links that an owner has a live claim to. */
  countOwn: 'SELECT count(*) AS links FROM claims WHERE owner = ? AND (expires_at IS NULL OR expires_at > ?)',
  /** What a click changes. A purged link has no URL. */
  counted: "SELECT clicks, last_click_at, days FROM links WHERE slug = ? AND url <> ''",
  /** One row, and no index. */
  count: 'UPDATE links SET clicks = ?, last_click_at = ?, days = ?, changed_at = ? WHERE slug = ?',
  /** Marks a link as changed, unless it is. */
  touch: 'UPDATE links SET changed_at = ? WHERE slug = ? AND changed_at <> ?',
  /** One of them. */
  ownRow: `
    SELECT links.*, title, note FROM claims JOIN links USING (slug)
    WHERE owner = ? AND claims.slug = ? AND (expires_at IS NULL OR expires_at > ?)
  `,
  /** A link. */
  row: 'SELECT * FROM links WHERE slug = ?',
  /** All links in the order of their slugs. */
  allRows: 'SELECT * FROM links WHERE slug > ? ORDER BY slug LIMIT ?',
  /** The claims to a link. */
  claims: `
    SELECT owner, created_at AS createdAt, expires_at AS expiresAt, title, note FROM claims WHERE slug = ? ORDER BY owner
  `,
} as const;

/** Writes a whole link. */
const WRITE = `
  INSERT OR REPLACE INTO links
    (slug, url, created_at, clicks, last_click_at, blocked_at, blocked_reason, alias, days, changed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`;

/** A row of a list, with what only its owner sees. */
export type ListedRow = LinkRow & Partial<Pick<Claim, 'title' | 'note'>>;

/** The fact that has the latest time which an export was told. */
const TOLD = 'told';

/**
 * The clock that changes of links are marked with, so that an export has what has changed since the one before. It
 * never shows a time before one that an export has been told, although the clock of a machine may be set back.
 */
export class ChangeClock {
  readonly #sql: SqlStorage;
  /** `null` = not read yet. */
  #told: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** In milliseconds since 1970. */
  now(): number {
    this.#told ??= factOf(this.#sql, TOLD) ?? 0;
    return Math.max(Date.now(), this.#told);
  }

  /** A time that no later change is before. */
  tell(): number {
    const now = this.now();
    if (now !== this.#told) setFact(this.#sql, TOLD, now);
    this.#told = now;
    return now;
  }
}

export class LinkTable {
  readonly #sql: SqlStorage;
  readonly #clock: ChangeClock;

  constructor(sql: SqlStorage, clock: ChangeClock) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /** How many links there are. */
  count(): number {
    const [row] = this.#sql.exec<{ links: number }>('SELECT count(*) AS links FROM links');
    return row?.links ?? 0;
  }

  find(slug: string): LinkRecord | null {
    const [row] = this.#sql.exec<LinkRow>(QUERIES.row, slug);
    return row === undefined ? null : this.recordOf(row);
  }

  /** A link that must be there. */
  expect(slug: string): LinkRecord {
    const link = this.find(slug);
    if (link === null) throw new Error('a link vanished');
    return link;
  }

  recordOf(row: LinkRow): LinkRecord {
    const claims = [...this.#sql.exec<RowOf<Claim>>(QUERIES.claims, row.slug)];
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

  /** The target of the link that a text means. */
  target(text: string): LinkTarget | null {
    const find = (slug: string) => [...this.#sql.exec<Parameters<typeof targetIn>[0]>(QUERIES.target, slug)];
    const row = find(text)[0] ?? find(this.meant(text))[0];
    return row === undefined ? null : targetIn(row);
  }

  /** The slug that a text means: itself, or the only slug that differs from it in case alone. */
  meant(text: string): string {
    const slugs = [...this.#sql.exec<Pick<LinkRow, 'slug'>>(QUERIES.meant, text)].map(({ slug }) => slug);
    if (slugs.includes(text)) return text;
    return slugs.find((slug) => slug === text.toLowerCase()) ?? (slugs.length === 1 ? slugs[0] : undefined) ?? text;
  }

  /** The hash slug that this URL already has, or else the shortest free one. */
  hashSlugFor({ digest, url }: { readonly digest: string; readonly url: string }): string {
    const slugs = [...hashSlugs(digest)];
    const query = 'SELECT slug, url FROM links WHERE slug BETWEEN ? AND ?';
    const rows = [...this.#sql.exec<Pick<LinkRow, 'slug' | 'url'>>(query, slugs[0] ?? '', digest)];
    const used = new Map(rows.map((row) => [row.slug, row.url]));
    const slug = slugs.find((slug) => used.get(slug) === url) ?? slugs.find((slug) => !used.has(slug));
    if (slug === undefined) throw new Error('every hash slug of a URL is taken');
    return slug;
  }

  /**
   * The rows of a list, in the order of their slugs.
   *
   * @param withEnded - whether an owner gets the links whose claim has ended, too
   */
  list(scope: Scope, after: string, most: number, withEnded = false): readonly ListedRow[] {
    if (scope === 'everything') return [...this.#sql.exec<LinkRow>(QUERIES.allRows, after, most)];
    const live = withEnded ? '' : new Date().toISOString();
    return [
      ...this.#sql.exec<LinkRow & Pick<Claim, 'title' | 'note'>>(QUERIES.ownRows, scope.owner, after, live, most),
    ];
  }

  /** How many links an owner has a live claim to. */
  countOwn(owner: string): number {
    const [row] = this.#sql.exec<{ links: number }>(QUERIES.countOwn, owner, new Date().toISOString());
    return row?.links ?? 0;
  }

  /** The row of a list with this slug. */
  listed(scope: Scope, slug: string): ListedRow | undefined {
    if (scope === 'everything') return [...this.#sql.exec<LinkRow>(QUERIES.row, slug)][0];
    const now = new Date().toISOString();
    return [...this.#sql.exec<LinkRow & Pick<Claim, 'title' | 'note'>>(QUERIES.ownRow, scope.owner, slug, now)][0];
  }

  add(slug: string, url: string, createdAt: string): void {
    const query = 'INSERT INTO links (slug, url, created_at, changed_at) VALUES (?, ?, ?, ?)';
    this.#sql.exec(query, slug, url, createdAt, this.#clock.now());
  }

  #touch(slug: string): void {
    const now = this.#clock.now();
    this.#sql.exec(QUERIES.touch, now, slug, now);
  }

  /** Writes a whole link, and its claims beside those that it has. */
  write({ slug, url, createdAt, clicks, lastClickAt, blocked, claims, days = [], alias }: LinkRecord): void {
    this.#sql.exec(
      WRITE,
      ...[slug, url, createdAt, clicks, lastClickAt, blocked?.at ?? null, blocked?.reason ?? null, alias ? 1 : null],
      encodeDays(days),
      this.#clock.now(),
    );
    for (const claim of claims) this.claim(slug, claim);
  }

  claim(slug: string, { owner, createdAt, expiresAt, title, note }: Claim): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?)',
      ...[slug, owner, createdAt, expiresAt, title, note],
    );
    this.#touch(slug);
  }

  unclaim(slug: string, owner: string): void {
    this.#sql.exec('DELETE FROM claims WHERE slug = ? AND owner = ?', slug, owner);
    this.#touch(slug);
  }

  setTarget(slug: string, url: string): void {
    this.#sql.exec('UPDATE links SET url = ?, changed_at = ? WHERE slug = ?', url, this.#clock.now(), slug);
  }

  /** Gives a link a new target, unless it has got another one in the meantime. */
  move({ slug, url, newUrl }: { readonly slug: string; readonly url: string; readonly newUrl: string }): void {
    const query = 'UPDATE links SET url = ?, changed_at = ? WHERE slug = ? AND url = ?';
    this.#sql.exec(query, newUrl, this.#clock.now(), slug, url);
  }

  /** @param reason - `null` = the link is not blocked any more */
  block(slug: string, reason: string | null): void {
    const at = reason === null ? null : new Date().toISOString();
    const query = 'UPDATE links SET blocked_at = ?, blocked_reason = ?, changed_at = ? WHERE slug = ?';
    this.#sql.exec(query, at, reason, this.#clock.now(), slug);
  }

  /** Leaves only the slug of a link. */
  purge(slug: string): void {
    this.#sql.exec('DELETE FROM claims WHERE slug = ?', slug);
    this.write(recordOfTombstone(slug));
  }
}

/** The target in a row of `QUERIES.target`. */
function targetIn(row: LinkRow & { readonly claims: string | null }): LinkTarget {
  const claims = (row.claims?.split(',') ?? []).map((claim) => {
    const [owner = '', expiresAt = ''] = claim.split(' ');
    return { owner, expiresAt: expiresAt || null };
  });
  return { slug: row.slug, url: row.url, blocked: blockOf(row), claims, ...(row.alias === 1 && { alias: true }) };
}

function blockOf({ blocked_at: at, blocked_reason: reason }: LinkRow): Block | null {
  return at === null ? null : { at, reason: String(reason) };
}
