/** The hosts that each runtime reads, what this runtime makes of them, and the code that another runtime runs. */
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { runs } from '../../fast-check.ts';
import { anyHost } from './hosts.ts';
import { manyNames, rows } from './names.ts';
import { digestOfTables, type HostResult, readHosts } from './read-hosts.ts';

const count = Math.max(runs().numRuns, 2000);

/** The hosts of the rows, and generated ones: 2,000 names and 2,000 hosts, or 100,000 of each with `npm run idna`. */
export const hosts: readonly string[] = [
  ...rows.map(([name]) => name),
  ...manyNames(count),
  ...new Set(fc.sample(anyHost, count)),
].filter((host) => host.isWellFormed());

/** The results of this runtime. */
export const results: readonly HostResult[] = await readHosts(hosts);

/** The digest of the tables in this runtime, whose tables `tables.test.ts` compares with the data of Unicode. */
export const digest: string = await digestOfTables();

/** A script that defines the global functions `readHosts` and `digestOfTables`. */
export async function bundledReadHosts(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as functions from './read-hosts.ts'; Object.assign(globalThis, functions);`,
      resolveDir: join(import.meta.dirname),
    },
    ...{ bundle: true, write: false, format: 'iife', target: 'es2022' },
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** The hosts with other results than here, each with both results. */
export function differences(
  others: readonly HostResult[],
): { readonly host: string; readonly here: HostResult | undefined; readonly there: HostResult | undefined }[] {
  return hosts.flatMap((host, index) => {
    const [here, there] = [results[index], others[index]];
    return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ host, here, there }];
  });
}
