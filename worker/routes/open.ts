/**
 * `/open?url=…` and the mirrors, `/<scheme>/<authority>/<path>`: a link, opened by the gateway of its scheme.
 */
import * as v from 'valibot';
import { explain, type Options, type Resolution } from '../../src/index.ts';
import { type Exchange, pathOf, type Route } from '../exchange.ts';
import { linkAt } from '../gateway/mirror.ts';
import { openLink } from '../gateway/open.ts';
import { redirectTo } from '../gateway/redirect.ts';
import * as parameter from '../parameters.ts';
import { readQuery } from '../query.ts';
import { notFound } from '../serve.ts';
import { understand } from '../understand.ts';

/** Parameters of the link; what else there is belongs to its gateway. */
const Query = v.looseObject({
  url: parameter.url,
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
});

export const open: Route = { GET: openAsked, POST: openAsked };

function openAsked(exchange: Exchange): Promise<Response> {
  const { url, base, dialect, lax } = readQuery(exchange.url, Query);
  return openLink(read(url, { base, dialect, lax }), exchange);
}

export const mirror: Route = { GET: openMirrored, POST: openMirrored };

async function openMirrored(exchange: Exchange): Promise<Response> {
  const path = pathOf(exchange.url);
  const link = linkAt(path);
  if (link === null) throw notFound();
  const resolution = read(link, {});
  if (lacksSlash(path)) return redirectTo(`${path}/${queryOf(exchange.url)}`, resolution, 302);
  return openLink(resolution, exchange, isOneServers(path));
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
