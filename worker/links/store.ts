/**
 * All links: finds the shard that has a slug, and walks through the shards in their order. A place in that walk
 * is the number of a shard and a slug in it.
 */
import { fingerprint } from '../http/entity-tag.ts';
import type { LinkRecord } from './record.ts';
import type { Change, LinkShard, Made, Order, Restored, Scope, Visited } from './shard.ts';
import { digestOf, SHARDS, shardOf } from './slug.ts';

/** A place between two links: everything up to this slug of this shard has been seen. */
export interface Place {
  readonly shard: number;
  readonly slug: string;
}

export const BEGINNING: Place = { shard: 0, slug: '' };

/** Records that are fetched from a shard at once. */
const PAGE = 500;

export class LinkStore {
  readonly #namespace: DurableObjectNamespace<LinkShard>;

  constructor(namespace: DurableObjectNamespace<LinkShard>) {
    this.#namespace = namespace;
  }

  /** Makes links; those of one shard in the order in which they are asked for. */
  async create(orders: readonly Omit<Order, 'digest'>[]): Promise<Made[]> {
    const whole = await Promise.all(orders.map(async (order) => ({ ...order, digest: await digestOf(order.url) })));
    const slugOf = ({ alias, digest }: Order) => alias ?? digest;
    return this.#deal(whole, slugOf, (shard, group) => shard.create(group));
  }

  /** As {@link LinkShard.pin}, in whichever shard the key belongs to. */
  async pin(owner: string, key: string, request: string): Promise<boolean> {
    return this.#shardOf(fingerprint(`${owner} ${key}`)).pin(owner, key, request);
  }

  async visit(slug: string): Promise<Visited | null> {
    return this.#shardOf(slug).visit(slug);
  }

  async read(slug: string): Promise<LinkRecord | null> {
    return this.#shardOf(slug).read(slug);
  }

  async amend(slug: string, owner: string, change: Change): Promise<LinkRecord | null> {
    return this.#shardOf(slug).amend(slug, owner, change);
  }

  async block(slug: string, reason: string | null): Promise<LinkRecord | null> {
    return this.#shardOf(slug).block(slug, reason);
  }

  /** Every record in a scope from a place on, in pages, each with the place behind it. */
  async *pages(scope: Scope, from: Place, size = PAGE): AsyncGenerator<readonly LinkRecord[]> {
    for (let { shard, slug } = from; shard < SHARDS; shard++, slug = '') {
      for (;;) {
        const records = await this.#shard(shard).page(scope, slug, size);
        if (records.length > 0) yield records;
        const last = records.at(-1);
        if (last === undefined || records.length < size) break;
        slug = last.slug;
      }
    }
  }

  /** Takes records of an export, each to its shard. */
  async restore(records: readonly LinkRecord[]): Promise<Restored[]> {
    return this.#deal(
      records,
      ({ slug }) => slug,
      (shard, group) => shard.restore(group),
    );
  }

  /**
   * Deals items out to the shards of their slugs, and gathers the answers in the order of the items. A shard is asked
   * once, however many it gets, since the platform counts the questions of a request.
   */
  async #deal<Item, Answer>(
    items: readonly Item[],
    slugOf: (item: Item) => string,
    ask: (shard: DurableObjectStub<LinkShard>, group: readonly Item[]) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const groups = Map.groupBy(items, (item) => shardOf(slugOf(item)));
    const asked = [...groups].map(async ([number, group]) => [number, await ask(this.#shard(number), group)] as const);
    const answers = new Map(await Promise.all(asked));
    return items.flatMap((item) => answers.get(shardOf(slugOf(item)))?.splice(0, 1) ?? []);
  }

  #shardOf(slug: string): DurableObjectStub<LinkShard> {
    return this.#shard(shardOf(slug));
  }

  #shard(number: number): DurableObjectStub<LinkShard> {
    return this.#namespace.getByName(String(number));
  }
}
