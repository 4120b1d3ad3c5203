/** Proposals for mistyped names. */
import { expect, test } from 'vitest';
import { nearestName } from '../../../bin/usage/nearest-name.ts';

test.each([
  ['canonicalise', ['canonicalize', 'compare'], 'canonicalize'],
  ['explian', ['explain', 'rewrite'], 'explain'],
  ['chekc', ['check', 'get'], 'check'],
  ['gt', ['get', 'check'], 'get'],
  ['--keeep', ['--keep', '--help'], '--keep'],
  ['--foramt', ['--format', '--folder'], '--format'],
  ['publsih', ['publish'], 'publish'],
  ['xyz', ['get', 'check'], null],
  ['gat', ['get', 'gut'], null],
  ['', ['get'], null],
])('%s of %j: %s', (word, names, nearest) => {
  expect(nearestName(word, names)).toBe(nearest);
});
