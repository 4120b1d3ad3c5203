/**
 * Measuring processes as JavaScript, which is what users of the package run. Node strips types with WebAssembly, and
 * once the memory of that has grown, V8 asks at every access to an octet whether its buffer is still there: the octet
 * pass takes 1.25 × the time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
/** Within node_modules, so that the packages of the other candidates are found. */
const FOLDER = join(ROOT, 'node_modules/.cache/waypost-bench');

const compiled = new Map<string, string>();

/** Starts a program of this folder. */
export function forkCompiled(program: string, args: readonly string[]): ChildProcess {
  const file = compiled.get(program) ?? compile(program);
  compiled.set(program, file);
  return fork(file, args);
}

function compile(program: string): string {
  const outfile = join(FOLDER, basename(program).replace(/\.ts$/, '.mjs'));
  buildSync({
    entryPoints: [join(import.meta.dirname, program)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    outfile,
  });
  return outfile;
}
