/**
 * `/v1/resolve`: what a URL is. One by GET, up to a thousand as a JSON array, any number as lines of JSON.
 */
import * as v from 'valibot';
import { canonicalize, explain, type Resolution } from '../../src/index.ts';
import { apiLinksOf } from '../gateway/core/api-links.ts';
import { checkCount, LARGEST_ARRAY, LINES_TYPE, parseJson, trackStream } from '../http/batch.ts';
import { mediaTypeOf, readText } from '../http/body.ts';
import { answerLines, type Line } from '../http/ndjson.ts';
import { negotiate } from '../http/negotiation.ts';
import { originOf } from '../http/origin.ts';
import * as parameter from '../http/parameters.ts';
import { readQuery, schemaFaults } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer, answerJson, answerOnce, JSON_TYPE, TEXT_TYPE } from '../http/response.ts';
import { checkBase, loggable, understand } from '../http/url-parameter.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';

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
  GET(context) {
    const { url, fields, ...options } = readQuery(context.url, Query);
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    const resolution = understand(explain, 'url', url, options);
    context.notes.scheme = loggable(resolution.scheme);
    const { canonical } = resolution;
    if (type === 'text/plain') return answer(context, TEXT_TYPE, `${canonical}\n`);
    if (fields === 'canonical') return answerJson(context, { canonical });
    return answerJson(context, { ...resolution, links: apiLinksOf(resolution, originOf(context)) });
  },

  POST(context) {
    const defaults = readQuery(context.url, Defaults);
    checkBase(defaults);
    const type = mediaTypeOf(context.request, [JSON_TYPE, LINES_TYPE]);
    return type === JSON_TYPE ? answerArray(context, defaults) : answerStream(context, defaults);
  },
};

async function answerArray({ request, notes }: RequestContext, defaults: Defaults): Promise<Response> {
  const items = parseJson(await readText(request, LARGEST_ARRAY), 'invalid-body', 'The body is not JSON.');
  if (!Array.isArray(items)) {
    throw new RequestError('invalid-body', [fault('body-shape', 'The body must be a JSON array of URLs.')]);
  }
  checkCount(items);
  notes.urls = items.length;
  return answerOnce(JSON_TYPE, `${JSON.stringify(items.map((item) => answerItem(item, defaults)))}\n`);
}

function answerStream(context: RequestContext, defaults: Defaults): Response {
  const { request, notes } = context;
  if (request.body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerLines(request.body, (line) => {
    notes.urls += 1;
    return JSON.stringify(answerLine(line, defaults));
  });
  trackStream(context, done);
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
