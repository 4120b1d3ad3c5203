/** What programs ask for to know this service: its OpenAPI description, its OpenSearch description and its icons. */

import { rootOf } from '../http/address.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer, JSON_TYPE } from '../http/response.ts';
import { assets, openAsset, readAsset } from '../pages/parts/assets.ts';

export const openapi: Route = {
  async GET(context) {
    const { basePath } = context.environment;
    const description = await readAsset('openapi.json', context);
    return answer(context, JSON_TYPE, basePath === '' ? description : below(basePath, description));
  },
};

/** The description with the base path in the address of its server, and in the types of problems. */
function below(basePath: string, description: string): string {
  return description.replace('"url": "/"', `"url": "${basePath}"`).replaceAll('"/problems#', `"${basePath}/problems#`);
}

/** A day: these addresses stay the same with each deployment. */
const CACHEABLE = 'public, max-age=86400';

const icon = (path: string, type: string): Route => ({
  async GET(context: RequestContext) {
    const { body } = await openAsset(path, context);
    return new Response(body, {
      headers: { 'Content-Type': type, 'Cache-Control': CACHEABLE, 'X-Content-Type-Options': 'nosniff' },
    });
  },
});

export const favicon = icon(assets.favicon, 'image/x-icon');
export const touchIcon = icon(assets.touchIcon, 'image/png');

export const opensearch: Route = {
  GET(context) {
    return answer(context, 'application/opensearchdescription+xml', descriptionOf(rootOf(context)));
  },
};

/** No character of the address of a service needs an escape in XML. */
const descriptionOf = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Waypost</ShortName>
  <Description>Opens the links that browsers forgot</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${root}/r?url={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${root}/opensearch.xml"/>
</OpenSearchDescription>
`;
