/** Lists of hosts: which hosts an entry matches. */
import { expect, test } from 'vitest';
import { isListed, parseHostList } from '../../../src/egress/host-list.ts';

const list = parseHostList('example.org, .example.net *.example.com 192.0.2.7');

test.each([
  ['example.org', true],
  ['example.org.', true],
  ['EXAMPLE.ORG', true],
  ['www.example.org', false],
  ['evilexample.org', false],
  ['www.example.net', true],
  ['example.net', false],
  ['evilexample.net', false],
  ['a.b.example.com', true],
  ['192.0.2.7', true],
  ['', false],
])('%s: %s', (host, listed) => {
  expect(isListed(host, list)).toBe(listed);
});
