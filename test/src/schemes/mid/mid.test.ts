/** mid and cid (RFC 2392 §2): ids, their brackets and where they end. */
import { expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';

test.each([
  ['mid:a@b', 'mid:a@b', { messageId: 'a@b', contentId: null }],
  ['mid:%3Ca@b%3E/%3c%3Cc@d%3E%3E', 'mid:a@b/c@d', { messageId: 'a@b', contentId: 'c@d' }],
  ['mid:<a@b>/c', 'mid:a@b/c', { messageId: 'a@b', contentId: 'c' }],
  ['mid:%3Ca%3E', 'mid:%3Ca%3E', { messageId: '<a>', contentId: null }],
  ['mid:%3Ca@b', 'mid:%3Ca@b', { messageId: '<a@b', contentId: null }],
  ['mid:a@b%3E', 'mid:a@b%3E', { messageId: 'a@b>', contentId: null }],
  ['mid:a@b/', 'mid:a@b/', { messageId: 'a@b', contentId: '' }],
  ['mid:a@b/c/d', 'mid:a@b/c%2Fd', { messageId: 'a@b', contentId: 'c/d' }],
  ['mid:a@b#/c', 'mid:a@b#/c', { messageId: 'a@b', contentId: null }],
  ['mid:a@b/%63#d', 'mid:a@b/c#d', { messageId: 'a@b', contentId: 'c' }],
  ['mid:a%2Fb@c', 'mid:a%2Fb@c', { messageId: 'a/b@c', contentId: null }],
  ['cid:%3Ca/b@c%3E', 'cid:a%2Fb@c', { messageId: null, contentId: 'a/b@c' }],
  ['cid:a@b?c#d', 'cid:a@b%3Fc#d', { messageId: null, contentId: 'a@b?c' }],
])('%s is %s', (url, canonical, details) => {
  const link = explain(url);
  expect([link.canonical, canonicalize(url), canonicalize(canonical)]).toEqual([canonical, canonical, canonical]);
  expect([link.details, link.request]).toEqual([details, null]);
});

test.each([
  ['mid:a@b/c@d', false],
  ['mid:a@b/', true],
  ['mid:@b', true],
  ['mid:a@', true],
  ['cid:a@b@c', true],
  ['cid:ab', true],
])('%s is noted: %s', (url, isNoted) => {
  expect(explain(url).diagnostics.some(({ code }) => code === 'message-id-form')).toBe(isNoted);
});
