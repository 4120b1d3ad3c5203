/**
 * The tables of a shard, in numbered steps. A step is never changed after a release: what a later version needs is a
 * step of its own, so that the data of every version since 0.2.0 opens.
 */
import type { DayClicks } from '../../src/links/record.ts';
import { encodeDays } from './days.ts';
import { addSearchIndex } from './search-index.ts';

/** The tables of 0.2.0. */
const FIRST_TABLES = `
  CREATE TABLE IF NOT EXISTS links (
    slug TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    created_at TEXT NOT NULL,
    clicks INTEGER NOT NULL DEFAULT 0,
    last_click_at TEXT,
    blocked_at TEXT,
    blocked_reason TEXT,
    alias INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS links_with_capitals ON links (slug COLLATE NOCASE) WHERE slug <> lower(slug);
  CREATE TABLE IF NOT EXISTS claims (
    slug TEXT NOT NULL REFERENCES links (slug),
    owner TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    title TEXT,
    note TEXT,
    PRIMARY KEY (slug, owner)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claims_by_owner ON claims (owner, slug);
  CREATE TABLE IF NOT EXISTS days (
    slug TEXT NOT NULL REFERENCES links (slug),
    day TEXT NOT NULL,
    clicks INTEGER NOT NULL,
    PRIMARY KEY (slug, day)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS keys (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    request TEXT,
    reply TEXT,
    PRIMARY KEY (owner, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS blocks (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (kind, value)
  ) WITHOUT ROWID;
`;

/** The days of links that have none in their rows, some links at a time. */
const DAYS_OF_LINKS = `
  SELECT slug, json_group_array(json_object('day', day, 'clicks', days.clicks)) AS days
  FROM days JOIN links USING (slug) WHERE slug > ? AND links.days IS NULL GROUP BY slug ORDER BY slug LIMIT 500
`;

/** The fact that says how many steps a store has taken. */
const TAKEN = 'steps';

const STEPS: readonly ((sql: SqlStorage) => void)[] = [
  (sql) => {
    sql.exec(FIRST_TABLES);
  },
  (sql) => {
    // Stores of 0.3.0 have the column, but no number of their steps.
    const { columnNames } = sql.exec('SELECT * FROM links LIMIT 0');
    if (!columnNames.includes('days')) sql.exec('ALTER TABLE links ADD COLUMN days TEXT');
  },
  moveDays,
  (sql) => {
    // When the links of before changed is not known, so they count as changed now.
    sql.exec(`ALTER TABLE links ADD COLUMN changed_at INTEGER NOT NULL DEFAULT ${Date.now()}`);
  },
  addSearchIndex,
];

/** Moves the days of a link into its row, so that a click changes one row. */
function moveDays(sql: SqlStorage): void {
  for (let after = ''; ; ) {
    const links = [...sql.exec<{ slug: string; days: string }>(DAYS_OF_LINKS, after)];
    for (const { slug, days } of links) {
      const counted: readonly DayClicks[] = JSON.parse(days);
      sql.exec('UPDATE links SET days = ? WHERE slug = ?', encodeDays(counted), slug);
      after = slug;
    }
    if (links.length === 0) break;
  }
  sql.exec('DROP TABLE days');
}

/**
 * Takes the steps that a store has not taken yet, all or none. The number of those taken is in its table of facts,
 * because workerd refuses `PRAGMA user_version`.
 */
export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const hasFacts = [...sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'facts'")].length > 0;
  const taken = hasFacts ? (factOf(sql, TAKEN) ?? 0) : 0;
  if (taken >= STEPS.length) return;
  storage.transactionSync(() => {
    for (const step of STEPS.slice(taken)) step(sql);
    setFact(sql, TAKEN, STEPS.length);
  });
}

/** A number that a store keeps about itself, or about all stores; `null` = none. */
export function factOf(sql: SqlStorage, name: string): number | null {
  const [row] = sql.exec<{ value: number }>('SELECT value FROM facts WHERE name = ?', name);
  return row?.value ?? null;
}

export function setFact(sql: SqlStorage, name: string, value: number): void {
  sql.exec('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, value);
}
