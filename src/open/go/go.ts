/**
 * Opens go links (RFC 3368) with the Common Name Resolution Protocol (RFC 3367): names, ids and services. The results
 * of each service stay apart, with its referrals and statuses.
 */
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { GoAttribute } from '../../schemes/go/request.ts';
import { ALIVE, type OpenContext, type Opener, type Step } from '../contract.ts';
import type { Names } from '../opened.ts';
import { defaultProperties, dependsOnLanguage, narrowing, withoutDefaults } from './defaults.ts';
import { servicesOf } from './names.ts';
import { askServices, asksForService, type GoLink, type ServiceOutcome, serversOf } from './services.ts';

/** Services change their entries by the hour at most. */
const FRESH = 300;

export const go: Opener<'go'> = {
  kind: 'go',
  schemes: ['go'],
  name: 'CNRP',
  protocol: 'HTTP',
  sharesProtocol: true,
  shapes: ['names'],
  // An empty host is localhost (RFC 3368 §3.3.2), which here can only mean the services of the settings.
  needsServer: ({ cnrpServices }) => (cnrpServices.length === 0 ? 'cnrpServices' : null),
  servers: serversOf,
  trail: { steps: stepsTo },
  vary: (link) => (dependsOnLanguage(link) ? ['Accept-Language'] : []),

  async open(link, context) {
    const defaults = defaultProperties(link, context);
    return namesOf(link, await askWithDefaults(link, context, defaults), defaults);
  },

  /** The services say whether they have an entry. */
  async check(link, network) {
    await askServices(link, network, [], true);
    return ALIVE;
  },
};

/**
 * Asks the services of a link with the defaults of this client.
 *
 * @throws as `askServices`; if there is nothing, the error names the defaults, which may hide what there is
 */
async function askWithDefaults(
  link: GoLink,
  context: OpenContext,
  defaults: readonly GoAttribute[],
): Promise<readonly ServiceOutcome[]> {
  try {
    return await askServices(link, context, defaults);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== 'not-found' || defaults.length === 0) throw error;
    const { message, reply, status } = error;
    throw new ProtocolError('not-found', `${message} ${narrowing(defaults)}`, {
      ...{ reply, status, cause: error },
      suggest: [{ text: 'Search in all languages and regions', url: withoutDefaults(link, defaults) }],
      advice: 'Check the spelling of the name, or search everywhere.',
    });
  }
}

function namesOf(link: GoLink, outcomes: readonly ServiceOutcome[], defaults: readonly GoAttribute[]): Names {
  const { details } = link;
  const { commonName, id, attributes } = details;
  return {
    shape: 'names',
    freshFor: FRESH,
    title: namesTitle(details),
    query: { commonName, id, attributes, defaults },
    isAboutServices: asksForService(link),
    narrowed: defaults.length === 0 ? null : { text: narrowing(defaults), everywhere: withoutDefaults(link, defaults) },
    services: servicesOf(link, outcomes),
  };
}

/** The name or the id. */
function stepsTo({ details: { id, commonName } }: GoLink): readonly Step[] {
  const text = id ?? commonName;
  return text === null || text === '' ? [] : [{ text, url: null }];
}

function namesTitle({ commonName, id }: GoLink['details']): string {
  if (id !== null) return `The entry ${id}`;
  return commonName === null || commonName === '' ? 'A common name service' : commonName;
}
