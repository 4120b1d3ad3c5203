/** A change of host without the runtime: which texts are hosts, and what becomes of each link. */
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Blocks } from '../../../src/links/blocks.ts';
import { StoreError } from '../../../worker/errors/store-error.ts';
import { edgeOf } from '../../../worker/links/access.ts';
import { LIST_START, type ListRange } from '../../../worker/links/list-range.ts';
import { PATIENT } from '../../../worker/links/pace.ts';
import { Repointed, readRepointing, repoint } from '../../../worker/links/repoint.ts';
import type { Move } from '../../../worker/links/request.ts';
import type { LinkStore } from '../../../worker/links/store.ts';
import { StoreFailures } from '../../../worker/links/store-failures.ts';
import { contextOf } from '../http/context.ts';
import { refusalOf } from '../problems.ts';
import { AT, NOW } from './storage.ts';

const WHOLE: ListRange = { from: LIST_START, isAlone: false };

let rests: number[];
beforeEach(() => {
  rests = [];
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('scheduler', { wait: async (milliseconds: number) => void rests.push(milliseconds) });
  vi.stubGlobal('caches', { default: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each<[from: string, to: string, expected: object | string]>([
  ['A.example', 'b.example', { from: 'a.example', to: { host: 'b.example' } }],
  ['a.example.', 'https://b.example', { from: 'a.example', to: { scheme: 'https', host: 'b.example', port: null } }],
  ['a.example', 'https://b.example:8443/', { to: { scheme: 'https', host: 'b.example', port: 8443 } }],
  ['a.example', 'gopher://b.example/', { to: { scheme: 'gopher', host: 'b.example', port: null } }],
  ['http://a.example', 'b.example', 'from: `from` must be a host, such as `example.org`.'],
  ['a.example:8080', 'b.example', 'from'],
  ['a.example/', 'b.example', 'from'],
  ['a.example', 'b.example/', 'to'],
  ['a.example', 'b.example:8080', 'to'],
  ['a.example', 'https://b.example/x', 'to'],
  ['a.example', 'https://b.example/?', 'to'],
  ['a.example', 'https://b.example/#', 'to'],
  ['a.example', 'https://u@b.example/', 'to'],
  ['a.example', 'urn://b.example/', 'to'],
])('from %s to %s', async (from, to, expected) => {
  const refusal = await refusalOf(() => readRepointing({ from, to }));
  if (typeof expected === 'object') {
    expect([refusal, readRepointing({ from, to, dryRun: true })]).toMatchObject(['', { dryRun: true, ...expected }]);
    expect(readRepointing({ from, to }).dryRun).toBe(false);
  } else expect(refusal).toMatch(new RegExp(`^invalid-(?:body|url) \\S+ ${expected}`));
});

const PAGES = [
  ['kept', 'go:x'],
  ['purged', ''],
  ['one', 'gopher://old.example.org/1/x'],
  ['two', 'https://OLD.example.org./y'],
  ['yadkkg582q', 'gopher://old.example.org/1/x'],
  ['bad', 'finger://old.example.org/blocked'],
  ['ports', 'gopher://old.example.org:7070/'],
].map(([slug = '', url = '']) => ({ slug, url }));

async function run(
  to: string,
  dryRun: boolean,
  admin: boolean,
  pages: readonly (readonly { slug: string }[])[] = [PAGES],
) {
  const asked: unknown[] = [];
  const failed = new StoreFailures();
  const moves: Move[] = [];
  const store = {
    pace: () => PATIENT,
    async *pages(...of: readonly unknown[]) {
      asked.push(...of);
      yield* pages;
    },
    repoint: async (moved: readonly Move[]) => {
      moves.push(...moved);
      vi.setSystemTime(Date.now() + 3);
    },
    registry: async () => ({
      blocks: new Blocks([{ kind: 'target', value: `finger://new.example.org/blocked`, reason: 'By order.', at: AT }]),
    }),
  };
  const context = contextOf('/v1/links');
  const drop = vi.spyOn(edgeOf(context.environment).links, 'drop');
  drop.mockClear();
  const answers: { slug: string; outcome: string; newCanonical: string | null; reason: string | null }[] = [];
  const change = readRepointing({ from: 'old.example.org', to, dryRun });
  for await (const page of repoint(
    context,
    { store: store as unknown as LinkStore, owner: { name: 'a', admin } },
    change,
    WHOLE,
    failed,
  )) {
    answers.push(...page);
    for (const answer of page) expect(v.is(Repointed, answer)).toBe(true);
  }
  return { asked, failed, moves, answers, dropped: drop.mock.calls.map(([slug]) => slug) };
}

test('the aliases of the host lead to another, at its pace', async () => {
  const { asked, failed, moves, answers, dropped } = await run('new.example.org', false, true);
  expect(asked).toEqual(['everything', WHOLE, failed, { query: 'old.example.org', limit: 256 }]);
  expect(answers.map(({ slug, outcome, newCanonical, reason }) => [slug, outcome, newCanonical ?? reason])).toEqual([
    ['one', 'changed', 'gopher://new.example.org/1/x'],
    ['two', 'changed', 'https://new.example.org/y'],
    ['yadkkg582q', 'refused', 'The slug is a hash of the target.'],
    ['bad', 'refused', 'By order.'],
    ['ports', 'changed', 'gopher://new.example.org:7070/'],
  ]);
  expect(moves).toEqual(
    answers.flatMap(({ slug, newCanonical }) => {
      const url = PAGES.find((link) => link.slug === slug)?.url;
      return newCanonical === null ? [] : [{ slug, url, newUrl: newCanonical }];
    }),
  );
  expect([dropped, rests]).toEqual([['one', 'two', 'ports'], [1.5]]);
});

test('a dry run changes nothing', async () => {
  const { asked, failed, moves, answers, dropped } = await run('new.example.org', true, false);
  expect(asked).toEqual([{ owner: 'a' }, WHOLE, failed, { query: 'old.example.org' }]);
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    ...['would-change', 'would-change', 'refused', 'refused', 'would-change'],
  ]);
  expect([moves, dropped, rests]).toEqual([[], [], []]);
});

test('a page without such links is no write, and long ones have pauses', async () => {
  const { moves, answers } = await run('new.example.org', false, true, [PAGES.slice(0, 2), PAGES.slice(4, 5)]);
  expect([moves, answers.length, rests]).toEqual([[], 1, []]);
  await run('new.example.org', true, true, [Array.from({ length: 16 }, () => PAGES[0] ?? { slug: '' })]);
  expect(rests).toEqual([1]);
});

test('an origin whose scheme cannot have the target is refused', async () => {
  const { answers } = await run('go://new.example.org', true, true, [PAGES.slice(3, 4)]);
  expect(answers).toMatchObject([
    { slug: 'two', outcome: 'refused', newCanonical: null, reason: expect.stringMatching(/./) },
  ]);
});

test('a store that fails is no refusal', async () => {
  const store = {
    async *pages() {
      yield PAGES;
    },
    registry: async () => Promise.reject(new Error('away')),
    pace: () => PATIENT,
  };
  const change = readRepointing({ from: 'old.example.org', to: 'new.example.org', dryRun: true });
  const owner = { name: 'a', admin: true };
  const admission = { store: store as unknown as LinkStore, owner };
  const answers = repoint(contextOf('/v1/links'), admission, change, WHOLE, new StoreFailures());
  await expect(answers.next()).rejects.toThrow('away');
});

test('a store that does not write has no answers but refusals, and is told', async () => {
  const error = new StoreError({
    ...{ problem: 'store-full', store: 4, object: 'o', operation: 'repoint', cause: 'SQLITE_FULL', retryable: false },
  });
  const store = {
    async *pages() {
      yield PAGES;
    },
    repoint: async () => Promise.reject(error),
    registry: async () => ({ blocks: new Blocks([]) }),
    pace: () => PATIENT,
  };
  const failed = new StoreFailures();
  const change = readRepointing({ from: 'old.example.org', to: 'new.example.org', dryRun: false });
  const admission = { store: store as unknown as LinkStore, owner: { name: 'a', admin: true } };
  const outcomes: string[] = [];
  for await (const page of repoint(contextOf('/v1/links'), admission, change, WHOLE, failed)) {
    outcomes.push(...page.map(({ outcome }) => outcome));
  }
  expect([outcomes, failed.has(4)]).toEqual([['refused'], true]);
});
