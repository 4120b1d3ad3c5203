/** What every diff has to do: its application to the old text gives the new one. */
import { expect } from 'vitest';
import { DiffWriter, type Replacement } from '../../../bin/rewrite/diff.ts';
import fc from '../../fast-check.ts';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n$/;

/**
 * Applies a diff as `patch --fuzz=0` does without an offset: the lines that stay and the lines that go have to be where
 * the diff says.
 */
export function applied(diff: string, text: string): string {
  const old = linesOf(text);
  const result: string[] = [];
  let next = 0;
  const lines = linesOf(diff);
  for (const [index, line] of lines.entries()) {
    // The names of the files.
    if (index < 2) continue;
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      result.push(...old.slice(next, start));
      next = start;
      continue;
    }
    const sign = line[0];
    if (sign === '\\') continue;
    const content = lines[index + 1]?.startsWith('\\ No newline') ? line.slice(1, -1) : line.slice(1);
    if (sign !== '+') {
      expect(content).toBe(old[next]);
      next += 1;
    }
    if (sign !== '-') result.push(content);
  }
  return [...result, ...old.slice(next)].join('');
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { range, text } of replacements.toReversed())
    result = result.slice(0, range[0]) + text + result.slice(range[1]);
  return result;
}

/**
 * Checks diffs of random texts.
 *
 * @param apply - makes the new text of a diff and the old text, which is that of `file`
 */
export function checkDiffs(apply: (diff: string, text: string) => string, { numRuns }: { numRuns: number }): void {
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
      const writer = new DiffWriter('file');
      let diff = '';
      let after = '';
      for (const text of texts) {
        const points = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
        const replacements: Replacement[] = [];
        for (let index = 0; index + 1 < points.length; index += 2) {
          const range = [points[index] ?? 0, points[index + 1] ?? 0] as const;
          // Like a link, the range ends in its line or in the next one, and not with a line end.
          if (text[range[1] - 1] !== '\n') replacements.push({ range, text: `<${index}>` });
        }
        diff += writer.next(text, replacements);
        after += replaced(text, replacements);
      }
      diff += writer.end();
      fc.pre(diff !== '');
      expect(apply(diff, texts.join(''))).toBe(after);
    }),
    { numRuns },
  );
}
