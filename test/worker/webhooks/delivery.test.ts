/**
 * A verdict and its delivery agree: what `/v1/validate` calls valid is called by `guardedFetch` and by the guards of
 * Node, at every address of the verdict, and what it calls invalid is not.
 */
import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { type ConnectionTarget, guardedConnector } from '../../../bin/webhook-guard.ts';
import { parseAddress } from '../../../src/egress/address.ts';
import { EgressError } from '../../../src/egress/egress-error.ts';
import { hostKey } from '../../../src/egress/host-list.ts';
import { approach } from '../../../src/egress/judgement.ts';
import type { EgressVariables } from '../../../src/egress/policy.ts';
import { fetchUnder } from '../../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../../src/guarded-fetch/options.ts';
import type { CheckId } from '../../../src/webhooks/checks.ts';
import { checkAddress, checkUrl } from '../../../src/webhooks/index.ts';
import { type PolicyOptions, type WebhookPolicy, webhookPolicy } from '../../../src/webhooks/policy.ts';
import { verdictOn } from '../../../worker/webhooks/verdict.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { policyOf } from '../../src/webhooks/policy-of.ts';

interface World {
  readonly url: string;
  /** The addresses of every name. */
  readonly addresses: readonly string[];
  readonly options: PolicyOptions & { readonly ownHosts?: readonly string[] };
  readonly egress: EgressVariables;
}

/** Values as they are in use, and others: most rules must hold where all others pass. */
const usual = <Value>(common: readonly Value[], other: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: fc.constantFrom(...other) });

const PUBLIC = ['93.184.215.14', '93.185.0.1', '2606:2800:21f::1', '::ffff:5db8:9'];
const PRIVATE = ['10.1.2.3', '127.0.0.1', '::1'];
const BLOCKS = ['93.184.0.0/16', '93.185.0.1', '2606:2800::/32', '10.0.0.0/8', '0.0.0.0/0', '::/0', '64:ff9b::/32'];
const NAMES = ['hooks.iana.org', '=iana.org', '*.iana.org', 'iana.org', 'other.example.com'];
const NAMED = ['hooks.iana.org', 'iana.org', 'HOOKS.iana.org.'];
const OTHERS = ['localhost', 'a.local', '10.1.2.3', '93.184.215.14', '[2606:2800:21f::1]'];
const EMBEDDING = ['[::ffff:93.184.215.14]', '[64:ff9b::93.184.215.14]', '[::ffff:10.1.2.3]'];

const some = <Item>(items: readonly Item[], maxLength = 3) => fc.array(fc.constantFrom(...items), { maxLength });
const list = some([...BLOCKS, ...NAMES], 4);

const allowed = fc
  .array(
    fc.tuple(fc.constantFrom('hooks.iana.org', '10.0.0.0/8', '93.184.0.0/16'), fc.constantFrom('25', '443', '8443')),
    {
      maxLength: 2,
    },
  )
  .map((entries) => entries.map((entry) => entry.join(':')).join(','));

const worlds: fc.Arbitrary<World> = fc.record({
  url: fc
    .tuple(usual(['https'], ['http']), usual(NAMED, [...OTHERS, ...EMBEDDING]), usual(['', ':8443'], [':25', ':6379']))
    .map(([scheme, host, port]) => `${scheme}://${host}${port}/in`),
  addresses: fc.array(usual(PUBLIC, PRIVATE), { maxLength: 3 }),
  options: fc.record(
    {
      allowHosts: list,
      denyHosts: list,
      ports: some([443, 8443, 25], 2),
      schemes: fc.constantFrom(['https'], ['https', 'http']),
      requireDns: usual([true], [false]),
      ownHosts: usual<string[]>([[]], [['hooks.iana.org'], ['93.185.0.1']]),
    },
    { requiredKeys: [] },
  ),
  egress: fc.record(
    {
      EGRESS_ALLOW: allowed,
      EGRESS_DENY: some([...BLOCKS, 'iana.org'], 1).map((entries) => entries.join(',')),
      EGRESS_DNS: usual(['doh'], ['system']),
    },
    { requiredKeys: [] },
  ),
});

function verdictIn({ url, addresses }: World, policy: WebhookPolicy) {
  const known = addresses.flatMap((text) => {
    const address = parseAddress(text);
    return address === null ? [] : [{ ...address, ttl: 60 }];
  });
  return verdictOn(url, policy, { find: async () => ({ addresses: known, undetermined: null, at: 0 }) });
}

interface Delivery {
  /** That `guardedFetch` connects to; `null` = it refuses the URL. */
  readonly hosts: readonly string[] | null;
  /** By which it refuses the URL. */
  readonly rule: string | null;
}

async function delivery({ url, addresses }: World, policy: WebhookPolicy): Promise<Delivery> {
  let hosts: readonly string[] | null = null;
  const transport = {
    resolvesListed: false,
    resolve: async () => addresses,
    connect: async (server: { readonly hosts: readonly string[] }) => {
      hosts = server.hosts;
      throw new Error('connected');
    },
    decoders: {},
  };
  const error: unknown = await fetchUnder({ policy, limits: limitsOf({}), transport }, url, {}).catch((error) => error);
  if (error instanceof EgressError) return { hosts, rule: error.rule };
  if (hosts === null) throw error;
  return { hosts, rule: null };
}

/** The rules of deliveries that a check stands for. */
const RULES: Readonly<Partial<Record<CheckId, readonly string[]>>> = {
  scheme: ['scheme'],
  'host-allowed': ['left-alone'],
  'not-our-own-host': ['own-host'],
  'public-address': ['special-name', 'address'],
  port: ['port'],
  'public-dns': ['own-host', 'address', 'no-address'],
};

