/** A verdict with a lookup: what each check says of the addresses of a name, and when nobody is asked for them. */
import { describe, expect, test, vi } from 'vitest';
import { parseAddress } from '../../../src/egress/address.ts';
import type { EgressVariables } from '../../../src/egress/policy.ts';
import type { CheckId } from '../../../src/webhooks/checks.ts';
import type { PolicyOptions } from '../../../src/webhooks/policy.ts';
import type { Unanswered } from '../../../worker/webhooks/lookups.ts';
import { verdictOn, type WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import { policyOf } from '../../src/webhooks/policy-of.ts';
import { checkOf } from './harness.ts';

const AT = Date.UTC(2026, 0, 31, 12);
const PUBLIC = '93.184.215.14';
const OTHER = '2606:2800:21f::1';
const DOH = 'https://doh.example/q';

interface World {
  readonly addresses?: readonly string[];
  readonly undetermined?: Unanswered | null;
  readonly options?: PolicyOptions;
  readonly egress?: EgressVariables;
}

/** A verdict, and the names that were looked up for it. */
async function judged(
  url: string,
  { addresses = [], undetermined = null, options = {}, egress = {} }: World,
): Promise<WebhookVerdict & { readonly asked: readonly unknown[] }> {
  const known = addresses.flatMap((text) => {
    const address = parseAddress(text);
    return address === null ? [] : [{ ...address, ttl: 60 }];
  });
  const find = vi.fn(async () => ({ addresses: known, undetermined, at: AT }));
  const policy = policyOf({ ...options, egress: { DOH_URL: DOH, ...egress } });
  return { ...(await verdictOn(url, policy, { find })), asked: find.mock.calls };
}

const NAME = 'hooks.iana.org';
const URL_OF_NAME = `https://${NAME}/`;

test('a name is looked up once, without its final dot', async () => {
  const { asked, ...verdict } = await judged('HTTPS://HOOKS.iana.org./', { addresses: [PUBLIC, OTHER] });
  expect(asked).toEqual([[NAME, DOH]]);
  expect(Object.keys(verdict).slice(0, 2)).toEqual(['failed', 'unknown']);
  expect(verdict).toEqual({
    failed: [],
    unknown: [],
    valid: true,
    input: 'HTTPS://HOOKS.iana.org./',
    canonical: 'https://hooks.iana.org./',
    checks: expect.any(Array),
    addresses: [
      { address: PUBLIC, ttl: 60 },
      { address: OTHER, ttl: 60 },
    ],
    challenge: null,
    checkedAt: '2026-01-31T12:00:00.000Z',
  });
  expect(checkOf(verdict, 'public-dns')).toEqual({
    id: 'public-dns',
    severity: 'error',
    pass: true,
    undetermined: null,
    detail: `The name has only public addresses: ${PUBLIC}, ${OTHER}.`,
    advice: null,
  });
});

describe('nobody is asked', () => {
  const ALLOW = { EGRESS_ALLOW: `10.1.2.3:8443, ${NAME}:443` };
  const ADDRESS = 'The host is an address, so there is no name to look up.';
  test.each<
    [url: string, why: string, canonical: string | null, addresses: WebhookVerdict['addresses'], world?: World]
  >([
    ['x', 'The URL is invalid.', null, null],
    ['mailto:a@b.org', 'The URL has no host.', 'mailto:a@b.org', null],
    [`https://${PUBLIC}/`, ADDRESS, `https://${PUBLIC}/`, [{ address: PUBLIC, ttl: null }]],
    [`https://[${OTHER}]/`, ADDRESS, `https://[${OTHER}]/`, [{ address: OTHER, ttl: null }]],
    [URL_OF_NAME, 'The operator of this service allows this host and port.', URL_OF_NAME, null, { egress: ALLOW }],
    [URL_OF_NAME, 'The policy turns the lookup off.', URL_OF_NAME, null, { options: { requireDns: false } }],
    [
      'https://printer.local/',
      'The name is not a public DNS name, so it was not looked up.',
      'https://printer.local/',
      null,
    ],
  ])('about %s: %s', async (url, detail, canonical, addresses, world = {}) => {
    vi.useFakeTimers({ now: AT + 1000, toFake: ['Date'] });
    const verdict = await judged(url, world);
    vi.useRealTimers();
    expect(verdict).toMatchObject({
      asked: [],
      input: url,
      canonical,
      addresses,
      checkedAt: '2026-01-31T12:00:01.000Z',
    });
    expect(checkOf(verdict, 'public-dns')).toMatchObject({ pass: null, undetermined: null, detail, advice: null });
    expect(checkOf(verdict, 'host-allowed').undetermined).toBeNull();
  });

  test('by a service that does not look up names itself', async () => {
    const verdict = await judged(URL_OF_NAME, { egress: { EGRESS_DNS: 'system' } });
    expect(verdict).toMatchObject({ failed: [], unknown: ['public-dns'], valid: null, asked: [], addresses: null });
    expect(Math.abs(Date.parse(verdict.checkedAt) - Date.now())).toBeLessThan(60_000);
    expect(checkOf(verdict, 'public-dns')).toMatchObject({ pass: null, undetermined: 'no-resolver' });
  });

  test('but about a name whose address fails nothing, whatever else the URL fails', async () => {
    const verdict = await judged('http://hooks.iana.org:25/#a', { addresses: [PUBLIC] });
    expect([verdict.valid, verdict.asked.length, checkOf(verdict, 'public-dns').pass]).toEqual([false, 1, true]);
  });
});

describe('public-dns', () => {
  test.each<[unanswered: Unanswered, detail: string, advice: string]>([
    ['resolver-failed', 'DNS did not return all addresses of the name.', 'Try again later.'],
    ['resolver-silent', 'The DNS resolver did not answer in time.', 'Try again later.'],
    ['lookup-limit', 'This request has no lookups left.', 'Send this URL in another request.'],
    [
      'no-resolver',
      'This service does not look up names itself.',
      'Look up the name yourself, and set requireDns=false.',
    ],
  ])('has no result after %s, and says what to do', async (undetermined, detail, advice) => {
    for (const addresses of [[], [PUBLIC]]) {
      const verdict = await judged(URL_OF_NAME, { addresses, undetermined });
      expect(verdict).toMatchObject({ valid: null, addresses: null });
      expect(checkOf(verdict, 'public-dns')).toMatchObject({ pass: null, undetermined, detail, advice });
    }
  });

  test.each<[addresses: readonly string[], undetermined: Unanswered | null, detail: RegExp]>([
    [[], null, /^The name has no address\.$/],
    [['10.1.2.3'], null, /^The name resolves to 10\.1\.2\.3\. \S.*\.$/],
    [[PUBLIC, '127.0.0.1'], null, /^The name resolves to 93\.184\.215\.14, 127\.0\.0\.1\. \S.*\.$/],
    // One bad address is enough.
    [['::1'], 'resolver-failed', /^The name resolves to ::1\. \S.*\.$/],
  ])('fails for %j after %s', async (addresses, undetermined, detail) => {
    const verdict = await judged(URL_OF_NAME, { addresses, undetermined });
    expect(verdict.valid).toBe(false);
    expect(checkOf(verdict, 'public-dns')).toMatchObject({ pass: false, detail: expect.stringMatching(detail) });
  });

  test('does not fail for what other checks say of ports and lists', async () => {
    const world = { addresses: [PUBLIC], egress: { EGRESS_DENY: `${PUBLIC}, example.org` } };
    const verdict = await judged(`https://${NAME}:25/`, world);
    expect([checkOf(verdict, 'public-dns').pass, checkOf(verdict, 'port').pass]).toEqual([true, false]);
    expect(checkOf(verdict, 'host-allowed').pass).toBe(false);
  });

  test('passes a private address that the operator allows at this port alone', async () => {
    const world = { addresses: ['10.1.2.3'], egress: { EGRESS_ALLOW: '10.0.0.0/8:443' } };
    expect(checkOf(await judged(URL_OF_NAME, world), 'public-dns').pass).toBe(true);
    expect(checkOf(await judged(`https://${NAME}:8443/`, world), 'public-dns').pass).toBe(false);
  });
});

test('a scheme without ports has a lookup, too', async () => {
  const verdict = await judged(`x-mine://${NAME}/`, { addresses: [PUBLIC], options: { schemes: ['x-mine'] } });
  expect(checkOf(verdict, 'public-dns')).toMatchObject({ pass: true, undetermined: null });
  expect(verdict).toMatchObject({ valid: true, asked: [[NAME, DOH]] });
});

describe('host-allowed', () => {
  const BLOCK = ['93.184.0.0/16'];
  test.each<[world: World, pass: boolean | null, undetermined: string | null, detail: string]>([
    [{}, true, null, 'The host is not on a deny list.'],
    [
      { options: { allowHosts: BLOCK }, addresses: [PUBLIC] },
      true,
      null,
      'Every address of the name is on the list of allowed hosts.',
    ],
    [
      { options: { allowHosts: BLOCK }, addresses: [PUBLIC, OTHER] },
      false,
      null,
      `${NAME} resolves to ${OTHER}. The address is not on the list of allowed hosts.`,
    ],
    [{ options: { allowHosts: BLOCK } }, false, null, 'The host is not on the list of allowed hosts.'],
    [
      { options: { allowHosts: BLOCK }, addresses: [PUBLIC], undetermined: 'resolver-failed' },
      null,
      'resolver-failed',
      'DNS did not return all addresses of the name.',
    ],
    [
      { options: { allowHosts: [...BLOCK, 'iana.org'] }, addresses: [OTHER], undetermined: 'resolver-failed' },
      true,
      null,
      `${NAME} is on the list of allowed hosts.`,
    ],
    [{ options: { allowHosts: ['a.org'] } }, false, null, 'The host is not on the list of allowed hosts.'],
    [{ options: { denyHosts: ['iana.org'] } }, false, null, 'The host is on the list of denied hosts.'],
    // The name is enough, whatever its addresses are.
    [
      { options: { denyHosts: ['iana.org', ...BLOCK] }, addresses: [PUBLIC], undetermined: 'resolver-failed' },
      false,
      null,
      'The host is on the list of denied hosts.',
    ],
    [
      { options: { denyHosts: BLOCK }, addresses: [OTHER, PUBLIC], undetermined: 'resolver-failed' },
      false,
      null,
      `${NAME} resolves to ${PUBLIC}. The address is on the list of denied hosts.`,
    ],
    [{ options: { denyHosts: BLOCK }, addresses: [OTHER] }, true, null, 'The host is not on a deny list.'],
    [
      { options: { denyHosts: BLOCK }, addresses: [OTHER], undetermined: 'lookup-limit' },
      null,
      'lookup-limit',
      'This request has no lookups left.',
    ],
    [
      { options: { denyHosts: ['a.org'] }, undetermined: 'lookup-limit' },
      true,
      null,
      'The host is not on a deny list.',
    ],
  ])('of %j is %s', async (world, pass, undetermined, detail) => {
    const verdict = await judged(URL_OF_NAME, world);
    expect(checkOf(verdict, 'host-allowed')).toMatchObject({ severity: 'error', pass, undetermined, detail });
  });
});

describe('port', () => {
  const egress = { EGRESS_ALLOW: '93.184.0.0/16:25' };
  const rows: readonly [world: World, pass: boolean | null, undetermined: string | null][] = [
    [{ egress, addresses: [PUBLIC] }, true, null],
    [{ egress, addresses: [PUBLIC, OTHER] }, false, null],
    [{ egress, addresses: [OTHER], undetermined: 'resolver-failed' }, false, null],
    [{ egress, addresses: [PUBLIC], undetermined: 'resolver-failed' }, null, 'resolver-failed'],
    // Another check fails for the address itself.
    [{ egress, addresses: ['10.1.2.3', PUBLIC] }, true, null],
    [{ egress: { EGRESS_ALLOW: '10.0.0.0/8:25' }, addresses: ['10.1.2.3'] }, true, null],
    [{ addresses: [PUBLIC] }, false, null],
    [{ addresses: [PUBLIC], options: { ports: [25] } }, true, null],
  ];
  test.each(rows)('25 of %j is %s', async (world, pass, undetermined) => {
    const verdict = await judged(`https://${NAME}:25/`, world);
    expect(checkOf(verdict, 'port')).toMatchObject({ severity: 'error', pass, undetermined });
    if (pass === true) expect(checkOf(verdict, 'port').detail).toBe('The port is 25.');
    if (pass === false) expect(checkOf(verdict, 'port').advice).toBe('Use port 443, or another port from 1024 on.');
  });

  test('is left alone if the addresses do not matter', async () => {
    const { checks } = await judged(URL_OF_NAME, { egress, addresses: ['10.1.2.3'], undetermined: 'resolver-failed' });
    const failed: CheckId[] = checks.filter(({ pass }) => pass !== true).map(({ id }) => id);
    expect(failed).toEqual(['public-dns']);
  });
});
