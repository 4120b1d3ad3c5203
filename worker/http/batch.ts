/**
 * Batches: bodies with many items, as a JSON array or as lines of JSON (NDJSON). Each item has its own answer. A
 * problem with one item does not affect the others.
 */
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';
import { parseJson, readJson } from './body.ts';
import { answerLines, type Line } from './ndjson.ts';
import type { RequestContext } from './request-context.ts';
import { answerOnce, JSON_TYPE } from './response.ts';

export const LINES_TYPE = 'application/x-ndjson';

/** The most items of a JSON array. Lines have no such limit. */
export const MOST_ITEMS = 1000;
/** The most octets of a JSON array. */
export const LARGEST_ARRAY = 4 * 1024 * 1024;

/** One item of a batch: its JSON value, or why its line cannot be read. */
export type Item = { readonly value: unknown } | { readonly error: RequestError };

/** Answers a group of items, in their order. It does not throw for a fault of an item. */
export type AnswerGroup = (items: readonly Item[]) => readonly unknown[] | Promise<readonly unknown[]>;

/**
 * The JSON value of an item.
 *
 * @throws RequestError 400 if its line cannot be read
 */
export function jsonOf(item: Item): unknown {
  if ('error' in item) throw item.error;
  return item.value;
}

/** The result of an attempt, or the problem that it throws. */
export function orProblem<Result>(attempt: () => Result): Result | Problem {
  try {
    return attempt();
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * Answers a batch: an array with an array, lines with lines as they come in.
 *
 * @param type - the media type of the body
 * @param answerSingle - answers a JSON body that is not an array; absent = such a body is refused
 * @throws RequestError 400 for a body that is not JSON, 413 for a body or an array that is too large
 */
export async function answerBatch(
  context: RequestContext,
  type: typeof JSON_TYPE | typeof LINES_TYPE,
  answerGroup: AnswerGroup,
  answerSingle: (value: unknown) => unknown = refuseSingle,
): Promise<Response> {
  if (type === LINES_TYPE) return answerStream(context, answerGroup);
  const body = await readJson(context.request, LARGEST_ARRAY);
  const isArray = Array.isArray(body);
  if (isArray) checkCount(body);
  context.notes.urls = isArray ? body.length : 1;
  const answer = await (isArray ? answerGroup(body.map((value: unknown) => ({ value }))) : answerSingle(body));
  return answerOnce(JSON_TYPE, `${JSON.stringify(answer)}\n`);
}

function refuseSingle(): never {
  throw new RequestError('invalid-body', [fault('body-shape', 'The body must be a JSON array of URLs.')]);
}

/** Answers lines with lines, as they come in. */
export function answerStream(context: RequestContext, answerGroup: AnswerGroup): Response {
  const { request, notes } = context;
  if (request.body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerLines(request.body, async (lines) => {
    notes.urls += lines.length;
    const group = await answerGroup(lines.map(itemOf));
    return group.map((answer) => JSON.stringify(answer));
  });
  trackStream(context, done);
  return answerOnce(LINES_TYPE, answers);
}

function itemOf(line: Line): Item {
  if (typeof line !== 'string') return { error: line };
  try {
    return { value: parseJson(line, 'invalid-item') };
  } catch (error) {
    if (error instanceof RequestError) return { error };
    throw error;
  }
}

/**
 * Checks that an array does not have too many items.
 *
 * @throws RequestError 413
 */
export function checkCount(items: readonly unknown[]): void {
  if (items.length <= MOST_ITEMS) return;
  const message = `The array may have ${MOST_ITEMS} URLs at most, and has ${items.length}.`;
  throw new RequestError('body-too-large', [fault('too-many-items', message)]);
}

/** Keeps the Worker alive until a streamed answer is complete, and records for the log whether it was aborted. */
export function trackStream({ notes, streaming }: RequestContext, done: Promise<void>): void {
  streaming.push(
    done.catch(() => {
      notes.aborted = true;
    }),
  );
}
