/** Unified diffs, applied by `patch`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DiffWriter, type Replacement } from '../../../bin/rewrite/diff.ts';
import fc, { runs } from '../../fast-check.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';

const folder = temporaryFolder();

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { range, text } of replacements.toReversed())
    result = result.slice(0, range[0]) + text + result.slice(range[1]);
  return result;
}

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

test('patch makes the new text of the old one, also if a link was folded and the text came in pieces', () => {
  const line = fc.constantFrom('a', 'bb', '', 'c\r', 'dd dd');
  const input = fc.record({
    pieces: fc.array(fc.array(line, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 3 }),
    ends: fc.boolean(),
    cuts: fc.array(fc.nat(200), { maxLength: 10 }),
  });
  fc.assert(
    fc.property(input, ({ pieces, ends, cuts }) => {
      const texts = pieces.map((lines, index) => lines.join('\n') + (index < pieces.length - 1 || ends ? '\n' : ''));
      fc.pre(texts.every((text) => text !== '' && text !== '\n'));
      const diff = new DiffWriter('file');
      let patch = '';
      let after = '';
      for (const text of texts) {
        const points = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
        const replacements: Replacement[] = [];
        for (let index = 0; index + 1 < points.length; index += 2) {
          const range = [points[index] ?? 0, points[index + 1] ?? 0] as const;
          // Like a link, the range ends in its line or in the next one, and not with a line end.
          if (text[range[1] - 1] !== '\n') replacements.push({ range, text: `<${index}>` });
        }
        patch += diff.next(text, replacements);
        after += replaced(text, replacements);
      }
      patch += diff.end();
      fc.pre(patch !== '');
      const at = writeFiles(folder, { file: texts.join('') });
      const run = spawnSync('patch', ['--binary', '-p0', '--fuzz=0'], { cwd: folder, input: patch, encoding: 'utf8' });
      expect(run.stdout + run.stderr).not.toMatch(/FAILED|malformed|offset/);
      expect(readFileSync(at('file'), 'utf8')).toBe(after);
    }),
    { ...runs(), numRuns: 60 },
  );
});
