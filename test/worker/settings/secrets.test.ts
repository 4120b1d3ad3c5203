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

  const NAME = 'begin with a name of up to 64 letters, digits, `.`, `_` or `-` before `:`';
  const TOKEN = 'have a token of 16 or more letters, digits, `.`, `_`, `~`, `+`, `/` or `-` after the name and `:`';
  const ROLE = 'end after the token, or with `:admin`, `:create` or `:read`';
  const COLON = 'be `owner:token`, and it has no `:`; blanks and commas end an entry';

  test.each([
    ['alice', 1, COLON],
    [':secret-0123456789', 1, NAME],
    ['alice:', 1, TOKEN],
    ['alice:too-short', 1, TOKEN],
    [`alice:${A}:root`, 1, ROLE],
    [`alice:${A}:admin:admin`, 1, ROLE],
    [`alice:${A}:read:create`, 1, ROLE],
    [`alice:${A}:Read`, 1, ROLE],
    [`alice:${A}:`, 1, ROLE],
    [`al ice:${A}`, 1, COLON],
    [`al/ice:${A}`, 1, NAME],
    [`alice:${A} bob:sécret-0123456789`, 2, TOKEN],
    [`${'x'.repeat(65)}:${A}`, 1, NAME],
    [`alice:${A} bob:${A}`, 2, 'have a token of its own, not that of entry 1'],
    [`alice:${A} alice:${A}:admin`, 2, 'have a token of its own, not that of entry 1'],
  ])('%j is refused, and the error does not repeat its secret', (text, entry, requirement) => {
    expect(() => parseTokens(text)).toThrow(new TypeError(`LINK_TOKENS: entry ${entry} must ${requirement}`));
  });
});

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
