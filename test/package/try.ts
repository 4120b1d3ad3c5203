/**
 * `npm run try-package`: the packed package in runtimes and bundlers of others, from `.ci/package`. Each does the same,
 * and must print the same. What this machine cannot run is named, and is not a failure. `npm run try-package -- sizes`
 * does nothing but write the table of sizes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runExample, testServers } from './protocol-examples.ts';
import { output, type Published, publish, root } from './published.ts';
import { ROUTER_RESULTS, ROUTER_TEST } from './router.ts';
import { type Bundle, faultsOfSizes, measure, withEsbuild, writeSizes } from './sizes.ts';
import { faultOfAnswers } from './webhook-answers.ts';
import { type ClientRuntime, clientsOf, tryWebhookClients } from './webhook-clients.ts';

const programs = join(root, '.ci/package/node_modules');

/** What a program of a user does, without anything of Node. */
const SAMPLE = `
  import { canonicalize, createWaypost, explain, safeCanonicalize, sentenceOf } from 'waypost';
  import { canonicalize as small, safeResolve } from 'waypost/canonical';
  import { gopher } from 'waypost/schemes/gopher';
  import { surtOf } from 'waypost/surt';
  import { checkUrl } from 'waypost/webhooks';
  const { canonicalize: only } = createWaypost([gopher]);
  console.log(JSON.stringify([
    canonicalize('GOPHER://B\\u00fccher.example:70/1'),
    sentenceOf(explain('ftp://h.example/a;type=i')),
    only('gopher://h'),
    small('GOPHER://B\\u00fccher.example:70/1'),
    safeResolve('b', 'a').error.code,
    safeCanonicalize('x').ok,
    surtOf('http://www.h.example/A'),
    checkUrl('https://127.1/').valid,
  ]));
`;

const EXPECTED = JSON.stringify([
  'gopher://xn--bcher-kva.example/',
  'The file “a” on the FTP server h.example, as binary.',
  'gopher://h/',
  'gopher://xn--bcher-kva.example/',
  'base-invalid',
  false,
  'example,h)/a',
  false,
]);

/** The guard of connections, in the runtimes that have the sockets of Node. */
const GUARD = `
  import { guardedLookup } from 'waypost/webhooks/node';
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  guardedLookup({ resolve })('rebinding.example.com', {}, (error) => console.log(error.code));
`;

interface Attempt {
  readonly name: string;
  /** The program; it is tried only where this exists. */
  readonly program: string;
  /** Runs a module in the folder with the package, and returns what it prints. */
  readonly run: (folder: string, module: string) => string;
  /** The command of a runtime that has the sockets of Node; `null` = it is a bundler. */
  readonly runtime: readonly [program: string, ...args: readonly string[]] | null;
}

const runtime = (name: string, program: string, ...args: readonly string[]): Attempt => ({
  name,
  program,
  run: (folder, module) => output(program, [...args, module], folder),
  runtime: [program, ...args],
});

/** A bundler: a script for Node that bundles `sample.js` into `bundle.js`. */
const bundler = (name: string, script: string): Attempt => ({
  name,
  program: join(programs, name),
  run: (folder, module) => {
    writeFileSync(join(folder, 'bundler.js'), script);
    output(process.execPath, ['bundler.js', join(programs, name), join(folder, module)], folder);
    return output(process.execPath, ['bundle.mjs'], folder);
  },
  runtime: null,
});

const LOAD = `
  import { createRequire } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const [, , program, entry] = process.argv;
  const load = (name) => import(pathToFileURL(createRequire(program + '/package.json').resolve(name)));
`;

const attempts: readonly Attempt[] = [
  runtime(`Node ${process.versions.node}`, process.execPath),
  runtime('Node 20', join(programs, 'node-20/bin/node')),
  runtime('Node 24', join(programs, 'node-24/bin/node')),
  runtime('Bun', join(programs, '@oven/bun-linux-x64/bin/bun')),
  runtime('Deno', join(programs, '@deno/linux-x64-glibc/deno'), 'run', '--no-lock', '--node-modules-dir=manual', '-A'),
  bundler(
    'vite',
    `${LOAD}
    const { build } = await load('vite');
    await build({
      configFile: false, logLevel: 'error',
      build: { lib: { entry, formats: ['es'], fileName: () => 'bundle.mjs' }, outDir: '.', emptyOutDir: false },
    });`,
  ),
  bundler(
    'webpack',
    `${LOAD}
    const { default: webpack } = await load('webpack');
    const stats = await new Promise((resolve, reject) => webpack({
      mode: 'production', entry, output: { path: process.cwd(), filename: 'bundle.mjs' },
    }, (error, stats) => (error ? reject(error) : resolve(stats))));
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());`,
  ),
];

