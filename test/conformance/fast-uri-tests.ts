/**
 * The rows of fast-uri's own tests, which its package carries: each test runs with a `tape` that notes what it expects
 * of a call, and nothing is copied.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import fastUri from 'fast-uri';
import type { Row } from './rows.ts';

const FOLDER = join(import.meta.dirname, '../../node_modules/fast-uri/test');

type Call = Pick<Row, 'op' | 'input' | 'base' | 'other'> & { readonly result: unknown };

/** Every call of `normalize`, `resolve` and `equal` whose result a test states. */
export function fastUriRows(): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const name of readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.js'))
    .sort()) {
    for (const row of rowsOf(name)) rows.set(JSON.stringify([row.op, row.input, row.base, row.other]), row);
  }
  return [...rows.values()];
}

function rowsOf(name: string): readonly Row[] {
  const rows: Row[] = [];
  let last: Call | null = null;
  const noted = <Result>(call: Omit<Call, 'result'>, result: Result, options?: object): Result => {
    // Options change what a call means, and objects are not URLs.
    const texts = [call.input, call.base ?? '', call.other ?? ''].every((text) => typeof text === 'string');
    last = texts && options === undefined ? { ...call, result } : null;
    return result;
  };
  const instrumented = {
    ...fastUri,
    normalize: (url: string) => noted({ op: 'normalize', input: url }, fastUri.normalize(url)),
    resolve: (base: string, reference: string, options?: object) =>
      noted({ op: 'resolve', input: reference, base }, fastUri.resolve(base, reference, options), options),
    equal: (a: string, b: string) => noted({ op: 'equal', input: a, other: b }, fastUri.equal(a, b)),
  };
  const expectEqual = (actual: unknown, expected: unknown): void => {
    if (last !== null && last.result === actual && (typeof expected === 'string' || typeof expected === 'boolean')) {
      const { result, ...call } = last;
      // What it refuses comes back as it was.
      const isRefused = call.op === 'normalize' && fastUri.parse(call.input).error !== undefined;
      rows.push({ suite: 'fast-uri', ...call, expect: isRefused ? null : expected, note: basename(name, '.test.js') });
    }
    last = null;
  };
  run(name, instrumented, expectEqual);
  return rows;
}

/** Runs a file of tests. A test that needs more of tape than this has stops there. */
function run(name: string, library: object, expectEqual: (actual: unknown, expected: unknown) => void): void {
  const file = join(FOLDER, name);
  const require = createRequire(file);
  const assertions = new Proxy(
    { equal: expectEqual, is: expectEqual, strictEqual: expectEqual, same: expectEqual, deepEqual: expectEqual },
    { get: (target, method) => Reflect.get(target, method) ?? (() => undefined) },
  );
  const tape = Object.assign(
    (...parameters: readonly unknown[]): void => {
      const body = parameters.at(-1);
      const skipped = parameters.some(
        (one) => typeof one === 'object' && one !== null && Reflect.get(one, 'skip') === true,
      );
      if (typeof body !== 'function' || skipped) return;
      try {
        body({ ...assertions, test: tape, end: () => undefined, ok: () => undefined, throws: () => undefined });
      } catch {
        // It needs what this tape does not have.
      }
    },
    { skip: () => undefined },
  );
  const fakes: Readonly<Record<string, unknown>> = {
    tape,
    '..': library,
    '../': library,
    '../index': library,
    '../index.js': library,
  };
  const load = (id: string): unknown => fakes[id] ?? (id.startsWith('.') ? require(id) : {});
  try {
    new Function('require', 'module', 'exports', '__dirname', readFileSync(file, 'utf8'))(
      load,
      { exports: {} },
      {},
      FOLDER,
    );
  } catch {
    // A file that needs another package has no rows.
  }
}
