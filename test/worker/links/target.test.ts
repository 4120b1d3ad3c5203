/** The targets that a short link may have. */
import { expect, test } from 'vitest';
import { Blocks } from '../../../src/links/blocks.ts';
import { builtInGateways } from '../../../worker/gateway/open/built-in.ts';
import { blockedValue } from '../../../worker/links/blocks.ts';
import { checkStored, isCanonical, LONGEST_LOCATION, targetOf } from '../../../worker/links/target.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { contextOf } from '../http/context.ts';
import { refusalOf } from '../problems.ts';
import { AT } from './storage.ts';

const ASSETS = { fetch: async () => new Response() };
const contextWith = (settings: Record<string, string> = {}) => ({
  ...contextOf('/v1/links'),
  url: 'https://w.example.org/v1/links',
  environment: environmentOf({ ASSETS, ...settings }, builtInGateways),
});
const HOSTS = { HOSTS: 'w.example.org' };
const BASE = { BASE_PATH: '/short' };

test.each<[string, Record<string, string>, string]>([
  ['https://h.example.org/', {}, ''],
  ['https://user@h.example.org/', {}, ''],
  ['https://user:word@h.example.org/', {}, 'password-in-url'],
  ['mailto:a@h.example.org', {}, ''],
  ['javascript:1', {}, 'unsafe-scheme'],
  ['https://h.example.org:99999/', {}, 'port-range'],
  ['https://w.example.org/', {}, 'egress-own-host'],
  ['https://W.example.org./x', {}, 'egress-own-host'],
  ['https://w.example.org/', BASE, ''],
  ['https://w.example.org/short', BASE, 'egress-own-host'],
  ['https://w.example.org/short/x', BASE, 'egress-own-host'],
  ['https://w.example.org/shorter', BASE, ''],
  ['gopher://w.example.org/', BASE, 'egress-own-host'],
  ['https://127.0.0.1/', {}, 'egress-address'],
  ['https://10.0.0.1:8443/', {}, 'egress-address'],
  ['https://10.0.0.1:8443/', { ...HOSTS, EGRESS_ALLOW: '10.0.0.1:8443' }, ''],
  ['https://10.0.0.1:8444/', { ...HOSTS, EGRESS_ALLOW: '10.0.0.1:8443' }, 'egress-address'],
  ['https://denied.example.org/', { EGRESS_DENY: 'denied.example.org' }, 'egress-left-alone'],
  ['https://h.example.org:25/', {}, ''],
  ['finger://h.example.org/', {}, ''],
  ['gopher://h.example.org:79/', {}, 'egress-port'],
])('%s with %j: %s', async (url, settings, code) => {
  const refusal = await refusalOf(() => targetOf(url, contextWith(settings), null));
  expect(refusal.split(' ').slice(1, 3).join(' ')).toBe(code && `${code} url:`);
  // What is stored was checked when it was made: only what harms a visitor, or this service, still counts.
  const stored = await refusalOf(() => checkStored(url, contextWith(settings)));
  expect(stored).toBe(
    /address|alone|port$/.test(code)
      ? ''
      : refusal.replace(/(?<=own-host url: ).*/, 'The URL leads back to this service.'),
  );
});

test('the address of a redirect has 8,000 characters', async () => {
  const urlOf = (length: number) => `https://h.example.org/${'x'.repeat(length - 22)}`;
  expect(LONGEST_LOCATION).toBe(8000);
  expect(targetOf(urlOf(8000), contextWith(), null)).toBe(urlOf(8000));
  expect(await refusalOf(() => targetOf(urlOf(8001), contextWith(), null))).toMatch(
    /^link-refused url-too-long url: The redirect to this URL would have 8001 characters\./,
  );
  expect(() => checkStored(urlOf(8001), contextWith())).not.toThrow();
});

test('a target is canonical, and not blocked', async () => {
  expect(targetOf('HTTPS://h.example.org', contextWith(), new Blocks([]))).toBe('https://h.example.org/');
  expect([isCanonical('https://h.example.org/'), isCanonical('HTTPS://h.example.org')]).toEqual([true, false]);
  const blocks = new Blocks([{ kind: 'host', value: 'h.example.org', reason: 'By order.', at: AT }]);
  expect(() => targetOf('https://h.example.org/', contextWith(), blocks)).toThrow(
    expect.objectContaining({
      problem: 'link-blocked',
      headers: { Link: '<https://w.example.org/>; rel="blocked-by"' },
    }),
  );
  expect(await refusalOf(() => targetOf('https://h.example.org/', contextWith(), blocks))).toMatch(/By order\.$/);
});

test.each([
  ['target', 'HTTPS://h.example.org#x', 'https://h.example.org/'],
  ['target', 'no', 'invalid-url scheme-missing value'],
  ['host', 'H.example.org', 'h.example.org'],
  ['host', 'a b', 'invalid-parameter parameter-invalid value: `value` '],
  ['owner', 'Alice', 'Alice'],
  ['owner', 'a b', 'invalid-parameter parameter-invalid value: `value` must be a name.'],
] as const)('a block of the %s %s has the value %s', async (kind, value, expected) => {
  const refusal = await refusalOf(() => blockedValue({ kind, value }));
  expect(refusal || blockedValue({ kind, value })).toContain(expected);
  expect(refusal === '').toBe(!expected.includes(' '));
});
