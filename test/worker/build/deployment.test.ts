/** What `npm run deploy` deploys: wrangler.toml with the settings of the operator, and what the button asks for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsOf, merged, planOf } from '../../../worker/build/deployment.ts';
import { settingsTable } from '../../../worker/settings/settings-table.ts';
import { built } from '../built.ts';

const root = join(import.meta.dirname, '../../..');
const { rawConfig } = await built();
const limits: readonly { readonly name: string; readonly namespace_id: string }[] = rawConfig.ratelimits ?? [];

describe('wrangler.local.toml', () => {
  test('adds to tables, and replaces lists', () => {
    const base = { name: 'waypost', vars: { LOG: 'on' }, routes: ['a.example'], limits: { cpu_ms: 50 } };
    const own = { vars: { CONTACT: 'a@b.example' }, routes: ['b.example'], name: 'other' };
    expect(merged(base, own)).toEqual({
      name: 'other',
      vars: { LOG: 'on', CONTACT: 'a@b.example' },
      routes: ['b.example'],
      limits: { cpu_ms: 50 },
    });
  });

  test('changes the rate limit that it names, and leaves the others', () => {
    const own = { ratelimits: [{ name: 'CLIENT_RATE', simple: { limit: 7, period: 60 } }, { name: 'NEW' }] };
    const { ratelimits } = merged({ ...rawConfig }, own);
    expect(ratelimits).toEqual([
      ...limits.map((limit) => (limit.name === 'CLIENT_RATE' ? { ...limit, simple: { limit: 7, period: 60 } } : limit)),
      { name: 'NEW' },
    ]);
    expect(limits.length).toBeGreaterThan(3);
  });
});

test('the plan names everything that a deployment creates', () => {
  const own = { routes: [{ pattern: 'waypost.example.org', custom_domain: true }], vars: { TERMINALS: 'on' } };
  const plan = planOf(merged({ ...rawConfig }, own)).join('\n');
  expect(plan).toContain('the Worker `waypost` at https://waypost.example.org');
  expect(plan).toContain('class LinkShard');
  for (const { name } of limits) expect(plan).toContain(`a rate limit, ${name}:`);
  expect(plan).toContain('variables: TERMINALS; terminals are on');
  expect(planOf({ ...rawConfig }).join('\n')).toContain('variables: none; terminals are off');
});

test.each([
  [{}, []],
  [{ HOSTS: 'waypost.example.org', GATEWAYS: { gopher: 'none' }, TERMINALS: 'on' }, []],
  [{ TERMINALS: 'yes' }, [/^TERMINALS is wrong: it must be `off` or `on`\./]],
  [
    { EGRESS_DENY: 'nonsense!', CONTCAT: 'a@b.example' },
    [/^CONTCAT is not a setting\./, /^EGRESS_DENY is wrong: entry 1/],
  ],
])('the variables %j have these faults: %j', (vars, faults) => {
  expect(faultsOf(merged({ ...rawConfig }, { vars }))).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});

test('namespaces of rate limits have numbers that nobody else’s Worker has', () => {
  const numbers = limits.map(({ namespace_id }) => Number(namespace_id));
  expect(new Set(numbers).size).toBe(limits.length);
  expect(numbers.filter((number) => number < 1_000_000)).toEqual([]);
});

describe('the button “Deploy to Cloudflare”', () => {
  const { cloudflare } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const example = readFileSync(join(root, '.dev.vars.example'), 'utf8');
  const secrets = [...settingsTable].filter(([, { kind }]) => kind === 'secret');

  test.each(secrets)('asks for %s, and says what it is for', (name, { description }) => {
    expect(example).toContain(`# ${description}\n${name}=""\n`);
    expect(cloudflare.bindings[name]).toEqual({ description });
  });

  test('describes the bindings that it creates', () => {
    for (const name of ['LINKS', ...limits.map((limit) => limit.name)]) {
      expect(cloudflare.bindings[name]).toEqual({ description: settingsTable.get(name)?.description });
    }
  });
});
