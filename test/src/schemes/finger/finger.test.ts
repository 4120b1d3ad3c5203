/**
 * finger (draft-ietf-uri-url-finger-03 by its headings, RFC 1288 §2.3): canonical forms, details and the line of each
 * link.
 */
import { describe, expect, test } from 'vitest';
import { canonicalize, equivalent, explain, resolve } from '../../../../src/index.ts';

const NOTHING = { user: null, verbose: false, hosts: [] };

test.each([
  ['FINGER://Host.example:79/%75ser', 'Description', 'finger://host.example/user', { user: 'user' }, 'user\r\n'],
  ['finger://host.example', 'Description', 'finger://host.example/', {}, '\r\n'],
  ['finger://host.example:079/', 'Description', 'finger://host.example/', {}, '\r\n'],
  [
    'finger://space.mit.edu/nasanews',
    'Examples',
    'finger://space.mit.edu/nasanews',
    { user: 'nasanews' },
    'nasanews\r\n',
  ],
  // Spaces and slashes are escaped (“Encoding”).
  ['finger://h//W user', 'Encoding', 'finger://h/%2FW%20user', { user: 'user', verbose: true }, '/W user\r\n'],
  [
    'finger://h/%2fW%20%20user',
    'Encoding',
    'finger://h/%2FW%20%20user',
    { user: 'user', verbose: true },
    '/W  user\r\n',
  ],
  ['finger://h//W', 'RFC 1288 §2.3', 'finger://h/%2FW', { verbose: true }, '/W\r\n'],
  ['finger://h//w', 'servers ignore its case', 'finger://h/%2Fw', { verbose: true }, '/w\r\n'],
  // Without a space, it is a name.
  ['finger://h//Wuser', 'RFC 1288 §2.3', 'finger://h/%2FWuser', { user: '/Wuser' }, '/Wuser\r\n'],
  ['finger://h/a/W', 'RFC 1288 §2.3', 'finger://h/a%2FW', { user: 'a/W' }, 'a/W\r\n'],
  ['finger://h/u%40a@b', 'RFC 1288 §2.3, Q2', 'finger://h/u@a@b', { user: 'u', hosts: ['a', 'b'] }, 'u@a@b\r\n'],
  ['finger://h/@', 'RFC 1288 §2.3, Q2', 'finger://h/@', { hosts: [''] }, '@\r\n'],
  ['finger://h/a?b', 'the grammar has no query', 'finger://h/a%3Fb', { user: 'a?b' }, 'a?b\r\n'],
  ['finger://h/../a', 'the query is opaque', 'finger://h/..%2Fa', { user: '../a' }, '../a\r\n'],
  ['finger://h/%C3%BC', 'RFC 1288 §2.2', 'finger://h/%C3%BC', { user: 'ü' }, '\xc3\xbc\r\n'],
  ['finger://h/%FC', 'RFC 1288 §2.2', 'finger://h/%FC', { user: 'ü' }, '\xfc\r\n'],
  ['finger://h/a#b', 'a fragment is never sent', 'finger://h/a#b', { user: 'a' }, 'a\r\n'],
])('%s (%s) is %s', (url, _clause, canonical, details, line) => {
  const link = explain(url);
  expect(link).toMatchObject({ canonical, details: { ...NOTHING, ...details } });
  expect(canonicalize(canonical)).toBe(canonical);
  expect(link.kind === 'finger' && atob(link.request?.octets ?? '')).toBe(line);
});

test('a user before the host is not sent, and says so', () => {
  const link = explain('finger://user@h.example/');
  expect(link).toMatchObject({ canonical: 'finger://user@h.example/', details: NOTHING });
  expect(link.diagnostics.map(({ code }) => code)).toEqual(['user-info-ignored', 'credentials-in-url']);
  expect(equivalent('finger://user@h.example/', 'finger://h.example/user')).toBe(false);
});

describe('a second line', () => {
  const controls = ['%0D%0A', '%0d', '%0A', '%00', '%7F', '%09', '\0a', '\x7f', '\u0001a'];
  test.each(controls)('%j is refused', (octets) => {
    for (const url of [`finger://h/user${octets}root`, `finger://h/${octets}`, `finger://h/u@b${octets}c`]) {
      expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code: 'finger-control' }));
    }
  });
});

test('references keep the query whole', () => {
  expect(resolve('b', 'finger://h.example/a')).toBe('finger://h.example/b');
  expect(resolve('//other.example', 'finger://h.example/a')).toBe('finger://other.example/');
});
