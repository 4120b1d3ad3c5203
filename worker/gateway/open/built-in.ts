/**
 * The gateways of this Worker by scheme, and the data about them that the rest of the Worker uses without their code.
 */

import type { BuiltInGateways } from '../../settings/gateways.ts';
import type { AnyGateway } from '../contract/contract.ts';
import * as registry from './registry.ts';

const registered: readonly AnyGateway[] = Object.values(registry);

/** The gateway of each scheme that this Worker opens itself. */
export const gateways: ReadonlyMap<string, AnyGateway> = new Map(
  registered.flatMap((gateway) => gateway.schemes.map((scheme): [string, AnyGateway] => [scheme, gateway])),
);

/** An argument of `environmentOf`, so that destinations and links need not import the gateways. */
export const builtInGateways: BuiltInGateways = {
  schemes: new Set(gateways.keys()),
  entry: ({ scheme, components }) => gateways.get(scheme)?.entry?.(components) ?? {},
};
