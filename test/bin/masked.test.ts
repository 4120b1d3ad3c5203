/** Passwords in messages. An empty password is shown: it hides nothing, and is not the absence of one. */
import { expect, it } from 'vitest';
import { masked } from '../../bin/masked.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';

it.each([
  ['ftp://foo:@host.com/', 'ftp://foo:@host.com/'],
  ['ftp://foo@host.com/', 'ftp://foo@host.com/'],
  ['ftp://foo:a@host.com/', 'ftp://foo:***@host.com/'],
  ['ftp://:a@host.com/', 'ftp://:***@host.com/'],
  ['ftp://foo:@b@host.com/', 'ftp://foo:***@host.com/'],
  ['ftp://a:b@c/ and ftp://d:@e/', 'ftp://a:***@c/ and ftp://d:@e/'],
  ['http://h/a:b@c', 'http://h/a:b@c'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutPasswords(text)).toBe(shown);
  expect(masked(text)).toBe(shown);
});
