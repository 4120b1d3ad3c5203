/** A small disk that a test fills and empties, and writers whose acknowledged links must be there in the end. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { user } from './server.ts';

export interface SmallDisk {
  /** The folder of short links on it. */
  readonly data: string;
  /** The octets that are free. */
  readonly free: () => number;
  /** Takes all that is free but some octets, as another program may. */
  readonly fill: (but?: number) => void;
  /** Gives back what was taken. */
  readonly empty: () => void;
  readonly remove: () => void;
}

/** Mounts a disk of some MiB in memory; `null` if this user may not. */
export function smallDisk(mebibytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || user === null) return null;
  const root = mkdtempSync(join(tmpdir(), 'waypost-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', root], { stdio: 'ignore' });
  } catch {
    rmSync(root, { recursive: true });
    return null;
  }
  const data = join(root, 'data');
  mkdirSync(data);
  chownSync(data, user.uid, user.gid);
  const free = () => {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  };
  let files = 0;
  return {
    data,
    free,
    fill: (but = 0) => {
      // What the server takes or gives back meanwhile is taken, too.
      for (let tries = 0; tries < 8 && free() > but; tries++) {
        try {
          writeFileSync(join(root, `other-${files++}`), new Uint8Array(free() - but));
        } catch {
          // It is full.
        }
      }
    },
    empty: () => {
      for (; files > 0; files--) rmSync(join(root, `other-${files - 1}`), { force: true });
    },
    remove: () => {
      if (existsSync(data)) execFileSync('umount', ['--lazy', root]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What became of the writes while a disk was filled and emptied. */
export interface Writes {
  /** The slugs that were acknowledged, with their targets. */
  readonly acknowledged: Map<string, string>;
  /** The answers by their status; `0` = none. */
  readonly statuses: Map<number, number>;
  /** How often the disk was filled. */
  fillings: number;
}

/** Writes links, one by one and in lines, while the disk is filled and emptied again and again. */
export async function writeWhileFilling(
  { disk, origin, token }: Readonly<{ disk: SmallDisk; origin: () => string; token: string }>,
  milliseconds: number,
): Promise<Writes> {
  const writes: Writes = { acknowledged: new Map(), statuses: new Map(), fillings: 0 };
  const end = Date.now() + milliseconds;
  const count = (status: number) => writes.statuses.set(status, (writes.statuses.get(status) ?? 0) + 1);
  let made = 0;
  const urlOf = () => `https://waypost.test.waypost.dev/${made++}/${'x'.repeat(400)}`;
  const post = (type: string, body: string) =>
    fetch(`${origin()}/v1/links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body,
      signal: AbortSignal.timeout(30_000),
    });
  const note = (answer: { status?: number; slug?: string; canonical?: string }) => {
    count(answer.status ?? 200);
    if (answer.slug !== undefined) writes.acknowledged.set(answer.slug, answer.canonical ?? '');
  };
  const lone = async () => {
    const response = await post('application/json', JSON.stringify({ url: urlOf() }));
    note(await response.json());
  };
  const lines = async () => {
    const response = await post(
      'application/x-ndjson',
      Array.from({ length: 40 }, () => `${JSON.stringify(urlOf())}\n`).join(''),
    );
    const answers = (await response.text()).trimEnd().split('\n');
    if (answers.length !== 40) count(0);
    for (const answer of answers) note(JSON.parse(answer));
  };
  const writer = async (write: () => Promise<void>) => {
    while (Date.now() < end) {
      // An answer that breaks off, or none, is counted, and fails the test.
      await write().catch(() => count(0));
      await sleep(20);
    }
  };
  const filler = async () => {
    while (Date.now() < end) {
      await sleep(1500);
      disk.fill(64 * 1024);
      writes.fillings++;
      await sleep(1000);
      disk.fill();
      await sleep(1500);
      disk.empty();
      await sleep(2500);
    }
  };
  await Promise.all([writer(lone), writer(lone), writer(lines), filler()]);
  disk.empty();
  return writes;
}
