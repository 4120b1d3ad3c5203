/**
 * The index of a shard for searches: the trigrams of the slug, URL, titles and notes of each link, in SQLite's FTS5. It
 * says which links may have some words, and {@link linkHasWords} decides.
 *
 *     slugs in their order   a . . . . m . . . . z
 *     in the index           [---------]           up to `indexing.after`, or all if there is no such row,
 *     read one by one         x     x   [--------] except those that have changed, in `unindexed`
 *
 * Triggers note what changes, so the index is right whatever version of the Worker writes. It is built after the first
 * search: a store that nobody searches writes nothing for it.
 */
import { logFault } from '../log.ts';
import { type Pace, restAfter, SLICE, Slices } from './pace.ts';
import type { PageRequest } from './request.ts';
import { ANYTHING, indexed, trigramsOf } from './search.ts';

/** The documents of one query, which takes a few milliseconds if all of them have the words. */
const RANGE = 16_384;

/** Links that have changed. */
const CHANGED = 'SELECT slug FROM unindexed WHERE slug > ? ORDER BY slug LIMIT ?';

/**
 * The most links that are found by the index, and the most that have changed: after an import, these may be all. If
 * there are more, whoever reads on soon finds some.
 */
export const MOST_FOUND = 2000;

/** Links that have changed are indexed if a search finds so many of them: until then it costs little to read them. */
const MANY_CHANGED = 64;

/** A link that is indexed again gets a higher number, so that whoever reads documents in their order finds it. */
const TABLES = `
  CREATE VIRTUAL TABLE search USING fts5(
    text, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE documents (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE);
  CREATE TABLE unindexed (slug TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE indexing (after TEXT NOT NULL);
  INSERT INTO indexing VALUES ('');
`;

/** What changes the text of a link, and the row that has its slug. */
const CHANGES = [
  ['INSERT ON links', 'new'],
  ['UPDATE OF url ON links', 'new'],
  ['INSERT ON claims', 'new'],
  ['UPDATE OF title, note ON claims', 'new'],
  ['DELETE ON claims', 'old'],
] as const;

/** The step of a store to an index that is empty. */
export function addSearchIndex(sql: SqlStorage): void {
  sql.exec(TABLES);
  for (const [index, [change, row]] of CHANGES.entries()) {
    sql.exec(`
      CREATE TRIGGER unindex_${index} AFTER ${change}
      WHEN NOT EXISTS (SELECT 1 FROM indexing WHERE after < ${row}.slug)
        AND NOT EXISTS (SELECT 1 FROM unindexed WHERE slug = ${row}.slug)
      BEGIN
        INSERT INTO unindexed VALUES (${row}.slug);
      END
    `);
  }
}

/** The documents of a range that have all trigrams. FTS5 takes no limit that is a floating-point number. */
const FOUND = `
  SELECT slug FROM search CROSS JOIN documents ON documents.id = search.rowid
  WHERE search MATCH ? AND search.rowid > CAST(? AS INTEGER) AND search.rowid <= CAST(? AS INTEGER) AND slug > ? LIMIT ?
`;

/** The slugs of a list in JSON. A query takes longer to begin than to go on. */
const LISTED = '(SELECT value FROM json_each(?))';

/** The texts of links, and those of their claims: SQLite would refuse to join the notes of many owners. */
const LINKS = `SELECT id, slug, url FROM documents LEFT JOIN links USING (slug) WHERE slug IN ${LISTED}`;
const CLAIMS = `SELECT slug, title, note FROM claims WHERE slug IN ${LISTED}`;
type ClaimTexts = { readonly slug: string; readonly title: string | null; readonly note: string | null };

/** Inserts texts with their documents, of a list in JSON. */
const INSERT = 'INSERT INTO search (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)';

/** The characters of such a list, of up to three octets each. The platform takes no text above 2 MB. */
const MOST_INSERTED = 512 * 1024;

/** A document in such a list. One that is too long has no trigrams of its own, so each search reads its link. */
function documentOf(id: number, text: string): string {
  const whole = text.length > MOST_INSERTED ? null : JSON.stringify([id, indexed(text)]);
  return whole === null || whole.length > MOST_INSERTED ? JSON.stringify([id, ANYTHING]) : whole;
}

/** What a search has to read. */
interface Candidates {
  /** Links up to `end` that may have the words. */
  readonly slugs: readonly string[];
  /** The slug after which every link has to be read; `null` = none. */
  readonly end: string | null;
}

export class SearchIndex {
  readonly #context: DurableObjectState;
  readonly #sql: SqlStorage;
  #isAdvancing = false;

  constructor(context: DurableObjectState) {
    this.#context = context;
    this.#sql = context.storage.sql;
  }

