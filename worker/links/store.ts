/** All links: finds the shard of a slug, and lists the links shard by shard. */

import type { WideBlock } from '../../src/links/blocks.ts';
import type { LinkRecord, LinkTarget } from '../../src/links/record.ts';
import { digestOf, isHashSlug, isSlug, readHashSlug } from '../../src/links/slug.ts';
import { isLive, recordedState } from '../../src/links/state.ts';
import type { RequestError } from '../errors/request-error.ts';
import type { Conditions } from '../http/conditions.ts';
import { logFault } from '../log.ts';
import { fingerprint } from '../settings/fingerprint.ts';
import type { Owner } from '../settings/secrets.ts';
import type { ClickCounter, Clicks } from './click-counter.ts';
import { groupByShard } from './group-by-shard.ts';
import { type KnownRegistry, RegistryReader } from './known-registry.ts';
import { type ListPosition, type ListRange, noteTime, type PagesOptions } from './list-range.ts';
import { type Pace, pause, WRITTEN_AT_ONCE } from './pace.ts';
import { createWithin, inOwnersTurn } from './quota.ts';
import type {
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
import { askShard, type ShardStub, type Shards, shardOf } from './shards.ts';
import { StoreSpace } from './space.ts';
import { StoreFailures } from './store-failures.ts';

/** The most shards that a page of a list asks. The platform limits the subrequests of a request. */
const MOST_ASKED = 100;

const slugOfRecord = ({ record }: ImportRequest): string => record.slug;

/** What stores at Cloudflare and stores on one machine share. They differ in how work on many links is spread. */
export abstract class LinkStore {
  readonly #shards: Shards;
  readonly #clicks: ClickCounter;
  readonly #space: StoreSpace;
  readonly #registry: RegistryReader;

  /**
   * @param shards - the objects of the shards
   * @param wanted - the number of shards, as the operator set it; `null` = the number of the first deployment
   * @param clicks - holds the clicks of this isolate
   * @param space - the space for new links
   */
  constructor(
    shards: Shards,
    wanted: number | null,
    clicks: ClickCounter,
    space = new StoreSpace(undefined),
    registry: RegistryReader = new RegistryReader(shards, wanted),
  ) {
    this.#shards = shards;
    this.#clicks = clicks;
    this.#space = space;
    this.#registry = registry;
  }

  /** The pace of work on many links at this moment. */
  abstract readonly pace: () => Pace;

  /** Notes that somebody asked for something short. */
  abstract noteRequest(): void;

  /** Asks several shards. The answers are in the order of the questions. */
  protected abstract ask<Answer>(questions: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]>;

  /** Whether the first shard answered when it was asked last. The others go on without it. */
  get isFirstAway(): boolean {
    return this.#registry.isFirstAway;
  }

  /** How many links have clicks that wait here. */
  get waitingClicks(): number {
    return this.#clicks.waiting;
  }

  /** Writes something that changes nothing to the shard of a number; with numbers above, they take turns. */
  async tryWriting(number: number): Promise<void> {
    const { shards } = await this.registry();
    await this.#shard(number % shards).tryWriting();
  }

  /** @throws RequestError 507 if there is no space for what is new */
  checkSpace(): Promise<void> {
    return this.#space.check();
  }

  /** The identifier of the object of the first shard. */
  get firstId(): string {
    return this.#shard(0).id.toString();
  }

  /**
   * The number of shards, and the blocks.
   *
   * @param slug - the slug whose redirect may be copied
   * @throws ConfigurationError if the operator set another number of shards than the first deployment
   */
  registry(slug = ''): Promise<KnownRegistry> {
    return this.#registry.read(isHashSlug(slug));
  }

  /** Blocks are in force here at once, and everywhere within a minute. */
  async block(blocks: readonly WideBlock[]): Promise<void> {
    if (blocks.length === 0) return;
    await this.#shard(0).block(blocks);
    this.#registry.forget();
  }

  /** @returns whether there was such a block */
  async unblock(name: Pick<WideBlock, 'kind' | 'value'>): Promise<boolean> {
    const removed = await this.#shard(0).unblock(name);
    this.#registry.forget();
    return removed;
  }

  /**
   * Creates links of one owner; those of one shard in the order of their requests. The result of one is why it is not.
   *
   * @param quota - the most links of the owner; `null` = any number
   */
  async create(
    requests: readonly Omit<CreateRequest, 'digest'>[],
    quota: number | null = null,
  ): Promise<(CreateResult | RequestError)[]> {
    const digested = await Promise.all(
      requests.map(async (request) => ({ ...request, digest: await digestOf(request.url) })),
    );
    const slugOf = ({ alias, digest }: CreateRequest) => alias ?? digest;
    const { version } = await this.registry();
    const create = (part: readonly CreateRequest[]) =>
      this.#write(part, slugOf, (shard, group) => shard.create(group, version));
    const [first] = digested;
    if (quota === null || first === undefined) return create(digested);
    return this.#inTurn(first.owner, quota, (left) => createWithin(left, digested, create));
  }

  /** As {@link inOwnersTurn}. */
  async #inTurn<Result>(owner: string, quota: number, work: (left: number) => Promise<Result>): Promise<Result> {
    return inOwnersTurn(await this.#shardOf(fingerprint(owner)), await this.#everyShard(), { owner, quota }, work);
  }

  /**
   * Binds an idempotency key to a request, as {@link LinkShard.bindKey}, in the shard that the key belongs to.
   *
   * @param body - the text of the request's body. Its SHA-256 identifies it: with a weaker hash, a client could find
   * two bodies with the same digest.
   */
  async bindKey(owner: string, key: string, body: string): Promise<boolean> {
    await this.#space.check();
    const shard = await this.#shardOf(fingerprint(`${owner} ${key}`));
    return shard.bindKey(owner, key, await digestOf(body));
  }

  /**
   * Follows a link, as {@link LinkShard.follow}, and counts a click if it is live. The text is as a person typed it:
   * first the slug itself, then the only one in another case, then the hash slug with misread letters.
   *
   * @param keepAlive - receives work that goes on after the answer
   */
  async follow(text: string, keepAlive: (work: Promise<void>) => void): Promise<LinkTarget | null> {
    const { shards, version } = await this.registry();
    const isHeld = this.#clicks.expects(text);
    const target = await this.#find(text, async (shard, slug, number) => {
      const along = this.#clicks.takeDue((slug) => shardOf(slug, shards) === number);
      try {
        return await shard.follow(slug, version, !isHeld, along);
      } catch (error) {
        this.#clicks.putBack(along);
        if (along.length === 0) throw error;
        // A count is no reason to refuse a link, and a full disk refuses counts.
        return await shard.follow(slug, version, !isHeld);
      }
    });
    if (target === null) return null;
    if (isHeld && recordedState(target, Date.now()) === 'live') this.countClick(target.slug, keepAlive);
    return target;
  }

  /** Counts a click on a link that is answered here. */
  countClick(slug: string, keepAlive: (work: Promise<void>) => void): void {
    const writing = this.#clicks.hold(slug, this.#add);
    if (writing !== null) keepAlive(writing);
  }

  /** Adds clicks that were counted here, and returns those that could not be added. */
  readonly #add = async (clicks: readonly Clicks[]): Promise<readonly Clicks[]> => {
    const { shards } = await this.registry();
    const groups = [...Map.groupBy(clicks, ({ slug }) => shardOf(slug, shards))];
    const added = await Promise.allSettled(groups.map(([number, group]) => this.#shard(number).count(group)));
    const faults = added.filter((result) => result.status === 'rejected');
    for (const { reason } of faults) logFault(reason);
    return groups.flatMap(([, group], index) => (added[index]?.status === 'fulfilled' ? [] : group));
  };

  /** The record of a link, with the clicks that were made here. The text is read as by {@link follow}. */
  async read(text: string): Promise<LinkRecord | null> {
    return this.#find(text, async (shard, slug) => {
      const isMeant = (other: string) => other.toLowerCase() === slug.toLowerCase();
      await this.#clicks.flush(this.#add, isMeant);
      return shard.read(slug);
    });
  }

  async #find<Found>(
    text: string,
    ask: (shard: ShardStub, slug: string, number: number) => Promise<Found | null>,
  ): Promise<Found | null> {
    const { shards } = await this.registry();
    const askFor = (slug: string) => {
      const number = shardOf(slug, shards);
      return askShard(this.#shards, number, (shard) => ask(shard, slug, number));
    };
    const found = isSlug(text) ? await askFor(text) : null;
    if (found !== null) return found;
    const hash = readHashSlug(text);
    return hash === null || hash === text.toLowerCase() ? null : askFor(hash);
  }

  /**
   * As {@link LinkShard.amend}.
   *
   * @param quota - the most links of the owner; `null` = any number
   */
  async amend(
    slug: string,
    owner: Owner,
    edit: Edit,
    conditions?: Conditions,
    quota: number | null = null,
  ): Promise<Edited> {
    if (edit.url !== undefined || edit.title !== undefined || edit.note !== undefined) await this.#space.check();
    const shard = await this.#shardOf(slug);
    const { expiresAt } = edit;
    const mayRevive = expiresAt !== undefined && isLive({ expiresAt }, Date.now());
    if (quota === null || !mayRevive) return shard.amend(slug, owner, edit, conditions);
    return this.#inTurn(owner.name, quota, async (left) =>
      shard.amend(slug, owner, { ...edit, isFull: left === 0 }, conditions),
    );
  }

  /** As {@link LinkShard.repoint}. All are in one shard. */
  async repoint(moved: readonly Move[]): Promise<void> {
    const [first] = moved;
    if (first !== undefined) await (await this.#shardOf(first.slug)).repoint(moved);
  }

  /** As {@link LinkShard.handOver}. All are in one shard. */
  async handOver(slugs: readonly string[], formerOwner: string, owner: string): Promise<readonly string[]> {
    const [first] = slugs;
    return first === undefined ? [] : (await this.#shardOf(first)).handOver(slugs, formerOwner, owner);
  }

  /**
   * A page of the records in a scope from a position on. It asks at most {@link MOST_ASKED} shards, so it may have
   * fewer records than the limit although more follow. It goes on after a shard that fails.
   *
   * @returns `next` is the position after the page; `null` = there are no more records
   * @throws StoreError if every shard that is asked fails
   */
  async list(
    scope: Scope,
    { from, isAlone }: ListRange,
    { limit, query }: Pick<PageRequest, 'limit' | 'query'>,
  ): Promise<{
    readonly links: readonly LinkRecord[];
    readonly next: ListPosition | null;
    readonly failed: StoreFailures;
  }> {
    const shards = isAlone ? from.shard + 1 : (await this.registry()).shards;
    await this.#clicks.flush(this.#add);
    const failed = new StoreFailures();
    // One more than the limit shows whether there are more.
    const found: { readonly link: LinkRecord; readonly at: ListPosition }[] = [];
    let { shard, slug } = from;
    for (let asked = 0; shard < shards && asked < MOST_ASKED && found.length <= limit; asked++) {
      const part = { after: slug, limit: limit + 1 - found.length, query };
      const page = await this.#page(shard, scope, part).catch((error: unknown) => failed.add(error));
      if (page === undefined) {
        slug = '';
        shard++;
        continue;
      }
      for (const link of page.links) found.push({ link, at: { shard, slug: link.slug } });
      slug = page.more ? (page.links.at(-1)?.slug ?? slug) : '';
      if (!page.more) shard++;
    }
    if (failed.size === (isAlone ? 1 : shards)) failed.rethrow();
    const shown = found.slice(0, limit);
    const links = shown.map(({ link }) => link);
    if (found.length > limit) return { links, next: shown.at(-1)?.at ?? from, failed };
    return { links, next: shard < shards ? { shard, slug } : null, failed };
  }

  /**
   * Lists every record in a scope from a position on, in pages of one shard each.
   *
   * @param failed - gets the errors of shards. The list goes on after a shard that is among them, whoever put it there.
   */
  async *pages(
    scope: Scope,
    { from, isAlone }: ListRange,
    failed: StoreFailures,
    { limit, query = '', increment }: PagesOptions = {},
  ): AsyncGenerator<readonly LinkRecord[]> {
    const shards = isAlone ? from.shard + 1 : (await this.registry()).shards;
    await this.#clicks.flush(this.#add);
    for (let { shard, slug } = from; shard < shards; shard++, slug = '') {
      let more = true;
      if (increment !== undefined) await noteTime(increment, this.#shard(shard));
      while (more && !failed.has(shard)) {
        const part = { after: slug, limit: limit ?? this.pace().page, query, since: increment?.since };
        const page = await this.#page(shard, scope, part).catch((error: unknown) => failed.add(error));
        if (page === undefined) break;
        if (page.links.length > 0) {
          yield page.links;
          // What the caller did with the page was a slice.
          await pause();
        }
        slug = page.links.at(-1)?.slug ?? slug;
        more = page.more;
      }
    }
    // Whoever has not got all changes asks for them again.
    if (increment !== undefined && (from.slug !== '' || failed.size > 0)) increment.next = increment.since;
  }

  async #page(shard: number, scope: Scope, part: Omit<PageRequest, 'pace' | 'grows'>) {
    const grows = part.query !== '' && (await this.#space.refusal()) === null;
    return this.#shard(shard).page(scope, { ...part, pace: this.pace(), grows });
  }

  /** Imports records. The result of one is why it is not. */
  async import(requests: readonly ImportRequest[]): Promise<(ImportResult | RequestError)[]> {
    return this.#write(requests, slugOfRecord, (shard, group) => shard.import(group));
  }

  /** The results of {@link import}, without a change. */
  async tryImport(requests: readonly ImportRequest[]): Promise<(ImportResult | RequestError)[]> {
    return this.#groupByShard(requests, slugOfRecord, (shard, group) => shard.tryImport(group), Infinity);
  }

  /** As {@link #groupByShard}, if there is space for what is new. */
  async #write<Item, Result>(
    items: readonly Item[],
    slugOf: (item: Item) => string,
    ask: (shard: ShardStub, group: readonly Item[]) => Promise<Result[]>,
  ): Promise<(Result | RequestError)[]> {
    const refusal = items.length === 0 ? null : await this.#space.refusal();
    return refusal === null ? this.#groupByShard(items, slugOf, ask) : items.map(() => refusal);
  }

  /** As {@link groupByShard}. */
  async #groupByShard<Item, Result>(
    items: readonly Item[],
    slugOf: (item: Item) => string,
    ask: (shard: ShardStub, group: readonly Item[]) => Promise<Result[]>,
    most: number = WRITTEN_AT_ONCE,
  ): Promise<(Result | RequestError)[]> {
    const { shards } = await this.registry();
    const numberOf = (item: Item) => shardOf(slugOf(item), shards);
    return groupByShard(items, numberOf, {
      askShard: (number, part) => askShard(this.#shards, number, (shard) => ask(shard, part)),
      askAll: (questions) => this.ask(questions),
      pace: this.pace,
      most,
    });
  }

  /** The links and the octets of all stores, and how many stores do not answer. */
  async figures(): Promise<{ readonly links: number; readonly octets: number; readonly away: number }> {
    const shards = await this.#everyShard();
    const asked = await Promise.allSettled(shards.map((shard) => shard.figures()));
    const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const sum = (of: 'links' | 'octets') => found.reduce((total, figures) => total + figures[of], 0);
    return { links: sum('links'), octets: sum('octets'), away: shards.length - found.length };
  }

  async #shardOf(slug: string): Promise<ShardStub> {
    return this.#shard(shardOf(slug, (await this.registry()).shards));
  }

  async #everyShard(): Promise<readonly ShardStub[]> {
    const { shards } = await this.registry();
    return Array.from({ length: shards }, (_, number) => this.#shard(number));
  }

  #shard(number: number): ShardStub {
    return this.#shards.getByName(String(number));
  }
}
