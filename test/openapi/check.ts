/**
 * `npm run openapi`: what programs of others make of the OpenAPI description. Redocly's linter must find nothing in it,
 * and clients with the types that openapi-typescript makes from it must compile: one by hand, and one of openapi-fetch,
 * without a cast. Neither uses the network.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeApi } from '../../worker/build/openapi/document.ts';

/** What this file uses of Redocly's linter. */
interface Linter {
  readonly createConfig: (config: object) => Promise<object>;
  readonly lintFromString: (options: object) => Promise<readonly LintProblem[]>;
}

interface LintProblem {
  readonly severity: string;
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What this file uses of openapi-typescript. */
interface Generator {
  readonly default: (description: object) => Promise<object>;
  readonly astToString: (tree: object) => string;
}

const folder = import.meta.dirname;
const root = join(folder, '../..');
/** Loads a package of .ci/openapi, which the type checker of the project does without. */
const required = createRequire(join(root, '.ci/openapi/package.json'));
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const description = JSON.stringify(describeApi(version), null, 2);

/** The rules of the linter, apart from those that do not apply. */
const RULES = {
  extends: ['recommended'],
  // Some pages answer every GET with 200.
  rules: { 'operation-4xx-response': 'off' },
};

/** A client that uses the types alone, and one that openapi-fetch makes of them. */
const CLIENTS = ['client.ts', 'fetch-client.ts'];

async function lint(): Promise<readonly string[]> {
  const linter: Linter = required('@redocly/openapi-core');
  const config = await linter.createConfig(RULES);
  const problems = await linter.lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

/** Compiles the clients with the types made from the description, and returns what the compiler says. */
async function compileClients(): Promise<readonly string[]> {
  const generator: Generator = required('openapi-typescript');
  const types = generator.astToString(await generator.default(JSON.parse(description)));
  const project = mkdtempSync(join(tmpdir(), 'waypost-client-'));
  try {
    writeFileSync(join(project, 'waypost.ts'), types);
    for (const client of CLIENTS) copyFileSync(join(folder, client), join(project, client));
    symlinkSync(join(root, '.ci/openapi/node_modules'), join(project, 'node_modules'));
    const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom'];
    options.push('--types', '', '--allowImportingTsExtensions', ...CLIENTS, 'waypost.ts');
    const compiler = join(root, 'node_modules/.bin/tsc');
    const { status, stdout } = spawnSync(compiler, options, { cwd: project, encoding: 'utf8' });
    return status === 0 ? [] : stdout.trim().split('\n');
  } finally {
    rmSync(project, { recursive: true });
  }
}

const checks = [
  ['the linter of Redocly', lint],
  ['clients of openapi-typescript and openapi-fetch', compileClients],
] as const;
for (const [name, check] of checks) {
  const faults = await check();
  console.log(faults.length === 0 ? `${name}: no fault` : `${name}:\n  ${faults.join('\n  ')}`);
  if (faults.length > 0) process.exitCode = 1;
}
