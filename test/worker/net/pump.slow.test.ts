/** A broken transfer as a client sees it that is not ours: curl. */
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { needs } from '../../machine.ts';
import { startHarness } from './harness.ts';
import { serve } from './servers.ts';

test.runIf(needs('curl'))('a transfer that breaks is an error for curl', async () => {
  const harness = await startHarness();
  const server = await serve((socket) => socket.write('x'.repeat(100_000)));
  const url = harness.urlOf({
    kind: 'pump',
    send: null,
    variables: { EGRESS_ALLOW: `localhost:${server.port}` },
    deadlines: 'connect=300ms first=300ms idle=300ms total=3s',
    target: { host: 'localhost', port: server.port, defaultPort: 70, tls: 'none' },
  });
  try {
    const exit = await new Promise((resolve) => {
      execFile('curl', ['-s', '-o', '/dev/null', url], (error) => resolve(error?.code ?? 0));
    });
    // CURLE_PARTIAL_FILE
    expect(exit).toBe(18);
  } finally {
    await server.close();
    await harness.close();
  }
});
