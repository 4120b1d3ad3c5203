/**
 * One shard of the links: a Durable Object with SQLite. Each method runs in one turn of a single thread, and its result
 * is on disk before the caller receives it. So only one of two creators can be the first.
 */

import type { DayClicks } from '../../src/links/record.ts';
import {
  type Claim,
  isPurged,
  joined,
  type LinkRecord,
  type LinkTarget,
  merge,
  recordOfTombstone,
} from '../../src/links/record.ts';
import { hashSlugs } from '../../src/links/slug.ts';
import { isLive, recordedState } from '../../src/links/state.ts';
import type { Owner } from '../settings/secrets.ts';
import type { Clicks } from './click-counter.ts';
import { ClickWriter } from './click-writer.ts';
import { encodeDays } from './days.ts';
import { countChanges, type StoreChanges } from './near-targets.ts';
import { RegistryShard } from './registry.ts';
import type {
  Change,
  CreateRequest,
  CreateResult,
  ImportRequest,
  ImportResult,
  Move,
  PageRequest,
  Scope,
} from './request.ts';
import {
  ADDED_COLUMNS,
  ALL_ROWS,
  CLAIMS,
  hasWords,
  LEGACY_DAYS,
  MEANT,
  OWN_ROWS,
  type Row,
  type RowOf,
  recordOf,
  SCHEMA,
  TARGET,
  targetIn,
  WRITE,
  wordsOf,
} from './rows.ts';
import { SLICE, Turns } from './slices.ts';

/** The targets that a shard keeps in memory. All shards may share 128 MiB, and a URL may have 64 KiB. */
const MOST_TARGETS = 100;

/** An idempotency key is remembered for a day. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The octets of a page of records. The platform refuses an answer above 32 MiB, and a URL may have 64 KiB. */
export const LARGEST_PAGE = 4 * 1024 * 1024;

/** A part of a list. */
interface Page {
  readonly links: LinkRecord[];
  readonly more: boolean;
}

