/** Whether a link is followed: by its block, its claims, and the blocks of targets, hosts and owners. */
import { describe, expect, test } from 'vitest';
import { Blocks, type WideBlock } from '../../../src/links/blocks.ts';
import type { LinkTarget } from '../../../src/links/record.ts';
import { expiryOf, isLive, isPermanent, recordedState, stateOf } from '../../../src/links/state.ts';

const AT = '2026-01-31T12:00:00.000Z';
const NOW = Date.parse(AT);
const LATER = '2026-01-31T12:00:00.001Z';
const claim = (owner: string, expiresAt: string | null = null) => ({ owner, expiresAt });

function link(...claims: LinkTarget['claims']): LinkTarget {
  return { slug: 'a', url: 'https://h.example/a', blocked: null, claims };
}

const blocksOf = (...blocks: readonly (readonly [WideBlock['kind'], string])[]) =>
  new Blocks(blocks.map(([kind, value]) => ({ kind, value, reason: `${kind} ${value}`, at: AT })));

describe('by its record alone, a link', () => {
  test.each<readonly [LinkTarget, string]>([
    [link(), 'gone'],
    [link(claim('a', AT)), 'gone'],
    [link(claim('a', LATER)), 'live'],
    [link(claim('a', AT), claim('b')), 'live'],
    [{ ...link(claim('a')), blocked: { at: AT, reason: 'No.' } }, 'blocked'],
  ])('%j is %s', (target, state) => {
    expect(recordedState(target, NOW)).toBe(state);
    expect(stateOf(target, blocksOf(), NOW).kind).toBe(state);
  });
});

test('a live link has its target, and a blocked one the reason', () => {
  expect(stateOf(link(claim('a')), blocksOf(), NOW)).toMatchObject({ target: { canonical: 'https://h.example/a' } });
  const blocked = { ...link(), blocked: { at: AT, reason: 'No.' } };
  expect(stateOf(blocked, blocksOf(), NOW)).toEqual({ kind: 'blocked', reason: 'No.' });
});

test.each<readonly [what: string, LinkTarget, Blocks, string | null]>([
  ['its host', link(claim('a')), blocksOf(['host', 'h.example']), 'host h.example'],
  ['its target', link(claim('a')), blocksOf(['target', 'https://h.example/a']), 'target https://h.example/a'],
  ['its owner', link(claim('a')), blocksOf(['owner', 'a']), 'owner a'],
  ['one of two owners', link(claim('a'), claim('b')), blocksOf(['owner', 'a']), null],
  ['both owners', link(claim('a'), claim('b')), blocksOf(['owner', 'a'], ['owner', 'b']), 'owner a'],
  ['the only owner whose claim lives', link(claim('a'), claim('b', AT)), blocksOf(['owner', 'a']), 'owner a'],
])('a block of %s', (_, target, blocks, reason) => {
  const state = stateOf(target, blocks, NOW);
  expect(state.kind === 'blocked' ? state.reason : null).toBe(reason);
});

test.each([
  [[], undefined],
  [[AT], AT],
  [[AT, LATER], LATER],
  [[LATER, AT], LATER],
  [[LATER, null, AT], null],
])('claims that end at %j end at %s', (ends, expected) => {
  expect(expiryOf(ends.map((expiresAt) => ({ expiresAt })))).toBe(expected);
});

test('a claim lives until its end, and a link is permanent if its slug is a hash', () => {
  expect([AT, LATER, null].map((expiresAt) => isLive({ expiresAt }, NOW))).toEqual([false, true, true]);
  const slug = 'yadkkg582q';
  expect([isPermanent({ slug }), isPermanent({ slug, alias: true }), isPermanent({ slug: 'menu' })]).toEqual([
    ...[true, false, false],
  ]);
});
