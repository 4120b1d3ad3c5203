/**
 * What an isolate knows about all links: the number of shards and the blocks. The first shard keeps them, and every
 * other shard has a copy, so that no single object stops the others: while the first shard does not answer, an isolate
 * goes on with what it knows, or with the copy of another shard.
 */

import { Blocks } from '../../src/links/blocks.ts';
import { ConfigurationError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { logTrouble } from '../log.ts';
import type { Registered } from './registry.ts';
import { askShard, DEFAULT_SHARDS, type Shards } from './shards.ts';

export interface KnownRegistry {
  /** The number of shards. */
  readonly shards: number;
  readonly version: number;
  readonly blocks: Blocks;
  /** When the registry was asked, in milliseconds since 1970. While the first shard is away, the last attempt. */
  readonly readAt: number;
}

/**
 * The ages from which on an isolate asks again. A block is in force everywhere within a minute; a copy of a redirect
 * may live for the rest of it, so what is copied is checked against a younger registry.
 */
const LONGEST_AGE_MS = 55_000;
const LONGEST_AGE_FOR_COPIES_MS = 30_000;

/** Isolates that started together do not ask together: each has an age by chance, shorter by up to this part. */
const JITTER = 0.2;

/** A shard has this time to answer. */
const DEADLINE_MS = 5000;

/** What is told of the first shard if it does not answer in this time. Of other shards nobody is told. */
const LATE = {
  problem: 'store-away',
  store: 0,
  object: 'the first one',
  operation: 'registered',
  cause: 'late',
  retryable: false,
} as const;

/** While the first shard is away, it is asked again after this time. */
const RETRY_MS = 10_000;

/** The other shards that are asked for their copy at the same time, and in all: a shard that nobody used has none. */
const COPIES_AT_ONCE = 4;
const MOST_COPIES = DEFAULT_SHARDS - 1;

/** Waits; the tests have their own clock. */
type Wait = (milliseconds: number) => Promise<unknown>;

export class RegistryReader {
  readonly #shards: Shards;
  readonly #wanted: number | null;
  readonly #wait: Wait;
  #known: KnownRegistry | null = null;
  /** When a request began to ask, if none has ended since. */
  #askingSince: number | null = null;
  /** Since when the first shard has been away; `null` = it answers. */
  #awaySince: number | null = null;
  #longestAge = nextAge();

  /** @param wanted - the number of shards, as the operator set it; `null` = that of the first deployment */
  constructor(shards: Shards, wanted: number | null, wait: Wait = (milliseconds) => scheduler.wait(milliseconds)) {
    this.#shards = shards;
    this.#wanted = wanted;
    this.#wait = wait;
  }

  /** Whether the first shard answered when it was asked last. */
  get isFirstAway(): boolean {
    return this.#awaySince !== null;
  }

  /** Asks again at the next use, because the blocks have changed. */
  forget(): void {
    this.#known = null;
    this.#awaySince = null;
  }

  /**
   * Reads the registry, again from time to time. The request that finds it old asks; the others go on with the old one
   * meanwhile.
   *
   * @param isCopied - whether a copy is made of what is checked against the blocks
   * @throws ConfigurationError if the operator set another number of shards than the first deployment
   */
  async read(isCopied = false): Promise<KnownRegistry> {
    const known = this.#known;
    const now = Date.now();
    if (known === null) return this.#ask(now);
    const longest = this.#awaySince !== null ? RETRY_MS : this.#longestAge * (isCopied ? COPIES : 1);
    // A clock may be set back.
    if (Math.abs(now - known.readAt) < longest) return known;
    const isAsked = this.#askingSince !== null && Math.abs(now - this.#askingSince) < DEADLINE_MS;
    return isAsked ? known : this.#ask(now);
  }

  async #ask(now: number): Promise<KnownRegistry> {
    this.#askingSince = now;
    const known = this.#known;
    try {
      const { shards, version, blocks } = await this.#askFirst(known?.version ?? null);
      const registry = {
        shards: shards ?? (await this.#chooseShards()),
        version,
        blocks: blocks === null && known !== null ? known.blocks : new Blocks(blocks ?? []),
        readAt: now,
      };
      this.#check(registry.shards);
      if (this.#awaySince !== null) logTrouble('FirstStoreBack', 'The first store of short links answers again.');
      this.#awaySince = null;
      this.#longestAge = nextAge();
      this.#known = registry;
      return registry;
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      return await this.#goOn(error, now);
    } finally {
      this.#askingSince = null;
    }
  }

  /** Asks the first shard. */
  async #askFirst(version: number | null): Promise<Registered> {
    return this.#inTime(askShard(this.#shards, 0, async (shard) => shard.registered(version), this.#wait));
  }

  /** Waits for an answer. An object that is stuck may never give one. */
  async #inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const late = this.#wait(DEADLINE_MS).then(() => {
      throw new StoreError(LATE);
    });
    return Promise.race([asked, late]);
  }

  /** Goes on without the first shard. */
  async #goOn(error: unknown, now: number): Promise<KnownRegistry> {
    const known = this.#known ?? (await this.#copy());
    if (known === null) throw error;
    this.#check(known.shards);
    if (this.#awaySince === null) {
      const { readAt } = known;
      this.#awaySince = now;
      logTrouble(
        'FirstStoreAway',
        `The first store of short links does not answer. The others go on, with the blocks of ${
          readAt === 0 ? 'the copy in another store' : new Date(readAt).toISOString()
        }. Its own links fail, and blocks cannot change.`,
      );
    }
    this.#known = { ...known, readAt: now };
    return this.#known;
  }

  /** The copy of another shard; `null` if none that is asked has one. */
  async #copy(): Promise<KnownRegistry | null> {
    const last = (this.#wanted ?? DEFAULT_SHARDS) - 1;
    const others = Array.from({ length: last }, (_, index) => index + 1);
    const asked = others.toSorted(() => Math.random() - 0.5).slice(0, MOST_COPIES);
    let newest: KnownRegistry | null = null;
    for (let at = 0; newest === null && at < asked.length; at += COPIES_AT_ONCE) {
      newest = await this.#newestOf(asked.slice(at, at + COPIES_AT_ONCE));
    }
    return newest;
  }

  async #newestOf(numbers: readonly number[]): Promise<KnownRegistry | null> {
    const answers = await Promise.allSettled(
      numbers.map(async (number) => this.#inTime(this.#shards.getByName(String(number)).registered(null))),
    );
    let newest: KnownRegistry | null = null;
    for (const answer of answers) {
      if (answer.status === 'rejected') continue;
      const { shards, version, blocks } = answer.value;
      if (shards === null || (newest !== null && newest.version >= version)) continue;
      newest = { shards, version, blocks: new Blocks(blocks ?? []), readAt: 0 };
    }
    return newest;
  }

  /** @throws ConfigurationError if the first shard has lost the number that others have */
  async #chooseShards(): Promise<number> {
    const wanted = this.#wanted ?? DEFAULT_SHARDS;
    const numbers = Array.from({ length: DEFAULT_SHARDS }, (_, number) => number);
    const shard = (number: number) => this.#shards.getByName(String(number));
    const copies = await Promise.all(numbers.slice(1).map((number) => shard(number).registered(null)));
    // Another isolate may have been first.
    const { shards: chosen } = await shard(0).registered(null);
    if (chosen !== null) return chosen;
    const copy = copies.find(({ shards }) => shards !== null);
    if (copy !== undefined) {
      throw new ConfigurationError(
        `The first of ${copy.shards} stores of short links is empty, but others have its copies: its data was lost. ` +
          'Restore the folder of the data, or all of it from an export.',
      );
    }
    await shard(0).chooseShards(wanted);
    return (await shard(0).registered(null)).shards ?? wanted;
  }

  #check(shards: number): void {
    if (this.#wanted === null || this.#wanted === shards) return;
    throw new ConfigurationError(
      `LINK_SHARDS must be ${shards}, as at the first deployment. To change it, export the links, and import them elsewhere.`,
    );
  }
}

/** What the age for copies is of the other one. */
const COPIES = LONGEST_AGE_FOR_COPIES_MS / LONGEST_AGE_MS;

function nextAge(): number {
  return LONGEST_AGE_MS * (1 - Math.random() * JITTER);
}
