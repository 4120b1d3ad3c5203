/**
 * Guards the tests of a file, and fails the one that used what tests may not use. It also fails a file that leaves a
 * global replaced: the next one runs in the same process, and would wait for a clock that stands still.
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { guard, takeViolations } from './guard.ts';

guard();

/** Fails with all violations since the last call. */
export function failOnViolations(): void {
  const violations = takeViolations();
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

const FUNCTIONS = Symbol.for('waypost.tests.functions');

/** The functions among the globals, as they were before the first file of this process. */
function globalFunctions(): ReadonlyMap<string, unknown> {
  const known: unknown = Reflect.get(globalThis, FUNCTIONS);
  if (known instanceof Map) return known;
  const found = new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
      typeof value === 'function' ? [[name, value] as const] : [],
    ),
  );
  Reflect.set(globalThis, FUNCTIONS, found);
  return found;
}

/** Puts back the global functions that tests have replaced, and fails if there are any. */
export function failOnReplacedGlobals(): void {
  const replaced = [...globalFunctions()].filter(([name, value]) => Reflect.get(globalThis, name) !== value);
  for (const [name, value] of replaced) Reflect.set(globalThis, name, value);
  if (replaced.length > 0) {
    throw new Error(`This file, or the one before, left these replaced: ${replaced.map(([name]) => name).join(', ')}`);
  }
}

// Vitest restores spies once more before a file: one on a clock of a test brings that clock back.
beforeAll(failOnReplacedGlobals);
afterEach(failOnViolations);
afterAll(() => {
  failOnViolations();
  failOnReplacedGlobals();
});
