/** Who is admitted, without the runtime: tokens, rights, limits and the log. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  admit,
  admitAdmin,
  bearerOf,
  edgeOf,
  noteRequest,
  ownerIn,
  tokenRequired,
} from '../../../worker/links/access.ts';
import { LocalStore, ShardedStore } from '../../../worker/links/stores.ts';
import { type Environment, environmentOf } from '../../../worker/settings/environment.ts';
import type { Keyring, Owner } from '../../../worker/settings/secrets.ts';
import { contextOf } from '../http/context.ts';
import { refusalOf } from '../problems.ts';
import { memoryShards } from './storage.ts';

const OWNERS: Readonly<Record<string, Owner>> = {
  a: { name: 'a', admin: false },
  root: { name: 'root', admin: true },
  creates: { name: 'c', admin: false, only: 'create' },
  // What an absent token must not be read as.
  null: { name: 'root', admin: true },
  reads: { name: 'r', admin: false, only: 'read' },
};

let counted: string[];
beforeEach(() => {
  vi.stubGlobal('caches', { default: null });
  counted = [];
});
afterEach(() => void vi.unstubAllGlobals());

function environmentWith({
  isEmpty = false,
  ...bindings
}: {
  readonly isEmpty?: boolean;
  readonly [name: string]: unknown;
} = {}) {
  const keyring = { isEmpty, ownerOf: async (token: string) => OWNERS[token] ?? null } as Keyring;
  const ASSETS = { fetch: async () => new Response() };
  const LINK_RATE = { limit: async ({ key }: RateLimitOptions) => ({ success: counted.push(key) < 100 }) };
  const LINKS = memoryShards().shards;
  return { ...environmentOf({ ASSETS, LINKS, ...bindings }), keyring, LINK_RATE };
}
const contextWith = (token: string | null, environment: Environment = environmentWith(), address = '192.0.2.1') =>
  contextOf('/v1/links', {
    environment,
    headers: { 'CF-Connecting-IP': address, ...(token !== null && { Authorization: `Bearer ${token}` }) },
  });

test.each([
  [{ LINKS: undefined }, 'links-disabled'],
  [{ isEmpty: true }, 'links-disabled'],
])('with %j, links are off', async (bindings, problem) => {
  const refusal = await refusalOf(() => admit(contextWith('a', environmentWith(bindings)), 'list'));
  expect(refusal).toMatch(new RegExp(`^${problem} links-disabled null: This service has no tokens .*LINK_TOKENS`));
});

test.each([
  ['a', 'create', ''],
  ['a', 'purge', ''],
  ['creates', 'create', ''],
  ['creates', 'list', 'create links'],
  ['creates', 'import', 'create links'],
  ['reads', 'list', ''],
  ['reads', 'read', ''],
  ['reads', 'export', ''],
  ['reads', 'create', 'read'],
  ['reads', 'challenge', 'read'],
] as const)('the token “%s” may %s: %s', async (token, action, only) => {
  const context = contextWith(token);
  const refusal = await refusalOf(() => admit(context, action));
  expect(refusal).toBe(only && `token-limited token-limited null: This token may only ${only}.`);
  const { name } = OWNERS[token] ?? { name: '' };
  expect([context.notes.owner, context.notes.action, context.notes.admin]).toEqual([name, action, undefined]);
  expect(counted).toEqual([`owner ${name}`]);
});

test('an administrator has a store, and is noted', async () => {
  const context = contextWith('root');
  const { owner, store } = await admitAdmin(context, 'block');
  expect([owner, store, context.notes.admin]).toEqual([OWNERS.root, edgeOf(context.environment).store, true]);
  expect(await refusalOf(() => admitAdmin(contextWith('a'), 'block'))).toBe(
    'administrators-only administrators-only null: This token does not belong to an administrator.',
  );
});

test.each([
  [null, 'Bearer', 'Send a token: `Authorization: Bearer …`.'],
  ['wrong', 'Bearer error="invalid_token"', 'This token is not valid. Ask the operator of this service for one.'],
])('without a known token, %s, a client is counted and refused', async (token, challenge, message) => {
  const context = contextWith(token);
  expect(await refusalOf(() => ownerIn(context, 'list'))).toBe(`token-required token null: ${message}`);
  expect(tokenRequired(token !== null).headers).toEqual({ 'WWW-Authenticate': challenge });
  expect([counted, context.notes.action]).toEqual([['192.0.2.1'], contextOf('/').notes.action]);
});

test.each([
  ['Bearer a', 'a'],
  ['bearer   a.b ', 'a.b'],
  ['Bearer', null],
  ['Bearer a b', null],
  ['XBearer a', null],
  ['Basic a', null],
])('in “%s”, the token is %s', (value, token) => {
  expect(bearerOf(new Request('https://h.example/', { headers: { Authorization: value } }))).toBe(token);
  expect(bearerOf(new Request('https://h.example/'))).toBe(null);
});

test.each([
  ['list', 0],
  ['export', 0],
  ['import', 0],
  ['repoint', 0],
  ['hand-over', 0],
  ['create', 1],
  ['read', 1],
  [undefined, 1],
])('a request to %s slows long work on one machine: %i', (action, expected) => {
  const environment = environmentWith({ STORE_FILES: { fetch } });
  const { store } = edgeOf(environment);
  const note = vi.spyOn(LocalStore.prototype, 'noteRequest');
  noteRequest(environment, action);
  noteRequest(environmentWith({ LINKS: undefined }), action);
  expect([note.mock.calls.length, store instanceof LocalStore]).toEqual([expected, true]);
  note.mockRestore();
});

test('stores elsewhere are asked together, and the edge is made once', () => {
  const environment = environmentWith();
  expect(edgeOf(environment).store).toBeInstanceOf(ShardedStore);
  expect(edgeOf(environment)).toBe(edgeOf(environment));
});
