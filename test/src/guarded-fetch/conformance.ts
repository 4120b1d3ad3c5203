/**
 * What `guardedFetch` does on every platform: requests as `fetch` sends them, answers, redirects, limits, and broken
 * servers. Each platform runs this suite with its own transport.
 */
import { testAnswers } from './answers.ts';
import { callsOf, type Platform } from './calls.ts';
import { testLimits } from './limits.ts';
import { testRedirects } from './redirects.ts';
import { testRequests } from './requests.ts';

/** Defines the tests of a platform. */
export function testGuardedFetch(platform: Platform): void {
  const calls = callsOf(platform);
  testRequests(calls);
  testAnswers(calls);
  testRedirects(calls);
  testLimits(calls);
}
