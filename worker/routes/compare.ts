/**
 * Questions about two URLs. `/v1/compare`: whether they are equivalent, by which rule, or in which parts and octets
 * they differ. `/v1/relativize`: the reference that leads from one to the other.
 */
import { type Comparison, canonicalize, compare as compareUrls, relativize as relativizeUrl } from '../../src/index.ts';
import { answerBatch, itemJson, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { onlyFields } from '../http/fields.ts';
import { negotiate } from '../http/negotiation.ts';
import { loggedScheme, readParameters, readUrlParameter, schemeOf } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answer, JSON_TYPE, jsonLine, TEXT_TYPE } from '../http/response.ts';
import { type BodyProblem, readValue } from '../http/schema.ts';
import { Compare, CompareItem, CompareMany, Relativize } from './schemas.ts';

export const compare: Route = {
  GET(context) {
    const pair = readParameters(context.query, Compare);
    const comparison = compared(pair);
    context.notes.scheme = loggedScheme(schemeOf(comparison.canonical[0]));
    return answer(context, JSON_TYPE, jsonLine(onlyFields(comparison, pair.fields)));
  },

  POST(context) {
    const { fields, ...defaults } = readParameters(context.query, CompareMany);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    const answerItem = (value: unknown, problem: BodyProblem = 'invalid-item') =>
      onlyFields(compared({ ...defaults, ...readValue(CompareItem, value, problem) }), fields);
    return answerBatch(
      context,
      type,
      (items) => items.map((item) => orProblem(context, () => answerItem(itemJson(item)))),
      (value) => answerItem(value, 'invalid-body'),
    );
  },
};

/** Compares two URLs. Errors name the parameter, or the member of the item. */
function compared({ a, b, dialect }: CompareItem): Comparison {
  readUrlParameter(canonicalize, 'a', a, { dialect });
  readUrlParameter(canonicalize, 'b', b, { dialect });
  return compareUrls(a, b, { dialect });
}

export const relativize: Route = {
  GET(context) {
    const { url, base, ...options } = readParameters(context.query, Relativize);
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    const canonical = readUrlParameter(canonicalize, 'url', url, options);
    const from = readUrlParameter(canonicalize, 'base', base, options);
    context.notes.scheme = loggedScheme(schemeOf(canonical));
    const reference = relativizeUrl(url, base, options);
    if (type === 'text/plain') return answer(context, TEXT_TYPE, `${reference}\n`);
    return answer(context, JSON_TYPE, jsonLine({ input: url, canonical, base: from, reference }));
  },
};
