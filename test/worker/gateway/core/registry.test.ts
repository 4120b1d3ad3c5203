/** The registry of gateways: it is whole whichever module is imported first, and each scheme has one gateway. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import type { AnyGateway } from '../../../../worker/gateway/core/contract.ts';

const root = join(import.meta.dirname, '../../../../worker/gateway');

/** Every module of the gateways: those of one protocol, and those that they share. */
const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const folders = [...new Set(modules.map((file) => file.split('/')[0] ?? ''))].filter(
  (folder) => folder !== 'core' && folder !== 'shared',
);

/** Modules that need the sockets of workerd. */
const needsSockets = new Set(['core/gateway-request.ts', 'core/open.ts', 'core/redirect-or-explain.tsx']);

const load = (file: string): Promise<object> => import(/* @vite-ignore */ join(root, file));

interface BuiltIn {
  readonly gateways: ReadonlyMap<string, AnyGateway>;
}

async function registeredSchemes(): Promise<string[]> {
  const { gateways }: BuiltIn = await import('../../../../worker/gateway/core/built-in.ts');
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

  test.each(modules.filter((file) => !needsSockets.has(file)))('%s', async (file) => {
    await load(file);
    expect(await registeredSchemes()).toEqual(all);
  });
});

test('each folder has its line in the registry', () => {
  const registry = readFileSync(join(root, 'core/registry.ts'), 'utf8');
  for (const folder of folders) expect(registry).toContain(`'../${folder}/`);
});

test('no scheme has two gateways, and each gateway opens schemes of its own kind', async () => {
  const registry = await import('../../../../worker/gateway/core/registry.ts');
  const gateways: readonly AnyGateway[] = Object.values(registry);
  const names = gateways.flatMap((gateway) => gateway.schemes);
  expect(names).toHaveLength(new Set(names).size);
  for (const gateway of gateways) {
    for (const scheme of gateway.schemes) expect(schemes.get(scheme)?.kind ?? 'unknown').toBe(gateway.kind);
  }
});
