/** Blocks of targets hold for every spelling of the target, also if an older version stored another canonical form. */
import { expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { Blocks } from '../../../src/links/blocks.ts';

const at = '2026-01-01T00:00:00Z';
const block = (value: string) => ({ kind: 'target', value, reason: 'spam', at }) as const;
const hostBlock = (value: string, reason: string) => ({ kind: 'host', value, reason, at }) as const;

test.each([
  ['wais://h.example/db?find+me', 'wais://h.example/db?find%20me', 'spam'],
  ['mailto:?to=a@x.example', 'mailto:a@x.example', 'spam'],
  ['prospero://h.example/a%2Cb', 'prospero://h.example/a,b#c', 'spam'],
  ['gopher://h.example/0a', 'gopher://h.example/0b', null],
  ['no URL', 'gopher://h.example/0b', null],
])('a block of %s, and %s: %s', (blocked, url, reason) => {
  expect(new Blocks([block(blocked)]).reasonForTarget(explain(url))).toBe(reason);
});

test.each([
  ['mailto:a@evil.example.net', true],
  ['mailto:A@www.EVIL.Example.net.', true],
  ['mailto:a@good.example,b@evil.example.net', true],
  ['mailto:?to=a@evil.example.net', true],
  ['mailto:a@good.example?cc=b@evil.example.net', true],
  ['mailto:a@good.example?BCC=%22X%2C%20Y%22%20%3Cb@evil.example.net%3E', true],
  ['mailto:a@good.example?cc=c@ok.example,b@b%C3%BCcher.example', true],
  ['mailto:a@xn--bcher-kva.example', true],
  ['mailto:a@[192.0.2.9]', true],
  ['mailto:a@[IPv6:2001:db8::1]', true],
  ['gopher://evil.example.net/', true],
  ['mailto:a@good.example?subject=a@evil.example.net', false],
  ['mailto:%22a@evil.example.net%22@good.example', false],
  ['mailto:%22a@evil.example.net%20b%22@good.example', false],
  ['mailto:%22a%5C%22b@evil.example.net%20c%22@good.example', false],
  ['mailto:%22a%22@evil.example.net', true],
  ['mailto:%22a%5C%5C%22@evil.example.net', true],
  ['mailto:%22a%22@evil.example.net,%22b%22@good.example', true],
  ['mailto:a@[IPv6:2001:db9::1]', false],
  ['mailto:a@[198.51.100.1]', false],
  ['mailto:a@good.example?to=%3Cb@evil.example.net%3E(c)', true],
  ['mailto:evil.example.net@good.example', false],
  ['mailto:a@notevil.example.net', false],
  ['mailto:nobody', false],
  ['urn:isbn:0395363411', false],
])('a block of hosts, and %s: %s', (url, isBlocked) => {
  const values = ['evil.example.net', 'bücher.example', '192.0.2.0/24', '2001:db8::/32'];
  const blocks = new Blocks(values.map((value) => ({ kind: 'host', value, reason: 'spam', at })));
  expect(blocks.reasonForTarget(explain(url))).toBe(isBlocked ? 'spam' : null);
});

test('the first block of a host gives the reason, and that of the target comes before', () => {
  const list = [hostBlock('other.example', 'one'), hostBlock('*.h.example', 'two'), hostBlock('h.example', 'three')];
  const reasonFor = (url: string, ...more: readonly ReturnType<typeof block>[]) =>
    new Blocks([...list, ...more]).reasonForTarget(explain(url));
  expect(reasonFor('gopher://h.example/')).toBe('three');
  expect(reasonFor('gopher://www.h.example/')).toBe('two');
  expect(reasonFor('gopher://h.example/', block('gopher://h.example/#x'))).toBe('spam');
  expect(new Blocks(list).list).toBe(list);
});

test.each([
  [['a'], 'no a'],
  [['b'], null],
  [['a', 'c'], 'no a'],
  [['c', 'a'], 'no c'],
  [['a', 'b'], null],
  [['b', 'a'], null],
  [[], null],
])('a block of the owners a and c, and a link of %j: %s', (owners, reason) => {
  const of = (value: string) => ({ kind: 'owner', value, reason: `no ${value}`, at }) as const;
  expect(new Blocks([of('a'), of('c'), hostBlock('b', 'host')]).reasonForOwners(owners)).toBe(reason);
});