/** Tries one program; returns what is wrong, `null` = nothing. */
async function faultOf({ run, runtime }: Attempt, { consumer }: Published): Promise<string | null> {
  try {
    const printed = run(consumer, 'sample.js').trim();
    if (printed !== EXPECTED) return `it prints ${printed}`;
    if (runtime === null) return null;
    const refusal = run(consumer, 'guard.js').trim();
    if (refusal !== 'EGRESS_DENIED') return `the guard says ${refusal}`;
    const router = JSON.parse(run(consumer, 'router.js'));
    if (!isDeepStrictEqual(router, ROUTER_RESULTS)) return `the test of a router prints ${JSON.stringify(router)}`;
    return await faultOfClients(runtime, consumer);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs the programs of docs/protocols.md, each with its test server. */
async function faultOfClients(command: NonNullable<Attempt['runtime']>, consumer: string): Promise<string | null> {
  for (const [name, [start, expected]] of Object.entries(testServers)) {
    const server = await start();
    try {
      const printed = await runExample(name, server.port, consumer, command);
      if (!expected.test(printed)) return `the client of ${name} prints ${printed}`;
    } finally {
      await server.close();
    }
  }
  return null;
}

/** Scripts for Node that bundle a module for browsers, minified. */
const VITE_FOR_BROWSERS = `${LOAD}
  const { build } = await load('vite');
  await build({
    configFile: false, logLevel: 'error',
    build: {
      outDir: '.', emptyOutDir: false, modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, output: { entryFileNames: 'bundle.mjs' } },
    },
  });`;
const WEBPACK_FOR_BROWSERS = `${LOAD}
  const { default: webpack } = await load('webpack');
  const stats = await new Promise((resolve, reject) => webpack({
    mode: 'production', performance: false, entry, output: { path: process.cwd(), filename: 'bundle.mjs' },
  }, (error, stats) => (error ? reject(error) : resolve(stats))));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());`;

/** The bundlers whose bundles are measured, by their names in the table. */
const measured: readonly (readonly [name: string, bundle: Bundle])[] = [
  ['esbuild', withEsbuild],
  ['Vite', bundleWith('vite', VITE_FOR_BROWSERS)],
  ['webpack', bundleWith('webpack', WEBPACK_FOR_BROWSERS)],
];

function bundleWith(program: string, script: string): Bundle {
  return (folder, code) => {
    writeFileSync(join(folder, 'sized.js'), code);
    writeFileSync(join(folder, 'bundler.js'), script);
    output(process.execPath, ['bundler.js', join(programs, program), join(folder, 'sized.js')], folder);
    return readFileSync(join(folder, 'bundle.mjs'), 'utf8');
  };
}

const published = publish();
writeFileSync(join(published.consumer, 'sample.js'), SAMPLE);
writeFileSync(join(published.consumer, 'guard.js'), GUARD);
writeFileSync(join(published.consumer, 'router.js'), ROUTER_TEST);
/** `npm run try-package -- webhooks` tries the clients of docs/webhooks.md only. */
const isShort = process.argv.includes('webhooks');
if (process.argv.includes('sizes')) {
  const columns = new Map<string, readonly number[]>();
  for (const [name, bundle] of measured) columns.set(name, await measure(published.consumer, bundle));
  writeSizes(columns);
  published.remove();
  process.exit();
}
for (const [name, bundle] of isShort ? [] : measured) {
  const faults = faultsOfSizes(name, await measure(published.consumer, bundle));
  console.log(`sizes with ${name}: ${faults.join('; ') || 'ok'}`);
  if (faults.length > 0) process.exitCode = 1;
}
for (const attempt of isShort ? [] : attempts) {
  const { name, program } = attempt;
  if (!existsSync(program)) {
    console.log(`${name}: SKIPPED, there is no ${program}`);
    continue;
  }
  const fault = await faultOf(attempt, published);
  console.log(`${name}: ${fault ?? 'ok'}`);
  if (fault !== null) process.exitCode = 1;
}
const runtimes = attempts.flatMap(({ name, program, runtime }): ClientRuntime[] => {
  if (runtime === null || !existsSync(program)) return [];
  return [{ name, command: runtime, clients: clientsOf(name) }];
});
for (const { name, command } of runtimes) {
  const fault = await faultOfAnswers(published, command);
  console.log(`guardedFetch in ${name}: ${fault ?? 'ok'}`);
  if (fault !== null) process.exitCode = 1;
}
if (!(await tryWebhookClients(published, runtimes))) process.exitCode = 1;
published.remove();
