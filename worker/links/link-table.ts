/** The links of a shard and their claims, as its tables have them. Whoever calls it makes the transactions. */
import { type Claim, type LinkRecord, type LinkTarget, recordOfTombstone } from '../../src/links/record.ts';
import { hashSlugs } from '../../src/links/slug.ts';
import { encodeDays } from './days.ts';
import type { Scope } from './request.ts';
import { ALL_ROWS, CLAIMS, MEANT, OWN_ROWS, type Row, type RowOf, recordOf, TARGET, targetIn, WRITE } from './rows.ts';

/** A row of a list, with what only its owner sees. */
type ListedRow = Row & Partial<Pick<Claim, 'title' | 'note'>>;

export class LinkTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** How many links there are. */
  count(): number {
    const [row] = this.#sql.exec<{ links: number }>('SELECT count(*) AS links FROM links');
    return row?.links ?? 0;
  }

  find(slug: string): LinkRecord | null {
    const [row] = this.#sql.exec<Row>('SELECT * FROM links WHERE slug = ?', slug);
    return row === undefined ? null : this.recordOf(row);
  }

  /** A link that must be there. */
  expect(slug: string): LinkRecord {
    const link = this.find(slug);
    if (link === null) throw new Error('a link vanished');
    return link;
  }

  recordOf(row: Row): LinkRecord {
    return recordOf(row, [...this.#sql.exec<RowOf<Claim>>(CLAIMS, row.slug)]);
  }

  /** The target of the link that a text means. */
  target(text: string): LinkTarget | null {
    const find = (slug: string) => [...this.#sql.exec<Parameters<typeof targetIn>[0]>(TARGET, slug)];
    const row = find(text)[0] ?? find(this.meant(text))[0];
    return row === undefined ? null : targetIn(row);
  }

  /** The slug that a text means: itself, or the only slug that differs from it in case alone. */
  meant(text: string): string {
    const slugs = [...this.#sql.exec<Pick<Row, 'slug'>>(MEANT, text)].map(({ slug }) => slug);
    if (slugs.includes(text)) return text;
    return slugs.find((slug) => slug === text.toLowerCase()) ?? (slugs.length === 1 ? slugs[0] : undefined) ?? text;
  }

  /** The hash slug that this URL already has, or else the shortest free one. */
  hashSlugFor({ digest, url }: { readonly digest: string; readonly url: string }): string {
    const slugs = [...hashSlugs(digest)];
    const query = 'SELECT slug, url FROM links WHERE slug BETWEEN ? AND ?';
    const rows = [...this.#sql.exec<Pick<Row, 'slug' | 'url'>>(query, slugs[0] ?? '', digest)];
    const used = new Map(rows.map((row) => [row.slug, row.url]));
    const slug = slugs.find((slug) => used.get(slug) === url) ?? slugs.find((slug) => !used.has(slug));
    if (slug === undefined) throw new Error('every hash slug of a URL is taken');
    return slug;
  }

  /** The rows of a list, in the order of their slugs. */
  list(scope: Scope, after: string, most: number): readonly ListedRow[] {
    if (scope === 'everything') return [...this.#sql.exec<Row>(ALL_ROWS, after, most)];
    const now = new Date().toISOString();
    return [...this.#sql.exec<Row & Pick<Claim, 'title' | 'note'>>(OWN_ROWS, scope.owner, after, now, most)];
  }

  add(slug: string, url: string, createdAt: string): void {
    this.#sql.exec('INSERT INTO links (slug, url, created_at) VALUES (?, ?, ?)', slug, url, createdAt);
  }

  /** Writes a whole link, and its claims beside those that it has. */
  write({ slug, url, createdAt, clicks, lastClickAt, blocked, claims, days = [], alias }: LinkRecord): void {
    this.#sql.exec(
      WRITE,
      ...[slug, url, createdAt, clicks, lastClickAt, blocked?.at ?? null, blocked?.reason ?? null, alias ? 1 : null],
      encodeDays(days),
    );
    for (const claim of claims) this.claim(slug, claim);
  }

  claim(slug: string, { owner, createdAt, expiresAt, title, note }: Claim): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?)',
      ...[slug, owner, createdAt, expiresAt, title, note],
    );
  }

  unclaim(slug: string, owner: string): void {
    this.#sql.exec('DELETE FROM claims WHERE slug = ? AND owner = ?', slug, owner);
  }

  setTarget(slug: string, url: string): void {
    this.#sql.exec('UPDATE links SET url = ? WHERE slug = ?', url, slug);
  }

  /** Gives a link a new target, unless it has got another one in the meantime. */
  move({ slug, url, newUrl }: { readonly slug: string; readonly url: string; readonly newUrl: string }): void {
    this.#sql.exec('UPDATE links SET url = ? WHERE slug = ? AND url = ?', newUrl, slug, url);
  }

  /** @param reason - `null` = the link is not blocked any more */
  block(slug: string, reason: string | null): void {
    const at = reason === null ? null : new Date().toISOString();
    this.#sql.exec('UPDATE links SET blocked_at = ?, blocked_reason = ? WHERE slug = ?', at, reason, slug);
  }

  /** Leaves only the slug of a link. */
  purge(slug: string): void {
    this.#sql.exec('DELETE FROM claims WHERE slug = ?', slug);
    this.write(recordOfTombstone(slug));
  }
}
