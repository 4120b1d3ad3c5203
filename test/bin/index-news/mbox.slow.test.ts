/** The memory that an mbox takes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { MboxSplitter } from '../../../bin/index-news/mbox.ts';

setFlagsFromString('--expose-gc');
/** Removes what nobody holds, so that what is counted does not depend on when the runtime does so. */
const collectGarbage: () => void = runInNewContext('gc');

test('memory does not grow with a message that never ends', () => {
  const splitter = new MboxSplitter();
  expect([...splitter.push(Buffer.from('From a Fri Nov 19 16:14:55 1982\nA: 1\n\n'))]).toEqual([]);
  const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 50; count++) expect([...splitter.push(chunk)]).toEqual([]);
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
  expect([...splitter.end()]).toMatchObject([{ octets: null }]);
});
