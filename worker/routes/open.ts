/**
 * `/r?url=…` and `/u/<url>`: a redirect to the destination of a link. `/open?url=…` and gateway paths,
 * `/{scheme}/{authority}/{path}`: open a link at the gateway of its scheme.
 */
import { explain, type Options, type Resolution } from '../../src/index.ts';
import type { LinkQuery, ProsperoTransport } from '../gateway/contract/contract.ts';
import { decisionOf, ownHref, type RedirectStatus, redirectTo } from '../gateway/contract/destination.ts';
import { parseGatewayPath, repairSlashes } from '../gateway/contract/gateway-path.ts';
import { openLink } from '../gateway/open/open.ts';
import { redirectOrExplain } from '../gateway/open/redirect-or-explain.tsx';
import { egressOf, pathOf } from '../http/address.ts';
import { notFound } from '../http/methods.ts';
import { loggedScheme, parameterValue, type Query, readParameters, readUrlParameter } from '../http/query.ts';
import type { Handler, RequestContext, Route } from '../http/request-context.ts';
import { isForPeople } from '../pages/parts/failure.tsx';
import { Open, Redirect } from './schemas.ts';

/** The status, unless the request names another. */
const USUAL: RedirectStatus = 302;

/** What a person gets for a text that is not one link, such as none; `null` = it may be one. */
type ForPeople = (context: RequestContext, text: string) => Promise<Response> | Response | null;

export const redirect = (forPeople: ForPeople): Route => ({
  async GET(context) {
    const query = withoutEmptyBase(context.query);
    if (isForPeople(context)) {
      const shown = await forPeople(context, (parameterValue(query, 'url') ?? '').replaceAll('\r\n', '\n'));
      if (shown !== null) return unindexed(shown);
    }
    const { url, status = USUAL, format, ...options } = readParameters(query, Redirect);
    return send(url, options, context, { status, ...(format !== undefined && { view: { format } }) });
  },
});

/** The form of the explorer sends every field, whether it is filled in or not. */
function withoutEmptyBase(query: Query): Query {
  return query.filter(({ name, value }) => name !== 'base' || value !== '');
}

function unindexed(response: Response): Response {
  response.headers.set('X-Robots-Tag', 'noindex');
  return response;
}

/** The link is the rest of the path, raw or escaped, with the query. */
export const redirectPath: Route = {
  GET: (context) => send(repairSlashes(restOf(context.url)), {}, context, { status: USUAL }),
};

const PREFIX = '/u/';

/** What follows `/u/` in the address of a request, exactly as it was sent. */
export function restOf(url: string): string {
  return url.slice(url.indexOf(PREFIX, url.indexOf('//') + 2) + PREFIX.length);
}

interface Sending {
  readonly status: RedirectStatus;
  /** What a gateway of this Worker is asked for beside the link. Absent = nothing. */
  readonly view?: LinkQuery;
}

function send(url: string, options: Options, context: RequestContext, { status, view }: Sending): Response {
  const link = read(url, options);
  context.notes.scheme = loggedScheme(link.scheme);
  const { environment } = context;
  const decision = decisionOf(link, environment, egressOf(context));
  const isHandedOn = view !== undefined && decision.kind === 'gateway';
  const shown = isHandedOn ? { ...decision, href: ownHref(link, environment, view) } : decision;
  return redirectOrExplain(link, context, shown, status);
}

/** @param prosperoTransport - asks Prospero servers, whose protocol has no connections */
export function open(prosperoTransport: ProsperoTransport): Route {
  const openParameter: Handler = (context) => {
    const { url, base, dialect, lax } = readParameters(context.query, Open);
    return openLink(read(url, { base, dialect, lax }), { ...context, gatewayPath: null, prosperoTransport });
  };
  return { GET: openParameter, POST: openParameter };
}

/** @param prosperoTransport - as for {@link open} */
export function gatewayPath(prosperoTransport: ProsperoTransport): Route {
  const openGatewayPath: Handler = (context) => {
    const { url, environment } = context;
    const gatewayPath = parseGatewayPath(pathOf(url));
    if (gatewayPath === null) throw notFound();
    const { scheme, authority, rest } = gatewayPath;
    const link = read(gatewayPath.link, {});
    // Without the slash, a browser would send the password of one server to every server whose name has the same
    // beginning, and relative references would start one level too high. `openLink` redirects paths with user info.
    if (rest === '' && !authority.includes('@')) {
      return redirectTo(`/${scheme}/${authority}/${queryOf(url)}`, link, 302, environment);
    }
    return openLink(link, { ...context, gatewayPath, prosperoTransport });
  };
  return { GET: openGatewayPath, POST: openGatewayPath };
}

function read(url: string, options: Options): Resolution {
  return readUrlParameter(explain, 'url', url, { ...options, complete: true });
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark);
}
