/**
 * The Worker in the real runtime, for tests: the build of `built.ts` on its own port, with the bindings of
 * wrangler.toml.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { built, type Settings } from './built.ts';
import { type Ask, ask } from './client.ts';
import { startModule } from './runtime.ts';
import { type SlotWorker, startAlone, startInSlot } from './slots.ts';

/** How long a line of the log may take on a busy machine. */
const LOG_PATIENCE_MS = 15_000;

/** A Worker that answers requests until it is closed. */
export interface RunningWorker {
  /** The address at which it listens, without a slash at the end. */
  readonly origin: string;
  readonly fetch: (path: string, init?: Ask) => Promise<Response>;
  /** The lines of JSON that it has written to its log since the last call. */
  readonly takeLog: () => Record<string, unknown>[];
  readonly close: () => Promise<void>;
}

/** What a test needs of the runtime. */
export interface RuntimeOptions {
  /**
   * Whether the test is about what the platform adds to the runtime: the cache of a data center, bindings for rate
   * limits, and the headers of static assets. Miniflare has them, and takes three times as long to start as the runtime
   * alone.
   */
  readonly platform?: boolean;
  /** Whether the Worker has a process of its own, which `close` kills with all that it does. */
  readonly alone?: boolean;
  /** How many requests a minute each rate limit of the platform allows; default: as in wrangler.toml. */
  readonly rate?: number;
  /** The files of a news archive, in a bucket of the platform. */
  readonly newsArchive?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Starts the Worker.
 *
 * @param vars - variables and secrets in addition to those of wrangler.toml
 */
export async function startWorker(
  vars: Record<string, string> = {},
  { rate, newsArchive, platform = (rate ?? newsArchive) !== undefined, alone = false }: RuntimeOptions = {},
): Promise<RunningWorker> {
  const start = alone ? startAlone : startInSlot;
  const { origin, takeLines, close } = platform
    ? await startOnPlatform(vars, rate, newsArchive)
    : await start({ RATE_LIMITS: '', TERMINALS: 'on', ...vars });
  return {
    origin,
    fetch: (path, init) => ask(origin, path, init),
    takeLog: () =>
      takeLines()
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    close,
  };
}

async function startOnPlatform(
  vars: Record<string, string>,
  rate: RuntimeOptions['rate'],
  newsArchive: RuntimeOptions['newsArchive'],
): Promise<SlotWorker> {
  const { module, assets, settings } = await built();
  const ratelimits = rate === undefined ? settings.ratelimits : withRate(settings.ratelimits, rate);
  const log: string[] = [];
  const { origin, store, close } = await startModule(
    await readFile(module, 'utf8'),
    {
      ...settings,
      ...(ratelimits && { ratelimits }),
      ...(newsArchive && { r2Buckets: [BUCKET] }),
      bindings: { ...settings.bindings, TERMINALS: 'on', ...vars },
      assets: { ...settings.assets, directory: assets },
    },
    (message) => log.push(message),
  );
  if (newsArchive !== undefined) await store(BUCKET, newsArchive);
  return { origin, takeLines: () => log.splice(0), close };
}

/** The binding of a news archive. */
const BUCKET = 'NEWS_ARCHIVE_FILES';

/** Rate limits that allow so many requests a minute. */
function withRate(ratelimits: Settings['ratelimits'], limit: number): Settings['ratelimits'] {
  return Object.fromEntries(
    Object.entries(ratelimits ?? {}).map(([name, rate]) => [name, { ...rate, simple: { ...rate.simple, limit } }]),
  );
}

/**
 * Takes the complete log. Lines arrive in order but late, so this sends a request and waits for its line.
 *
 * @param worker - a Worker whose `LOG` is on
 * @returns the lines since the last call, without that of the request
 */
export async function takeWholeLog(worker: RunningWorker): Promise<Record<string, unknown>[]> {
  await (await worker.fetch('/', { method: 'OPTIONS' })).text();
  const lines: Record<string, unknown>[] = [];
  const end = Date.now() + LOG_PATIENCE_MS;
  while (lines.at(-1)?.method !== 'OPTIONS') {
    if (Date.now() > end) throw new Error(`the log has no line for the last request: ${JSON.stringify(lines)}`);
    await setTimeout(5);
    lines.push(...worker.takeLog());
  }
  return lines.slice(0, -1);
}
