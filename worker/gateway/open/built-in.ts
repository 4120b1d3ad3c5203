/**
 * The gateways of this Worker by scheme, and the data about them that the rest of the Worker uses without their code.
 */

import { isInBrowser } from '../../../src/definition-of.ts';
import { socketTarget } from '../../../src/open/links.ts';
import { openerOf, openers } from '../../../src/open/registry.ts';
import type { BuiltInGateways } from '../../settings/gateways.ts';
import type { AnyGateway } from '../contract/contract.ts';
import { gatewayOf } from '../shapes/gateway-of.ts';
import * as registry from './registry.ts';

const own: readonly AnyGateway[] = Object.values(registry);

const registered: readonly AnyGateway[] = [
  ...own,
  ...openers.filter(({ kind }) => own.every((gateway) => gateway.kind !== kind)).map((opener) => gatewayOf(opener)),
];

/** The gateway of each scheme that this Worker opens itself. Browsers need none for the others. */
export const gateways: ReadonlyMap<string, AnyGateway> = new Map(
  registered.flatMap((gateway) =>
    gateway.schemes.filter((scheme) => !isInBrowser(scheme)).map((scheme): [string, AnyGateway] => [scheme, gateway]),
  ),
);

/** An argument of `environmentOf`, so that destinations and links need not import the gateways. */
export const builtInGateways: BuiltInGateways = {
  schemes: new Set(gateways.keys()),
  relayed: new Set(openers.flatMap(({ schemes, usesDatagrams = false }) => (usesDatagrams ? schemes : []))),
  sessions: new Set(openers.flatMap(({ schemes, shapes }) => (shapes.includes('session') ? schemes : []))),
  spelled: new Set(openers.flatMap(({ schemes, spelling }) => (spelling === undefined ? [] : schemes))),
  needsServer(scheme, settings) {
    const setting = openerOf(scheme)?.needsServer?.(settings) ?? null;
    return setting !== null;
  },
  servers(link, settings) {
    const named = link.components.host ? [{}] : [];
    const asked = openerOf(link.scheme)?.servers?.(link, settings) ?? named;
    return asked.map((options) => socketTarget(link, options));
  },
  entry: (link) => gateways.get(link.scheme)?.entry?.(link.components, link) ?? {},
};
