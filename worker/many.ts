/**
 * What the routes share that take many things in one body: an array, or lines of JSON.
 */
import type { Exchange } from './exchange.ts';
import { fault, type ProblemName, RequestError } from './problem.ts';

export const LINES_TYPE = 'application/x-ndjson';

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
export function trackStream({ notes, streaming }: Exchange, done: Promise<void>): void {
  streaming.push(
    done.catch(() => {
      notes.torn = true;
    }),
  );
}
