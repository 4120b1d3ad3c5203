/** The memory of `waypost index-news` does not grow with the number of articles. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexAlone } from '../../bench/news-archive.ts';
import { articleText, mboxOf, temporaryFolder, written } from './folder.ts';

test('a heap of 64 MiB is enough for more lines than it could hold', () => {
  const folder = temporaryFolder();
  const subject = 'tea '.repeat(90);
  const articles = Array.from({ length: 20_000 }, (_, number) => {
    const numbers = Array.from({ length: 12 }, (_post, group) => `misc.test${group}:${number}`);
    return articleText(`${number}@h.example`, {
      Subject: `${number} ${subject}`,
      Xref: `h.example ${numbers.join(' ')}`,
    });
  });
  const mbox = written(folder, 'source.mbox', mboxOf(...articles));
  // A process whose heap is full ends with an error.
  expect(indexAlone(mbox, join(folder, 'archive'), 64).memory).toBeGreaterThan(0);
});
