/** The settings of the Worker as the command line has them. */

import { builtInGateways } from '../../worker/gateway/open/built-in.ts';
import { type Environment, environmentOf } from '../../worker/settings/environment.ts';
import { type Network, policyOf } from './network.ts';

/** The origin of a Worker that does not exist. */
export const ORIGIN = 'http://waypost.invalid';

/**
 * The settings of the Worker, except for those that protect a service from its visitors.
 *
 * @param settings - those that differ from the defaults, as text
 */
export function environmentFor(settings: Readonly<Record<string, string>>, network: Network): Environment {
  const environment = environmentOf({ ...settings, ASSETS: NO_ASSETS }, builtInGateways);
  return {
    ...environment,
    egress: policyOf(network),
    downloadCap: Number.MAX_SAFE_INTEGER,
  };
}

const NO_ASSETS = { fetch: async () => new Response(null, { status: 404 }) };
