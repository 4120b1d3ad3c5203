/**
 * `/open?url=…` and the mirrors, `/<scheme>/<authority>/<path>`: a link, opened by the gateway of its scheme.
 */
import * as v from 'valibot';
import { explain, type Options, type Resolution } from '../../src/index.ts';
import { linkAt } from '../gateway/core/gateway-path.ts';
import { openLink } from '../gateway/core/open.ts';
import { redirectTo } from '../gateway/core/redirect.ts';
import { notFound } from '../http/methods.ts';
import * as parameter from '../http/parameters.ts';
import { readQuery } from '../http/query.ts';
import { pathOf, type RequestContext, type Route } from '../http/request-context.ts';
import { understand } from '../http/url-parameter.ts';

/** Parameters of the link; what else there is belongs to its gateway. */
const Query = v.looseObject({
  url: parameter.url,
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
});

export const open: Route = { GET: openParameter, POST: openParameter };

function openParameter(context: RequestContext): Promise<Response> {
  const { url, base, dialect, lax } = readQuery(context.url, Query);
  return openLink(read(url, { base, dialect, lax }), context);
}

export const gatewayPath: Route = { GET: openGatewayPath, POST: openGatewayPath };

async function openGatewayPath(context: RequestContext): Promise<Response> {
  const path = pathOf(context.url);
  const link = linkAt(path);
  if (link === null) throw notFound();
  const resolution = read(link, {});
  if (lacksSlash(path)) return redirectTo(`${path}/${queryOf(context.url)}`, resolution, 302);
  return openLink(resolution, context, isOneServers(path));
}

function read(url: string, options: Options): Resolution {
  return understand(explain, 'url', url, options);
}

/**
 * Whether a path ends with its authority. With a slash, the password of one server is not also that of every server
 * whose name begins alike, and there is a path for relative references to start from.
 */
function lacksSlash(path: string): boolean {
  return /^\/[^/]+\/[^/@]+$/.test(path);
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark);
}

/**
 * Whether a path is below `/ftp/<authority>/`: a browser sends a password that it was asked for there to no path
 * but those below it (RFC 7617 §2.2), so no second server ever hears it.
 */
function isOneServers(path: string): boolean {
  return /^\/ftps?\/[^/]+\//.test(path);
}
