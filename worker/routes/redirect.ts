/** `/r?url=…` and `/u/<url>`: a redirect to the destination of a link. */
import { explain, type Options, type Resolution } from '../../src/index.ts';
import type { RedirectStatus } from '../gateway/contract/destination.ts';
import { destinationOf } from '../gateway/contract/destination.ts';
import { repairSlashes } from '../gateway/contract/gateway-path.ts';
import { redirectOrExplain } from '../gateway/open/redirect-or-explain.tsx';
import { parameterValue } from '../http/parse-query.ts';
import { readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { loggedScheme, readUrlParameter } from '../http/url-parameter.ts';
import { isForPeople } from '../pages/parts/failure.tsx';
import { LINK_FORM_PAGE } from '../pages/parts/link-form.tsx';
import { pageResponse } from '../pages/parts/respond.tsx';
import { Redirect } from './schemas.ts';

/** The status, unless the request names another. */
const USUAL: RedirectStatus = 302;

export const redirect: Route = {
  GET(context) {
    if (!parameterValue(context.query, 'url')?.trim() && isForPeople(context)) {
      return pageResponse(context, LINK_FORM_PAGE, { headers: { 'X-Robots-Tag': 'noindex' } });
    }
    const { url, status = USUAL, format: _, ...options } = readParameters(context.query, Redirect);
    return send(url, options, context, status);
  },
};

/** The link is the rest of the path, raw or escaped, with the query. */
export const redirectPath: Route = {
  GET: (context) => send(repairSlashes(restOf(context.url)), {}, context, USUAL),
};

const PREFIX = '/u/';

/**
 * What follows `/u/` in the address of a request, exactly as it was sent.
 *
 * @example
 * ```ts
 * restOf('https://waypost.example/u/gopher://h.example/1/a/../b?c'); // 'gopher://h.example/1/a/../b?c'
 * ```
 */
export function restOf(url: string): string {
  return url.slice(url.indexOf(PREFIX, url.indexOf('//') + 2) + PREFIX.length);
}

function send(url: string, options: Options, context: RequestContext, status: RedirectStatus): Response {
  const link: Resolution = readUrlParameter(explain, 'url', url, options);
  context.notes.scheme = loggedScheme(link.scheme);
  return redirectOrExplain(link, context, destinationOf(link, context.environment), status);
}
