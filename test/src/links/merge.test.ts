/** What becomes of two records of one link, and of two claims. */
import { expect, test } from 'vitest';
import { joined, merge } from '../../../src/links/merge.ts';
import type { Claim, LinkRecord } from '../../../src/links/record.ts';

const [EARLY, LATE] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const BLOCK = { at: EARLY, reason: 'No.' };

const claim = (owner: string, more: Partial<Claim> = {}): Claim => {
  return { owner, createdAt: EARLY, expiresAt: null, title: null, note: null, ...more };
};
const record = (more: Partial<LinkRecord> = {}): LinkRecord => {
  const [createdAt, lastClickAt] = [LATE, EARLY];
  return { slug: 'x', url: 'go:x', createdAt, clicks: 2, lastClickAt, blocked: null, claims: [claim('b')], ...more };
};
const day = (number: number, clicks: number) => ({ day: `2026-01-0${number}`, clicks });

test.each<[string, Partial<LinkRecord>, Partial<LinkRecord>, Partial<LinkRecord>]>([
  ['nothing new', {}, {}, {}],
  ['an earlier creation', {}, { createdAt: EARLY }, { createdAt: EARLY }],
  ['a later creation', { createdAt: EARLY }, {}, { createdAt: EARLY }],
  ['more clicks', {}, { clicks: 3 }, { clicks: 3 }],
  ['fewer clicks', {}, { clicks: 1 }, {}],
  ['a later click', {}, { lastClickAt: LATE }, { lastClickAt: LATE }],
  ['an earlier click', { lastClickAt: LATE }, {}, { lastClickAt: LATE }],
  ['a click, to none', { lastClickAt: null }, {}, { lastClickAt: EARLY }],
  ['no click', {}, { lastClickAt: null }, {}],
  ['a block', {}, { blocked: BLOCK }, { blocked: BLOCK }],
  ['another block', { blocked: { at: LATE, reason: 'Old.' } }, { blocked: BLOCK }, { blocked: BLOCK }],
  ['no block', { blocked: BLOCK }, {}, { blocked: BLOCK }],
  ['days', {}, { days: [day(1, 2)] }, { days: [day(1, 2)] }],
  ['a day without clicks', {}, { days: [day(1, 0)] }, { days: [day(1, 0)] }],
  ['no days', { days: [day(1, 2)] }, {}, { days: [day(1, 2)] }],
  [
    'other counts of days',
    { days: [day(2, 5), day(3, 1), day(4, 1)] },
    { days: [day(3, 2), day(2, 4), day(1, 1)] },
    { days: [day(1, 1), day(2, 5), day(3, 2), day(4, 1)] },
  ],
  ['claims of others', {}, { claims: [claim('c'), claim('a')] }, { claims: [claim('a'), claim('b'), claim('c')] }],
  [
    'a claim of another end',
    {},
    { claims: [claim('b', { expiresAt: LATE })] },
    { claims: [claim('b', { expiresAt: LATE })] },
  ],
  [
    'a claim without its texts',
    { claims: [claim('b', { title: 'T', note: 'N', expiresAt: LATE })] },
    {},
    { claims: [claim('b', { title: 'T', note: 'N' })] },
  ],
  [
    'a claim with other texts',
    { claims: [claim('b', { title: 'T', note: 'N' })] },
    { claims: [claim('b', { title: 'U', note: 'M' })] },
    { claims: [claim('b', { title: 'U', note: 'M' })] },
  ],
])('an import of %s', (_, before, imported, expected) => {
  expect(merge(record(before), record(imported))).toStrictEqual(record({ ...before, ...expected }));
});

test.each<[string, Partial<Claim>, Partial<Claim>, Partial<Claim>]>([
  ['the earlier creation', { createdAt: LATE }, {}, {}],
  ['the earlier creation of its own', {}, { createdAt: LATE }, {}],
  ['the later end', { expiresAt: EARLY }, { expiresAt: LATE }, { expiresAt: LATE }],
  ['no end', { expiresAt: EARLY }, {}, { expiresAt: null }],
  ['its own texts', { title: 'T', note: 'N' }, { title: 'U', note: 'M' }, { title: 'T', note: 'N' }],
  ['the texts of the other', {}, { title: 'U', note: 'M' }, { title: 'U', note: 'M' }],
])('a claim that gets another has %s', (_, own, other, expected) => {
  expect(joined(claim('a', own), claim('b', other))).toEqual(claim('a', expected));
});
