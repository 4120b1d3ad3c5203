/**
 * The memory of the Worker for long lists: a process with a small heap answers them all, because they are streams. A
 * list that needs more ends it. `npm run bench -- memory` has the figures.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { largeLists, lengthOf } from './large-lists.ts';

const ENTRIES = 50_000;
/**
 * The heap of the whole Worker for one list, and for four at the same time, in MiB. The platform allows 128 MiB in all.
 */
const HEAPS = [24, 48] as const;
/** A page may have some of the entries, or their number; JSON has every one. */
const FEWEST_OCTETS = { html: 2000, json: ENTRIES } as const;

const servers = new Map<string, RunningServer>();
const workers: RunningWorkerd[] = [];
beforeAll(async () => {
  for (const [name, { start }] of Object.entries(largeLists)) servers.set(name, await start(ENTRIES));
  const allowed = [...servers.values()].map(({ port }) => `127.0.0.1:${port}`).join(' ');
  const waypost = { path: (await built()).module, vars: { EGRESS_ALLOW: allowed, EGRESS_DENY_PORTS: '6379' } };
  workers.push(...(await Promise.all(HEAPS.map((heap) => startWorkerd({ waypost }, [`--max-heap-size=${heap}`])))));
});
afterAll(() =>
  Promise.all([...workers.map((worker) => worker.kill()), ...[...servers.values()].map((s) => s.close())]),
);

describe.each(Object.entries(largeLists))('%s', (name, { path }) => {
  const read = (index: number, format: 'html' | 'json') => {
    const origin = `http://127.0.0.1:${workers[index]?.ports.get('waypost')}`;
    return lengthOf(`${origin}${path(servers.get(name)?.port ?? 0)}?format=${format}`);
  };

  test.each(['html', 'json'] as const)('of 50,000 entries as %s fits into 24 MiB', async (format) => {
    expect(await read(0, format)).toBeGreaterThan(FEWEST_OCTETS[format]);
  });

  test('of 50,000 entries, four times at once, fits into 48 MiB', async () => {
    const lengths = await Promise.all(Array.from({ length: 4 }, () => read(1, 'json')));
    expect(Math.min(...lengths)).toBeGreaterThan(FEWEST_OCTETS.json);
  });
});
