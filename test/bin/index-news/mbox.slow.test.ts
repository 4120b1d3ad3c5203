/** The memory that an mbox takes. */
import { expect, test } from 'vitest';
import { MboxSplitter } from '../../../bin/index-news/mbox.ts';

test('memory does not grow with a message that never ends', () => {
  const splitter = new MboxSplitter();
  expect([...splitter.push(Buffer.from('From a Fri Nov 19 16:14:55 1982\nA: 1\n\n'))]).toEqual([]);
  const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 50; count++) expect([...splitter.push(chunk)]).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
  expect([...splitter.end()]).toMatchObject([{ octets: null }]);
});
