/** The registry of gateways is complete, and each scheme has one gateway. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import type { Gateway } from '../../../../worker/gateway/contract/contract.ts';

const folder = join(import.meta.dirname, '../../../../worker/gateway');

/** The folders that the registry names. */
const registered = [...readFileSync(join(folder, 'open/registry.ts'), 'utf8').matchAll(/from '\.\.\/([\w-]+)\//g)].map(
  ([, name]) => name,
);

test('each folder has its line in the registry', () => {
  const folders = readdirSync(folder).filter((name) => !['contract', 'open', 'shared'].includes(name));
  expect([...new Set(registered)].sort()).toEqual(folders.sort());
});

test('no scheme has two gateways, and each gateway opens only schemes of its kind', async () => {
  const registry = await import('../../../../worker/gateway/open/registry.ts');
  const gateways = Object.values(registry).filter((entry) => 'schemes' in entry);
  const names = gateways.flatMap((gateway) => gateway.schemes);
  expect(names).toHaveLength(new Set(names).size);
  for (const gateway of gateways) {
    for (const scheme of gateway.schemes) expect(schemes.get(scheme)?.kind ?? 'unknown').toBe(gateway.kind);
  }
});

test('no kind of link has two checkers', async () => {
  const registry = await import('../../../../worker/gateway/open/registry.ts');
  const kinds = Object.values(registry).map(({ kind }) => kind);
  expect(kinds).toHaveLength(new Set(kinds).size);
});

test('a gateway says how its links are checked, or why they are not', async () => {
  const dict = { kind: 'unknown', schemes: ['dict'], protocol: null, open: async () => new Response() } as const;
  // @ts-expect-error: without a `check`, this is no gateway
  const forgetful: Gateway<'unknown'> = dict;
  const honest: Gateway<'unknown'> = {
    ...dict,
    check: () => ({ status: 'not-checked', reason: 'no-server', detail: 'A dictionary is never asked.' }),
  };
  expect([forgetful.check, typeof honest.check]).toEqual([undefined, 'function']);
});
