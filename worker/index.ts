/** The Worker: a request in, an answer out. The route table is the table of contents of the HTTP API. */

import { handlerOf } from './handler.ts';
import { relayTransport } from './relay/client.ts';
import { GATEWAY_PATTERN, type Routes } from './router.ts';
import { check } from './routes/check.ts';
import { compare, relativize } from './routes/compare.ts';
import { favicon, openapi, opensearch, touchIcon } from './routes/descriptions.ts';
import { link } from './routes/link.ts';
import { blocks, links } from './routes/links.ts';
import { gatewayPath, open, redirect, redirectPath } from './routes/open.ts';
import {
  docs,
  docsTopic,
  exploreText,
  index,
  inspect,
  lists,
  llms,
  owners,
  ownLinks,
  privacy,
  problems,
} from './routes/pages.tsx';
import { qr } from './routes/qr.ts';
import { resolve, schemes } from './routes/resolve.ts';
import { health, metrics, robots, securityTxt } from './routes/service.ts';
import { besideAlias, short } from './routes/short.ts';
import { exportLinks, importLinks } from './routes/transfer.ts';
import { hooks, inspectWebhook, validate } from './routes/webhooks.ts';
import { formatsOfShorteners } from './shorteners/foreign-row.ts';

export { LinkShard } from './links/shard.ts';

/**
 * Every route by the pattern of its path. Dispatch, `OPTIONS`, 405 and the reserved words of aliases follow from this
 * table; the OpenAPI description has the same patterns, as a test checks.
 */
export const routes: Routes = {
  // URLs
  '/v1/resolve': resolve,
  '/v1/compare': compare,
  '/v1/relativize': relativize,
  '/v1/schemes': schemes,
  '/v1/check': check(relayTransport),
  '/v1/qr': qr,
  // Opening links
  '/r': redirect(exploreText),
  '/u/{url}': redirectPath,
  '/open': open(relayTransport),
  [GATEWAY_PATTERN]: gatewayPath(relayTransport),
  // Short links
  '/v1/links': links,
  '/v1/links/export': exportLinks,
  '/v1/links/import': importLinks(formatsOfShorteners),
  '/v1/links/{slug}': link,
  '/v1/blocks': blocks,
  '/{slug}': short,
  // Webhooks
  '/v1/validate': validate,
  '/hooks': hooks,
  // Pages, and what describes this service
  '/': index,
  '/inspect': inspect,
  '/inspect/webhook': inspectWebhook,
  '/check': besideAlias('check', lists),
  '/owners': owners,
  '/links': ownLinks,
  '/docs': docs,
  '/docs/{topic}': docsTopic,
  '/privacy': privacy,
  '/openapi.json': openapi,
  '/llms.txt': llms,
  '/problems': problems,
  '/health': health,
  '/metrics': metrics,
  '/opensearch.xml': opensearch,
  '/favicon.ico': favicon,
  '/apple-touch-icon.png': touchIcon,
  '/robots.txt': robots,
  '/.well-known/security.txt': securityTxt,
};

export default { fetch: handlerOf(routes) } satisfies ExportedHandler<object>;
