/** The registries are complete, and each scheme has one gateway: that of its opener, or one written by hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import { openers } from '../../../../src/open/registry.ts';
import * as handWritten from '../../../../worker/gateway/open/registry.ts';

const root = join(import.meta.dirname, '../../../..');

/** The folders that a registry names. */
function named(registry: string, pattern: RegExp): readonly string[] {
  const lines = readFileSync(join(root, registry), 'utf8').matchAll(pattern);
  return [...new Set(Array.from(lines, ([, name = '']) => name))].sort();
}

const foldersOf = (folder: string, others: readonly string[] = []): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
    .map(({ name }) => name)
    .sort();

test('each folder of gateways has its line in the registry', () => {
  const folders = foldersOf('worker/gateway', ['contract', 'open', 'shapes', 'shared']);
  expect(named('worker/gateway/open/registry.ts', /from '\.\.\/([\w-]+)\//g)).toEqual(folders);
});

test('each opener has its line in the registry', () => {
  const folders = foldersOf('src/open').filter((name) => existsSync(join(root, `src/open/${name}/${name}.ts`)));
  expect(named('src/open/registry.ts', /from '\.\/([\w-]+)\//g)).toEqual(folders);
});

const own = Object.values(handWritten);

/** The openers without a gateway of their own: theirs is made from their shapes. */
const others = openers.filter(({ kind }) => own.every((gateway) => gateway.kind !== kind));
const registered = [...own, ...others];

test('a gateway that has more than its opener opens the same schemes', () => {
  const pairs = openers.flatMap((opener) =>
    own.flatMap((entry) => (entry.kind === opener.kind ? [{ opener, entry }] : [])),
  );
  for (const { opener, entry } of pairs) expect(entry).toMatchObject({ schemes: opener.schemes });
});

test('no scheme has two gateways, and each gateway opens only schemes of its kind', () => {
  const gateways = registered.filter((entry) => 'schemes' in entry);
  const names = gateways.flatMap((gateway) => gateway.schemes);
  expect(names).toHaveLength(new Set(names).size);
  for (const gateway of gateways) {
    for (const scheme of gateway.schemes) expect(schemes.get(scheme)?.kind ?? 'unknown').toBe(gateway.kind);
  }
});

test('no kind of link has two checkers', () => {
  const kinds = registered.map(({ kind }) => kind);
  expect(kinds).toHaveLength(new Set(kinds).size);
});
