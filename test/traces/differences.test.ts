/** Traces that are wrong, and what the test says of them. */
import { describe, expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
import { tracesIn } from './documents.ts';
import { excessOf } from './figures.ts';

/** What a request calls. */
const CALLS = ['src/a.ts:one', 'src/b.ts:two', 'src/b.ts:three', 'worker/c.tsx:four'];

/** A document with one trace of these steps. */
const written = (...steps: readonly string[]) =>
  `**\`GET /x\`**\n\n${steps.map((step) => `${step}\n`).join('')}\nThe end.\n`;

function differencesIn(...steps: readonly string[]): readonly string[] {
  return tracesIn('d.md', written(...steps)).flatMap((trace) => differencesOf(trace, CALLS));
}

describe('a trace', () => {
  test('is a line in bold, with the numbered steps below it', () => {
    const text = `1. \`src/z.ts:none\`\n\n${written('1. `src/a.ts:one` and `src/b.ts`.', '   - `src/b.ts:two`;', '2. `worker/c.tsx:four`.')}`;
    expect(tracesIn('d.md', text)).toEqual([
      {
        document: 'd.md',
        request: 'GET /x',
        functions: [
          { step: '1', call: 'src/a.ts:one' },
          { step: '1', call: 'src/b.ts:two' },
          { step: '2', call: 'worker/c.tsx:four' },
        ],
      },
    ]);
  });

  test('names functions in the order of their first calls, and not all of them', () => {
    expect(differencesIn('1. `src/a.ts:one`', '2. `src/b.ts:three`, `worker/c.tsx:four`')).toEqual([]);
  });

  test.each([
    [
      'a function that is not called',
      ['1. `src/a.ts:one`', '2. `src/b.ts:third`'],
      'd.md, “GET /x”, step 2: src/b.ts:third is not called. Of src/b.ts, these are: two, three.',
    ],
    [
      'a file that is not executed',
      ['1. `src/z.ts:none`', '2. `src/a.ts:one`'],
      'd.md, “GET /x”, step 1: src/z.ts:none is not called. Nothing of src/z.ts is.',
    ],
    [
      'two steps in the wrong order',
      ['1. `src/b.ts:two`', '2. `src/a.ts:one`', '3. `worker/c.tsx:four`'],
      'd.md, “GET /x”, step 2: src/a.ts:one is called before src/b.ts:two, and stands after it.',
    ],
    [
      'a function twice',
      ['1. `src/a.ts:one`', '2. `src/b.ts:two`, `src/a.ts:one`'],
      'd.md, “GET /x”, step 2: src/a.ts:one is named twice. A trace has the first call of a function.',
    ],
  ])('is wrong if it has %s', (_, steps, difference) => {
    expect(differencesIn(...steps)).toEqual([difference]);
  });
});

test('more files than the limit are listed, with both figures', () => {
  const figure = { was: 1, limit: 2 };
  expect(excessOf('a page', ['a.ts', 'b.ts'], figure)).toBeNull();
  expect(excessOf('a page', ['c.ts', 'a.ts', 'b.ts'], figure)).toBe(
    'a page: 3 files. The limit is 2, and there were 1 when it was set.\na.ts\nb.ts\nc.ts',
  );
});
