/** The registry of gateways is complete, no matter which module is imported first, and each scheme has one gateway. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import type { Gateway } from '../../../../worker/gateway/contract/contract.ts';

const core = join(import.meta.dirname, '../../../../worker/gateway/open');

/** The modules that the registry names, relative to its folder. */
const registered = [...readFileSync(join(core, 'registry.ts'), 'utf8').matchAll(/from '(.+)'/g)].map(
  ([, path = '']) => path,
);

async function registeredSchemes(): Promise<string[]> {
  const { gateways } = await import('../../../../worker/gateway/open/built-in.ts');
  return [...gateways.keys()].sort();
}

describe('every gateway is registered when a module is imported first', () => {
  let all: readonly string[];
  beforeAll(async () => {
    all = await registeredSchemes();
    expect(all).toEqual(expect.arrayContaining(['ftp', 'gopher', 'mailto', 'mid', 'news']));
  });
  beforeEach(() => {
    vi.resetModules();
  });
  afterAll(() => {
    vi.resetModules();
  });

  test.each([...registered, ...readdirSync(core)])('%s', async (file) => {
    await import(/* @vite-ignore */ join(core, file));
    expect(await registeredSchemes()).toEqual(all);
  });
});

test('each folder has its line in the registry', () => {
  const folders = readdirSync(join(core, '..')).filter((name) => !['contract', 'open', 'shared'].includes(name));
  expect([...new Set(registered.map((path) => path.split('/')[1]))].sort()).toEqual(folders.sort());
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
