/** A hand-over without the runtime: what it asks of the store, in which pages, and what it forgets. */
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreError } from '../../../worker/errors/store-error.ts';
import { checkHeir, formerOwnerOf, HandedOver, handOver } from '../../../worker/links/hand-over.ts';
import { LIST_START, type ListRange } from '../../../worker/links/list-range.ts';
import { PATIENT } from '../../../worker/links/pace.ts';
import type { LinkStore } from '../../../worker/links/store.ts';
import { StoreFailures } from '../../../worker/links/store-failures.ts';
import type { Keyring } from '../../../worker/settings/secrets.ts';
import { refusalOf } from '../problems.ts';

const WHOLE: ListRange = { from: LIST_START, isAlone: false };

let rests: number[];
beforeEach(() => {
  rests = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('scheduler', { wait: async (milliseconds: number) => void rests.push(milliseconds) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  [true, {}, ['a', 'b', 'c', 'd'], 'would-hand-over', [], []],
  [
    false,
    { limit: 256 },
    ['a', 'c', 'd'],
    'handed-over',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    // Half of the time of a write.
    [10, 10],
  ],
])('a dry run: %s', async (dryRun, size, slugs, outcome, asked, expectedRests) => {
  const given: unknown[] = [];
  const failed = new StoreFailures();
  const handed: (readonly string[])[] = [];
  const store = {
    async *pages(...of: readonly unknown[]) {
      given.push(...of);
      yield ['a', 'b'].map((slug) => ({ slug, url: `go:${slug}` }));
      yield ['c', 'd'].map((slug) => ({ slug, url: `go:${slug}` }));
    },
    handOver: async (slugs: readonly string[], ...owners: readonly string[]) => {
      handed.push(slugs);
      expect(owners).toEqual(['old', 'new']);
      vi.setSystemTime(Date.now() + 20);
      return slugs.filter((slug) => slug !== 'b');
    },
    pace: () => PATIENT,
  };
  const changed: string[] = [];
  const note = (slugs: readonly string[]) => void changed.push(...slugs);
  const answers: unknown[] = [];
  const change = { owner: 'new', formerOwner: 'old', dryRun };
  for await (const page of handOver(store as unknown as LinkStore, note, change, WHOLE, failed)) answers.push(...page);
  expect(answers).toEqual(slugs.map((slug) => ({ slug, url: `go:${slug}`, owner: 'new', outcome })));
  for (const answer of answers) expect(v.is(HandedOver, answer)).toBe(true);
  expect([given, handed, rests]).toEqual([[{ owner: 'old' }, WHOLE, failed, size], asked, expectedRests]);
  expect(changed).toEqual(dryRun ? [] : slugs);
});

test('a store that fails has no answers, and is told', async () => {
  const error = new StoreError({
    ...{ problem: 'store-full', store: 4, object: 'o', operation: 'handOver', cause: 'SQLITE_FULL', retryable: false },
  });
  const store = {
    async *pages() {
      yield [{ slug: 'a', url: 'go:a' }];
    },
    handOver: async () => Promise.reject(error),
    pace: () => PATIENT,
  };
  const note = (slugs: readonly string[]) => expect(slugs).toEqual([]);
  const failed = new StoreFailures();
  const change = { owner: 'new', formerOwner: 'old', dryRun: false };
  const answers: unknown[] = [];
  for await (const page of handOver(store as unknown as LinkStore, note, change, WHOLE, failed)) answers.push(...page);
  expect([answers, failed.has(4), failed.has(3)]).toEqual([[], true, false]);
});

test.each([
  [['a'], undefined, 'a'],
  [['a', 'b'], 'b', 'b'],
  [['a'], 'c', 'c'],
  [[], 'c', 'c'],
  [['a', 'b'], undefined, 'Several owners have a claim to this link. Name one in `formerOwner`: a, b.'],
  [[], undefined, 'Nobody has a claim to this link.'],
])('the former owner, of %j and %s: %s', async (owners, named, expected) => {
  const link = { claims: owners.map((owner) => ({ owner })) } as never;
  if (!expected.includes(' ')) expect(formerOwnerOf(link, named)).toBe(expected);
  else
    expect(await refusalOf(() => formerOwnerOf(link, named))).toBe(`conflict several-owners formerOwner: ${expected}`);
});

test.each([
  ['a', undefined, ''],
  ['a', 'b', ''],
  ['a', 'a', '`owner` is the former owner.'],
  ['b', 'a', 'No token of this service belongs to `b`.'],
])('the heir %s of %s: %s', async (owner, formerOwner, message) => {
  const keyring: Pick<Keyring, 'knows'> = { knows: (name) => name === 'a' };
  const heir = { owner, ...(formerOwner !== undefined && { formerOwner }) };
  const refusal = await refusalOf(() => checkHeir(heir, { keyring: keyring as Keyring }));
  expect(refusal).toBe(message && `invalid-body parameter-invalid owner: ${message}`);
});
