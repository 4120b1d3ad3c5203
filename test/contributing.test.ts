/** CONTRIBUTING names files and functions of the code. They exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

const steps = [...text.matchAll(/`((?:src|worker|bin)\/[\w./-]+):(\w+)`/g)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

test('the requests are traced', () => {
  expect(new Set(steps.map(({ file }) => file)).size).toBeGreaterThan(30);
});

test.each(steps)('$file has $name', ({ file, name }) => {
  const code = readFileSync(join(root, file), 'utf8');
  expect(code).toMatch(new RegExp(`(?:function\\*?|class|const) ${name}\\b|^ +(?:async )?${name}\\(`, 'm'));
});

test.each([...text.matchAll(/^(?:[a-z-]+\/| {2}[a-z-]+(?:\/|\.ts))(?= )/gm)].map(([name]) => name))(
  'the map has %j',
  (entry) => {
    const folder = entry.startsWith(' ') ? folderBefore(entry) : '';
    expect(existsSync(join(root, folder, entry.trim()))).toBe(true);
  },
);

/** The folder above an indented entry of the map. */
function folderBefore(entry: string): string {
  const before = text.slice(0, text.indexOf(`\n${entry}`));
  return /^([a-z]+\/)(?= )/.exec(before.split('\n').findLast((line) => /^[a-z]+\/ /.test(line)) ?? '')?.[1] ?? '';
}
