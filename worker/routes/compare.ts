/** `/v1/compare`: whether two URLs are equivalent, by which rule, or in which parts they differ. */
import { explain, type Resolution } from '../../src/index.ts';
import { meetingRung } from '../../src/ladder.ts';
import { readParameters } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answerJson } from '../http/response.ts';
import { loggedScheme, readUrlParameter } from '../http/url-parameter.ts';
import { Compare } from './schemas.ts';

/** The parts in which two URLs can differ, in their order in a URL. */
const PARTS = ['user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

export const compare: Route = {
  GET(context) {
    const { a, b, ...options } = readParameters(context.query, Compare);
    const left = readUrlParameter(explain, 'a', a, options);
    const right = readUrlParameter(explain, 'b', b, options);
    context.notes.scheme = loggedScheme(left.scheme);
    const equivalent = left.canonical === right.canonical;
    const rung = equivalent ? meetingRung(a, b) : null;
    return answerJson(context, {
      equivalent,
      canonical: [left.canonical, right.canonical],
      because: rung?.name ?? null,
      spec: rung && { document: 'RFC 3986', section: rung.section },
      differs: equivalent ? [] : difference(left, right),
    });
  },
};

function difference(left: Resolution, right: Resolution): string[] {
  const parts = PARTS.filter((part) => left.components[part] !== right.components[part]);
  return left.scheme === right.scheme ? parts : ['scheme', ...parts];
}
