/** Problem details as the tests read them. */

import { expect } from 'vitest';
import { RequestError } from '../../worker/errors/request-error.ts';
import type { Problem } from '../../worker/http/problem.ts';

/** Reads a response as a problem, and checks its headers. */
export async function readProblem(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return response.json();
}

/** Matches the type of a problem: an absolute address of the Worker under test. */
export function problemType(name: string): unknown {
  return expect.stringMatching(new RegExp(`^https?://[^/]+/problems#${name}$`));
}

/** The first fault of a request that is refused, as one text: `invalid-body parameter-invalid owner: No token …`. */
export async function refusalOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, parameter, message } = error.faults[0] ?? {};
    return `${error.problem} ${code} ${parameter}: ${message}`;
  }
  return '';
}
