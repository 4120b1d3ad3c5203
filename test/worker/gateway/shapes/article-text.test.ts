/** The beginning of a long article. */
import { describe, expect, it } from 'vitest';
import type { ArticleBlock } from '../../../../src/open/articles.ts';
import { firstLines } from '../../../../worker/gateway/shapes/article-text.tsx';

describe('the beginning of a text', () => {
  const blocks: readonly ArticleBlock[] = [
    { kind: 'quote', depth: 1, lines: ['a', 'b'] },
    { kind: 'text', depth: 0, lines: ['c', 'd'] },
  ];

  it.each([
    [4, ['a|b', 'c|d'], false],
    [3, ['a|b', 'c'], true],
    [2, ['a|b'], true],
    [0, [], true],
  ])('%i lines', (count, lines, cut) => {
    const first = firstLines(blocks, count);
    expect([first.blocks.map((block) => block.lines.join('|')), first.cut]).toEqual([lines, cut]);
  });
});
