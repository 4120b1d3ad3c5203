/** `npm run relay`: it needs a secret, says where it is, and stops when it is told to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const start = (secret: string) =>
  spawn(process.execPath, [join(import.meta.dirname, '../../../worker/relay/start.ts'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PROSPERO_RELAY_SECRET: secret },
  });

test('without a secret it says what is missing', async () => {
  const child = start('');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(errors).toContain('PROSPERO_RELAY_SECRET is not set.');
});

test('with one it listens on loopback until it is stopped', async () => {
  const child = start('a secret of the tests');
  const [line] = await once(createInterface(child.stdout), 'line');
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+$/.exec(line) ?? [];
  expect((await fetch(origin, { method: 'POST' })).status).toBe(401);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
