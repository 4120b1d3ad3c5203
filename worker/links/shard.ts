/**
 * One of the stores that links are spread over: a Durable Object with SQLite. Each method is one turn of a single
 * thread, and what it has answered is on disk; so two creators can never both be the first.
 */
import { DurableObject } from 'cloudflare:workers';
import { type Claim, isLive, type LinkRecord, merge, stateOf } from './record.ts';
import { claimOf, expiryIn, recordOf, SCHEMA, textOrNull, VISIT } from './rows.ts';
import { hashSlugs } from './slug.ts';

/** Clicks are gathered for so long before they are written: else a busy link would wait for the disk at each one. */
const CLICKS_GATHERED_MS = 100;

/** Clicks that are not on disk yet. */
interface Clicks {
  count: number;
  last: string;
}

/** So many links are at hand in a store. All stores may share one memory of 128 MiB, and a URL may have 64 KiB. */
const MOST_VISITED = 100;

/** For so long an idempotency key is remembered. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A link to be made. */
export interface Order {
  readonly url: string;
  /** Of the URL: its hash slugs are tried in turn. */
  readonly digest: string;
  /** `null` for a hash slug. */
  readonly alias: string | null;
  readonly owner: string;
  /** `undefined` = as it is, and never for a new claim. */
  readonly expiresAt?: string | null;
  /** The idempotency key of the request, where it has one. */
  readonly key: string | null;
}

export type Made =
  | { readonly kind: 'created' | 'existing'; readonly link: LinkRecord }
  /** The alias leads elsewhere, or is somebody else's. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'blocked'; readonly link: LinkRecord };

/** A change to a link. What is absent stays. */
export interface Change {
  /** Of an alias; hash slugs are what they are. */
  readonly url?: string;
  readonly expiresAt?: string | null;
}

/** What a follower of a link needs to know. */
export interface Visited {
  readonly url: string;
  readonly blocked: string | null;
  /** `null` = never; `undefined` = nobody claims the link. */
  readonly expiresAt: string | null | undefined;
}

/** How a line of an import ended. */
export type Restored = 'created' | 'merged' | 'unchanged' | 'conflict';

/** Which links a page is about: those that an owner has a live claim to, or every record there is. */
export type Scope = { readonly owner: string } | 'everything';

