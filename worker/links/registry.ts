/**
 * What the store knows about all links: the number of shards, which the first deployment chooses, and the blocks. The
 * first shard keeps it. Every other shard keeps a copy, for the time when the first one does not answer: a caller that
 * knows a newer version names it, and the shard asks the first one for what has changed.
 */
import { DurableObject } from 'cloudflare:workers';
import type { WideBlock } from '../../src/links/blocks.ts';
import { logFault } from '../log.ts';
import { parseJurisdiction } from '../settings/limits.ts';
import type { RowOf } from './link-table.ts';
import { factOf, migrate, setFact } from './migrations.ts';
import { namespaceIn } from './namespace.ts';

const BLOCKS = 'SELECT kind, value, reason, at FROM blocks ORDER BY kind, value';

/** What an isolate keeps of the registry. */
export interface Registered {
  /** `null` = no deployment has chosen it. */
  readonly shards: number | null;
  /** Changes with the blocks. */
  readonly version: number;
  /** `null` = those of the version that the isolate has. */
  readonly blocks: readonly WideBlock[] | null;
}

/** A shard that could not ask the first one asks again after this time. */
const RETRY_MS = 60_000;

/** The registry in the database of a shard: the original in the first shard, copies in the others. */
export class RegistryShard extends DurableObject {
  protected readonly sql: SqlStorage;
  /** The version in this shard; `null` = not read yet, -1 = there is none. */
  #known: number | null = null;
  #askAfter = 0;

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.sql = context.storage.sql;
    migrate(context.storage);
  }

  /** @param version - the version that the isolate has; `null` = none */
  registered(version: number | null): Registered {
    const shards = factOf(this.sql, 'shards');
    const current = factOf(this.sql, 'version') ?? 0;
    return {
      shards,
      version: current,
      blocks: version === current ? null : [...this.sql.exec<RowOf<WideBlock>>(BLOCKS)],
    };
  }

  /** Chooses the number of shards, unless it is chosen. */
  chooseShards(shards: number): void {
    this.sql.exec("INSERT OR IGNORE INTO facts VALUES ('shards', ?)", shards);
  }

  /** Copies the registry if a caller knows a newer version, beside the answer to the caller. */
  protected learn(version: number): void {
    this.#known ??= factOf(this.sql, 'shards') === null ? -1 : (factOf(this.sql, 'version') ?? 0);
    const now = Date.now();
    if (version <= this.#known || now < this.#askAfter) return;
    this.#askAfter = now + RETRY_MS;
    this.ctx.waitUntil(this.#copy(this.#known).catch(logFault));
  }

  async #copy(known: number): Promise<void> {
    const { LINKS, JURISDICTION }: { LINKS?: object; JURISDICTION?: string | null } = this.env;
    const first = namespaceIn<RegistryShard>(LINKS, parseJurisdiction(JURISDICTION ?? ''));
    const registered = await first?.getByName('0').registered(known === -1 ? null : known);
    if (registered === undefined || registered.shards === null) return;
    const { shards, version, blocks } = registered;
    this.ctx.storage.transactionSync(() => {
      this.chooseShards(shards);
      if (blocks !== null) this.#replaceBlocks(blocks);
      setFact(this.sql, 'version', version);
    });
    this.#known = version;
    this.#askAfter = 0;
  }

  /** Writes what has changed: each row is billed, and there may be thousands. */
  #replaceBlocks(blocks: readonly WideBlock[]): void {
    const keyOf = ({ kind, value }: Pick<WideBlock, 'kind' | 'value'>) => `${kind} ${value}`;
    const before = new Map([...this.sql.exec<RowOf<WideBlock>>(BLOCKS)].map((block) => [keyOf(block), block]));
    for (const block of blocks) {
      const old = before.get(keyOf(block));
      before.delete(keyOf(block));
      if (old?.reason !== block.reason || old.at !== block.at) this.#write(block);
    }
    for (const { kind, value } of before.values()) this.#remove(kind, value);
  }

  /** Adds blocks, or gives those that exist another reason. */
  block(blocks: readonly WideBlock[]): void {
    for (const block of blocks) this.#write(block);
    this.#change();
  }

  #write({ kind, value, reason, at }: WideBlock): void {
    this.sql.exec('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?)', kind, value, reason, at);
  }

  #remove(kind: string, value: string): number {
    return this.sql.exec('DELETE FROM blocks WHERE kind = ? AND value = ?', kind, value).rowsWritten;
  }

  /** @returns whether there was such a block */
  unblock({ kind, value }: Pick<WideBlock, 'kind' | 'value'>): boolean {
    const isRemoved = this.#remove(kind, value) > 0;
    if (isRemoved) this.#change();
    return isRemoved;
  }

  #change(): void {
    this.#known = (factOf(this.sql, 'version') ?? 0) + 1;
    setFact(this.sql, 'version', this.#known);
  }
}