  /**
   * The links that may have these words, in the order of their slugs. Others have their turn in between.
   *
   * @returns `null` = the index does not help
   */
  async find(
    words: readonly string[],
    { after, pace, grows }: Pick<PageRequest, 'after' | 'pace' | 'grows'>,
  ): Promise<Candidates | null> {
    const expression = trigramsOf(words);
    if (expression === null) return null;
    const found = new Set<string>();
    const slices = new Slices(() => pace, SLICE.ranges);
    for (let from = 0; ; from += RANGE) {
      const most = MOST_FOUND + 1 - found.size;
      for (const slug of this.#slugs(FOUND, expression, from, from + RANGE, after, most)) found.add(slug);
      if (found.size > MOST_FOUND) break;
      // What was indexed during a pause is in a later range, and what has changed is read last.
      if (from + RANGE >= this.#last) break;
      if (slices.isOver()) await slices.next();
    }
    const changed = this.#slugs(CHANGED, after, MOST_FOUND + 1);
    const end = this.#end;
    const isOld = end !== null || changed.length >= MANY_CHANGED;
    if (grows && isOld) this.#context.waitUntil(this.#complete(pace).catch(logFault));
    if (found.size > MOST_FOUND || changed.length > MOST_FOUND) return null;
    return { slugs: [...new Set([...found, ...changed])].sort(), end };
  }

  /** The highest number of a document. */
  get #last(): number {
    const [row] = this.#sql.exec<{ last: number | null }>('SELECT max(id) AS last FROM documents');
    return row?.last ?? 0;
  }

  /** The slug after which no link is indexed; `null` = there is none. */
  get #end(): string | null {
    const [row] = this.#sql.exec<{ after: string }>('SELECT after FROM indexing');
    return row?.after ?? null;
  }

  /** Indexes all links, in slices. */
  async #complete(pace: Pace): Promise<void> {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      for (let done: number = SLICE.indexed; done === SLICE.indexed; ) {
        const began = Date.now();
        done = this.#context.storage.transactionSync(() => this.#advance(SLICE.indexed));
        await restAfter(began, pace);
      }
    } finally {
      this.#isAdvancing = false;
    }
  }

  /**
   * Indexes some links: first those that have changed.
   *
   * @returns how many they were
   */
  #advance(most: number): number {
    const changed = this.#slugs('SELECT slug FROM unindexed LIMIT ?', most);
    this.#index(changed);
    const end = this.#end;
    if (end === null || changed.length === most) return changed.length;
    const left = most - changed.length;
    const next = this.#slugs('SELECT slug FROM links WHERE slug > ? ORDER BY slug LIMIT ?', end, left);
    this.#index(next);
    if (next.length < left) this.#sql.exec('DELETE FROM indexing');
    else this.#sql.exec('UPDATE indexing SET after = ?', next.at(-1));
    return changed.length + next.length;
  }

  /** Takes out of the index what a link no longer has: nothing of a purged link stays. */
  renew(slug: string): void {
    this.#index(this.#slugs('SELECT slug FROM documents WHERE slug = ?', slug));
  }

  #index(slugs: readonly string[]): void {
    if (slugs.length === 0) return;
    const listed = JSON.stringify(slugs);
    this.#sql.exec(`DELETE FROM search WHERE rowid IN (SELECT id FROM documents WHERE slug IN ${LISTED})`, listed);
    this.#sql.exec(`INSERT OR REPLACE INTO documents (slug) SELECT value FROM json_each(?)`, listed);
    const links = [...this.#sql.exec<{ id: number; slug: string; url: string | null }>(LINKS, listed)];
    const notes = new Map<string, string>();
    for (const { slug, title, note } of this.#sql.exec<ClaimTexts>(CLAIMS, listed)) {
      const before = notes.get(slug) ?? '';
      if (before.length <= MOST_INSERTED) notes.set(slug, [before, title ?? '', note ?? ''].join('\n'));
    }
    const texts: string[] = [];
    const insert = () => this.#sql.exec(INSERT, `[${texts.splice(0).join()}]`);
    let characters = 0;
    for (const { id, slug, url } of links) {
      const text = documentOf(id, [slug, url ?? '', notes.get(slug) ?? ''].join('\n'));
      characters += text.length;
      if (characters > MOST_INSERTED) insert();
      if (texts.push(text) === 1) characters = text.length;
    }
    insert();
    this.#sql.exec(`DELETE FROM unindexed WHERE slug IN ${LISTED}`, listed);
  }

  #slugs(query: string, ...values: readonly (string | number)[]): readonly string[] {
    return [...this.#sql.exec<{ slug: string }>(query, ...values)].map(({ slug }) => slug);
  }
}
