/**
 * The memory of the Worker while it answers batches of the largest size: a process with a small heap answers them all.
 * An answer that needs more ends it. `npm run bench -- memory` has the figures.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from './built.ts';
import { largeBatches, resolveBatch } from './large-batches.ts';
import { type RunningWorkerd, startWorkerd } from './workerd.ts';

/** The heap of the whole Worker, in MiB. The platform allows 128 MiB in all. */
const HEAP = 48;

let workerd: RunningWorkerd;
beforeAll(async () => {
  workerd = await startWorkerd({ waypost: { path: (await built()).module, vars: {} } }, [`--max-heap-size=${HEAP}`]);
});
afterAll(() => workerd.kill());

test.each(largeBatches)('4 MiB of URLs with $name, as $type, are answered', async (batch) => {
  const length = await resolveBatch(`http://127.0.0.1:${workerd.ports.get('waypost')}`, batch);
  expect(length).toBeGreaterThan(batch.urls.length);
});
