/** Guards the tests of a file, and fails the one that used what tests may not use. */
import { afterAll, afterEach } from 'vitest';
import { guard, takeViolations } from './guard.ts';

guard();

/** Fails with all violations since the last call. */
export function failOnViolations(): void {
  const violations = takeViolations();
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

afterEach(failOnViolations);
afterAll(failOnViolations);
