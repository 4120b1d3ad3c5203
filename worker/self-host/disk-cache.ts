/**
 * The Cache API of a self-hosted server: a small cache on disk. workerd hands each call to a service as an HTTP request
 * for the key: GET to match, PUT with a whole HTTP response as its body, PURGE to delete. What is stored and for how
 * long, the Worker decides (`worker/cache`); here is the limit on disk.
 */
import { DurableObject } from 'cloudflare:workers';
import { blockAt, type CopyBlock, coverOf } from '../cache/copy-block.ts';
import { parseCacheSize } from '../settings/limits.ts';

/** The bindings of the service. `CACHE` is `null` if the variable is not set. */
interface DiskBindings {
  readonly CACHE: string | null;
  readonly DISK: DurableObjectNamespace<DiskCache>;
}

/** The only named cache that is on disk. The default cache has short links, which have a store. */
const NAMESPACE = 'waypost-copies';

/** An entry may take this part of the limit. */
const LARGEST_SHARE = 1 / 8;

/** SQLite rows of a Durable Object have two million octets at most. */
const PART = 1024 * 1024;

/** A use is noted if the last one is longer ago, so that reading rarely writes. */
const USE_MS = 10 * 60_000;

/** As workerd asks for it: a miss is a 504 (RFC 9111 §5.2.1.7). */
const miss = () => new Response(null, { status: 504, headers: { 'CF-Cache-Status': 'MISS' } });

export default {
  fetch(request, { CACHE, DISK }) {
    const limit = cacheSize(CACHE);
    const isOurs = request.headers.get('CF-Cache-Namespace') === NAMESPACE;
    if (limit !== null && isOurs) return DISK.getByName('copies').fetch(request);
    return request.method === 'PUT' ? new Response(null, { status: 204 }) : miss();
  },
} satisfies ExportedHandler<DiskBindings>;

/** The limit in octets; `null` = no cache. The launcher has checked the variable. */
function cacheSize(cache: string | null): number | null {
  return parseCacheSize(cache ?? '');
}

export class DiskCache extends DurableObject<DiskBindings> {
  readonly #sql: SqlStorage;
  readonly #limit: number;

  constructor(state: DurableObjectState, bindings: DiskBindings) {
    super(state, bindings);
    this.#limit = cacheSize(bindings.CACHE) ?? 0;
    this.#sql = state.storage.sql;
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS copies (
        key TEXT PRIMARY KEY, headers TEXT NOT NULL, size INTEGER NOT NULL,
        expires INTEGER NOT NULL, used INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS copies_used ON copies (used);
      CREATE TABLE IF NOT EXISTS parts (
        key TEXT NOT NULL, part INTEGER NOT NULL, octets BLOB NOT NULL, PRIMARY KEY (key, part)) WITHOUT ROWID;
    `);
  }

  override async fetch(request: Request): Promise<Response> {
    const { url: key, method } = request;
    if (method === 'GET') return this.#match(key);
    if (method === 'PURGE') {
      const block = blockAt(key);
      const isThere = block === null ? this.#remove(key) : this.#purge(block);
      return new Response(null, { status: isThere ? 200 : 404 });
    }
    if (method !== 'PUT') return new Response(null, { status: 405 });
    return this.#put(key, new Uint8Array(await request.arrayBuffer()));
  }

  #match(key: string): Response {
    const now = Date.now();
    const [row] = this.#sql.exec('SELECT headers, expires, used FROM copies WHERE key = ?', key);
    if (row === undefined || Number(row.expires) <= now) return miss();
    if (Number(row.used) < now - USE_MS) this.#sql.exec('UPDATE copies SET used = ? WHERE key = ?', now, key);
    const parts = [
      ...this.#sql.exec<{ octets: ArrayBuffer }>('SELECT octets FROM parts WHERE key = ? ORDER BY part', key),
    ];
    const headers = new Headers(JSON.parse(String(row.headers)));
    headers.set('CF-Cache-Status', 'HIT');
    return new Response(new Blob(parts.map(({ octets }) => octets)), { headers });
  }

  /** Removes the copies of what is blocked, and returns whether there were any. */
  #purge(block: CopyBlock): boolean {
    const isCovered = coverOf(block);
    const keys = [...this.#sql.exec<{ key: string; headers: string }>('SELECT key, headers FROM copies')]
      .filter(({ headers }) => isCovered(new Headers(JSON.parse(headers)).get('Link')))
      .map(({ key }) => key);
    this.ctx.storage.transactionSync(() => {
      for (const key of keys) this.#remove(key);
    });
    return keys.length > 0;
  }

  #remove(key: string): boolean {
    const { rowsWritten } = this.#sql.exec('DELETE FROM copies WHERE key = ?', key);
    this.#sql.exec('DELETE FROM parts WHERE key = ?', key);
    return rowsWritten > 0;
  }

  #put(key: string, message: Uint8Array): Response {
    const { headers, body } = parseResponse(message);
    const seconds = Number(/\bmax-age=(\d{1,10})/.exec(headers.get('Cache-Control') ?? '')?.[1] ?? 0);
    const fields = JSON.stringify([...headers]);
    const size = body.byteLength + fields.length + key.length;
    if (seconds > 0 && size <= this.#limit * LARGEST_SHARE) {
      this.ctx.storage.transactionSync(() => this.#store(key, { fields, body, size, seconds }));
    }
    return new Response(null, { status: 204 });
  }

  #store(
    key: string,
    { fields, body, size, seconds }: Readonly<{ fields: string; body: Uint8Array; size: number; seconds: number }>,
  ): void {
    const now = Date.now();
    this.#remove(key);
    this.#makePlace(size, now);
    const expires = now + seconds * 1000;
    this.#sql.exec('INSERT INTO copies VALUES (?, ?, ?, ?, ?)', key, fields, size, expires, now);
    for (let part = 0; part * PART < body.byteLength; part += 1) {
      const octets = body.slice(part * PART, (part + 1) * PART).buffer;
      this.#sql.exec('INSERT INTO parts VALUES (?, ?, ?)', key, part, octets);
    }
  }

  /** Removes what has expired, and then what has not been used for the longest time. */
  #makePlace(size: number, now: number): void {
    const total = () => Number(this.#sql.exec('SELECT total(size) AS octets FROM copies').one().octets);
    let taken = total();
    if (taken + size <= this.#limit) return;
    for (const { key } of [...this.#sql.exec('SELECT key FROM copies WHERE expires <= ?', now)])
      this.#remove(String(key));
    taken = total();
    if (taken + size <= this.#limit) return;
    for (const row of [...this.#sql.exec('SELECT key, size FROM copies ORDER BY used')]) {
      if (taken + size <= this.#limit) return;
      this.#remove(String(row.key));
      taken -= Number(row.size);
    }
  }
}

/** Parses a response as workerd writes it: status line, fields, an empty line, and the body. */
function parseResponse(message: Uint8Array): { readonly headers: Headers; readonly body: Uint8Array } {
  const end = indexOfEmptyLine(message);
  const head = new TextDecoder('latin1').decode(message.subarray(0, end));
  const headers = new Headers();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { headers, body: message.subarray(end + EMPTY_LINE.length) };
}

const EMPTY_LINE = [13, 10, 13, 10];

function indexOfEmptyLine(message: Uint8Array): number {
  for (let at = 0; at < message.length; at += 1) {
    if (EMPTY_LINE.every((octet, index) => message[at + index] === octet)) return at;
  }
  return message.length;
}
