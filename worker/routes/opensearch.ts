/** `/opensearch.xml`: the description with which a browser adds this site as a search engine (OpenSearch 1.1). */

import { originOf, type Route } from '../http/request-context.ts';
import { answer } from '../http/response.ts';

export const opensearch: Route = {
  GET(context) {
    return answer(context, 'application/opensearchdescription+xml', descriptionOf(originOf(context)));
  },
};

/** No character of an origin needs an escape in XML. */
const descriptionOf = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Waypost</ShortName>
  <Description>Opens the links that browsers forgot</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${origin}/r?url={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${origin}/opensearch.xml"/>
</OpenSearchDescription>
`;
