/** `/v1/resolve`: resolves URLs. GET takes one URL, a JSON array up to a thousand, lines of JSON any number. */

import * as v from 'valibot';
import { canonicalize, explain, type Resolution } from '../../src/index.ts';
import { apiLinksOf } from '../gateway/core/api-links.ts';
import { answerBatch, jsonOf, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { negotiate } from '../http/negotiation.ts';
import * as parameter from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import { originOf, type Route } from '../http/request-context.ts';
import { answer, answerJson, JSON_TYPE, TEXT_TYPE } from '../http/response.ts';
import { readValue } from '../http/schema.ts';
import { checkBase, loggedScheme, readUrlParameter } from '../http/url-parameter.ts';

const Defaults = v.object({
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
  fields: parameter.fields,
});

const Query = v.object({ url: parameter.url, ...Defaults.entries });

const ITEM_SHAPE = 'An item is a string, or an object with `url` and, optionally, `base`, `dialect` and `lax`.';

const Item = v.strictObject(
  { url: parameter.url, base: parameter.base, dialect: parameter.dialect, lax: parameter.lax },
  ITEM_SHAPE,
);

type Defaults = v.InferOutput<typeof Defaults>;

export const resolve: Route = {
  GET(context) {
    const { url, fields, base, dialect, lax } = readParameters(context.query, Query);
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    const resolution = readUrlParameter(explain, 'url', url, { base, dialect, lax });
    context.notes.scheme = loggedScheme(resolution.scheme);
    const { canonical } = resolution;
    if (type === 'text/plain') return answer(context, TEXT_TYPE, `${canonical}\n`);
    if (fields === 'canonical') return answerJson(context, { canonical });
    return answerJson(context, { ...resolution, links: apiLinksOf(resolution, originOf(context)) });
  },

  POST(context) {
    const defaults = readParameters(context.query, Defaults);
    checkBase(defaults);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    return answerBatch(context, type, (items) =>
      items.map((item) => orProblem(() => answerItem(jsonOf(item), defaults))),
    );
  },
};

/** The resolution of one item of a batch. */
function answerItem(value: unknown, { fields, ...defaults }: Defaults): Resolution | Pick<Resolution, 'canonical'> {
  const { url, ...options } = typeof value === 'string' ? { url: value } : readValue(Item, value, 'invalid-item');
  const settings = { ...defaults, ...options };
  if (fields === 'canonical') return { canonical: readUrlParameter(canonicalize, 'url', url, settings) };
  return readUrlParameter(explain, 'url', url, settings);
}
