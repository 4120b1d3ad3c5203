/**
 * `/r?url=…` and `/u/<url>`: a redirect to where a link is opened.
 */
import * as v from 'valibot';
import { explain, type Options, type Resolution } from '../../src/index.ts';
import type { Exchange, Route } from '../exchange.ts';
import { pathOf } from '../exchange.ts';
import { destinationOf } from '../gateway/destination.ts';
import { direct } from '../gateway/direct.tsx';
import { FORMATS } from '../gateway/gateway.ts';
import { REDIRECTS, type RedirectStatus } from '../gateway/redirect.ts';
import { repairSlashes } from '../gateway/written.ts';
import * as parameter from '../parameters.ts';
import { readQuery } from '../query.ts';
import { loggable, understand } from '../understand.ts';

/** What a browser may show for a moment and forget. */
const USUAL: RedirectStatus = 302;

const Query = v.object({
  url: parameter.url,
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
  status: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.picklist(REDIRECTS, `must be ${REDIRECTS.join(', ').replace(/, (\d+)$/, ' or $1')}`),
    ),
  ),
  format: v.exactOptional(v.picklist(FORMATS, `must be ${FORMATS.join(' or ')}`)),
});

export const redirect: Route = {
  GET(exchange) {
    const { url, status = USUAL, format: _, ...options } = readQuery(exchange.url, Query);
    return send(url, options, exchange, status);
  },
};

/** The link stands in the path, as it is or escaped, and takes the query with it. */
export const redirectPath: Route = {
  GET(exchange) {
    const { url } = exchange;
    const written = url.slice(url.indexOf(pathOf(url)) + '/u/'.length);
    return send(repairSlashes(written), {}, exchange, USUAL);
  },
};

function send(url: string, options: Options, exchange: Exchange, status: RedirectStatus): Response {
  const link: Resolution = understand(explain, 'url', url, options);
  exchange.notes.scheme = loggable(link.scheme);
  return direct(link, exchange, destinationOf(link, exchange.environment), status);
}
