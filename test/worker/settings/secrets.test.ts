/** `LINK_TOKENS`: the owners of tokens, and values that are refused. */
import { describe, expect, test } from 'vitest';
import { bearerOf } from '../../../worker/links/access.ts';
import { parseTokens } from '../../../worker/settings/secrets.ts';

const A = 'a'.repeat(16);
const B = 'b'.repeat(16);
const C = 'c'.repeat(16);

describe('parseTokens', () => {
  test.each([
    ['', []],
    [' , ', []],
    [`alice:${A}`, [{ owner: { name: 'alice', admin: false }, text: A }]],
    [`alice:${A}:admin`, [{ owner: { name: 'alice', admin: true }, text: A }]],
    [`alice:${A}:create`, [{ owner: { name: 'alice', admin: false, only: 'create' }, text: A }]],
    [`alice:${A}:read`, [{ owner: { name: 'alice', admin: false, only: 'read' }, text: A }]],
    [
      `alice:${A},bob.b-c_d:${B}\nalice:${C}`,
      [
        { owner: { name: 'alice', admin: false }, text: A },
        { owner: { name: 'bob.b-c_d', admin: false }, text: B },
        { owner: { name: 'alice', admin: false }, text: C },
      ],
    ],
    [`a:${'Az09-._~+/'.repeat(2)}==`, [{ owner: { name: 'a', admin: false }, text: `${'Az09-._~+/'.repeat(2)}==` }]],
  ])('%j', (text, tokens) => {
    expect(parseTokens(text)).toEqual(tokens);
  });

  test.each([
    ['alice', 1],
    [':secret-0123456789', 1],
    ['alice:', 1],
    ['alice:too-short', 1],
    [`alice:${A}:root`, 1],
    [`alice:${A}:admin:admin`, 1],
    [`alice:${A}:read:create`, 1],
    [`alice:${A}:Read`, 1],
    [`alice:${A}:`, 1],
    [`al ice:${A}`, 1],
    [`alice:${A} bob:sécret-0123456789`, 2],
    [`${'x'.repeat(65)}:${A}`, 1],
  ])('%j is refused, and the error does not repeat its secret', (text, entry) => {
    expect(() => parseTokens(text)).toThrow(
      new TypeError(
        `LINK_TOKENS: entry ${entry} is not owner:token, with or without :admin, :create or :read after it`,
      ),
    );
  });
});

test.each([`alice:${A} bob:${A}`, `alice:${A} alice:${A}:admin`])(
  '%s: two entries cannot have the same token',
  (text) => {
    expect(() => parseTokens(text)).toThrow(new TypeError('LINK_TOKENS: entry 2 has the token of entry 1'));
  },
);

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Bearer', null],
  ['Bearer a b', null],
  ['Basic abc', null],
  ['', null],
])('the token of %j is %j (RFC 6750 §2.1)', (value, token) => {
  const headers: Record<string, string> = value === '' ? {} : { Authorization: value };
  expect(bearerOf(new Request('https://h.example/', { headers }))).toBe(token);
});
