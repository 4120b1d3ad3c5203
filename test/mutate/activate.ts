/**
 * Selects the mutant of a process of tests, and of every program that it starts. Node loads this module first, because
 * `NODE_OPTIONS` names it. Code that runs in workerd is bundled, so the selection is the first line of each bundle.
 */
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { selection } from './selection.ts';

declare global {
  var __active: number;
  var __reached: ((id: number) => void) | undefined;
}

const { MUTANT = '-1', MUTANTS_REACHED } = process.env;
globalThis.__active = Number(MUTANT);

if (MUTANTS_REACHED !== undefined) recordInto(MUTANTS_REACHED);

/** Writes which mutants are reached in this process, and in the Workers whose log it reads. */
function recordInto(file: string): void {
  const reached = new Set<number>();
  globalThis.__reached = (id) => {
    if (!reached.has(id)) appendFileSync(file, `${id}\n`);
    reached.add(id);
  };
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text: string | Uint8Array, ...others: never[]): boolean => {
    recordLog(String(text));
    return write(text, ...others);
  };
}

function recordLog(text: string): void {
  for (const [, id] of text.matchAll(/MUTANT (\d+)/g)) globalThis.__reached?.(Number(id));
}

const required = createRequire(import.meta.url);

/** Replaces an export of a package, whose own exports are read-only. */
function replaceExport(name: string, replaced: (exports: Record<string, unknown>) => Record<string, unknown>): void {
  const exports = required(name);
  const module = required.cache[required.resolve(name)];
  if (module === undefined) throw new Error(`${name} is not a CommonJS module.`);
  module.exports = { ...exports, ...replaced(exports) };
}

replaceExport('esbuild', ({ build }) => ({
  build: (options: object) =>
    (build as (options: object) => unknown)({
      ...options,
      banner: { js: selection(Number(MUTANT), MUTANTS_REACHED !== undefined) },
    }),
}));

if (MUTANTS_REACHED !== undefined) {
  replaceExport('miniflare', ({ Miniflare }) => ({
    Miniflare: class extends (Miniflare as new (options: Record<string, unknown>) => object) {
      constructor(options: Record<string, unknown>) {
        const log = options.handleStructuredLogs as ((entry: { message: string }) => void) | undefined;
        super({
          ...options,
          handleStructuredLogs: (entry: { message: string }) => {
            recordLog(entry.message);
            log?.(entry);
          },
        });
      }
    },
  }));
}
