/** What the API says about a link: to its owner, an administrator, and everybody; and which words find it. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../src/words.ts';
import { CreatedLink, LinkList, OwnedLink, PublicLink } from '../../../worker/links/link.ts';
import { describeLink, linkBlocked } from '../../../worker/links/link-answer.ts';
import { linkHasWords } from '../../../worker/links/search.ts';
import { AT } from './storage.ts';

const LATER = '2027-01-01T00:00:00.000Z';
const claims = [
  { owner: 'a', createdAt: AT, expiresAt: AT, title: 'T', note: 'N' },
  { owner: 'b', createdAt: AT, expiresAt: LATER, title: null, note: null },
];
const LINK = { slug: 'x', url: 'go:x', createdAt: AT, clicks: 1, lastClickAt: AT, blocked: null, claims };
const ADDRESSES = { short: 'https://w.example/x', inspect: 'https://w.example/x+', qr: 'https://w.example/x.svg' };
const { claims: _, url: canonical, ...OTHERS } = { ...LINK, ...ADDRESSES };
const FACTS = { canonical, ...OTHERS };

test.each([
  ['everybody', null, { expiresAt: LATER }],
  ['its owner', { name: 'a', admin: false }, { expiresAt: AT, title: 'T', note: 'N' }],
  ['another owner', { name: 'c', admin: false }, { expiresAt: LATER, title: null, note: null }],
  ['an administrator', { name: 'root', admin: true }, { expiresAt: LATER, title: null, note: null, claims }],
  ['an administrator with a claim', { name: 'a', admin: true }, { expiresAt: AT, title: 'T', note: 'N', claims }],
])('to %s', (_, reader, more) => {
  const answer = describeLink(LINK, 'https://w.example', reader);
  expect(answer).toStrictEqual({ ...FACTS, ...more });
  expect([v.is(PublicLink, answer), v.is(OwnedLink, answer)]).toEqual([reader === null, reader !== null]);
  expect([
    v.is(CreatedLink, { input: 'GO:x', created: true, ...answer }),
    v.is(LinkList, { links: [answer], next: null }),
  ]).toEqual([true, reader !== null]);
});

test('without claims there is no end', () => {
  expect(describeLink({ ...LINK, claims: [] }, '', null).expiresAt).toBe(null);
});

test('a blocked link says who blocks it', () => {
  expect(linkBlocked('By order.', 'https://w.example')).toMatchObject({
    problem: 'link-blocked',
    faults: [{ code: 'link-blocked', message: 'By order.' }],
    headers: { Link: '<https://w.example/>; rel="blocked-by"' },
  });
});

describe('a search', () => {
  const link = { slug: 'Slug', url: 'go:url', title: 'Stra\u00dfe', note: 'e\u0301' };
  test.each([
    ['', true],
    ['slug', true],
    ['  GO:URL\tstra\u00dfe  ', true],
    ['\u00c9', true],
    ['slug none', false],
    ['slug\ngo:url', true],
    ['sluggo', false],
  ])('for “%s” finds the link: %s', (query, isFound) => {
    expect(linkHasWords(link, wordsOf(query))).toBe(isFound);
  });

  test('of a link without texts', () => {
    const { slug, url } = link;
    expect([
      linkHasWords({ slug, url }, ['undefined']),
      linkHasWords({ slug, url, title: null, note: null }, ['null']),
    ]).toEqual([...[false, false]]);
  });
});
