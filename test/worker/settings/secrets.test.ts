/** `LINK_TOKENS`: the owners of tokens, and values that are refused. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bearerOf } from '../../../worker/links/access.ts';
import { hasEnded, Keyring, parseTokens } from '../../../worker/settings/secrets.ts';

const A = 'a'.repeat(16);
const B = 'b'.repeat(16);
const C = 'c'.repeat(16);
const NOON = Date.UTC(2027, 0, 31, 12);

describe('parseTokens', () => {
  test.each([
    ['', []],
    [' , ', []],
    [`alice:${A}`, [{ owner: { name: 'alice', admin: false }, text: A }]],
    [`alice:${A}:admin`, [{ owner: { name: 'alice', admin: true }, text: A }]],
    [`alice:${A}:create`, [{ owner: { name: 'alice', admin: false, only: 'create' }, text: A }]],
    [`alice:${A}:read`, [{ owner: { name: 'alice', admin: false, only: 'read' }, text: A }]],
    [`alice:${A}:until=2027-01-31T12:00:00Z`, [{ owner: { name: 'alice', admin: false, until: NOON }, text: A }]],
    [
      `alice:${A}==:read:until=2027-01-31T13:00:00.000+01:00`,
      [{ owner: { name: 'alice', admin: false, only: 'read', until: NOON }, text: `${A}==` }],
    ],
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
  const END = 'have a time such as `2027-01-31T12:00:00Z` after `:until=`, and nothing after it';
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
    [`alice:${A}:until`, 1, ROLE],
    [`alice:${A}:until=`, 1, END],
    [`alice:${A}:until=2027-02-31T12:00:00Z`, 1, END],
    [`alice:${A}:until=2027-01-31`, 1, END],
    [`alice:${A}:until=2027-01-31T12:00:00`, 1, END],
    [`bob:${B} alice:${A}:until=2027-01-31T12:00:00Z:admin`, 2, END],
    [`alice:until=2027-01-31T12:00:00Z`, 1, COLON],
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

describe('a keyring', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    [NOON - 1, true],
    [NOON, true],
    [NOON + 1, false],
  ])('with a token until %d', (until, ended) => {
    expect(hasEnded({ name: 'a', admin: false, until })).toBe(ended);
    const keyring = new Keyring([{ owner: { name: 'a', admin: false, until }, text: A }]);
    expect([keyring.knows('a'), keyring.knows('b'), keyring.isEmpty]).toEqual([!ended, false, false]);
  });

  test('with a token that never ends', () => {
    expect(hasEnded({ name: 'a', admin: false })).toBe(false);
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
