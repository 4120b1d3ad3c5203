-- A shard as Waypost 0.3.0 left it, which had made it (`fresh`) or had found one of 0.2.0 (`menu`).
CREATE TABLE IF NOT EXISTS links (
  slug TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  clicks INTEGER NOT NULL DEFAULT 0,
  last_click_at TEXT,
  blocked_at TEXT,
  blocked_reason TEXT,
  alias INTEGER,
  days TEXT
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
INSERT INTO facts VALUES ('shards', 4), ('version', 2);
INSERT INTO blocks VALUES ('host', 'evil.example', 'By order.', '2026-01-31T12:00:00.000Z');
INSERT INTO links VALUES ('menu', 'gopher://h.example/', '2026-01-01T00:00:00.000Z', 7, '2026-01-31T12:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO links VALUES ('fresh', 'go:fresh', '2026-01-01T00:00:00.000Z', 6, '2026-01-31T12:00:00.000Z', NULL, NULL, NULL, 'fsz.2 1.4');
INSERT INTO links VALUES ('yadkkg582q', 'go:x', '2026-01-02T00:00:00.000Z', 0, NULL, '2026-01-03T00:00:00.000Z', 'No.', 1, NULL);
INSERT INTO links VALUES ('gone', '', '', 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO claims VALUES ('menu', 'alice', '2026-01-01T00:00:00.000Z', NULL, 'Title', NULL);
INSERT INTO claims VALUES ('menu', 'bob', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', NULL, 'Note');
INSERT INTO claims VALUES ('fresh', 'alice', '2026-01-01T00:00:00.000Z', NULL, NULL, NULL);
INSERT INTO claims VALUES ('yadkkg582q', 'alice', '2026-01-02T00:00:00.000Z', NULL, NULL, NULL);
INSERT INTO days VALUES ('menu', '2026-01-30', 3), ('menu', '2026-01-31', 4), ('fresh', '2026-01-30', 1);
INSERT INTO keys VALUES ('alice', 'key', 4102444800000, 'digest', '{"kind":"created"}');
