/**
 * One shard of the links: a Durable Object with SQLite. Each method runs in one turn of a single thread, and its result
 * is on disk before the caller receives it. So only one of two creators can be the first.
 */

import { joined, merge } from '../../src/links/merge.ts';
import { type Claim, isPurged, type LinkRecord, type LinkTarget } from '../../src/links/record.ts';
import { isLive, recordedState } from '../../src/links/state.ts';
import type { Owner } from '../settings/secrets.ts';
import type { Clicks } from './click-counter.ts';
import { ClickWriter } from './click-writer.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { LinkTable } from './link-table.ts';
import { factOf, setFact } from './migrations.ts';
import { SLICE, Slices } from './pace.ts';
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
import { hasWords, wordsOf } from './search.ts';

/** The octets of a page of records. The platform refuses an answer above 32 MiB, and a URL may have 64 KiB. */
const LARGEST_PAGE = 4 * 1024 * 1024;

/** Rows that are read by one query. */
const READ_AT_ONCE = 40;

/** A part of a list. */
interface ListPage {
  readonly links: LinkRecord[];
  readonly more: boolean;
}

export class LinkShard extends RegistryShard {
  readonly #links: LinkTable;
  readonly #clicks: ClickWriter;
  readonly #keys: IdempotencyKeys;

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.#links = new LinkTable(this.sql);
    this.#clicks = new ClickWriter(context.storage);
    this.#keys = new IdempotencyKeys(context);
  }

  /** How many links this store has, and its octets on disk. */
  figures(): { readonly links: number; readonly octets: number } {
    return { links: this.#links.count(), octets: this.sql.databaseSize };
  }

  /** Writes something that changes nothing, so that a disk which cannot be written to refuses it. */
  tryWriting(): void {
    setFact(this.sql, 'tried', (factOf(this.sql, 'tried') ?? 0) + 1);
  }

  /** Applies a change completely or not at all. Clicks are written before, so that no rollback loses them. */
  #change<Result>(change: () => Result): Result {
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
    const before = key === null ? null : this.#keys.resultOf(owner, key);
    if (before !== null) return before;
    const result = this.#create(request, new Date().toISOString());
    if (key !== null) this.#keys.keep(owner, key, result);
    return result;
  }

  #create(request: CreateRequest, now: string): CreateResult {
    const slug = request.alias ?? this.#links.hashSlugFor(request);
    const link = this.#links.find(slug);
    if (link === null) {
      // Whoever types an imported alias in another case would get the new link.
      if (request.alias !== null && this.#links.meant(slug) !== slug) return { kind: 'taken' };
      this.#links.add(slug, request.url, now);
      this.#links.claim(slug, changed(newClaim(request, now), request));
      return { kind: 'created', link: this.#links.expect(slug) };
    }
    const own = link.claims.find(({ owner }) => owner === request.owner);
    if (request.alias !== null && (own === undefined || link.url !== request.url)) return { kind: 'taken' };
    const state = recordedState(link, Date.parse(now));
    if (state === 'blocked') return { kind: 'blocked', link };
    const alive = own !== undefined && isLive(own, Date.parse(now));
    const { expiresAt, title, note } = request;
    const changes = !request.keeps && (expiresAt !== undefined || title !== undefined || note !== undefined);
    if (!alive || changes) {
      const claim = alive ? own : { ...(own ?? newClaim(request, now)), expiresAt: null };
      this.#links.claim(slug, changed(claim, request));
    }
    return { kind: state === 'live' ? 'existing' : 'created', link: this.#links.expect(slug) };
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
    const target = this.#links.target(text);
    if (counts && target !== null && recordedState(target, Date.now()) === 'live') this.#clicks.add(target.slug);
    return target;
  }

  /** Writes clicks that were counted elsewhere. They are on disk before the caller forgets them. */
  count(clicks: readonly Clicks[]): void {
    this.#clicks.write(clicks);
  }

  /** A record with its claims. The slug may be in another case. */
  read(text: string): LinkRecord | null {
    this.#clicks.flush();
    return this.#links.find(text) ?? this.#links.find(this.#links.meant(text));
  }

  /**
   * Changes a link. An administrator without a claim changes the claims of all owners.
   *
   * @returns `null` if there is no such link, or the owner has no claim to what changes
   */
  amend(slug: string, owner: Owner, { url, blocked, ...claim }: Change): LinkRecord | null {
    return this.#change(() => {
      const link = this.#links.find(slug);
      if (link === null || isPurged(link)) return null;
      if (url !== undefined || Object.keys(claim).length > 0) {
        const own = link.claims.filter((claim) => claim.owner === owner.name);
        const claims = own.length === 0 && owner.admin ? link.claims : own;
        if (claims.length === 0) return null;
        if (url !== undefined) this.#links.setTarget(slug, url);
        for (const before of claims) this.#links.claim(slug, changed(before, claim));
      }
      if (blocked !== undefined) this.#links.block(slug, blocked);
      return this.#links.find(slug);
    });
  }

  /** Gives links new targets, unless they have got others in the meantime. */
  repoint(moved: readonly Move[]): void {
    this.#change(() => {
      for (const move of moved) this.#links.move(move);
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
        const claims = this.#links.find(slug)?.claims ?? [];
        const claim = claims.find((claim) => claim.owner === formerOwner);
        if (claim === undefined) return false;
        this.#links.unclaim(slug, formerOwner);
        const own = claims.find((claim) => claim.owner === owner);
        this.#links.claim(slug, own === undefined ? { ...claim, owner } : joined(own, claim));
        return true;
      }),
    );
  }

  /** Leaves only the slug of a link, so that it never gets another meaning. */
  purge(slug: string): void {
    this.#change(() => this.#purge(slug));
  }

  #purge(slug: string): void {
    this.#links.purge(slug);
    this.#keys.forgetLink(slug);
  }

  /**
   * Lists records in the order of their slugs: up to {@link LARGEST_PAGE} octets of them, and at least one. Others have
   * their turn in between, so a search takes time but stops nobody.
   */
  async page(scope: Scope, { after, limit, query, pace }: PageRequest): Promise<ListPage> {
    this.#clicks.flush();
    const words = wordsOf(query);
    const slices = new Slices(() => pace, words.length === 0 ? SLICE.records : SLICE.compared);
    const links: LinkRecord[] = [];
    let octets = 0;
    for (let from = after; ; ) {
      const rows = this.#links.list(scope, from, READ_AT_ONCE);
      let isOver = false;
      for (const row of rows) {
        if (hasWords(row, words)) {
          if (links.length === limit) return { links, more: true };
          const link = this.#links.recordOf(row);
          octets += JSON.stringify(link).length;
          if (links.length > 0 && octets > LARGEST_PAGE) return { links, more: true };
          links.push(link);
        }
        from = row.slug;
        isOver = slices.isOver();
        // Rows that were read before a pause may be old after it, so the next slice reads the others again.
        if (isOver) break;
      }
      if (!isOver && rows.length < READ_AT_ONCE) return { links, more: false };
      if (isOver) await slices.next();
    }
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
    const taken = this.#links.find(record.slug);
    const grows = taken !== null && taken.url !== record.url && digest !== null;
    const slug = grows ? this.#links.hashSlugFor({ digest, url: record.url }) : record.slug;
    const before = grows ? this.#links.find(slug) : taken;
    if (isPurged(record)) {
      if (taken !== null && isPurged(taken)) return { slug, outcome: 'unchanged' };
      this.#purge(slug);
      return { slug, outcome: taken === null ? 'created' : 'merged' };
    }
    if (taken !== null && isPurged(taken)) return { slug: record.slug, outcome: 'purged' };
    if (before === null) {
      this.#links.write({ ...record, slug });
      return { slug, outcome: 'created' };
    }
    if (before.url !== record.url) return { slug, outcome: 'conflict' };
    const merged = merge(before, record);
    if (JSON.stringify(merged) === JSON.stringify(before)) return { slug, outcome: 'unchanged' };
    this.#links.write(merged);
    return { slug, outcome: 'merged' };
  }

  /** As {@link IdempotencyKeys.bind}. */
  bindKey(owner: string, key: string, request: string): boolean {
    return this.#keys.bind(owner, key, request);
  }

  override async alarm(): Promise<void> {
    await this.#keys.sweep();
  }
}

function newClaim({ owner }: CreateRequest, createdAt: string): Claim {
  return { owner, createdAt, expiresAt: null, title: null, note: null };
}

/** A claim with another end, title or note, if a change has one. */
function changed(claim: Claim, change: Pick<Change, 'expiresAt' | 'title' | 'note'>): Claim {
  const { expiresAt = claim.expiresAt, title = claim.title, note = claim.note } = change;
  return { ...claim, expiresAt, title, note };
}
