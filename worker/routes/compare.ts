/**
 * Questions about two URLs. `/v1/compare`: whether they are equivalent, by which rule, or in which parts and octets
 * they differ. `/v1/relativize`: the reference that leads from one to the other.
 */
import { canonicalize, compare as compareUrls, relativize as relativizeUrl } from '../../src/index.ts';
import { negotiate } from '../http/negotiation.ts';
import { loggedScheme, readParameters, readUrlParameter } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answer, JSON_TYPE, jsonLine, TEXT_TYPE } from '../http/response.ts';
import { Compare, Relativize } from './schemas.ts';

export const compare: Route = {
  GET(context) {
    const { a, b, ...options } = readParameters(context.query, Compare);
    // Errors name the parameter.
    const canonical = readUrlParameter(canonicalize, 'a', a, options);
    readUrlParameter(canonicalize, 'b', b, options);
    context.notes.scheme = loggedScheme(schemeOfCanonical(canonical));
    return answer(context, JSON_TYPE, jsonLine(compareUrls(a, b, options)));
  },
};

export const relativize: Route = {
  GET(context) {
    const { url, base, ...options } = readParameters(context.query, Relativize);
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    const canonical = readUrlParameter(canonicalize, 'url', url, options);
    const from = readUrlParameter(canonicalize, 'base', base, options);
    context.notes.scheme = loggedScheme(schemeOfCanonical(canonical));
    const reference = relativizeUrl(url, base, options);
    if (type === 'text/plain') return answer(context, TEXT_TYPE, `${reference}\n`);
    return answer(context, JSON_TYPE, jsonLine({ reference, canonical, base: from }));
  },
};

function schemeOfCanonical(canonical: string): string {
  return canonical.slice(0, canonical.indexOf(':'));
}
