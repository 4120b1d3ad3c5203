/**
 * What the benches of gateways share: the Worker beside one that does nothing but pipe a socket into a response, the
 * fastest that the platform has; rates as curl counts them; and what the runtime holds. Only Linux tells the last.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';

export const run = promisify(execFile);

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
export const DOWNLOAD = 200_000_000;
export const GIBIBYTE = 1024 ** 3;

/** The target of a download, relative to a bare Worker. */
export const WANTED = 0.8;
/** The limit for the growth of the runtime during a download of 1 GiB, in MiB. */
export const MOST_GROWTH = 64;

/** A Worker, or the same behind the front of self-hosting. */
export type Side = 'gateway' | 'bare' | 'gateway-front' | 'bare-front';

/**
 * Starts both Workers.
 *
 * @param source - the port of a server that answers `bulk <n>` with n octets
 * @param size - the octets that the bare Worker asks for
 */
export async function startBoth(
  folder: string,
  source: number,
  vars: Readonly<Record<string, string>>,
  size = DOWNLOAD,
): Promise<RunningWorkerd> {
  const bare = join(folder, 'bare.js');
  writeFileSync(
    bare,
    `import { connect } from 'cloudflare:sockets';
    export default {
      async fetch(request, bindings, context) {
        const socket = connect({ hostname: '127.0.0.1', port: ${source} });
        await socket.opened;
        const writer = socket.writable.getWriter();
        await writer.write(new TextEncoder().encode('bulk ${size}\\r\\n'));
        const { readable, writable } = new IdentityTransformStream();
        context.waitUntil(socket.readable.pipeTo(writable));
        return new Response(readable, { headers: { 'Content-Encoding': 'identity', 'Cache-Control': 'no-transform' } });
      },
    };`,
  );
  const gateway = { path: (await built()).module, vars: { DOWNLOAD_CAP: '2GiB', LOG: 'off', ...vars }, front: true };
  return startWorkerd({ gateway, bare: { path: bare, vars: {}, front: true } });
}

export function urlOf(workerd: RunningWorkerd, name: Side, path = '/'): string {
  return `http://127.0.0.1:${workerd.ports.get(name)}${path}`;
}

/** Megabytes per second of a download; throws if the transfer breaks or octets are missing. */
export async function rateOf(url: string, wanted = DOWNLOAD): Promise<number> {
  const { stdout } = await run('curl', ['-sS', '-f', '-o', '/dev/null', '-w', '%{size_download} %{time_total}', url]);
  const [size = 0, seconds = 0] = stdout.split(' ').map(Number);
  if (size !== wanted) throw new Error(`${size} octets came, of ${wanted}`);
  return size / seconds / 1e6;
}

export interface Memory {
  /** MiB of the runtime before. */
  readonly before: number;
  /** MiB at the most while a download went through. */
  readonly peak: number;
}

/** Watches the memory of the runtime during a download. */
export async function measureMemory(workerd: RunningWorkerd, path: string, side: Side = 'gateway'): Promise<Memory> {
  const before = memoryOf(workerd.pid, 'VmRSS');
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(workerd.pid, 'VmRSS'));
  }, 20);
  await run('curl', ['-sS', '-f', '-o', '/dev/null', urlOf(workerd, side, path)]);
  clearInterval(watch);
  return { before, peak };
}

/** The memory of the runtime now (`VmRSS`) or at its peak (`VmHWM`), in MiB. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes = Number.NaN] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kibibytes) / 1024;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
