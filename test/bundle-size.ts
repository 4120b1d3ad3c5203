/**
 * The size of the Worker as the platform counts it: bundled, minified, then compressed. Also the size of
 * the library with the JSON API alone, for people who build a Worker from those, and the scripts of terminals.
 * `npm run bundle-size` prints them and fails above a limit.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { bundleWorker } from '../worker/build/bundle.ts';
import { bundleScript } from '../worker/build/page-bundle.ts';

/** KiB after gzip. */
const LIMITS = {
  'the Worker, with every gateway': { limit: 200, built: () => bundleWorker() },
  'library and JSON API': { limit: 66, built: jsonApi },
  'the script of a terminal, with xterm.js': { limit: 95, built: () => bundleScript('terminal/browser/terminal.ts') },
  'the script of a 3270 terminal': { limit: 15, built: () => bundleScript('terminal/browser/terminal-3270.ts') },
} as const;

/** The JSON API alone: its routes, and the modules that dispatch, reject and log requests, without settings. */
const MODULES = [
  ...['router', 'http/methods', 'problem', 'log'],
  ...['resolve', 'compare', 'schemes', 'health'].map((name) => `routes/${name}`),
];

async function jsonApi(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: MODULES.map((name) => `export * from './${name}.ts';`).join('\n'),
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

/** KiB by which the Worker grows with terminals: their pages, sessions, WebSockets and codecs. */
const TERMINALS_LIMIT = 6;
const TERMINALS =
  /worker\/(?:gateway|pages)\/terminal\/|worker\/net\/web-socket|src\/schemes\/terminal\/(?:greeting|rlogin|telnet|tn3270)/;

/** Puts nothing in the place of the modules of terminals. */
const withoutTerminals: Plugin = {
  name: 'without terminals',
  setup({ onLoad }) {
    onLoad({ filter: TERMINALS }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
  },
};

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

const terminals =
  (await kibibytes(bundleWorker())) -
  (await kibibytes(bundleWorker({ plugins: [withoutTerminals], logLevel: 'error' })));
const terminalsVerdict = terminals <= TERMINALS_LIMIT ? 'ok' : 'too large';
console.log(
  `terminals in the Worker: ${terminals.toFixed(1)} KiB gzip, limit ${TERMINALS_LIMIT} KiB: ${terminalsVerdict}`,
);
if (terminals > TERMINALS_LIMIT) process.exitCode = 1;
