/** Unified diffs. */
import { expect, test } from 'vitest';
import { DiffWriter, type Replacement } from '../../../bin/rewrite/diff.ts';
import { runs } from '../../fast-check.ts';
import { applied, checkDiffs } from './diffs.ts';

test('a diff has lines around each change, the lines that share one, and the mark of a missing last line end', () => {
  const text = 'a\nb\nc\nd x\ne\nf\ng\nh\ni\nj\nk\nl y';
  const at = (word: string): Replacement['range'] => [text.indexOf(word), text.indexOf(word) + 1];
  const diff = new DiffWriter('my file');
  expect(
    diff.next(text, [
      { range: at('x'), text: 'X' },
      { range: at('y'), text: 'Y' },
    ]) + diff.end(),
  ).toBe(
    '--- my file\t\n+++ my file\t\n@@ -1,7 +1,7 @@\n a\n b\n c\n-d x\n+d X\n e\n f\n g\n' +
      '@@ -9,4 +9,4 @@\n i\n j\n k\n-l y\n\\ No newline at end of file\n+l Y\n\\ No newline at end of file\n',
  );
  const none = new DiffWriter('a');
  expect(none.next(text, []) + none.end()).toBe('');
});

test('a diff makes the new text of the old one, also if a link was folded and the text came in pieces', () => {
  checkDiffs(applied, runs(0.2));
});

test('a hunk has at most 64 Mi characters', () => {
  const diff = new DiffWriter('a');
  const change = [{ range: [0, 1], text: 'y' }] as const;
  const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  for (let at = 0; at < 32; at++) expect(diff.next(line, change)).toBe('');
  expect(() => diff.next('x\n', change)).toThrow(/more than 64 million characters change without a gap/);
});
