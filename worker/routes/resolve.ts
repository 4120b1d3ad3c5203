/**
 * `/v1/resolve`: what a URL is. One by GET, up to a thousand as a JSON array, any number as lines of JSON.
 */
import * as v from 'valibot';
import { canonicalize, explain, type Resolution } from '../../src/index.ts';
import { answer, answerJson, answerOnce, JSON_TYPE, TEXT_TYPE } from '../answer.ts';
import { mediaTypeOf, readText } from '../body.ts';
import type { Exchange, Route } from '../exchange.ts';
import { apiLinksOf } from '../gateway/links.ts';
import { answerLines, type Line } from '../lines.ts';
import { checkCount, LARGEST_ARRAY, LINES_TYPE, parseJson, trackStream } from '../many.ts';
import { negotiate } from '../negotiate.ts';
import { originOf } from '../origin.ts';
import * as parameter from '../parameters.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';
import { readQuery, schemaFaults } from '../query.ts';
import { checkBase, loggable, understand } from '../understand.ts';

const Defaults = v.object({
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
  fields: parameter.fields,
});

const Query = v.object({ url: parameter.url, ...Defaults.entries });

const ITEM_SHAPE = 'An item is a string, or an object with `url` and, if need be, `base`, `dialect` and `lax`.';

const Item = v.strictObject(
  { url: parameter.url, base: parameter.base, dialect: parameter.dialect, lax: parameter.lax },
  ITEM_SHAPE,
);

type Defaults = v.InferOutput<typeof Defaults>;
type Answer = Resolution | Pick<Resolution, 'canonical'> | Problem;

export const resolve: Route = {
  GET(exchange) {
    const { url, fields, ...options } = readQuery(exchange.url, Query);
    const type = negotiate(exchange.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    const resolution = understand(explain, 'url', url, options);
    exchange.notes.scheme = loggable(resolution.scheme);
    const { canonical } = resolution;
    if (type === 'text/plain') return answer(exchange, TEXT_TYPE, `${canonical}\n`);
    if (fields === 'canonical') return answerJson(exchange, { canonical });
    return answerJson(exchange, { ...resolution, links: apiLinksOf(resolution, originOf(exchange)) });
  },

  POST(exchange) {
    const defaults = readQuery(exchange.url, Defaults);
    checkBase(defaults);
    const type = mediaTypeOf(exchange.request, [JSON_TYPE, LINES_TYPE]);
    return type === JSON_TYPE ? answerArray(exchange, defaults) : answerStream(exchange, defaults);
  },
};

async function answerArray({ request, notes }: Exchange, defaults: Defaults): Promise<Response> {
  const items = parseJson(await readText(request, LARGEST_ARRAY), 'invalid-body', 'The body is not JSON.');
  if (!Array.isArray(items)) {
    throw new RequestError('invalid-body', [fault('body-shape', 'The body must be a JSON array of URLs.')]);
  }
  checkCount(items);
  notes.urls = items.length;
  return answerOnce(JSON_TYPE, `${JSON.stringify(items.map((item) => answerItem(item, defaults)))}\n`);
}

function answerStream(exchange: Exchange, defaults: Defaults): Response {
  const { request, notes } = exchange;
  if (request.body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerLines(request.body, (line) => {
    notes.urls += 1;
    return JSON.stringify(answerLine(line, defaults));
  });
  trackStream(exchange, done);
  return answerOnce(LINES_TYPE, answers);
}

function answerLine(line: Line, defaults: Defaults): Answer {
  if (typeof line !== 'string') return problemOf(line);
  try {
    return answerItem(parseJson(line, 'invalid-item', 'The line is not JSON.'), defaults);
  } catch (error) {
    return problemOf(error);
  }
}

/** What one item of a batch is, or the problem with it; the other items never suffer from it. */
function answerItem(item: unknown, { fields, ...defaults }: Defaults): Answer {
  try {
    const { url, ...options } = typeof item === 'string' ? { url: item } : readItem(item);
    const settings = { ...defaults, ...options };
    if (fields === 'canonical') return { canonical: understand(canonicalize, 'url', url, settings) };
    return understand(explain, 'url', url, settings);
  } catch (error) {
    return problemOf(error);
  }
}

function readItem(item: unknown): v.InferOutput<typeof Item> {
  // An array is an object to the schema, one without a `url`.
  if (Array.isArray(item)) throw new RequestError('invalid-item', [fault('item-invalid', ITEM_SHAPE)]);
  const { success, output, issues } = v.safeParse(Item, item);
  if (success) return output;
  throw new RequestError('invalid-item', schemaFaults(issues));
}
