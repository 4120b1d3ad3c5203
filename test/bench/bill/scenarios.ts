/** Loads of short links, and what each of them uses: `simulation.js` runs them in workerd, in simulated time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startWorkerd } from '../../worker/workerd.ts';

/** What a scenario has used. */
export interface Usage {
  /** Follows, or links that were created. */
  readonly operations: number;
  /** Follows that no shard answered. */
  readonly hot: number;
  /** Clicks that are in the store in the end: one for each follow. */
  readonly stored: number;
  readonly objectRequests: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Statements that wrote rows. */
  readonly writes: number;
  readonly alarms: number;
  /** The time in which objects worked or waited for a timer, in milliseconds of this machine. */
  readonly busy: number;
}

/** What happens in a scenario. */
export interface Scenario {
  /** What a reader calls it. */
  readonly about: string;
  readonly kind: 'alias' | 'hot' | 'create';
  readonly links: number;
  /** Follows of each link a minute, in each isolate. */
  readonly perMinute: number;
  readonly minutes: number;
  readonly isolates: number;
  /** Whether follows come by chance (Poisson), or at equal distances. */
  readonly byChance: boolean;
}

const alias = { kind: 'alias', isolates: 1, byChance: true } as const;

export const scenarios = {
  created: {
    about: 'links created',
    kind: 'create',
    links: 100,
    perMinute: 0,
    minutes: 0,
    isolates: 0,
    byChance: false,
  },
  once: {
    ...alias,
    about: 'follows of aliases, each followed once',
    links: 100,
    perMinute: 2,
    minutes: 0.5,
    byChance: false,
  },
  steady: {
    ...alias,
    about: 'follows of one alias, every six seconds',
    links: 1,
    perMinute: 10,
    minutes: 30,
    byChance: false,
  },
  single: { ...alias, about: 'follows of one alias, ten a minute by chance', links: 1, perMinute: 10, minutes: 90 },
  several: {
    ...alias,
    about: 'follows of 20 aliases, ten a minute each by chance',
    links: 20,
    perMinute: 10,
    minutes: 6,
  },
  busy: { ...alias, about: 'follows of 20 aliases, one a second each by chance', links: 20, perMinute: 60, minutes: 2 },
  scattered: {
    ...alias,
    about: 'follows of one alias, ten a minute, from five data centers',
    links: 1,
    perMinute: 2,
    minutes: 60,
    isolates: 5,
  },
  hot: {
    about: 'follows of one hot hash slug, five a second',
    kind: 'hot',
    links: 1,
    perMinute: 300,
    minutes: 5,
    isolates: 1,
    byChance: true,
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof scenarios;

/** Runs all scenarios. The numbers but `busy` are the same in every run. */
export async function runScenarios(): Promise<Readonly<Record<ScenarioName, Usage>>> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bill-'));
  const path = join(folder, 'simulation.js');
  try {
    await build({
      entryPoints: [join(import.meta.dirname, 'simulation.js')],
      outfile: path,
      bundle: true,
      format: 'esm',
      external: ['cloudflare:workers'],
    });
    const workerd = await startWorkerd({ bill: { path, vars: {}, links: 'temporary' } });
    try {
      const address = `http://127.0.0.1:${workerd.ports.get('bill')}/`;
      const response = await fetch(address, { method: 'POST', body: JSON.stringify(scenarios) });
      if (!response.ok) throw new Error(`The simulation failed: ${await response.text()} ${workerd.errors.join('\n')}`);
      return await response.json();
    } finally {
      workerd.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
