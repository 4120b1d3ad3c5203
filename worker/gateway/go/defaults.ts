/**
 * The defaults of a client: RFC 3368 §5 packages a query with them if the link leaves the services to the client. Here
 * they are the languages of the visitor’s browser, and the geography of the setting `CNRP_GEOGRAPHY`.
 */

import { type FailureLink, GatewayError } from '../../../src/net/failure.ts';
import type { GoAttribute } from '../../../src/schemes/go/request.ts';
import { acceptedLanguages } from '../../http/negotiation.ts';
import type { Environment } from '../../settings/environment.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { askServices, type ServiceOutcome } from './services.ts';

type LinkContext = Pick<GatewayContext<'go'>, 'resolution'>;

export interface DefaultsContext extends LinkContext {
  readonly request: Pick<Request, 'headers'>;
  readonly environment: Pick<Environment, 'cnrpGeography'>;
}

/** The properties to add to the query of a link. Those that the link has itself are left out. */
export function defaultProperties(context: DefaultsContext): readonly GoAttribute[] {
  const { request, environment } = context;
  const values: Readonly<Record<string, readonly string[]>> = {
    language: dependsOnLanguage(context) ? acceptedLanguages(request.headers.get('Accept-Language')) : [],
    geography: lacks(context, 'geography') && environment.cnrpGeography !== '' ? [environment.cnrpGeography] : [],
  };
  return Object.entries(values).flatMap(([name, list]) => list.map((value) => ({ name, type: null, value })));
}

/** Whether the answer depends on `Accept-Language`. Then no cache may give it to a client with another one. */
export function dependsOnLanguage(context: LinkContext): boolean {
  return lacks(context, 'language');
}

/** Whether a link leaves the services to this client, and has no such property. Only names have properties. */
function lacks({ resolution }: LinkContext, property: string): boolean {
  const { components, details } = resolution;
  if ((components.host ?? '') !== '' || details.commonName === null) return false;
  return details.attributes.every(({ name }) => name.toLowerCase() !== property);
}

/**
 * Asks the services of a link with the defaults.
 *
 * @throws GatewayError as `askServices`; if there is nothing, it names the defaults, which may hide what there is
 */
export async function askWithDefaults(
  context: GatewayContext<'go'>,
  defaults: readonly GoAttribute[],
): Promise<readonly ServiceOutcome[]> {
  try {
    return await askServices(context, defaults);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'not-found' || defaults.length === 0) throw error;
    const { message, reply } = error;
    const link = everywhereLink(context, defaults);
    throw new GatewayError('not-found', `${message} ${narrowing(defaults)}`, {
      cause: error,
      ...(reply !== null && { reply }),
      ...(link !== null && { links: [link] }),
      advice: 'Check the spelling of the name, or search everywhere.',
    });
  }
}

const NOUNS: Readonly<Record<string, string>> = { language: 'your browser', geography: 'this service' };

/** What a page says about the defaults: `The search was for language de or en (as your browser asks).` */
export function narrowing(defaults: readonly GoAttribute[]): string {
  const parts = [...Map.groupBy(defaults, ({ name }) => name)].map(
    ([name, list]) => `${name} ${list.map(({ value }) => value).join(' or ')} (as ${NOUNS[name]} asks)`,
  );
  return `The search was for ${parts.join(' and ')}.`;
}

export function everywhereLink(
  { links, resolution }: GatewayContext<'go'>,
  defaults: readonly GoAttribute[],
): FailureLink | null {
  const href = links.hrefOf(withoutDefaults({ resolution }, defaults));
  return href === null ? null : { text: 'Search everywhere', href };
}

/** The link with `*`, which is any value, for each default. */
function withoutDefaults({ resolution }: LinkContext, defaults: readonly GoAttribute[]): string {
  return resolution.canonical + [...new Set(defaults.map(({ name }) => name))].map((name) => `;${name}=*`).join('');
}
