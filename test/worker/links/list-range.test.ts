/** Where lists begin, and the store that is asked alone. */
import { expect, test } from 'vitest';
import { listRange } from '../../../worker/links/list-range.ts';
import { refusalOf } from '../problems.ts';

const store = { registry: async () => ({ shards: 3, version: 0, blocks: null as never, readAt: 0 }) };

test.each([
  [null, null, { from: { shard: 0, slug: '' }, isAlone: false }],
  [{ shard: 2, slug: 'a' }, null, { from: { shard: 2, slug: 'a' }, isAlone: false }],
  [null, 0, { from: { shard: 0, slug: '' }, isAlone: true }],
  [null, 2, { from: { shard: 2, slug: '' }, isAlone: true }],
  [{ shard: 2, slug: 'a' }, 2, { from: { shard: 2, slug: 'a' }, isAlone: true }],
  [null, 3, 'invalid-parameter store-unknown store: There are 3 stores: 0 to 2.'],
  [{ shard: 1, slug: 'a' }, 2, 'invalid-parameter store-differs store: The cursor is in store 1.'],
])('from %j, in store %s alone', async (from, alone, expected) => {
  const refusal = await refusalOf(() => listRange(store, from, alone));
  expect(refusal || (await listRange(store, from, alone))).toEqual(expected);
});
