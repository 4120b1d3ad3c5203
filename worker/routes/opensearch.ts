/** `/opensearch.xml`: the description with which a browser adds this site as a search engine (OpenSearch 1.1). */

import { type Route, rootOf } from '../http/request-context.ts';
import { answer } from '../http/response.ts';

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
