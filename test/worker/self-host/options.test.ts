/** The settings of a self-hosted server, before anything starts. */
import { expect, test } from 'vitest';
import { checkSettings } from '../../../worker/self-host/options.ts';

const LINK_TOKENS =
  'alice:alice-0123456789abcdef bob:bob-0123456789abcdef:read carol:carol-0123456789abcdef:until=2020-01-01T00:00:00Z';
const wrong = (name: string) =>
  `LINK_QUOTA is wrong: \`${name}\` has no token in LINK_TOKENS. Correct or remove the name.`;

test.each([
  ['nobody', { LINK_QUOTA: '1000', LINK_TOKENS: undefined }, null],
  ['owners with tokens, also with one that has ended', { LINK_QUOTA: '5, alice=off, bob=2 carol=3' }, null],
  ['an owner without a token', { LINK_QUOTA: 'alice=1, alcie=2' }, wrong('alcie')],
  ['owners without tokens', { LINK_QUOTA: 'dave=1 Bob=off' }, `${wrong('dave')}\n${wrong('Bob')}`],
  ['an owner, where nobody has a token', { LINK_QUOTA: 'alice=1', LINK_TOKENS: undefined }, wrong('alice')],
])('a quota of %s', (_, settings, expected) => {
  const check = () => checkSettings({ LINK_TOKENS, ...settings });
  if (expected === null) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ message: expected }));
});

test('a quota is not compared with tokens that cannot be read', () => {
  const check = () => checkSettings({ LINK_TOKENS: 'alice', LINK_QUOTA: 'bob=1' });
  expect(check).toThrow(/^LINK_TOKENS is wrong: entry 1 must be `owner:token`/);
  expect(check).not.toThrow(/LINK_QUOTA/);
});
