/**
 * One shard of the links: a Durable Object with SQLite. Each method runs in one turn of a single thread, and its result
 * is on disk before the caller receives it. So only one of two creators can be the first.
 */

import { joined, merge } from '../../src/links/merge.ts';
import { type Claim, isPurged, type LinkRecord, type LinkTarget } from '../../src/links/record.ts';
import { isLive, recordedState } from '../../src/links/state.ts';
import { wordsOf } from '../../src/words.ts';
import { type Conditions, permits } from '../http/conditions.ts';
import type { Owner } from '../settings/secrets.ts';
import type { Clicks } from './click-counter.ts';
import { ClickWriter } from './click-writer.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { stateOf } from './link-answer.ts';
import { ChangeClock, LinkTable, type ListedRow } from './link-table.ts';
import { factOf, setFact } from './migrations.ts';
import { OwnerTurns } from './owner-turns.ts';
import { SLICE, Slices } from './pace.ts';
import { RegistryShard } from './registry.ts';
import type {
  Change,
  CreateRequest,
  CreateResult,
  Edit,
  Edited,
  ImportRequest,
  ImportResult,
  Move,
  PageRequest,
  Scope,
} from './request.ts';
import { linkHasWords } from './search.ts';
import { SearchIndex } from './search-index.ts';

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
  readonly #clock: ChangeClock;
  readonly #links: LinkTable;
  readonly #clicks: ClickWriter;
  readonly #keys: IdempotencyKeys;
  readonly #turns = new OwnerTurns();
  readonly #index: SearchIndex;

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.#clock = new ChangeClock(this.sql);
    this.#links = new LinkTable(this.sql, this.#clock);
    this.#clicks = new ClickWriter(context.storage, this.#clock);
    this.#keys = new IdempotencyKeys(context);
    this.#index = new SearchIndex(context);
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
    // The request of before wrote it.
    if (before !== null) return 'wrote' in before ? { kind: before.kind, link: before.link } : before;
    const result = this.#create(request, new Date().toISOString());
    // A refusal has changed nothing, so the same request is tried anew: nothing can be made twice, and by then the
    // alias may be the owner's, the block gone, or the quota another.
    if (key !== null && isMade(result)) this.#keys.keep(owner, key, result);
    return result;
  }

  #create(request: CreateRequest, now: string): CreateResult {
    const slug = request.alias ?? this.#links.hashSlugFor(request);
    const link = this.#links.find(slug);
    if (link === null) {
      // Whoever types an imported alias in another case would get the new link.
      if (request.alias !== null && this.#links.meant(slug) !== slug) return { kind: 'taken' };
      if (request.isFull) return { kind: 'full' };
      this.#links.add(slug, request.url, now);
      this.#links.claim(slug, changed(newClaim(request, now), request));
      return { kind: 'created', link: this.#links.expect(slug), wrote: 'claim' };
    }
    const own = link.claims.find(({ owner }) => owner === request.owner);
    if (request.alias !== null && (own === undefined || link.url !== request.url)) return { kind: 'taken' };
    const state = recordedState(link, Date.parse(now));
    if (state === 'blocked') return { kind: 'blocked', link };
    const alive = own !== undefined && isLive(own, Date.parse(now));
    if (request.isFull && !alive) return { kind: 'full' };
    const { expiresAt, title, note } = request;
    const changes = !request.keeps && (expiresAt !== undefined || title !== undefined || note !== undefined);
    if (!alive || changes) {
      const claim = alive ? own : { ...(own ?? newClaim(request, now)), expiresAt: null };
      this.#links.claim(slug, changed(claim, request));
    }
    const wrote = !alive ? ('claim' as const) : changes ? ('change' as const) : undefined;
    return {
      kind: state === 'live' ? 'existing' : 'created',
      link: this.#links.expect(slug),
      ...(wrote !== undefined && { wrote }),
    };
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
   * Changes a link, if the conditions permit it. An administrator without a claim changes the claims of all owners.
   * Nobody else has a turn between the judgement and the change.
   */
  amend(slug: string, owner: Owner, edit: Edit, conditions: Conditions = UNCONDITIONAL): Edited {
    return this.#change(() => {
      const link = this.#links.find(slug);
      if (link === null) return MISSING;
      // An administrator may purge a link twice.
      if (isPurged(link) && !edit.purge) return MISSING;
      const claims = claimsToChange(link, owner, edit);
      if (claims === null) return MISSING;
      if (!permits(conditions, stateOf(link, owner))) return { kind: 'stale', link };
      if (edit.isFull && claims.some((claim) => revives(claim, edit))) return { kind: 'full' };
      this.#amend(link, claims, edit);
      return { kind: 'changed', link: this.#links.expect(slug) };
    });
  }

  #amend(
    { slug, claims: all }: LinkRecord,
    claims: readonly Claim[],
    { url, blocked, handOver, purge, isFull, ...change }: Edit,
  ) {
    if (purge) return this.#purge(slug);
    if (handOver !== undefined) this.#handOver(slug, all, handOver);
    if (url !== undefined) this.#links.setTarget(slug, url);
    for (const before of claims) this.#links.claim(slug, changed(before, change));
    if (blocked !== undefined) this.#links.block(slug, blocked);
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
      slugs.filter((slug) => this.#handOver(slug, this.#links.find(slug)?.claims ?? [], { formerOwner, owner })),
    );
  }

  /** @returns whether the former owner had a claim */
  #handOver(slug: string, claims: readonly Claim[], { formerOwner, owner }: NonNullable<Edit['handOver']>): boolean {
    const claim = claims.find((claim) => claim.owner === formerOwner);
    if (claim === undefined) return false;
    this.#links.unclaim(slug, formerOwner);
    const own = claims.find((claim) => claim.owner === owner);
    this.#links.claim(slug, own === undefined ? { ...claim, owner } : joined(own, claim));
    return true;
  }

  #purge(slug: string): void {
    this.#links.purge(slug);
    this.#index.renew(slug);
    this.#keys.forgetLink(slug);
  }

  /** Lists records in the order of their slugs: up to {@link LARGEST_PAGE} octets of them, and at least one. */
  async page(scope: Scope, { limit, ...request }: PageRequest): Promise<ListPage> {
    this.#clicks.flush();
    const links: LinkRecord[] = [];
    let octets = 0;
    for await (const row of this.#rows(scope, request)) {
      if (links.length === limit) return { links, more: true };
      const link = this.#links.recordOf(row);
      octets += JSON.stringify(link).length;
      if (links.length > 0 && octets > LARGEST_PAGE) return { links, more: true };
      links.push(link);
    }
    return { links, more: false };
  }

  /**
   * The rows that have all words, after a slug: first those that the index finds, then those that it does not have.
   * Others have their turn in between, so a search takes time but stops nobody.
   */
  async *#rows(scope: Scope, request: Omit<PageRequest, 'limit'>): AsyncGenerator<ListedRow> {
    const { after, since, pace } = request;
    const words = wordsOf(request.query);
    const isMeant = (row: ListedRow) => row.changed_at >= (since ?? 0) && linkHasWords(row, words);
    const found = since === undefined ? await this.#index.find(words, request) : null;
    const isWhole = words.length === 0 && since === undefined;
    const slices = new Slices(() => pace, isWhole ? SLICE.records : SLICE.compared);
    for (const slug of found?.slugs ?? []) {
      const row = this.#links.listed(scope, slug);
      if (row !== undefined && isMeant(row)) yield row;
      if (slices.isOver()) await slices.next();
    }
    if (found?.end === null) return;
    for (let from = found === null || found.end < after ? after : found.end; ; ) {
      const rows = this.#links.list(scope, from, READ_AT_ONCE, since !== undefined);
      let isOver = false;
      for (const row of rows) {
        if (isMeant(row)) yield row;
        from = row.slug;
        isOver = slices.isOver();
        // Rows that were read before a pause may be old after it, so the next slice reads the others again.
        if (isOver) break;
      }
      if (!isOver && rows.length < READ_AT_ONCE) return;
      if (isOver) await slices.next();
    }
  }

  /** A time that no later change is before, for the next export, in milliseconds since 1970. */
  tellTime(): number {
    return this.#clock.tell();
  }

  /** How many links an owner has a live claim to. */
  countOwn(owner: string): number {
    return this.#links.countOwn(owner);
  }

  /** Has its turn at the links of an owner, as {@link OwnerTurns}. */
  inTurn(owner: string, work: () => Promise<void>): Promise<void> {
    return this.#turns.take(owner, work);
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

const UNCONDITIONAL: Conditions = { ifMatch: null, ifNoneMatch: null };
const MISSING = { kind: 'missing' } as const;

/** The claims that an edit changes; `null` = it would change claims, or give one away, and there is none. */
function claimsToChange(
  { claims }: LinkRecord,
  owner: Owner,
  { blocked, handOver, purge, isFull, ...ofClaim }: Edit,
): readonly Claim[] | null {
  if (handOver !== undefined) return claims.some((claim) => claim.owner === handOver.formerOwner) ? [] : null;
  if (Object.keys(ofClaim).length === 0) return [];
  const own = claims.filter((claim) => claim.owner === owner.name);
  const changing = own.length === 0 && owner.admin ? claims : own;
  return changing.length === 0 ? null : changing;
}

function isMade({ kind }: CreateResult): boolean {
  return kind === 'created' || kind === 'existing';
}

/** Whether a claim that has ended begins again. */
function revives(claim: Claim, edit: Edit): boolean {
  const now = Date.now();
  return !isLive(claim, now) && isLive(changed(claim, edit), now);
}

function newClaim({ owner }: CreateRequest, createdAt: string): Claim {
  return { owner, createdAt, expiresAt: null, title: null, note: null };
}

/** A claim with another end, title or note, if a change has one. */
function changed(claim: Claim, change: Pick<Change, 'expiresAt' | 'title' | 'note'>): Claim {
  const { expiresAt = claim.expiresAt, title = claim.title, note = claim.note } = change;
  return { ...claim, expiresAt, title, note };
}