export class LinkShard extends DurableObject {
  readonly #sql: SqlStorage;
  readonly #clicks = new Map<string, Clicks>();
  /** What visits have found. Any change makes it void: changes are rare, and a look at the disk is slow. */
  readonly #visited = new Map<string, Visited>();

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.#sql = context.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  /** Every change is one that happens wholly or not at all. */
  #change<Result>(change: () => Result): Result {
    this.#visited.clear();
    return this.ctx.storage.transactionSync(change);
  }

  /** Makes links or finds them, and gives their owners claims to them. */
  create(orders: readonly Order[]): Made[] {
    return this.#change(() => orders.map((order) => this.#create(order)));
  }

  #create(order: Order): Made {
    const before = order.key === null ? null : this.#replyTo(order.owner, order.key);
    if (before !== null) return before;
    const made = this.#make(order, new Date().toISOString());
    if (order.key !== null) this.#remember(order.owner, order.key, 'reply', JSON.stringify(made));
    return made;
  }

  #make(order: Order, now: string): Made {
    const slug = order.alias ?? this.#hashSlugFor(order);
    const link = this.read(slug);
    if (link === null) {
      this.#sql.exec('INSERT INTO links (slug, url, created_at) VALUES (?, ?, ?)', slug, order.url, now);
      this.#claim(slug, order.owner, now, order.expiresAt ?? null);
      return { kind: 'created', link: this.#expect(slug) };
    }
    const own = link.claims.find(({ owner }) => owner === order.owner);
    if (order.alias !== null && (own === undefined || link.url !== order.url)) return { kind: 'taken' };
    const state = stateOf(link, Date.parse(now));
    if (state === 'blocked') return { kind: 'blocked', link };
    const alive = own !== undefined && isLive(own, Date.parse(now));
    if (!alive || order.expiresAt !== undefined) this.#claim(slug, order.owner, now, order.expiresAt ?? null);
    return { kind: state === 'live' ? 'existing' : 'created', link: this.#expect(slug) };
  }

  /** The hash slug that this very URL has, or else the shortest that is free. */
  #hashSlugFor({ digest, url }: Order): string {
    const slugs = [...hashSlugs(digest)];
    const rows = this.#sql.exec('SELECT slug, url FROM links WHERE slug BETWEEN ? AND ?', slugs[0] ?? '', digest);
    const taken = new Map([...rows].map((row) => [String(row.slug), row.url]));
    const slug = slugs.find((slug) => taken.get(slug) === url) ?? slugs.find((slug) => !taken.has(slug));
    if (slug === undefined) throw new Error('every hash slug of a URL is taken');
    return slug;
  }

  #claim(slug: string, owner: string, now: string, expiresAt: string | null): void {
    this.#sql.exec(
      `INSERT INTO claims (slug, owner, created_at, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (slug, owner) DO UPDATE SET expires_at = excluded.expires_at`,
      slug,
      owner,
      now,
      expiresAt,
    );
  }

  /** Where a link leads. A visit of a live link counts as a click. */
  visit(slug: string): Visited | null {
    const visited = this.#visited.get(slug) ?? this.#look(slug);
    if (visited !== null && visited.blocked === null && isAhead(visited.expiresAt)) this.#click(slug);
    return visited;
  }

  #look(slug: string): Visited | null {
    const [row] = this.#sql.exec(VISIT, slug);
    if (row === undefined) return null;
    const visited = { url: String(row.url), blocked: textOrNull(row.blocked_reason), expiresAt: expiryIn(row) };
    if (this.#visited.size === MOST_VISITED) this.#visited.clear();
    this.#visited.set(slug, visited);
    return visited;
  }

  #click(slug: string): void {
    if (this.#clicks.size === 0) setTimeout(() => this.#writeClicks(), CLICKS_GATHERED_MS);
    const clicks = this.#clicks.get(slug) ?? { count: 0, last: '' };
    clicks.count += 1;
    clicks.last = new Date().toISOString();
    this.#clicks.set(slug, clicks);
  }

  /** Every look at a record comes after this, so nobody sees that clicks are gathered. */
  #writeClicks(): void {
    for (const [slug, { count, last }] of this.#clicks) {
      this.#sql.exec('UPDATE links SET clicks = clicks + ?, last_click_at = ? WHERE slug = ?', count, last, slug);
    }
    this.#clicks.clear();
  }

  /** A whole record. */
  read(slug: string): LinkRecord | null {
    this.#writeClicks();
    const [row] = this.#sql.exec('SELECT * FROM links WHERE slug = ?', slug);
    return row === undefined ? null : recordOf(row, this.#claims(slug));
  }

  #expect(slug: string): LinkRecord {
    const link = this.read(slug);
    if (link === null) throw new Error('a link vanished');
    return link;
  }

  #claims(slug: string): Claim[] {
    return [...this.#sql.exec('SELECT * FROM claims WHERE slug = ? ORDER BY owner', slug)].map(claimOf);
  }

  /** Changes an owner's link; `null` where the owner has no claim to it. */
  amend(slug: string, owner: string, { url, expiresAt }: Change): LinkRecord | null {
    return this.#change(() => {
      const link = this.read(slug);
      const own = link?.claims.find((claim) => claim.owner === owner);
      if (own === undefined) return null;
      if (url !== undefined) this.#sql.exec('UPDATE links SET url = ? WHERE slug = ?', url, slug);
      if (expiresAt !== undefined) this.#claim(slug, owner, own.createdAt, expiresAt);
      return this.read(slug);
    });
  }

  /** Blocks a link, or opens it again; `null` where there is none. */
  block(slug: string, reason: string | null): LinkRecord | null {
    const at = reason === null ? null : new Date().toISOString();
    return this.#change(() => {
      this.#sql.exec('UPDATE links SET blocked_at = ?, blocked_reason = ? WHERE slug = ?', at, reason, slug);
      return this.read(slug);
    });
  }

  /** Records in the order of their slugs, from behind `after` on. */
  page(scope: Scope, after: string, limit: number): LinkRecord[] {
    this.#writeClicks();
    const rows =
      scope === 'everything'
        ? this.#sql.exec('SELECT * FROM links WHERE slug > ? ORDER BY slug LIMIT ?', after, limit)
        : this.#sql.exec(
            `SELECT links.* FROM claims JOIN links USING (slug)
             WHERE owner = ? AND slug > ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY slug LIMIT ?`,
            scope.owner,
            after,
            new Date().toISOString(),
            limit,
          );
    return [...rows].map((row) => recordOf(row, this.#claims(String(row.slug))));
  }

  /**
   * Takes records from an export. Where there is one already, the two become one that has the claims of both; an
   * alias that leads elsewhere is a conflict. The same import again changes nothing.
   */
  restore(records: readonly LinkRecord[]): Restored[] {
    return this.#change(() => records.map((record) => this.#restore(record)));
  }

  #restore(record: LinkRecord): Restored {
    const before = this.read(record.slug);
    if (before === null) {
      this.#write(record);
      return 'created';
    }
    if (before.url !== record.url) return 'conflict';
    const merged = merge(before, record);
    if (JSON.stringify(merged) === JSON.stringify(before)) return 'unchanged';
    this.#write(merged);
    return 'merged';
  }

  #write({ slug, url, createdAt, clicks, lastClickAt, blocked, claims }: LinkRecord): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[slug, url, createdAt, clicks, lastClickAt, blocked?.at ?? null, blocked?.reason ?? null],
    );
    for (const { owner, createdAt, expiresAt } of claims) {
      this.#sql.exec('INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)', slug, owner, createdAt, expiresAt);
    }
  }

  /**
   * Ties an idempotency key to a request, so that it can serve no other one.
   *
   * @param request - stands for the request: equal for equal ones
   * @returns whether the key was free, or is this request's
   */
  pin(owner: string, key: string, request: string): boolean {
    const [row] = this.#sql.exec('SELECT request FROM keys WHERE owner = ? AND key = ?', owner, key);
    if (row?.request === undefined || row.request === null) {
      this.#remember(owner, key, 'request', request);
      return true;
    }
    return row.request === request;
  }

  #replyTo(owner: string, key: string): Made | null {
    const [row] = this.#sql.exec('SELECT reply FROM keys WHERE owner = ? AND key = ?', owner, key);
    return typeof row?.reply === 'string' ? JSON.parse(row.reply) : null;
  }

  #remember(owner: string, key: string, column: 'request' | 'reply', value: string): void {
    this.#sql.exec(
      `INSERT INTO keys (owner, key, made_at, ${column}) VALUES (?, ?, ?, ?)
       ON CONFLICT (owner, key) DO UPDATE SET ${column} = excluded.${column}`,
      owner,
      key,
      Date.now(),
      value,
    );
    this.ctx.waitUntil(this.#scheduleSweep());
  }

  async #scheduleSweep(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + KEY_LIFETIME_MS);
  }

  /** Forgets old idempotency keys. */
  override async alarm(): Promise<void> {
    this.#sql.exec('DELETE FROM keys WHERE made_at <= ?', Date.now() - KEY_LIFETIME_MS);
    const [row] = this.#sql.exec('SELECT min(made_at) AS oldest FROM keys');
    if (typeof row?.oldest === 'number') await this.ctx.storage.setAlarm(row.oldest + KEY_LIFETIME_MS);
  }
}

function isAhead(time: string | null | undefined): boolean {
  return time === null || (time !== undefined && Date.parse(time) > Date.now());
}
