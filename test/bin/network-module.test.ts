/** Where the commands that use the network are: a bundle in the package, their source in a checkout. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { networkModuleIn } from '../../bin/network-module.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-network-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  [['commands.js'], 'commands.js'],
  [['commands.ts'], 'commands.ts'],
  [['commands.js', 'commands.ts'], 'commands.js'],
])('of %j, %s is loaded', (files, expected) => {
  for (const file of files) writeFileSync(join(folder, file), '');
  expect(basename(networkModuleIn(folder))).toBe(expected);
});

test('without either, the error of the system names the bundle', () => {
  const missing = { code: 'ENOENT', syscall: 'access', path: join(folder, 'commands.js') };
  expect(() => networkModuleIn(folder)).toThrow(expect.objectContaining(missing));
});

test('this checkout has the source', () => {
  expect(basename(networkModuleIn(join(import.meta.dirname, '../../bin/network')))).toBe('commands.ts');
});
