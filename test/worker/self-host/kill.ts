/**
 * `kill -9` of a self-hosted server at every stage of its life. After each kill nothing is left of it: no process, no
 * port, no file but those of short links. It starts again at the same port, with every link that it has acknowledged.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '../../free-port.ts';
import { until } from '../gateway/worker.ts';
import { type BuiltServer, listening, processesWith, stop, user } from './server.ts';

/** How often each stage is tried. `npm run kill-test` tries it ten times. */
export const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);

/** What a stage may use. */
export interface Killable {
  readonly built: BuiltServer;
  /** A token that may create short links. */
  readonly token: string;
  /** Paths of a large file and of a Prospero directory. */
  readonly download: string;
  readonly directory: string;
}

/** A running or starting server. */
interface Victim extends Killable {
  readonly child: ChildProcess;
  readonly origin: string;
  /** From 0 to 1, another one in each round: when to kill within a stage. */
  readonly share: number;
  /** The slugs of short links that the server has acknowledged. */
  readonly acknowledged: string[];
}

/** A stage: it ends when the launcher is to be killed, and returns what has to be true afterwards. */
type Stage = (victim: Victim) => Promise<undefined | (() => Promise<void>)>;

export const stages: Readonly<Record<string, Stage>> = {
  'while the launcher starts': async ({ share }) => {
    await sleep(share * 80);
    return undefined;
  },
  'while workerd starts': async ({ share }) => {
    await sleep(80 + share * 160);
    return undefined;
  },
  'at the first request': async (victim) => {
    await listening(victim.child);
    void fetch(`${victim.origin}/`).catch(() => {});
    await sleep(victim.share * 20);
    return undefined;
  },
  'while links are created': async (victim) => {
    await listening(victim.child);
    const { length } = victim.acknowledged;
    const creators = [1, 2, 3, 4].map((creator) => createLinks(victim, creator));
    await until(() => victim.acknowledged.length > length + 1);
    await sleep(victim.share * 200);
    return async () => void (await Promise.all(creators));
  },
  'amid a download': async (victim) => {
    await listening(victim.child);
    const { body } = await fetch(victim.origin + victim.download);
    const reader = body?.getReader();
    await reader?.read();
    await sleep(victim.share * 20);
    return async () => {
      const rest = async () => {
        while ((await reader?.read())?.done === false);
      };
      await expect(rest(), 'a broken download looks broken').rejects.toThrow();
    };
  },
  'while its relay asks': async (victim) => {
    await listening(victim.child);
    void fetch(victim.origin + victim.directory).catch(() => {});
    await sleep(victim.share * 30);
    return undefined;
  },
  'while it stops': async (victim) => {
    await listening(victim.child);
    victim.child.kill('SIGTERM');
    await sleep(victim.share * 20);
    return undefined;
  },
  'by the end of its workerd': async (victim) => {
    await listening(victim.child);
    const [runtime = ''] = processesWith(victim.built.data).filter((file) =>
      readFileSync(file, 'utf8').includes('--control-fd'),
    );
    process.kill(Number(runtime.split('/')[2]), 'SIGKILL');
    const [code] = await once(victim.child, 'exit');
    expect(code).toBe(1);
    return undefined;
  },
};

/** Creates links one after the other until the server is gone. */
async function createLinks({ origin, token, acknowledged }: Victim, creator: number): Promise<void> {
  for (let count = acknowledged.length; ; count++) {
    const url = `gopher://gopher.floodgap.com/1/${creator}/${count}/${Math.random()}`;
    try {
      const response = await fetch(`${origin}/v1/links`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      });
      const { slug }: { slug: string } = await response.json();
      if (response.status === 201) acknowledged.push(slug);
    } catch {
      return;
    }
  }
}

/**
 * The folders of short links and of the cache, their databases, what SQLite recovers with, the mark, the reserve, and
 * the lock.
 */
const STORE =
  /^waypost-(?:(?:links|cache)(?:\/(?:[\da-f]+|metadata)\.sqlite(?:-wal|-shm|-journal)?)?|links\.mark|reserve|[\da-f]{8}\.lock)$/;

/** What a stage has shown. */
export interface Outcome {
  readonly kills: number;
  /** Links that the server had acknowledged, of which none is lost. */
  readonly links: number;
  /** The longest time from the kill until no process was left, and from a start until it listens, in milliseconds. */
  readonly gone: number;
  readonly started: number;
}

/** Kills a server at one stage, {@link ROUNDS} times. */
export async function killAt(name: string, killable: Killable): Promise<Outcome> {
  const stage = stages[name];
  if (stage === undefined) throw new TypeError(`no stage ${name}`);
  const { built } = killable;
  const port = await freePort();
  const args = ['--port', String(port)];
  const before = { server: filesIn(built.folder), temporary: ownTemporaryFiles() };
  const acknowledged: string[] = [];
  const outcome = { kills: 0, links: 0, gone: 0, started: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const child = built.launch(args);
    const share = ROUNDS === 1 ? 0.5 : round / (ROUNDS - 1);
    const check = await stage({ ...killable, child, origin: `http://127.0.0.1:${port}`, share, acknowledged });
    const killed = performance.now();
    await killWhole(child, built);
    outcome.gone = Math.max(outcome.gone, performance.now() - killed);
    outcome.kills++;
    await check?.();
    const begun = performance.now();
    // Nothing holds its ports.
    const again = await built.start({}, args);
    outcome.started = Math.max(outcome.started, performance.now() - begun);
    for (const slug of acknowledged) {
      const { status } = await fetch(`${again.origin}/${slug}`, { redirect: 'manual' });
      expect(status, `the link ${slug} is there`).toBe(308);
    }
    outcome.links += acknowledged.splice(0).length;
    // A server that is asked to stop waits for clicks, so only the last one is asked. The others are killed as well.
    if (round < ROUNDS - 1) await killWhole(again.child, built);
    else {
      await stop(again.child);
      expect(again.child.exitCode).toBe(0);
    }
  }
  expect(filesIn(built.folder)).toEqual(before.server);
  expect(ownTemporaryFiles()).toEqual(before.temporary);
  expect(filesIn(built.data).filter((file) => !STORE.test(file))).toEqual([]);
  return outcome;
}

/** Kills a launcher, unless it has ended, and waits until no process of its server is left. */
async function killWhole(child: ChildProcess, { data }: BuiltServer): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await expect.poll(() => processesWith(data), { timeout: 20_000, interval: 5 }).toEqual([]);
}

function filesIn(folder: string): readonly string[] {
  return globSync('**/*', { cwd: folder }).toSorted();
}

/** The temporary files of the user that the server runs as; of root there are too many. */
function ownTemporaryFiles(): readonly string[] {
  const uid = user?.uid;
  if (uid === undefined) return [];
  const files = globSync('*', { cwd: tmpdir() }).filter((name) => {
    const found = statSync(join(tmpdir(), name), { throwIfNoEntry: false });
    return found?.uid === uid && !name.startsWith('waypost-data-');
  });
  return files.toSorted();
}
