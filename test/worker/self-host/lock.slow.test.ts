/** The lock of a folder: one server at a time, and no dead one in its way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lock } from '../../../worker/self-host/lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that locks the folder and says what became of it. @param cwd - its working directory */
async function inProcess(cwd = process.cwd()): Promise<{ child: ChildProcess; kind: string }> {
  const path = JSON.stringify(join(import.meta.dirname, '../../../worker/self-host/lock.ts'));
  const code = `const { lock } = await import(${path}); console.log((await lock(${JSON.stringify(folder)})).kind);`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { cwd });
  const [output] = await once(child.stdout, 'data');
  return { child, kind: String(output).trim() };
}

async function release(locked: Awaited<ReturnType<typeof lock>>): Promise<void> {
  if (locked.kind === 'locked') await locked.release();
}

test('a second server is told, here and in another process, until the first has ended', async () => {
  const first = await lock(folder);
  expect(first.kind).toBe('locked');
  expect((await lock(folder)).kind).toBe('taken');
  const other = await inProcess();
  expect(other.kind).toBe('taken');
  await release(first);
  expect(readdirSync(folder)).toEqual([]);
  const next = await lock(folder);
  expect(next.kind).toBe('locked');
  await release(next);
});

test('the lock of a server that was killed stops nobody', async () => {
  const { child, kind } = await inProcess();
  expect(kind).toBe('locked');
  expect((await lock(folder)).kind).toBe('taken');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^waypost-.*\.lock$/)]);
  const locked = await lock(folder);
  expect(locked.kind).toBe('locked');
  await release(locked);
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a folder whose path is too long for a socket is locked, too', async () => {
  const parent = folder;
  folder = join(parent, 'x'.repeat(120), 'y'.repeat(120));
  mkdirSync(folder, { recursive: true });
  const locked = await lock(folder);
  expect([locked.kind, readdirSync(folder)]).toEqual(['locked', [expect.stringMatching(/^waypost-.*\.lock$/)]]);
  // The folder may be the working directory.
  for (const cwd of [undefined, folder]) expect((await inProcess(cwd)).kind).toBe('taken');
  await release(locked);
  expect([readdirSync(folder), readdirSync(parent)]).toEqual([[], ['x'.repeat(120)]]);
  folder = parent;
});

test('nor does a file of that name', async () => {
  writeFileSync(join(folder, 'waypost-0123abcd.lock'), '4711\n');
  const locked = await lock(folder);
  expect(locked.kind).toBe('locked');
  await release(locked);
  expect(readdirSync(folder)).toEqual([]);
});

test('of twenty that start at once beside a dead one, no two have it', async () => {
  writeFileSync(join(folder, 'waypost-0123abcd.lock'), '');
  const all = await Promise.all(Array.from({ length: 20 }, () => lock(folder)));
  expect(all.filter(({ kind }) => kind === 'locked').length).toBeLessThan(2);
  await Promise.all(all.map(release));
  const next = await lock(folder);
  expect(next.kind).toBe('locked');
  await release(next);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder with a long path is locked, too', async () => {
  folder = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(folder, { recursive: true });
  const before = process.cwd();
  expect(['locked', 'impossible']).toContain((await lock(folder)).kind);
  expect(process.cwd()).toBe(before);
});