export class LinkShard extends RegistryShard {
  readonly #clicks: ClickWriter;
  /** Targets of links that were followed. Any change clears them: changes are rare, and reads from disk are slow. */
  readonly #targets = new Map<string, LinkTarget>();
  readonly #changes: StoreChanges;

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.sql.exec(SCHEMA);
    this.#clicks = new ClickWriter(context.storage);
    this.#changes = countChanges(context.id.toString());
    for (const [table, columns] of Object.entries(ADDED_COLUMNS)) {
      const { columnNames } = this.sql.exec(`SELECT * FROM ${table} LIMIT 0`);
      for (const column of columns) {
        const [name = ''] = column.split(' ');
        if (!columnNames.includes(name)) this.sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
      }
    }
  }

  /** How many links this store has, and its octets on disk. */
  figures(): { readonly links: number; readonly octets: number } {
    const [row] = this.sql.exec<{ links: number }>('SELECT count(*) AS links FROM links');
    return { links: row?.links ?? 0, octets: this.sql.databaseSize };
  }

  /** Applies a change completely or not at all. Clicks are written before, so that no rollback loses them. */
  #change<Result>(change: () => Result): Result {
    this.#targets.clear();
    this.#changes.add();
    this.#clicks.flush();
    return this.ctx.storage.transactionSync(change);
  }

  /** @param version - the version of the registry that the caller knows */
  create(requests: readonly CreateRequest[], version = 0): CreateResult[] {
    this.learn(version);
    return this.#change(() => requests.map((request) => this.#createOnce(request)));
  }

  #createOnce(request: CreateRequest): CreateResult {
    const { key, owner } = request;
    const before = key === null ? null : this.#resultOf(owner, key);
    if (before !== null) return before;
    const result = this.#create(request, new Date().toISOString());
    if (key !== null) this.#remember(owner, key, 'reply', JSON.stringify(result));
    return result;
  }

  #create(request: CreateRequest, now: string): CreateResult {
    const slug = request.alias ?? this.#hashSlugFor(request);
    const link = this.#read(slug);
    if (link === null) {
      // Whoever types an imported alias in another case would get the new link.
      if (request.alias !== null && this.#meant(slug) !== slug) return { kind: 'taken' };
      this.sql.exec('INSERT INTO links (slug, url, created_at) VALUES (?, ?, ?)', slug, request.url, now);
      this.#claim(slug, newClaim(request, now), request);
      return { kind: 'created', link: this.#expect(slug) };
    }
    const own = link.claims.find(({ owner }) => owner === request.owner);
    if (request.alias !== null && (own === undefined || link.url !== request.url)) return { kind: 'taken' };
    const state = recordedState(link, Date.parse(now));
    if (state === 'blocked') return { kind: 'blocked', link };
    const alive = own !== undefined && isLive(own, Date.parse(now));
    const { expiresAt, title, note } = request;
    const changes = !request.keeps && (expiresAt !== undefined || title !== undefined || note !== undefined);
    if (!alive || changes) {
      this.#claim(slug, alive ? own : { ...(own ?? newClaim(request, now)), expiresAt: null }, request);
    }
    return { kind: state === 'live' ? 'existing' : 'created', link: this.#expect(slug) };
  }

  /** The hash slug that this URL already has, or else the shortest free one. */
  #hashSlugFor({ digest, url }: Pick<CreateRequest, 'digest' | 'url'>): string {
    const slugs = [...hashSlugs(digest)];
    const query = 'SELECT slug, url FROM links WHERE slug BETWEEN ? AND ?';
    const rows = [...this.sql.exec<Pick<Row, 'slug' | 'url'>>(query, slugs[0] ?? '', digest)];
    const used = new Map(rows.map((row) => [row.slug, row.url]));
    const slug = slugs.find((slug) => used.get(slug) === url) ?? slugs.find((slug) => !used.has(slug));
    if (slug === undefined) throw new Error('every hash slug of a URL is taken');
    return slug;
  }

  #claim(slug: string, claim: Claim, change: Pick<Change, 'expiresAt' | 'title' | 'note'> = {}): void {
    const { expiresAt = claim.expiresAt, title = claim.title, note = claim.note } = change;
    this.sql.exec(
      'INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?)',
      ...[slug, claim.owner, claim.createdAt, expiresAt, title, note],
    );
  }

  /**
   * Returns the target of a link. The slug may be in another case.
   *
   * @param version - the version of the registry that the caller knows
   * @param counts - whether to count a click if the link is live
   * @param along - clicks that were counted elsewhere
   */
  follow(text: string, version = 0, counts = true, along: readonly Clicks[] = []): LinkTarget | null {
    this.learn(version);
    this.count(along);
    const target = this.#targets.get(text) ?? this.#readTarget(text);
    if (counts && target !== null && recordedState(target, Date.now()) === 'live') this.#clicks.add(target.slug);
    return target;
  }

  /** The slug that a text means: itself, or the only slug that differs from it in case alone. */
  #meant(text: string): string {
    const slugs = [...this.sql.exec<Pick<Row, 'slug'>>(MEANT, text)].map(({ slug }) => slug);
    if (slugs.includes(text)) return text;
    return slugs.find((slug) => slug === text.toLowerCase()) ?? (slugs.length === 1 ? slugs[0] : undefined) ?? text;
  }

  /** Writes clicks that were counted elsewhere. They are on disk before the caller forgets them. */
  count(clicks: readonly Clicks[]): void {
    this.#clicks.write(clicks);
  }

  #readTarget(text: string): LinkTarget | null {
    const find = (slug: string) => [...this.sql.exec<Parameters<typeof targetIn>[0]>(TARGET, slug)];
    const row = find(text)[0] ?? find(this.#meant(text))[0];
    if (row === undefined) return null;
    const target = targetIn(row);
    if (this.#targets.size === MOST_TARGETS) this.#targets.clear();
    this.#targets.set(text, target);
    return target;
  }

  /** A record with its claims. The slug may be in another case. */
  read(text: string): LinkRecord | null {
    this.#clicks.flush();
    return this.#read(text) ?? this.#read(this.#meant(text));
  }

  #read(slug: string): LinkRecord | null {
    const [row] = this.sql.exec<Row>('SELECT * FROM links WHERE slug = ?', slug);
    return row === undefined ? null : this.#recordOf(row);
  }

  #expect(slug: string): LinkRecord {
    const link = this.#read(slug);
    if (link === null) throw new Error('a link vanished');
    return link;
  }

  #recordOf(row: Row): LinkRecord {
    const claims = [...this.sql.exec<RowOf<Claim>>(CLAIMS, row.slug)];
    return recordOf(row, claims, () =>
      row.clicks === 0 ? [] : [...this.sql.exec<RowOf<DayClicks>>(LEGACY_DAYS, row.slug)],
    );
  }

  /**
   * Changes a link. An administrator without a claim changes the claims of all owners.
   *
   * @returns `null` if there is no such link, or the owner has no claim to what changes
   */
  amend(slug: string, owner: Owner, { url, blocked, ...claim }: Change): LinkRecord | null {
    return this.#change(() => {
      const link = this.#read(slug);
      if (link === null) return null;
      if (url !== undefined || Object.keys(claim).length > 0) {
        const own = link.claims.filter((claim) => claim.owner === owner.name);
        const changed = own.length === 0 && owner.admin ? link.claims : own;
        if (changed.length === 0) return null;
        if (url !== undefined) this.sql.exec('UPDATE links SET url = ? WHERE slug = ?', url, slug);
        for (const before of changed) this.#claim(slug, before, claim);
      }
      if (blocked !== undefined) this.#block(slug, blocked);
      return this.#read(slug);
    });
  }

  #block(slug: string, reason: string | null): void {
    const at = reason === null ? null : new Date().toISOString();
    this.sql.exec('UPDATE links SET blocked_at = ?, blocked_reason = ? WHERE slug = ?', at, reason, slug);
  }

  /** Gives links new targets, unless they have got others in the meantime. */
  repoint(moved: readonly Move[]): void {
    this.#change(() => {
      for (const { slug, url, newUrl } of moved) {
        this.sql.exec('UPDATE links SET url = ? WHERE slug = ? AND url = ?', newUrl, slug, url);
      }
    });
  }

  /**
   * Gives the claims of an owner to another one. A claim that the new owner has keeps its title and its note, and ends
   * when the later one of both does.
   *
   * @returns the slugs of the links to which the former owner had a claim
   */
  handOver(slugs: readonly string[], formerOwner: string, owner: string): readonly string[] {
    return this.#change(() =>
      slugs.filter((slug) => {
        const claims = this.#read(slug)?.claims ?? [];
        const claim = claims.find((claim) => claim.owner === formerOwner);
        if (claim === undefined) return false;
        this.sql.exec('DELETE FROM claims WHERE slug = ? AND owner = ?', slug, formerOwner);
        const own = claims.find((claim) => claim.owner === owner);
        this.#claim(slug, own === undefined ? { ...claim, owner } : joined(own, claim));
        return true;
      }),
    );
  }

  /** Leaves only the slug of a link, so that it never gets another meaning. */
  purge(slug: string): void {
    this.#change(() => this.#purge(slug));
  }

  #purge(slug: string): void {
    this.sql.exec('DELETE FROM claims WHERE slug = ?', slug);
    this.sql.exec('DELETE FROM days WHERE slug = ?', slug);
    this.sql.exec('DELETE FROM keys WHERE instr(reply, ?) > 0', JSON.stringify({ slug }).slice(1, -1));
    this.#write(recordOfTombstone(slug));
  }

  /**
   * Lists records in the order of their slugs: up to {@link LARGEST_PAGE} octets of them, and at least one. Others have
   * their turn in between, so a search takes time but stops nobody.
   */
  async page(scope: Scope, { after, limit, query }: PageRequest): Promise<Page> {
    this.#clicks.flush();
    const words = wordsOf(query);
    const turns = new Turns(words.length === 0 ? SLICE.records : SLICE.compared);
    const links: LinkRecord[] = [];
    let octets = 0;
    for (let from = after; ; ) {
      const rows = this.#rows(scope, from, SLICE.read);
      let isOver = false;
      for (const row of rows) {
        if (hasWords(row, words)) {
          if (links.length === limit) return { links, more: true };
          const link = this.#recordOf(row);
          octets += JSON.stringify(link).length;
          if (links.length > 0 && octets > LARGEST_PAGE) return { links, more: true };
          links.push(link);
        }
        from = row.slug;
        isOver = turns.isOver();
        // Rows that were read before a pause may be old after it, so the next turn reads the others again.
        if (isOver) break;
      }
      if (!isOver && rows.length < SLICE.read) return { links, more: false };
      if (isOver) await turns.next();
    }
  }

  #rows(scope: Scope, after: string, most: number): readonly (Row & Partial<Pick<Claim, 'title' | 'note'>>)[] {
    if (scope === 'everything') {
      return [...this.sql.exec<Row>(ALL_ROWS, after, most)];
    }
    const now = new Date().toISOString();
    return [...this.sql.exec<Row & Pick<Claim, 'title' | 'note'>>(OWN_ROWS, scope.owner, after, now, most)];
  }

  /**
   * Imports records. An existing record gets the claims of both. An alias that leads to another URL is a conflict; a
   * hash slug that another URL has grows. Repeating an import changes nothing.
   */
  import(requests: readonly ImportRequest[]): ImportResult[] {
    return this.#change(() => requests.map((request) => this.#import(request)));
  }

  /** The results of {@link import}, whose changes are undone. */
  tryImport(requests: readonly ImportRequest[]): ImportResult[] {
    const results: ImportResult[] = [];
    const undone = new Error('undone');
    try {
      this.#change(() => {
        for (const request of requests) results.push(this.#import(request));
        // Only an exception undoes a transaction.
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
    return results;
  }

  #import({ record, digest }: ImportRequest): ImportResult {
    const taken = this.#read(record.slug);
    const grows = taken !== null && taken.url !== record.url && digest !== null;
    const slug = grows ? this.#hashSlugFor({ digest, url: record.url }) : record.slug;
    const before = grows ? this.#read(slug) : taken;
    if (isPurged(record)) {
      if (taken !== null && isPurged(taken)) return { slug, outcome: 'unchanged' };
      this.#purge(slug);
      return { slug, outcome: taken === null ? 'created' : 'merged' };
    }
    if (taken !== null && isPurged(taken)) return { slug: record.slug, outcome: 'purged' };
    if (before === null) {
      this.#write({ ...record, slug });
      return { slug, outcome: 'created' };
    }
    if (before.url !== record.url) return { slug, outcome: 'conflict' };
    const merged = merge(before, record);
    if (JSON.stringify(merged) === JSON.stringify(before)) return { slug, outcome: 'unchanged' };
    this.#write(merged);
    return { slug, outcome: 'merged' };
  }

  #write({ slug, url, createdAt, clicks, lastClickAt, blocked, claims, days = [], alias }: LinkRecord): void {
    this.sql.exec(
      WRITE,
      ...[slug, url, createdAt, clicks, lastClickAt, blocked?.at ?? null, blocked?.reason ?? null, alias ? 1 : null],
      encodeDays(days),
    );
    for (const claim of claims) this.#claim(slug, claim);
  }

  /**
   * Binds an idempotency key to a request, so that no other request can use it.
   *
   * @param request - the digest of the request's body
   * @returns whether the key was free, or is bound to this request
   */
  bindKey(owner: string, key: string, request: string): boolean {
    const [row] = this.sql.exec('SELECT request FROM keys WHERE owner = ? AND key = ?', owner, key);
    const bound = row?.request ?? null;
    if (bound === null) this.#remember(owner, key, 'request', request);
    return bound === null || bound === request;
  }

  #resultOf(owner: string, key: string): CreateResult | null {
    const [row] = this.sql.exec('SELECT reply FROM keys WHERE owner = ? AND key = ?', owner, key);
    return typeof row?.reply === 'string' ? JSON.parse(row.reply) : null;
  }

  #remember(owner: string, key: string, column: 'request' | 'reply', value: string): void {
    this.sql.exec(
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
    this.sql.exec('DELETE FROM keys WHERE made_at <= ?', Date.now() - KEY_LIFETIME_MS);
    const [row] = this.sql.exec('SELECT min(made_at) AS oldest FROM keys');
    if (typeof row?.oldest === 'number') await this.ctx.storage.setAlarm(row.oldest + KEY_LIFETIME_MS);
  }
}

function newClaim({ owner }: CreateRequest, createdAt: string): Claim {
  return { owner, createdAt, expiresAt: null, title: null, note: null };
}
