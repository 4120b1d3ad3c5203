/** Processor time: of the runtime, and the unit in which the cost of a row is given. Only Linux reports the first. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCorpus } from './corpus.ts';

/** The CPU time of all threads of a process so far, in microseconds. */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const task of readdirSync(tasks)) {
    nanoseconds += Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ', 1)[0]);
  }
  return nanoseconds / 1000;
}

const PASSES = 5;

/** The unit u: the mean CPU time of `new URL(…).href` over the corpus, in nanoseconds. */
export function unitOf(): number {
  const urls = makeCorpus().flatMap(({ url }) => (URL.canParse(url) ? [url] : []));
  let length = 0;
  const started = process.cpuUsage();
  for (let pass = 0; pass < PASSES; pass++) for (const url of urls) length += new URL(url).href.length;
  const { user, system } = process.cpuUsage(started);
  if (length === 0) throw new Error('the corpus is empty');
  return ((user + system) * 1000) / (PASSES * urls.length);
}
