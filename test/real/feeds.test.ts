/** Feeds under a grammar of RFC 4287, by the validator of libxml2. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../machine.ts';
import { type FeedSources, feedPaths, startFeedSources } from '../servers/feeds.ts';

const GRAMMAR = join(import.meta.dirname, 'atom.rng');
const installed = needs('xmllint');

/** What xmllint says against a feed; empty if it is valid. */
function faultsOf(feed: string): string {
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--relaxng', GRAMMAR, '-'], {
    input: feed,
    encoding: 'utf8',
  });
  return stderr.replace('- validates\n', '');
}

describe.skipIf(!installed)('xmllint', () => {
  let sources: FeedSources;

  beforeAll(async () => {
    sources = await startFeedSources();
  });
  afterAll(() => sources?.close());

  test('every feed is valid', async () => {
    const paths = Object.entries(feedPaths(sources));
    const faults = await Promise.all(
      paths.map(async ([name, path]) => [name, faultsOf(await (await sources.worker.fetch(path)).text())]),
    );
    expect(faults).toEqual(paths.map(([name]) => [name, '']));
  });

  test.each([
    ['<updated>', '</updated>', 'yesterday'],
    ['<id>', '</id>', 'relative'],
    ['<title>', '</title>', ''],
    ['<title>', '</title>', 'a\x01'],
    ['<link rel="self"', '/>', ' href="x"'],
  ])('a feed with a wrong %s is not', async (before, after, wrong) => {
    const feed = await (await sources.worker.fetch(feedPaths(sources)['a phlog'] ?? '')).text();
    const from = feed.indexOf(before) + before.length;
    expect(faultsOf(feed.slice(0, from) + wrong + feed.slice(feed.indexOf(after, from)))).toMatch(
      /fails to validate|parser error/,
    );
  });
});
