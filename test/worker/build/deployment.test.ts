/** What `npm run deploy` deploys: wrangler.toml with the settings of the operator, and what the button asks for. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { experimental_readRawConfig } from 'wrangler';
import { faultsOf, merged, planOf } from '../../../worker/build/deployment.ts';
import { settingsTable } from '../../../worker/settings/settings.ts';

const root = join(import.meta.dirname, '../../..');
const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') });
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

test.each([
  ['git', '.gitignore', (pattern: string) => pattern],
  // Without `**/`, a pattern of Docker is for the root alone.
  ['Docker', '.dockerignore', (pattern: string) => pattern.replace(/^(?!\*\*\/)/, '/')],
])('%s ignores files of secrets, settings and short links', (_, file, toGit) => {
  const secret = [
    ...[
      'waypost.env',
      'worker/self-host/waypost.env',
      '.env',
      '.env.local',
      'prod.env',
      '.dev.vars',
      '.dev.vars.staging',
    ],
    ...['wrangler.local.toml', 'wrangler.deploy.json', 'data/waypost-links/0123.sqlite'],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'waypost-ignored-'));
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  writeFileSync(join(folder, '.gitignore'), lines.map((line) => (line === '' ? '' : toGit(line))).join('\n'));
  spawnSync('git', ['init', '--quiet'], options);
  const { stdout } = spawnSync('git', ['check-ignore', ...secret, 'wrangler.toml', 'worker/build/deploy.ts'], options);
  rmSync(folder, { recursive: true });
  expect(stdout.trim().split('\n')).toEqual(secret);
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
