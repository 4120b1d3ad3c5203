/**
 * All links: finds the shard of a slug, and lists the links shard by shard. A position in that list is the number of
 * a shard and a slug.
 */
import { fingerprint } from '../http/entity-tag.ts';
import { logFault } from '../log.ts';
import type { Clicks } from './click-counter.ts';
import type {
  Change,
  CreateRequest,
  CreateResult,
  ImportRequest,
  ImportResult,
  LinkTarget,
  PageRequest,
  Scope,
} from './operations.ts';
import type { LinkRecord } from './record.ts';
import type { LinkShard } from './shard.ts';
import { digestOf, isSlug, readHashSlug, SHARDS, shardOf } from './slug.ts';

/** A position in the list of all links: after this slug of this shard. */
export interface ListPosition {
  readonly shard: number;
  readonly slug: string;
}

export const LIST_START: ListPosition = { shard: 0, slug: '' };

/** The most records of a page. */
const PAGE_SIZE = 500;

export class LinkStore {
  readonly #namespace: DurableObjectNamespace<LinkShard>;

  constructor(namespace: DurableObjectNamespace<LinkShard>) {
    this.#namespace = namespace;
  }

  /** Creates links; those of one shard in the order of their requests. */
  async create(requests: readonly Omit<CreateRequest, 'digest'>[]): Promise<CreateResult[]> {
    const digested = await Promise.all(
      requests.map(async (request) => ({ ...request, digest: await digestOf(request.url) })),
    );
    const slugOf = ({ alias, digest }: CreateRequest) => alias ?? digest;
    return this.#groupByShard(digested, slugOf, (shard, group) => shard.create(group));
  }

  /**
   * Binds an idempotency key to a request, as {@link LinkShard.bindKey}, in the shard that the key belongs to.
   *
   * @param body - the text of the request's body. Its SHA-256 identifies it: with a weaker hash, a client could find
   * two bodies with the same digest.
   */
  async bindKey(owner: string, key: string, body: string): Promise<boolean> {
    const shard = this.#shardOf(fingerprint(`${owner} ${key}`));
    return shard.bindKey(owner, key, await digestOf(body));
  }

  /**
   * Follows a link, as {@link LinkShard.follow}.
   *
   * @param text - as a person typed it: first the slug itself, then the only one in another case, then the hash slug
   * with misread letters
   */
  async follow(text: string): Promise<LinkTarget | null> {
    return this.#find(text, (shard, slug) => shard.follow(slug));
  }

  /**
   * Adds clicks that were counted elsewhere.
   *
   * @returns the clicks that could not be added
   */
  async count(clicks: readonly Clicks[]): Promise<readonly Clicks[]> {
    const groups = [...Map.groupBy(clicks, ({ slug }) => shardOf(slug))];
    const added = await Promise.allSettled(groups.map(([number, group]) => this.#shard(number).count(group)));
    const faults = added.filter((result) => result.status === 'rejected');
    for (const { reason } of faults) logFault(reason);
    return groups.flatMap(([, group], index) => (added[index]?.status === 'fulfilled' ? [] : group));
  }

  /** Reads the record of a link. The text is read as by {@link follow}. */
  async read(text: string): Promise<LinkRecord | null> {
    return this.#find(text, (shard, slug) => shard.read(slug));
  }

  async #find<Found>(
    text: string,
    ask: (shard: DurableObjectStub<LinkShard>, slug: string) => Promise<Found | null>,
  ): Promise<Found | null> {
    const found = isSlug(text) ? await ask(this.#shardOf(text), text) : null;
    const hash = readHashSlug(text);
    if (found !== null || hash === null || hash === text.toLowerCase()) return found;
    return ask(this.#shardOf(hash), hash);
  }

  async amend(slug: string, owner: string, change: Change): Promise<LinkRecord | null> {
    return this.#shardOf(slug).amend(slug, owner, change);
  }

  /**
   * Lists every record in a scope from a position on, in pages.
   *
   * @param query - words that each record has; see `PageRequest`
   */
  async *pages(
    scope: Scope,
    from: ListPosition,
    { limit = PAGE_SIZE, query = '' }: Partial<Pick<PageRequest, 'limit' | 'query'>> = {},
  ): AsyncGenerator<readonly LinkRecord[]> {
    for (let { shard, slug } = from; shard < SHARDS; shard++, slug = '') {
      let more = true;
      while (more) {
        const page = await this.#shard(shard).page(scope, { after: slug, limit, query });
        if (page.links.length > 0) yield page.links;
        slug = page.links.at(-1)?.slug ?? slug;
        more = page.more;
      }
    }
  }

  /** Imports records, each into its shard. */
  async import(requests: readonly ImportRequest[]): Promise<ImportResult[]> {
    return this.#groupByShard(
      requests,
      ({ record }) => record.slug,
      (shard, group) => shard.import(group),
    );
  }

  /**
   * Groups items by the shards of their slugs, and returns the results in the order of the items. Each shard gets one
   * request, because the platform limits the subrequests of a request.
   */
  async #groupByShard<Item, Result>(
    items: readonly Item[],
    slugOf: (item: Item) => string,
    ask: (shard: DurableObjectStub<LinkShard>, group: readonly Item[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    const groups = Map.groupBy(items, (item) => shardOf(slugOf(item)));
    const asked = [...groups].map(async ([number, group]) => [number, await ask(this.#shard(number), group)] as const);
    const results = new Map(await Promise.all(asked));
    return items.flatMap((item) => results.get(shardOf(slugOf(item)))?.splice(0, 1) ?? []);
  }

  #shardOf(slug: string): DurableObjectStub<LinkShard> {
    return this.#shard(shardOf(slug));
  }

  #shard(number: number): DurableObjectStub<LinkShard> {
    return this.#namespace.getByName(String(number));
  }
}
