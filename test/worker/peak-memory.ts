/** The memory of a Worker at its peak, where the system reports it. */
import { existsSync, readFileSync } from 'node:fs';
import type { RunningWorkerd } from './workerd.ts';

/**
 * The most memory that a process has had so far, in octets; 0 if the system does not report it. It is `VmHWM` of
 * proc(5).
 *
 * A measurement needs a limit of the heap (`--max-heap-size` of `startWorkerd`). Without one, the engine lets garbage
 * grow as long as the machine has memory.
 */
export function peakMemory({ pid }: Pick<RunningWorkerd, 'pid'>): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
