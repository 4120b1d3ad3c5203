/** Names between the Worker and the cache of a self-hosted server. */
import { expect, test } from 'vitest';
import { COPY_TAGS, PURGED_COPIES } from '../../../worker/http/headers.ts';

test('the tags of a copy are a field', () => {
  expect([...new Headers({ [COPY_TAGS]: 'a' })]).toEqual([['waypost-tags', 'a']]);
});

test('the address of all copies is of a host that nobody has (RFC 6761 §6.4)', () => {
  expect(new URL(PURGED_COPIES).hostname).toMatch(/\.invalid$/);
});
