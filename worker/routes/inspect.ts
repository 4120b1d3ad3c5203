/** `/inspect?url=…`: everything about a URL, or the URLs of a text, as a page that needs no script. */
import { openedLinks } from '../gateway/contract/destination.ts';
import { readParameters } from '../http/query.ts';
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { explorerPage } from '../pages/explorer/page.tsx';
import { EMPTY_QUERY, type ExplorerQuery } from '../pages/explorer/query.ts';
import { assetHref, assets, readAsset } from '../pages/parts/assets.ts';
import { cacheablePage } from '../pages/parts/respond.tsx';
import { Inspect } from './schemas.ts';

export const inspect: Route = {
  GET(context) {
    const { url = '', base = '', dialect = 'current', lax = false } = readParameters(context.query, Inspect);
    // A form sends line breaks as CR LF.
    return explore(context, { ...EMPTY_QUERY, text: url.replaceAll('\r\n', '\n'), base, dialect, lax });
  },
};

/** The explorer with the answer to a query. */
export async function explore(context: RequestContext, query: ExplorerQuery): Promise<Response> {
  const root = rootOf(context);
  const page = explorerPage({
    query,
    root,
    script: assetHref(assets.explorerScript, context.environment.fingerprint),
    gallery: await readAsset(assets.gallery, context),
    makesShortLinks: !context.environment.keyring.isEmpty,
    opened: openedLinks(context.environment),
    examples: context.environment.examples,
  });
  return cacheablePage(context, page);
}
