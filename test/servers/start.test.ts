/** `npm start`: the museum and the Worker come up together, and go together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exchange } from './client.ts';

let running: ChildProcess | null = null;
afterAll(() => running?.kill('SIGTERM'));

test('the welcome has links whose servers answer, and SIGTERM ends all of it', { timeout: 90_000 }, async () => {
  const started = spawn(process.execPath, [join(import.meta.dirname, './start.ts')], { stdio: 'pipe' });
  running = started;
  let said = '';
  for await (const chunk of started.stdout) {
    said += chunk;
    if (said.includes('Ctrl-C')) break;
  }
  const [origin] = /http:\/\/localhost:\d+(?=\/ and the museum is open)/.exec(said) ?? [];
  const port = (scheme: string): number => Number(new RegExp(`url=${scheme}://localhost:(\\d+)/`).exec(said)?.[1]);
  expect(said).toContain(`${origin}/r?url=news:museum.history`);
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  expect((await exchange(port('gopher'), '/about\r\n')).text).toMatch(/^iShort texts/);
  expect((await exchange(port('ftp'), 'QUIT\r\n')).text).toMatch(/^220-.*\r\n221 /s);

  const exit = once(started, 'exit');
  started.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect((await exchange(port('gopher'), '\r\n')).end).toBe('refused');
  await expect(fetch(`${origin}/health`)).rejects.toThrow();
});
