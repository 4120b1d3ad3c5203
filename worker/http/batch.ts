/**
 * What the routes share that take many things in one body: an array, or lines of JSON.
 */

import { fault, type ProblemName, RequestError } from '../problem.ts';
import type { RequestContext } from './request-context.ts';

export const LINES_TYPE = 'application/x-ndjson';

/** Items in a JSON array; lines have no such limit. */
export const MOST_ITEMS = 1000;
/** Octets of a JSON array. */
export const LARGEST_ARRAY = 4 * 1024 * 1024;

/**
 * Sees to it that an array has not too many items.
 *
 * @throws RequestError 413
 */
export function checkCount(items: readonly unknown[]): void {
  if (items.length <= MOST_ITEMS) return;
  const message = `The array may have ${MOST_ITEMS} URLs at most, and has ${items.length}.`;
  throw new RequestError('body-too-large', [fault('too-many-items', message)]);
}

/**
 * Reads JSON.
 *
 * @throws RequestError of that kind and message where it is none
 */
export function parseJson(text: string, problem: ProblemName, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError(problem, [fault('json-syntax', message)]);
  }
}

/** Keeps the Worker alive until a streamed answer is out, and notes for the log if it was torn. */
export function trackStream({ notes, streaming }: RequestContext, done: Promise<void>): void {
  streaming.push(
    done.catch(() => {
      notes.aborted = true;
    }),
  );
}
