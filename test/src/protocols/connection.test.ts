/** Collecting octets: the cap is exact, and the size of the parts does not matter. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../../src/octets/collector.ts';
import { collect } from '../../../src/protocols/connection.ts';
import { sourceOf } from './source.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const text = (octets: Uint8Array | null): string | null => octets && Buffer.from(octets).toString('latin1');

describe('a source', () => {
  it.each([
    ['nothing', [], '', true, null],
    ['less than the cap', ['ab', 'c'], 'abc', true, null],
    ['exactly the cap', ['ab', 'cd'], 'abcd', true, null],
    ['one octet more, in a part of its own', ['abcd', 'e'], 'abcd', false, 'e'],
    ['more, in the part that crosses the cap', ['abc', 'def'], 'abcd', false, 'ef'],
    ['more in the first part', ['abcdef'], 'abcd', false, 'ef'],
  ])('with %s', async (_, chunks, collected, complete, next) => {
    const source = sourceOf(...chunks);
    const result = await collect(source, 4);
    expect([text(result.octets), result.complete]).toEqual([collected, complete]);
    expect(text(await source.read())).toBe(next);
  });

  it('continues after its beginning was put back', async () => {
    const source = sourceOf('abcd', 'ef', 'gh');
    const beginning = await collect(source, 5);
    source.unread(beginning.octets);
    expect(text((await collect(source, 100)).octets)).toBe('abcdefgh');
  });
});

it('a collector returns the number of octets that it took', () => {
  const collector = new Collector(4);
  expect([collector.add(octets('abc')), collector.add(octets('def')), collector.add(octets('g'))]).toEqual([3, 1, 0]);
  expect([text(collector.octets), collector.length]).toEqual(['abcd', 4]);
});

it('octets that a collector has returned stay as they are', () => {
  const collector = new Collector(100);
  const views = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => {
    collector.add(octets(letter));
    return collector.octets;
  });
  expect(views.map(text)).toEqual(views.map((_, index) => 'abcdefghijklmnopqrstuvwxyz'.slice(0, index + 1)));
});

it('the buffer doubles, so that parts of one octet are copied a few times only', () => {
  const collector = new Collector(1024 ** 2);
  const buffers = new Set<ArrayBuffer>();
  for (let count = 0; count < 1024 ** 2; count++) {
    collector.add(new Uint8Array(1));
    buffers.add(collector.octets.buffer);
  }
  expect([buffers.size, collector.octets.buffer.byteLength]).toEqual([21, 1024 ** 2]);
});

it('1 MiB in reads of one octet needs little more memory than 1 MiB', async () => {
  // A view of one octet takes about 200 octets: a list of a million of them does not fit into this heap.
  const worker = new Worker(join(import.meta.dirname, 'one-octet-reads.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const ended = Promise.race([once(worker, 'message'), once(worker, 'error')]);
  expect(await ended).toEqual([1024 ** 2]);
  await worker.terminate();
});
