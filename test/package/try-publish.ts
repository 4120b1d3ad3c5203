/**
 * Publishes the package in a registry on loopback with the command of a release, installs it from there into an empty
 * project, and tries what a user does first: the library, the command line, the Worker entry, and TypeScript 5.7 in a
 * CommonJS project. Provenance needs a CI service that npm trusts, so it is off here.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageHome } from '../../worker/build/package/home.ts';
import { output, root } from './published.ts';
import { startRegistry } from './registry.ts';

const run = promisify(execFile);

/** A release names the repository. */
const REPOSITORY = 'git+https://forge.example/you/waypost.git';

const LIBRARY = `
  import { canonicalize } from 'waypost';
  import { createGateway } from 'waypost/worker';
  import { assets } from 'waypost/worker/assets';
  const { fetch } = createGateway({ ASSETS: assets, BASE_PATH: '/x' });
  const { status } = await fetch(new Request('https://me.example/x/v1/resolve?url=go:a'), {}, { waitUntil() {} });
  console.log(canonicalize('GOPHER://h:70/1'), status);
`;

/** `import()` is how CommonJS loads ES modules before TypeScript 5.8. */
const COMMON = `
  async function canonicalOf(url: string): Promise<string> {
    const { canonicalize } = await import('waypost/canonical');
    return canonicalize(url);
  }
  export = canonicalOf;
`;

const folder = mkdtempSync(join(tmpdir(), 'waypost-publish-'));
const registry = await startRegistry();
try {
  const dist = join(folder, 'dist');
  output(process.execPath, [join(root, 'worker/build/package/build.ts'), dist], root);
  // As `npm pkg set repository` before the build.
  const {
    private: _private,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
  writeFileSync(join(dist, 'package.json'), JSON.stringify({ ...manifest, ...packageHome(REPOSITORY) }));
  const { host } = new URL(registry.origin);
  const settings = `registry=${registry.origin}/\n//${host}/:_authToken=local\naudit=false\nfund=false\nupdate-notifier=false\n`;
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  for (const place of [folder, consumer]) {
    writeFileSync(join(place, '.npmrc'), settings);
    writeFileSync(join(place, 'package.json'), '{ "private": true }');
  }
  await run('npm', ['publish', './dist', '--provenance=false'], { cwd: folder });
  console.log(`published: ${registry.published.join(' ')}`);
  await run('npm', ['install', manifest.name], { cwd: consumer });
  await tried(
    'the library and the Worker entry',
    process.execPath,
    ['--input-type=module', '-e', LIBRARY],
    'gopher://h/ 200\n',
  );
  await tried('the command', 'npx', ['--no-install', 'waypost', 'canonicalize', 'GOPHER://h:70/1'], 'gopher://h/\n');
  await tryTypeScript(consumer);

  async function tried(about: string, program: string, args: readonly string[], wanted: string): Promise<void> {
    const { stdout } = await run(program, args, { cwd: consumer });
    const isRight = stdout === wanted;
    console.log(`${about}: ${isRight ? 'ok' : `printed ${stdout}`}`);
    if (!isRight) process.exitCode = 1;
  }
} finally {
  await registry.close();
  rmSync(folder, { recursive: true });
}

/** Checks a CommonJS module with TypeScript 5.7, which is installed for this trial alone. */
async function tryTypeScript(consumer: string): Promise<void> {
  const place = join(folder, 'compiler');
  mkdirSync(place);
  try {
    // From the registry of the user, not from that of the trial.
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', place, 'typescript@~5.7.0'], { cwd: root });
  } catch {
    console.log('CommonJS with TypeScript 5.7: SKIPPED, npm cannot install it');
    return;
  }
  const compiler = join(place, 'node_modules/typescript/bin/tsc');
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFileSync(join(consumer, 'common.cts'), COMMON);
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['common.cts'] }));
  try {
    const { stdout } = await run(process.execPath, [compiler, '--version']);
    await run(process.execPath, [compiler, '-p', '.'], { cwd: consumer });
    console.log(`CommonJS with TypeScript ${stdout.trim()}: ok`);
  } catch (error) {
    console.log(`CommonJS with TypeScript 5.7: ${error instanceof Error && 'stdout' in error ? error.stdout : error}`);
    process.exitCode = 1;
  }
}
