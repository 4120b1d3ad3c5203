/** What is wanted of a news server, by the link and by what is asked beside it. */
import { describe, expect, test } from 'vitest';
import { type Requested, requestedByMidLink, requestedByNewsLink } from '../../../../src/open/news/requested.ts';
import { linkOf } from '../context.ts';

const message = (messageId: string) => ({ kind: 'message', messageId }) as const;
const article = (number: number) => ({ kind: 'article', group: 'misc.test', number }) as const;

describe('a news link', () => {
  test.each<[url: string, options: Readonly<Record<string, string>>, requested: Requested]>([
    ['news:*', {}, { kind: 'groups', wildmat: '*', match: '' }],
    ['news://h.example/', { match: ' tea ' }, { kind: 'groups', wildmat: '*', match: 'tea' }],
    ['news:comp.*', {}, { kind: 'groups', wildmat: 'comp.*', match: '' }],
    ['news:misc.test', {}, { kind: 'group', group: 'misc.test', to: null }],
    ['news:misc.test', { to: '17' }, { kind: 'group', group: 'misc.test', to: 17 }],
    ['news:misc.test', { to: '1'.repeat(15) }, { kind: 'group', group: 'misc.test', to: 111_111_111_111_111 }],
    ['news:a@h', {}, { kind: 'article', target: message('a@h'), literal: null, part: null }],
    ['news:a@h', { part: '2' }, { kind: 'article', target: message('a@h'), literal: null, part: '2' }],
    ['news:a@h/part/2', {}, { kind: 'article', target: message('a@h'), literal: null, part: '2' }],
    ['news:a@h/part/b@h', {}, { kind: 'article', target: message('a@h'), literal: null, part: 'b@h' }],
    // A message-id may have this before its `@`.
    ['news:a/part/2@h', {}, { kind: 'article', target: message('a/part/2@h'), literal: null, part: null }],
    ['news:a@h/part/', {}, { kind: 'article', target: message('a@h/part/'), literal: null, part: null }],
    ['news:a@h/part/2/3', {}, { kind: 'article', target: message('a@h/part/2/3'), literal: null, part: null }],
    ['nntp://h.example/misc.test/17', {}, { kind: 'article', target: article(17), literal: null, part: null }],
    [
      'nntp://h.example/misc.test/17',
      { part: '2' },
      { kind: 'article', target: article(17), literal: null, part: '2' },
    ],
    ['nntp://h.example/misc.test/17/part/2', {}, { kind: 'article', target: article(17), literal: null, part: '2' }],
    [
      'nntp://h.example/misc.test/17/part/b%40h',
      {},
      { kind: 'article', target: article(17), literal: null, part: 'b@h' },
    ],
    [
      'nntp://h.example/misc.test/2147483647/part/2',
      {},
      { kind: 'article', target: article(2_147_483_647), literal: null, part: '2' },
    ],
    ['news:a@h/thread', {}, { kind: 'thread', target: message('a@h'), literal: null }],
    ['news://h.example/a@h/thread', {}, { kind: 'thread', target: message('a@h'), literal: null }],
    ['nntp://h.example/misc.test/17/thread', {}, { kind: 'thread', target: article(17), literal: null }],
    ['nntp:misc.test/17/thread', {}, { kind: 'thread', target: article(17), literal: null }],
    ['news:NM%76@h/thread', {}, { kind: 'thread', target: message('NMv@h'), literal: message('NM%76@h') }],
    // The canonical form of the same.
    ['news:a@h%2Fthread', {}, { kind: 'thread', target: message('a@h'), literal: null }],
    ['news:NM%76@h%2fthread', {}, { kind: 'thread', target: message('NMv@h'), literal: message('NM%76@h') }],
    ['news:a/thread@h', {}, { kind: 'article', target: message('a/thread@h'), literal: null, part: null }],
    ['news:a@h/thread/1', {}, { kind: 'article', target: message('a@h/thread/1'), literal: null, part: null }],
    ['news:NM%76@h', {}, { kind: 'article', target: message('NMv@h'), literal: message('NM%76@h'), part: null }],
  ])('%s with %j', (url, options, requested) => {
    expect(requestedByNewsLink(linkOf('news', url), options)).toEqual(requested);
  });

  test.each([
    ['nntp://h.example/misc.test/x', {}],
    ['nntp://h.example/misc.test/x/part/2', {}],
    ['nntp://h.example//17/part/2', {}],
    ['nntp://h.example/misc.test/17/part/', {}],
    ['nntp://h.example/misc.test/17/part/2/3', {}],
    ['nntp://h.example/a/misc.test/17/part/2', {}],
    ['nntp://h.example/misc.test/2147483648/part/2', {}],
    [`nntp://h.example/misc.test/${'1'.repeat(16)}/part/2`, {}],
    ['news:misc.test/thread', {}],
    ['nntp://h.example/misc.test/thread', {}],
    ['nntp://h.example/misc.test/x/thread', {}],
    ['nntp://h.example/misc.test/2147483648/thread', {}],
    ['news:misc.test', { part: '2' }],
    ['news:*', { part: '' }],
    ['news:misc%20test', {}],
  ])('%s with %j is no request', (url, options) => {
    expect(() => requestedByNewsLink(linkOf('news', url), options)).toThrow(
      'The link names no group, article or number that NNTP can request.',
    );
  });

  test.each(['', 'x', '17x', 'x17', '-1', '1'.repeat(16)])('the number %j is none', (to) => {
    expect(() => requestedByNewsLink(linkOf('news', 'news:misc.test'), { to })).toThrow(
      '`to` must be the number of an article.',
    );
  });
});

describe('a mid link', () => {
  test.each([
    ['mid:a@h', {}, null],
    ['mid:a@h', { part: '2' }, '2'],
    ['mid:a@h/b@h', {}, 'b@h'],
    ['mid:a@h/b@h', { part: '2' }, 'b@h'],
  ])('%s with %j', (url, options, part) => {
    const requested = { kind: 'article', target: message('a@h'), literal: null, part };
    expect(requestedByMidLink(linkOf('mid', url), options)).toEqual(requested);
  });

  test.each(['mid:a%20b@h', 'cid:a@h'])('%s is no request', (url) => {
    expect(() => requestedByMidLink(linkOf('mid', url), {})).toThrow('NNTP cannot request this message-id.');
  });
});
