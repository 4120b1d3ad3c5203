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

/**
 * Says aloud that tests are skipped because the machine lacks what they need, which is an error in CI.
 *
 * @param what - its name, and perhaps how to get it
 * @returns `present`
 */
export function isThere(what: string, present: boolean): boolean {
  if (present) return true;
  if (process.env.CI) throw new Error(`${what} is missing`);
  console.warn(`\n!!! SKIPPED: ${what} is missing.\n`);
  return false;
}

isThere('IPv6 on the loopback interface', hasIpv6);

/** Whether a program is installed, as {@link isThere}. */
export function needs(program: string): boolean {
  return isThere(program, spawnSync(program, ['--version']).error === undefined);
}
