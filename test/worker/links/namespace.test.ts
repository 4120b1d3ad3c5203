/** Where the stores of links are: `JURISDICTION` chooses another part of the namespace. */
import { expect, test } from 'vitest';
import { namespaceIn } from '../../../worker/links/namespace.ts';

/** A namespace that says where its objects are. */
const namespaceAt = (place: string | null): object => ({
  getByName: (name: string) => ({ name, place }),
  jurisdiction: (place: string) => namespaceAt(place),
});

test.each(['eu', 'us', 'fedramp'] as const)('every store is in the jurisdiction %s', (jurisdiction) => {
  const namespace = namespaceIn(namespaceAt(null), jurisdiction);
  expect(namespace?.getByName('0')).toEqual({ name: '0', place: jurisdiction });
});

test('without a jurisdiction the stores are anywhere', () => {
  expect(namespaceIn(namespaceAt(null), null)?.getByName('0')).toEqual({ name: '0', place: null });
});

test('without a binding there is no store', () => {
  expect(namespaceIn(undefined, 'eu')).toBeNull();
});

test('a binding of another kind is no store', () => {
  expect(namespaceIn({ fetch: () => undefined }, null)).toBeNull();
});
