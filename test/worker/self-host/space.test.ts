/** The reserve on the disk of the short links, with a disk whose size the test sets. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpaceKeeper, serveSpace } from '../../../worker/self-host/space.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-space-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Of a disk of 1,600,000 octets, the reserve has a sixteenth, and a quarter of that must be free beside it. */
const SIZE = 1_600_000;
const KEPT = 100_000;
const MARGIN = 25_000;

const file = () => join(folder, 'waypost-reserve');
/** A disk on which nothing is but the reserve, and what somebody else has. */
function diskWith(used: { by: number }): () => { free: number; size: number } {
  return () => ({ free: SIZE - used.by - (existsSync(file()) ? statSync(file()).size : 0), size: SIZE });
}

test('the reserve is there while there is space, and is given back when it ends', () => {
  const used = { by: 0 };
  const keeper = new SpaceKeeper(folder, diskWith(used));
  expect(keeper.read()).toEqual({ free: SIZE - KEPT, isLow: false });
  expect(statSync(file()).size).toBe(KEPT);
  used.by = SIZE - KEPT - MARGIN;
  expect(keeper.read()).toEqual({ free: MARGIN, isLow: false });
  used.by++;
  expect(keeper.read()).toEqual({ free: KEPT + MARGIN - 1, isLow: true });
  expect(existsSync(file())).toBe(false);
  // It comes back when there is some space beside it.
  used.by = SIZE - KEPT - 2 * MARGIN + 1;
  expect(keeper.read().isLow).toBe(true);
  used.by--;
  expect(keeper.read()).toEqual({ free: 2 * MARGIN, isLow: false });
});

test('the reserve of a large disk has 32 MiB', () => {
  const size = 2 ** 40;
  expect(new SpaceKeeper(folder, () => ({ free: size, size })).read().isLow).toBe(false);
  expect(statSync(file()).size).toBe(32 * 1024 * 1024);
});

test('a reserve that cannot be written is none', () => {
  mkdirSync(join(folder, 'data'));
  const keeper = new SpaceKeeper(join(folder, 'data'), () => ({ free: SIZE, size: SIZE }));
  rmSync(join(folder, 'data'), { recursive: true });
  expect(keeper.read()).toEqual({ free: SIZE, isLow: true });
});

test('the disk itself is asked', () => {
  const { free, isLow } = new SpaceKeeper(folder).read();
  expect([free > 0, isLow]).toEqual([true, !existsSync(file())]);
});

test('the Worker asks by HTTP, and has the reserve removed', async () => {
  const used = { by: 0 };
  const { port, close } = await serveSpace(new SpaceKeeper(folder, diskWith(used)));
  // Whoever starts a server on a full disk needs what is kept at once.
  expect(existsSync(file())).toBe(true);
  const ask = async (method: string) => (await fetch(`http://127.0.0.1:${port}/`, { method })).json();
  expect(await ask('GET')).toEqual({ free: SIZE - KEPT, isLow: false });
  used.by = SIZE - KEPT - MARGIN;
  expect(await ask('POST')).toEqual({ free: KEPT + MARGIN, isLow: true });
  expect(await ask('GET')).toEqual({ free: KEPT + MARGIN, isLow: true });
  await close();
});
