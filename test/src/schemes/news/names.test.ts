/** The names that an NNTP command may contain, and the targets of URLs (RFC 3977 §3.1, §3.6, §4). */
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../src/index.ts';
import {
  isGroup,
  isMessageId,
  isWildmat,
  type NewsTarget,
  newsTarget,
  readNewsReference,
} from '../../../../src/schemes/news/request.ts';
import { expectLinear } from '../../growth.ts';

function targetOf(url: string): NewsTarget | null {
  const found = explain(url);
  if (found.kind !== 'news') throw new TypeError(url);
  return newsTarget(found.details, found.components.path);
}

describe('targets of URLs', () => {
  it.each<[url: string, target: NewsTarget | null]>([
    ['news:*', { kind: 'groups', wildmat: '*' }],
    ['news://h.example/', { kind: 'groups', wildmat: '*' }],
    ['nntp://h.example/', { kind: 'groups', wildmat: '*' }],
    ['news:comp.*', { kind: 'groups', wildmat: 'comp.*' }],
    ['news:*,!comp.?x', { kind: 'groups', wildmat: '*,!comp.?x' }],
    ['news:comp.infosystems.gopher', { kind: 'group', group: 'comp.infosystems.gopher' }],
    ['news:comp.lang.c++', { kind: 'group', group: 'comp.lang.c++' }],
    ['nntp://h.example/misc.test/', { kind: 'group', group: 'misc.test' }],
    ['news:%C3%A9t%C3%A9.fr', { kind: 'group', group: 'été.fr' }],
    ['news:1993.AA1@h.example', { kind: 'message', messageId: '1993.AA1@h.example' }],
    ['news:a/b@h.example', { kind: 'message', messageId: 'a/b@h.example' }],
    ['nntp://h.example/misc.test/42', { kind: 'article', group: 'misc.test', number: 42 }],
    // No command can contain these.
    ['nntp://h.example/misc.test/abc', null],
    ['nntp://h.example/misc.test/1/2', null],
    ['nntp://h.example/misc.test/1234567890123456', null],
    ['nntp://h.example/misc.test//1', null],
    ['nntp://h.example//1', null],
    ['nntp:/1', null],
    ['nntp:/misc.test', null],
    ['nntp:misc.test/42', { kind: 'article', group: 'misc.test', number: 42 }],
    ['nntp://h.example/comp.*/42', null],
    ['news:%E9t%E9.fr', null],
    ['news:misc%20test', null],
    ['news:misc%09test', null],
    ['news:misc%00test', null],
    ['news:misc%7Ftest', null],
    ['news:misc%C2%A0test', null],
    ['news:misc..test', null],
    ['news:.misc', null],
    ['news:misc%5Btest%5D', null],
    ['news:a%20b@h.example', null],
    ['news:a%3Eb@h.example', null],
    ['news:%C3%A9@h.example', { kind: 'message', messageId: 'é@h.example' }],
    ['news:a%C2%85@h.example', null],
    ['news:a%C2%A0@h.example', null],
    ['news:a%E2%80%A8@h.example', null],
    // In UTF-16, these end in the octets of CR and LF.
    ['news:a%C4%8A@h.example', { kind: 'message', messageId: 'a\u010a@h.example' }],
    ['news:a%E5%98%8D@h.example', { kind: 'message', messageId: 'a\u560d@h.example' }],
    ['nntp://h.example/misc.test/0', null],
    ['nntp://h.example/misc.test/1', { kind: 'article', group: 'misc.test', number: 1 }],
    ['nntp://h.example/misc.test/2147483647', { kind: 'article', group: 'misc.test', number: 2_147_483_647 }],
    ['nntp://h.example/misc.test/2147483648', null],
    ['nntp://h.example/*/1', null],
  ])('%s', (url, target) => {
    expect(targetOf(url)).toEqual(target);
  });
});

it('an empty group stands for all groups', () => {
  const details = { group: '', messageId: null, all: false, article: null, thread: false, part: null, server: null };
  expect(newsTarget(details, '')).toEqual({ kind: 'groups', wildmat: '*' });
});

