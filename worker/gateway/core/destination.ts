/**
 * Where a link is opened: here, at a gateway of the operator's choice, on the Web, or nowhere. `GATEWAYS` decides
 * for every scheme but http(s), which browsers open themselves.
 */
import { canonicalize, type Resolution } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { Environment } from '../../env.ts';
import { openHref } from './gateway-path.ts';
import { gateways, ownSchemes } from './registry.ts';
import type { GatewaySetting } from './settings.ts';
import { variablesOf } from './template.ts';

export type Destination =
  /** A gateway of this Worker opens it at this path. */
  | { readonly kind: 'gateway'; readonly href: string }
  /** Another address does: of another gateway, or of a web server that has the same files. */
  | { readonly kind: 'external'; readonly href: string }
  /** A browser opens it by itself. */
  | { readonly kind: 'web'; readonly href: string; readonly host: string }
  /** Nothing may open it: it carries code or content of its own. */
  | { readonly kind: 'unsafe' }
  /** Nothing here can open it; all that can be done is to explain it. */
  | { readonly kind: 'none' };

/**
 * Where a link is opened.
 *
 * @example
 * ```ts
 * destinationOf(explain('gopher://h.example/1/world'), environment); // { kind: 'gateway', href: '/gopher/h.example/1/world' }
 * ```
 */
export function destinationOf(resolution: Resolution, environment: Environment): Destination {
  const { canonical, scheme, components } = resolution;
  if (UNSAFE_SCHEMES.has(scheme)) return { kind: 'unsafe' };
  if (resolution.kind === 'http') return { kind: 'web', href: withoutUserInfo(canonical), host: components.host ?? '' };
  const setting = gatewaySettingOf(scheme, environment);
  if (setting === 'self') return { kind: 'gateway', href: hrefHere(resolution) };
  const href = setting === 'none' ? substituteOf(resolution, environment) : setting.expand(variablesOf(resolution));
  return href === null ? { kind: 'none' } : { kind: 'external', href };
}

/** A path says neither who comes nor why: its gateway may have parameters for that. */
function hrefHere({ kind, canonical, components }: Resolution): string {
  const href = openHref(canonical);
  const entry = gateways[kind]?.entry?.(components);
  return entry === undefined || href.startsWith('/open?') ? href : openHref(canonical, entry);
}

/** What `GATEWAYS` says of a scheme, or else whether a gateway of this house speaks it. */
export function gatewaySettingOf(scheme: string, { gateways }: Environment): GatewaySetting {
  const own = ownSchemes.has(scheme) ? 'self' : 'none';
  const setting = gateways.get(scheme) ?? own;
  return setting === 'self' ? own : setting;
}

/** The address of a cell's own web server, for links of a file system that has no protocol here. */
function substituteOf(resolution: Resolution, environment: Environment): string | null {
  if (resolution.kind !== 'afs') return null;
  const front = environment.afsWeb.get(resolution.details.cell.toLowerCase());
  return front === undefined ? null : canonicalize(front + resolution.components.path);
}
