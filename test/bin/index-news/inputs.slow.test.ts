/** Compressed files that are there to fill memory or a disk. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { articleText, mboxOf, read, temporaryFolder, written } from './folder.ts';

const BOTH = [articleText('a@h.example'), articleText('b@h.example')] as const;

test('a bomb is not inflated to its end', async () => {
  const folder = temporaryFolder();
  const zeros = Buffer.alloc(100 * 1024 * 1024);
  const beginning = Buffer.from(mboxOf(...BOTH));
  const bomb = gzipSync(Buffer.concat([beginning, zeros]));
  const { unread, articles } = await read(folder, written(folder, 'x', bomb));
  expect(unread).toEqual(['fault x: it inflates to more than 250 times its octets, which no text does']);
  expect(articles).toEqual([BOTH[0]]);
  const below = gzipSync(Buffer.concat([beginning, zeros.subarray(0, 63 * 1024 * 1024)]));
  expect(await read(folder, written(folder, 'y', below))).toMatchObject({
    unread: [],
    articles: [BOTH[0], 'too large'],
  });
});