it.each(['nntp:/1', 'nntp:/01', 'nntp:/misc.test', 'nntp:/1/2', 'nntp://h.example//1'])(
  '%s has no group, so it has no article number',
  (url) => {
    const { details, diagnostics } = explain(url);
    expect(details).toMatchObject({ group: null, messageId: null, article: null });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'article-number', severity: 'warning' }));
  },
);

describe('commands that a client sends', () => {
  it.each([
    ['nntp://h.example/misc.test', ['MODE READER', 'GROUP misc.test', 'OVER']],
    ['nntp://h.example/misc.test/42', ['MODE READER', 'GROUP misc.test', 'ARTICLE 42']],
    ['news://h.example/', ['MODE READER']],
    ['news:*', ['MODE READER', 'LIST ACTIVE']],
    ['news:comp.*', ['MODE READER', 'LIST ACTIVE comp.*']],
    ['news:1@h.example', ['MODE READER', 'ARTICLE <1@h.example>']],
    ['nntp://h.example/misc.test/abc', null],
    ['nntp://h.example/misc.test/1/2', null],
    ['nntp://h.example/misc.test/1234567890123456', null],
    ['nntp://h.example//1', null],
    ['news:%C3%A9t%C3%A9.fr', ['MODE READER', 'GROUP été.fr', 'OVER']],
    ['news:%E9t%E9.fr', null],
    ['news:misc..test', null],
    ['news:misc%20test', null],
    ['news:a%20b@h.example', null],
  ])('%s', (url, commands) => {
    const found = explain(url);
    if (found.kind !== 'news') throw new TypeError(url);
    expect(found.request?.commands ?? null).toEqual(commands);
  });
});

describe('lengths (RFC 3977 §3.1, §3.6)', () => {
  it.each([
    ['a group of 497 octets', isGroup('a'.repeat(497)), true],
    ['a group of 498 octets', isGroup('a'.repeat(498)), false],
    ['a group of 249 letters of two octets', isGroup('é'.repeat(249)), false],
    ['a wildmat of 498 octets', isWildmat('*'.repeat(498)), false],
    ['a message-id of 248 octets', isMessageId(`${'a'.repeat(246)}@b`), true],
    ['a message-id of 249 octets', isMessageId(`${'a'.repeat(247)}@b`), false],
    ['a message-id of 248 octets, of which 244 are é', isMessageId(`${'é'.repeat(122)}ab@b`), true],
    ['a message-id of 249 octets, of which 244 are é', isMessageId(`${'é'.repeat(122)}abc@b`), false],
    ['an empty message-id', isMessageId(''), false],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });
});

it.each<[url: string, messageId: string | null, article: number | null, thread: boolean, part: string | null]>([
  ['news:a@h', 'a@h', null, false, null],
  ['news:a@h/thread', 'a@h', null, true, null],
  ['news://s.example/a@h%2Fthread', 'a@h', null, true, null],
  ['news:a@h/part/2', 'a@h', null, false, '2'],
  ['news:a@h/part/b%25@h', 'a@h', null, false, 'b%@h'],
  ['news:a@h/part/2/thread', 'a@h/part/2', null, true, null],
  ['news:a@/thread', 'a@/thread', null, false, null],
  ['news:@h/thread', '@h/thread', null, false, null],
  ['news:a@h/threads', 'a@h/threads', null, false, null],
  ['nntp://s.example/misc.test/17', null, 17, false, null],
  ['nntp:misc.test/17/thread', null, 17, true, null],
  ['nntp:misc.test/17/part/b%40h', null, 17, false, 'b@h'],
  ['nntp:misc.test/17/part/', null, null, false, null],
  ['nntp:misc.test/17/thread/1', null, null, false, null],
  ['nntp:misc.test/thread', null, null, false, null],
])('%s has the message-id %j, the number %j, thread %j and the part %j', (url, messageId, article, thread, part) => {
  const found = explain(url);
  expect(found.kind === 'news' && found.details).toMatchObject({ messageId, article, thread, part });
});

it.each(['@', 'a@h%2F', '%2Fpart%2Fa@', '%2Fthread@', 'a@h%2Fpart%2F'])(
  'splits %j many times in linear time',
  (unit) => {
    expectLinear(60_000, (size) => {
      const name = unit.repeat(size / unit.length);
      return () => readNewsReference(name, null);
    });
  },
);