/** Whether the guard of a client of Node lets it connect. */
function nodeConnects({ url, addresses, options, egress }: World): Promise<boolean> {
  const { hostname, protocol, port } = new URL(url);
  const answers = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
  const guard = { ...options, egress, resolve: async () => answers };
  return new Promise((resolve) => {
    const connector = guardedConnector(
      (lookup) => (target: ConnectionTarget & { hostname: string }, connected) => {
        // Node looks up every name, and no address.
        const { egress, sender } = webhookPolicy(guard);
        const { kind } = approach(serverOf(url), egress, sender);
        if (kind === 'literal') return resolve(true);
        lookup(target.hostname, { all: true }, (error) => {
          // A name in EGRESS_ALLOW may be known to nobody here.
          const isUnknown = kind === 'listed' && error?.code === 'ENOTFOUND';
          if (error === null || isUnknown) resolve(true);
          else connected(error, null);
        });
      },
      guard,
    );
    connector({ hostname, protocol, port }, () => resolve(false));
  });
}

function serverOf(url: string) {
  const { hostname, protocol, port } = new URL(url);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { host: hostname, port: Number(port || defaultPort), defaultPort };
}

/** Few worlds have a valid URL. */
const SHARE = 5;

test(
  'a valid URL is called at the addresses of its verdict, an invalid one is not called, for any lists, ports and names',
  async () => {
    const seen = { true: 0, false: 0, null: 0 };
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const policy = policyOf({ ...world.options, egress: world.egress });
        const { valid, checks, addresses } = await verdictIn(world, policy);
        const { hosts, rule } = await delivery(world, policy);
        const failed = checks.filter(({ pass, severity }) => pass === false && severity === 'error');
        seen[`${valid}`]++;
        // Without a lookup, nothing is said of addresses, and delivery judges them, if it sees them.
        const isJudged = policy.sender.requireDns || policy.egress.dns.kind === 'system';
        if (valid === false) {
          expect(hosts).toBeNull();
          expect(failed.flatMap(({ id }) => RULES[id])).toContain(rule);
        }
        if (valid === true && isJudged) expect(hosts).not.toBeNull();
        if (hosts !== null && addresses !== null) {
          expect(hosts.map(hostKey)).toEqual(addresses.map(({ address }) => hostKey(address)));
        }
        // What needs no network promises less, and refuses no more.
        const options = { ...world.options, egress: world.egress };
        const offline = checkUrl(world.url, options).valid;
        if (offline === false) expect(hosts).toBeNull();
        // Without a list of blocks, only addresses that are not public refuse what is valid.
        if (offline === true && hosts === null && policy.egress.dns.kind === 'doh') {
          expect(['address', 'own-host', 'no-address']).toContain(rule);
        }
        if (policy.egress.dns.kind === 'doh' && /^https/.test(world.url)) {
          expect(await nodeConnects(world)).toBe(hosts !== null);
        }
      }),
      runs(SHARE),
    );
    // Each kind of verdict is among them.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs().numRuns / 25);
  },
  SHARE * PROPERTY_TIMEOUT,
);

test.each<[host: string, addresses: readonly string[], options: PolicyOptions, valid: boolean | null]>([
  ['hooks.iana.org', ['93.184.215.14'], { allowHosts: ['93.184.0.0/16'] }, true],
  ['hooks.iana.org', ['93.185.0.1'], { allowHosts: ['93.184.0.0/16'] }, false],
  ['hooks.iana.org', ['93.184.215.14', '93.185.0.1'], { allowHosts: ['93.184.0.0/16'] }, false],
  ['hooks.iana.org', [], { allowHosts: ['93.184.0.0/16'] }, false],
  ['hooks.iana.org', ['93.185.0.1'], { allowHosts: ['93.184.0.0/16', 'iana.org'] }, true],
  ['hooks.iana.org', ['93.184.215.14'], { allowHosts: ['93.184.0.0/16', 'example.com'] }, true],
  ['hooks.iana.org', ['93.184.215.14'], { allowHosts: ['93.184.0.0/16'], denyHosts: ['93.184.215.0/24'] }, false],
  ['hooks.iana.org', ['93.184.215.14'], { allowHosts: ['example.com'] }, false],
  ['hooks.iana.org', ['93.184.215.14'], { allowHosts: ['93.184.0.0/16'], requireDns: false }, null],
  ['93.184.215.14', [], { allowHosts: ['93.184.0.0/16'] }, true],
  ['93.185.0.1', [], { allowHosts: ['93.184.0.0/16'] }, false],
])('%s at %j with %j: %s', async (host, addresses, options, valid) => {
  const world = { url: `https://${host}/`, addresses, options, egress: {} };
  const policy = policyOf({ ...world.options, egress: world.egress });
  expect((await verdictIn(world, policy)).valid).toBe(valid);
  if (valid !== null) expect((await delivery(world, policy)).hosts !== null).toBe(valid);
});

test('an address alone is compared with a list of allowed blocks, and with its name if that is known', () => {
  const allows = (allowHosts: string[], host: string | null) =>
    checkAddress('93.184.215.14', { allowHosts }, null, host).allowed;
  expect(allows(['93.184.0.0/16'], null)).toBe(true);
  expect(allows(['93.185.0.0/16'], null)).toBe(false);
  // The name may be that of the address.
  expect(allows(['93.185.0.0/16', 'iana.org'], null)).toBe(true);
  expect(allows(['93.185.0.0/16', 'iana.org'], 'hooks.iana.org')).toBe(true);
  expect(allows(['93.185.0.0/16', 'iana.org'], 'hooks.example.com')).toBe(false);
  expect(allows(['iana.org'], 'hooks.example.com')).toBe(false);
});
