/** Problem details as the tests read them. */
import { expect } from 'vitest';
import type { Problem } from '../../worker/http/problem.ts';

/** Reads a response as a problem, and checks its headers. */
export async function readProblem(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return response.json();
}
