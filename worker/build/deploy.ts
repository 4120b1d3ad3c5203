/**
 * `npm run deploy`: prints what a deployment creates, and has wrangler deploy it. The arguments are those of `wrangler
 * deploy`: `npm run deploy -- --dry-run` uploads nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { experimental_readRawConfig } from 'wrangler';
import { faultsOf, merged, planOf, type Table } from './deployment.ts';

const root = join(import.meta.dirname, '../..');
const base = join(root, 'wrangler.toml');
const own = join(root, 'wrangler.local.toml');
/** The exit status for a wrong setting, as of `EX_USAGE` in sysexits.h. */
const EXIT_USAGE = 64;
/** Paths in a configuration are relative to its folder, so both together are in the same one. */
const both = join(root, 'wrangler.deploy.json');

const readTable = (config: string): Table => ({ ...experimental_readRawConfig({ config }).rawConfig });

const configuration = existsSync(own) ? merged(readTable(base), readOwn()) : readTable(base);
const faults = faultsOf(configuration);
if (faults.length > 0) refuseSettings(faults);
console.log(`${planOf(configuration).join('\n')}\n`);

function readOwn(): Table {
  try {
    return readTable(own);
  } catch (error) {
    return refuseSettings([error instanceof Error ? error.message : String(error)]);
  }
}

/** Ends the program, because something is wrong with the settings. */
function refuseSettings(faults: readonly string[]): never {
  console.error(`wrangler.local.toml is wrong. Nothing was deployed.\n${faults.join('\n')}`);
  process.exit(EXIT_USAGE);
}

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
try {
  writeFileSync(both, `${JSON.stringify(configuration, null, 2)}\n`);
  const args = [wrangler, 'deploy', '--config', both, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [code]: (number | null)[] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  rmSync(both, { force: true });
}
