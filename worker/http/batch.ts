/**
 * Batches: bodies with many items, as a JSON array or as lines of JSON (NDJSON). Each item has its own answer. A
 * problem with one item does not affect the others.
 */
import { jsonText } from '../../src/octets/controls.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { limits } from '../settings/limits.ts';
import type { Addressed } from './address.ts';
import { parseJson, readJson } from './body.ts';
import { answerLines, LINES_TOGETHER, type NdjsonLine } from './ndjson.ts';
import { type Problem, problemOf } from './problem.ts';
import type { RequestContext } from './request-context.ts';
import { answerJson, JSON_TYPE } from './response.ts';
import { answerText } from './text-writer.ts';

export const LINES_TYPE = 'application/x-ndjson';

const AS_LINES = `Send a longer list as lines (${LINES_TYPE}), which have no limit.`;

/** The characters of items after which a group ends. */
const GROUP_SIZE = 64 * 1024;

/** One item of a batch: its JSON value, or why its line cannot be read. */
export type Item = { readonly value: unknown } | { readonly error: RequestError };

/** Answers a group of items, in their order. It does not throw for a fault of an item. */
export type AnswerGroup = (items: readonly Item[]) => readonly unknown[] | Promise<readonly unknown[]>;

/** @throws RequestError 400 if the line of an item cannot be read */
export function itemJson(item: Item): unknown {
  if ('error' in item) throw item.error;
  return item.value;
}

/** Answers the items of a group at the same time. A fault of one is its answer alone. */
export function answerEach(context: Addressed, answer: (value: unknown) => Promise<unknown>): AnswerGroup {
  return (items) =>
    Promise.all(
      items.map(async (item) => {
        try {
          return await answer(itemJson(item));
        } catch (error) {
          return problemOf(error, context);
        }
      }),
    );
}

/** The result of an attempt, or the problem that it throws. */
export function orProblem<Result>(context: Addressed, attempt: () => Result): Result | Problem {
  try {
    return attempt();
  } catch (error) {
    return problemOf(error, context);
  }
}

/**
 * Answers a batch: an array with an array, lines with lines as they come in.
 *
 * @param answerSingle - answers a JSON body that is not an array
 * @param groupItems - the most items that are answered, and sent, together
 * @throws RequestError 400 for a body that is not JSON, 413 for a body or an array that is too large
 */
export async function answerBatch(
  context: RequestContext,
  type: typeof JSON_TYPE | typeof LINES_TYPE,
  answerGroup: AnswerGroup,
  answerSingle: (value: unknown) => unknown,
  groupItems = LINES_TOGETHER,
): Promise<Response> {
  if (type === LINES_TYPE) return answerStream(context, answerGroup, jsonItems, groupItems);
  const body = await readJson(context.request, limits.array, AS_LINES);
  if (Array.isArray(body)) {
    checkCount(body, AS_LINES);
    return answerArray(context, body, answerGroup, groupItems);
  }
  context.notes.urls = 1;
  return answerJson(await answerSingle(body));
}

/** Answers an array with an array, as fast as the client takes it. */
export function answerArray(
  context: RequestContext,
  values: readonly unknown[],
  answerGroup: AnswerGroup,
  groupItems = LINES_TOGETHER,
): Response {
  context.notes.urls = values.length;
  return answerText(context, JSON_TYPE, async (text) => {
    for await (const piece of jsonArray(values, context, answerGroup, groupItems)) await text.write(piece);
  });
}

/**
 * The JSON array of the answers to an array, in pieces. Answers can be many times as long as their items, so a group is
 * answered only when the pieces before it have been taken.
 */
export async function* jsonArray(
  values: readonly unknown[],
  context: Addressed,
  answerGroup: AnswerGroup,
  groupItems = LINES_TOGETHER,
): AsyncGenerator<string> {
  let separator = '[';
  for (const group of groupsOf(values, groupItems)) {
    for (const answer of await answersOf(group, context, answerGroup)) {
      yield separator + jsonText(answer);
      separator = ',';
    }
  }
  yield separator === '[' ? '[]\n' : ']\n';
}

/** The answers of a group. The answer has begun, so a failure of the whole group becomes the answer to each item. */
async function answersOf(
  items: readonly Item[],
  context: Addressed,
  answerGroup: AnswerGroup,
): Promise<readonly unknown[]> {
  try {
    return await answerGroup(items);
  } catch (error) {
    const problem = problemOf(error, context);
    return items.map(() => problem);
  }
}

/** Groups that are short enough to be in memory with their answers. */
function* groupsOf(values: readonly unknown[], groupItems: number): Generator<readonly Item[]> {
  let group: Item[] = [];
  let size = 0;
  for (const value of values) {
    group.push({ value });
    size += typeof value === 'string' ? value.length : JSON.stringify(value).length;
    if (group.length < groupItems && size < GROUP_SIZE) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

/** Reads items from lines. */
export interface ItemReader {
  /** The items that these lines complete. */
  readonly read: (lines: readonly NdjsonLine[]) => readonly Item[];
  /** The items that are left after the last line. */
  readonly end: () => readonly Item[];
}

/** Each line is a value of JSON. */
const jsonItems: ItemReader = { read: (lines) => lines.map(itemOf), end: () => [] };

/** Answers lines with lines, as they come in. */
export function answerStream(
  context: RequestContext,
  answerGroup: AnswerGroup,
  reader: ItemReader = jsonItems,
  groupItems = LINES_TOGETHER,
): Response {
  const { notes } = context;
  const { body } = context.request;
  const answer = async (items: readonly Item[]) => {
    notes.urls += items.length;
    return jsonLines(await answersOf(items, context, answerGroup));
  };
  if (body === null) {
    return answerText(context, LINES_TYPE, async (text) => {
      for (const line of await answer(reader.end())) await text.write(`${line}\n`);
    });
  }
  return answerText(context, LINES_TYPE, (text) =>
    answerLines(
      body,
      text,
      (lines) => answer(reader.read(lines)),
      () => answer(reader.end()),
      groupItems,
    ),
  );
}

/** Each answer becomes text when it is written, so that the texts of a group are not in memory together. */
function* jsonLines(answers: readonly unknown[]): Generator<string> {
  for (const answer of answers) yield jsonText(answer);
}

function itemOf(line: NdjsonLine): Item {
  if (typeof line !== 'string') return { error: line };
  // A group may be long, and each value is read in its turn.
  return {
    get value() {
      return parseJson(line, 'invalid-item');
    },
  };
}

/**
 * @param advice - what to do with a longer array, as a sentence
 * @throws RequestError 413 for an array that has too many items
 */
export function checkCount(items: readonly unknown[], advice = ''): void {
  if (items.length <= limits.arrayItems) return;
  const message = `The array may have at most ${limits.arrayItems} URLs; it has ${items.length}. ${advice}`.trim();
  throw new RequestError('body-too-large', [fault('too-many-items', message)]);
}
