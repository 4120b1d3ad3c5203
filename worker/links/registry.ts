/**
 * What the store knows about all links: the number of shards, which the first deployment chooses, and the blocks. The
 * first shard keeps it.
 */
import { DurableObject } from 'cloudflare:workers';
import type { WideBlock } from './blocks.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS blocks (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (kind, value)
  ) WITHOUT ROWID;
`;

/** What an isolate keeps of the registry. */
export interface Registered {
  /** `null` = no deployment has chosen it. */
  readonly shards: number | null;
  /** Changes with the blocks. */
  readonly version: number;
  /** `null` = those of the version that the isolate has. */
  readonly blocks: readonly WideBlock[] | null;
}

/** The registry in the database of a shard. Only that of the first shard is used. */
export class RegistryShard extends DurableObject {
  protected readonly sql: SqlStorage;

  constructor(context: DurableObjectState, bindings: Cloudflare.Env) {
    super(context, bindings);
    this.sql = context.storage.sql;
    this.sql.exec(SCHEMA);
  }

  /** @param version - the version that the isolate has; `null` = none */
  registered(version: number | null): Registered {
    const shards = this.#fact('shards');
    const current = this.#fact('version') ?? 0;
    const query = 'SELECT kind, value, reason, at FROM blocks ORDER BY kind, value';
    return { shards, version: current, blocks: version === current ? null : [...this.sql.exec<WideBlock>(query)] };
  }

  /** Chooses the number of shards, unless it is chosen. */
  chooseShards(shards: number): void {
    this.sql.exec("INSERT OR IGNORE INTO facts VALUES ('shards', ?)", shards);
  }

  /** Adds blocks, or gives those that exist another reason. */
  block(blocks: readonly WideBlock[]): void {
    for (const { kind, value, reason, at } of blocks) {
      this.sql.exec('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?)', kind, value, reason, at);
    }
    this.#change();
  }

  /** @returns whether there was such a block */
  unblock({ kind, value }: Pick<WideBlock, 'kind' | 'value'>): boolean {
    const { rowsWritten } = this.sql.exec('DELETE FROM blocks WHERE kind = ? AND value = ?', kind, value);
    this.#change();
    return rowsWritten > 0;
  }

  #change(): void {
    this.sql.exec("INSERT OR REPLACE INTO facts VALUES ('version', ?)", (this.#fact('version') ?? 0) + 1);
  }

  #fact(name: string): number | null {
    const [row] = this.sql.exec<{ value: number }>('SELECT value FROM facts WHERE name = ?', name);
    return row?.value ?? null;
  }
}
