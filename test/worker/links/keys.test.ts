/**
 * How long an idempotency key is remembered: a day, and then the store forgets it. The clock of the store is the
 * test's.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A store that is asked at a time of the test's choice. */
const STORE = `
  import { LinkShard as Shard } from './worker/links/shard.ts';
  export class LinkShard extends Shard {
    async ask(at, what) {
      Date.now = () => at;
      switch (what) {
        case 'make': return this.create([{ url: 'go:x', digest: 'k'.repeat(50), alias: null, owner: 'a', key: 'k' }])[0].kind;
        case 'sweep': return this.alarm();
        case 'alarm': return this.ctx.storage.getAlarm();
      }
    }
  }
  export default {
    async fetch(request, { LINKS }) {
      const { searchParams } = new URL(request.url);
      const answer = await LINKS.getByName('0').ask(Number(searchParams.get('at')), searchParams.get('what'));
      return Response.json(answer ?? null);
    },
  };
`;

const folder = mkdtempSync(join(tmpdir(), 'waypost-keys-'));
let workerd: RunningWorkerd;
beforeAll(async () => {
  const [path, links] = [join(folder, 'store.js'), join(folder, 'links')];
  mkdirSync(links);
  await build({
    stdin: { contents: STORE, resolveDir: join(import.meta.dirname, '../../..') },
    outfile: path,
    bundle: true,
    format: 'esm',
    external: ['cloudflare:workers'],
  });
  workerd = await startWorkerd({ store: { path, vars: {}, links } });
});
afterAll(() => {
  workerd.close();
  rmSync(folder, { recursive: true });
});

async function ask(at: number, what: 'make' | 'sweep' | 'alarm'): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${workerd.ports.get('store')}/?at=${at}&what=${what}`);
  return response.json();
}

test('a day, from the first time that it was used', async () => {
  // The runtime has a clock of its own, by which an alarm of the past would go off at once.
  const now = Date.now() + DAY_MS;
  expect(await ask(now, 'make')).toBe('created');
  expect(await ask(now, 'alarm')).toBe(now + DAY_MS);
  // The same answer again, though the link is there by now.
  expect(await ask(now + DAY_MS - 1, 'make')).toBe('created');
  await ask(now + DAY_MS - 1, 'sweep');
  expect(await ask(now + DAY_MS - 1, 'make')).toBe('created');
  await ask(now + DAY_MS, 'sweep');
  expect(await ask(now + DAY_MS, 'make')).toBe('existing');
});
