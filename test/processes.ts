/** Processes that others have started, and what they have done. Only Linux reports it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CPU time of all threads of a process so far, in microseconds. */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const task of readdirSync(tasks)) {
    nanoseconds += Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ', 1)[0]);
  }
  return nanoseconds / 1000;
}

/** The processes that a process has started, and those that they have. */
export function descendantsOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(join(tasks, task, 'children'), 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
