/** The queries of a store find their rows by an index, however many links there are. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import {
  ALL_ROWS,
  CLAIMS,
  COUNT,
  COUNTED,
  LEGACY_DAYS,
  MEANT,
  OWN_ROWS,
  SCHEMA,
  TARGET,
} from '../../../worker/links/rows.ts';

const database = new DatabaseSync(':memory:');
database.exec(SCHEMA);
afterAll(() => database.close());

test.each(Object.entries({ ALL_ROWS, CLAIMS, COUNT, COUNTED, LEGACY_DAYS, MEANT, OWN_ROWS, TARGET }))(
  '%s reads no table as a whole, and sorts nothing',
  (_, query) => {
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => String(detail));
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH /));
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  },
);
