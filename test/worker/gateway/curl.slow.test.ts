/** The octets of a file through the gateway are those that curl gets from the server itself. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../machine.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import type { RunningWorker } from '../harness.ts';
import { startGateway } from './worker.ts';

let gopher: RunningServer;
let ftp: RunningServer;
let worker: RunningWorker;
beforeAll(async () => {
  [gopher, ftp] = await Promise.all([startGopher(), startFtp()]);
  worker = await startGateway([gopher, ftp]);
});
afterAll(async () => {
  await worker?.close();
  await Promise.all([gopher?.close(), ftp?.close()]);
});

async function curl(...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('curl', ['-s', ...args], { encoding: 'buffer', maxBuffer: 10 ** 7 });
  return stdout;
}

test.runIf(needs('curl')).each([
  ['gopher', () => gopher.port, '/9/large/3MB.bin'],
  ['ftp', () => ftp.port, '/pub/large/3MB.bin'],
] as const)('%s', async (scheme, port, path) => {
  const direct = await curl(`${scheme}://127.0.0.1:${port()}${path}`);
  const through = await curl(`${worker.origin}/${scheme}/127.0.0.1:${port()}${path}`);
  expect(direct.length).toBe(3_000_000);
  expect(through.equals(direct)).toBe(true);
});

test.runIf(needs('curl'))('curl resumes a download of ftp', async () => {
  const path = '/pub/large/3MB.bin';
  const direct = await curl(`ftp://127.0.0.1:${ftp.port}${path}`);
  const resumed = await curl('-C', '2999000', `${worker.origin}/ftp/127.0.0.1:${ftp.port}${path}`);
  expect(resumed.equals(direct.subarray(2_999_000))).toBe(true);
});
