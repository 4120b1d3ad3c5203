/** What the machine of the tests has: some tests need more than Node. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** Whether this machine can listen on the loopback address of IPv6. Containers often cannot. */
export const hasIpv6: boolean = await new Promise((resolve) => {
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(0, '::1', () => server.close(() => resolve(true)));
});

/** Whether the modes of files keep this process from writing. They do not keep root. */
export const obeysModes: boolean = process.getuid?.() !== 0;

if (!hasIpv6) missing('IPv6 on the loopback interface');

/** Whether a program is installed. The tests that need it are skipped aloud, and fail in CI. */
export function needs(program: string): boolean {
  const isInstalled = spawnSync(program, ['--version']).error === undefined;
  if (!isInstalled) missing(program);
  return isInstalled;
}

function missing(what: string): void {
  if (process.env.CI) throw new Error(`${what} is missing`);
  console.warn(`${what} is missing: the tests that need it are skipped.`);
}
