/**
 * The sizes of bundles, minified and compressed: the Worker; the library with the JSON API alone, for people who build
 * a Worker from those; the scripts of terminals; and each entry of the package. Also the processor time that the Worker
 * needs to start. `npm run bundle-size` prints them and fails above a limit.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { definitions } from '../src/schemes/registry.ts';
import { bundleWorker } from '../worker/build/bundle.ts';
import { ENTRIES } from '../worker/build/package/entries.ts';
import { bundleScript } from '../worker/build/page-bundle.ts';
import { measureStartUps, type StartUp } from './bench/startup.ts';

/**
 * KiB after gzip. That of the Worker is an alarm: the platform takes 64 MiB before compression, so a clear line is
 * worth more than its octets, but a library that came in by mistake shows.
 */
const LIMITS = {
  'the Worker, with every gateway': { limit: 418, built: async () => (await bundleWorker()).code },
  'library and JSON API': { limit: 105, built: jsonApi },
  'canonicalize, equivalent and resolve of waypost/canonical': {
    limit: 23.5,
    built: () => bundleOf("export { canonicalize, equivalent, resolve } from './src/canonical.ts';"),
  },
  'the script of a terminal, with xterm.js': {
    limit: 101,
    built: () => bundleScript('pages/terminal/browser/terminal.ts'),
  },
  'the script of a 3270 terminal': {
    limit: 17.5,
    built: () => bundleScript('pages/terminal/browser/terminal-3270.ts'),
  },
} as const;

/** How often each Worker is started. */
const ROUNDS = 9;

/** How many times the processor time of a constant Worker ours may take to start. The goal is 5; it takes 5.2. */
const MOST_TIMES = 5.5;

/** The JSON API alone: its routes, and the modules that dispatch, reject and log requests, without settings. */
const MODULES = `
export * from './router.ts';
export * from './http/methods.ts';
export * from './http/problem.ts';
export * from './log.ts';
export { compare, relativize } from './routes/compare.ts';
export { resolve, schemes } from './routes/resolve.ts';
export { health } from './routes/service.ts';
`;

async function jsonApi(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: MODULES,
      resolveDir: join(import.meta.dirname, '../worker'),
    },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    external: ['cloudflare:*'],
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** An entry with all of its exports, as a bundler of others builds it. */
function entryOf(module: string): Promise<string> {
  return bundleOf(`export * from './${module}';`);
}

async function bundleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '..') },
    ...{ bundle: true, format: 'esm', minify: true, write: false, legalComments: 'none' },
  });
  return outputFiles.map(({ text }) => text).join('');
}

async function kibibytes(built: string | Promise<string>): Promise<number> {
  return gzipSync(await built, { level: 9 }).length / 1024;
}

for (const [name, { limit, built }] of Object.entries(LIMITS)) {
  const code = await built();
  const size = await kibibytes(code);
  const verdict = size <= limit ? 'ok' : 'too large';
  const minified = (Buffer.byteLength(code) / 1024).toFixed(1);
  console.log(`${name}: ${size.toFixed(1)} KiB gzip (${minified} KiB minified), limit ${limit} KiB: ${verdict}`);
  if (size > limit) process.exitCode = 1;
}

const modules = ENTRIES.flatMap(([entry, path]) =>
  path.startsWith('src/') ? [[`waypost${entry.slice(1)}`, `${path}.ts`] as const] : [],
);
for (const [name, module] of modules) {
  console.log(`${name}, with all exports: ${(await kibibytes(entryOf(module))).toFixed(1)} KiB gzip`);
}
for (const { name, kind } of definitions) {
  const code = bundleOf(`import { createWaypost } from './src/waypost.ts';
    import { ${name} } from './src/schemes/${kind}/definition.ts';
    export const { canonicalize } = createWaypost([${name}]);`);
  console.log(`createWaypost([${name}]): ${(await kibibytes(code)).toFixed(1)} KiB gzip`);
}

// The platform gives a Worker one second of the processor to start.
const { waypost, constant, difference } = await measureStartUps(ROUNDS);
const milliseconds = ({ processor }: StartUp) => `${Math.round(processor)} ms`;
console.log(
  `start-up of workerd, processor time, medians of ${ROUNDS}: ${milliseconds(waypost)} with the Worker, ` +
    `${milliseconds(constant)} with a constant one, ${milliseconds(difference)} more`,
);
const times = waypost.processor / constant.processor;
console.log(`that is ${times.toFixed(1)} times, limit ${MOST_TIMES}: ${times <= MOST_TIMES ? 'ok' : 'too slow'}`);
if (times > MOST_TIMES) process.exitCode = 1;
