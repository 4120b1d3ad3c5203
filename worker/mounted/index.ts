/**
 * The gateways as a module for other Workers, which the package has as `waypost/worker`: routes, settings and pages of
 * the service that opening links needs.
 */

import { builtInGateways } from '../gateway/open/built-in.ts';
import { handlerOf } from '../handler.ts';
import { relayTransport } from '../relay/client.ts';
import { GATEWAY_PATTERN, type Routes } from '../router.ts';
import { opensearch } from '../routes/descriptions.ts';
import { gatewayPath, open, redirect, redirectPath } from '../routes/open.ts';
import { problems } from '../routes/pages.tsx';
import { qr } from '../routes/qr.ts';
import { resolve } from '../routes/resolve.ts';
import { environmentOf } from '../settings/environment.ts';
import { settingsTable } from '../settings/settings-table.ts';
import { version } from '../version.ts';
import { askForLink, inspect } from './inspect.tsx';
import type * as Published from './published-gateway.d.ts';

/** What the gateways and their pages lead to. */
const routes: Routes = {
  '/': redirect(askForLink),
  '/r': redirect(askForLink),
  '/u/{url}': redirectPath,
  '/open': open(relayTransport),
  [GATEWAY_PATTERN]: gatewayPath(relayTransport),
  '/inspect': inspect,
  '/v1/resolve': resolve,
  '/v1/qr': qr,
  '/problems': problems,
  '/opensearch.xml': opensearch,
};

/** The log belongs to the Worker that the gateways are in. A new version has other files. */
const DEFAULTS = { LOG: 'off', DEPLOYMENT: { id: version } } as const;

/** The settings as bindings of the service. */
function bindingsOf(settings: Published.GatewaySettings): object {
  const unknown = Object.keys(settings).find((key) => !settingsTable.has(key));
  if (unknown !== undefined) throw new TypeError(`There is no setting ${unknown}.`);
  const made = Object.entries(settings).filter(([, value]) => value !== undefined);
  const bindings = { ...DEFAULTS, ...Object.fromEntries(made) };
  // It throws for a wrong setting.
  environmentOf(bindings, builtInGateways);
  return bindings;
}

const NO_EXECUTION = { waitUntil: () => {} };

export const createGateway: typeof Published.createGateway = (settings) => {
  const handle = handlerOf(routes);
  const made = new Map<unknown, object>();
  const fixed = typeof settings === 'function' ? null : bindingsOf(settings);

  /** Bindings do not change while a Worker runs. */
  function bindingsFor(env: Parameters<Extract<typeof settings, (env: never) => unknown>>[0]): object {
    if (typeof settings !== 'function' || fixed !== null) return fixed ?? {};
    const bindings = made.get(env) ?? bindingsOf(settings(env));
    made.set(env, bindings);
    return bindings;
  }

  return {
    fetch: async (request, env, execution = NO_EXECUTION) => handle(request, bindingsFor(env), execution),
  };
};
