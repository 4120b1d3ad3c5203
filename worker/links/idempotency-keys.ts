/** Idempotency keys: what each is bound to, and the answer of its request, for a day. */
import type { CreateResult } from './request.ts';

/** An idempotency key is remembered for a day. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

export class IdempotencyKeys {
  readonly #context: DurableObjectState;
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState) {
    this.#context = context;
    this.#sql = context.storage.sql;
  }

  /**
   * Binds a key to a request, so that no other request can use it.
   *
   * @param request - the digest of the request's body
   * @returns whether the key was free, or is bound to this request
   */
  bind(owner: string, key: string, request: string): boolean {
    const [row] = this.#sql.exec('SELECT request FROM keys WHERE owner = ? AND key = ?', owner, key);
    const bound = row?.request ?? null;
    if (bound === null) this.#remember(owner, key, 'request', request);
    return bound === null || bound === request;
  }

  /** The result of the request with a key; `null` = there was none. */
  resultOf(owner: string, key: string): CreateResult | null {
    const [row] = this.#sql.exec('SELECT reply FROM keys WHERE owner = ? AND key = ?', owner, key);
    return typeof row?.reply === 'string' ? JSON.parse(row.reply) : null;
  }

  keep(owner: string, key: string, result: CreateResult): void {
    this.#remember(owner, key, 'reply', JSON.stringify(result));
  }

  /** Forgets the results that have a link. */
  forgetLink(slug: string): void {
    this.#sql.exec('DELETE FROM keys WHERE instr(reply, ?) > 0', JSON.stringify({ slug }).slice(1, -1));
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
    this.#context.waitUntil(this.#scheduleSweep());
  }

  async #scheduleSweep(): Promise<void> {
    const { storage } = this.#context;
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + KEY_LIFETIME_MS);
  }

  /** Forgets old keys, and sets the alarm for the next ones. */
  async sweep(): Promise<void> {
    this.#sql.exec('DELETE FROM keys WHERE made_at <= ?', Date.now() - KEY_LIFETIME_MS);
    const [row] = this.#sql.exec('SELECT min(made_at) AS oldest FROM keys');
    if (typeof row?.oldest === 'number') await this.#context.storage.setAlarm(row.oldest + KEY_LIFETIME_MS);
  }
}
