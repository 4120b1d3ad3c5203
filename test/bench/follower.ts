/** A thread that follows an alias, one request after the other, and notes how long each took and in which phase. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** The milliseconds of each follow, by the name of the phase in which it began. */
export type FollowTimes = ReadonlyMap<string, readonly number[]>;

export interface Follower {
  /** Follows from now on are those of another phase. */
  readonly enter: (phase: string) => void;
  /** Stops, and returns what was measured. */
  readonly end: () => Promise<FollowTimes>;
}

/** Follows `url` in a thread of its own: whoever works beside it must not be measured with it. */
export function startFollower(url: string): Follower {
  const thread = new Worker(import.meta.filename, { workerData: url });
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  return {
    enter: (phase) => thread.postMessage(phase),
    end: async () => {
      thread.postMessage(null);
      const [times] = await Promise.race([once(thread, 'message'), failed]);
      await thread.terminate();
      return times;
    },
  };
}

async function followUntilEnd(url: string, port: NonNullable<typeof parentPort>): Promise<void> {
  const times = new Map<string, number[]>();
  let phase: string | null = 'start';
  port.on('message', (next: string | null) => {
    phase = next;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (phase !== null) {
    const entered: string = phase;
    const began = performance.now();
    const [response]: IncomingMessage[] = await once(get(url, { agent }), 'response');
    response?.resume();
    if (response !== undefined) await once(response, 'end');
    if (response?.statusCode !== 302) throw new Error(`the alias was answered with ${response?.statusCode}`);
    const ofPhase = times.get(entered) ?? [];
    times.set(entered, ofPhase);
    ofPhase.push(performance.now() - began);
  }
  agent.destroy();
  port.postMessage(times);
}

if (!isMainThread && parentPort !== null) await followUntilEnd(String(workerData), parentPort);
