/** What a page says about a go link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { GoDetails } from './request.ts';

/** An empty server means localhost (RFC 3368 §3.3.2). */
const WITHOUT_SERVER =
  'The link names no server, so a client asks the services in its configuration. This service has none: its operator ' +
  'can name them in CNRP_SERVICES. No public CNRP service is known.';

export function explanation({ details }: { readonly details: GoDetails }): Explanation {
  return {
    what: 'A common name, which a client looks up with the Common Name Resolution Protocol.',
    ...(details.server === null || details.server === 'localhost' ? { needed: WITHOUT_SERVER } : {}),
    details: [
      ['Common name', details.commonName],
      ['Server', details.server],
      ['Identifier', details.id],
      ...details.attributes.map(({ name, value }) => [name, value] as const),
    ],
  };
}
