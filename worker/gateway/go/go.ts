/** The gateway to the Common Name Resolution Protocol (RFC 3367): names, ids and services of `go:` links (RFC 3368). */
import { isListed } from '../../../src/egress/host-list.ts';
import { explain } from '../../../src/index.ts';
import { ALIVE } from '../contract/check.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { canonicalOrNull } from '../contract/link-builder.ts';
import { type ListedService, listedServices } from './json.ts';
import { openList } from './open-list.tsx';
import { askServices } from './services.ts';

export const go: Gateway<'go'> = {
  kind: 'go',
  protocol: 'HTTP',
  sharesProtocol: true,
  /** The services say whether they have an entry. */
  async check(context) {
    await askServices(context);
    return ALIVE;
  },
  schemes: ['go'],
  parameters: ['redirect'],
  async open(context: GatewayContext<'go'>) {
    const services = listedServices(context, await askServices(context));
    const redirect = context.view.query.has('redirect') ? redirectToResult(context, services) : null;
    return redirect ?? openList(context, services);
  },
};

/** The schemes of resources that a name may redirect to through a gateway. */
const GATEWAY_SCHEMES: ReadonlySet<string> = new Set(['ftp', 'gopher']);

/**
 * `?redirect`: from a name to the only resource that it stands for. `null` if there is no such result: then the list
 * shows what there is.
 */
function redirectToResult(context: GatewayContext<'go'>, services: readonly ListedService[]): Response | null {
  const [only, ...others] = services.flatMap(({ results }) => results);
  if (only === undefined || others.length > 0 || services.some(({ referrals }) => referrals.length > 0)) return null;
  const location = only.uri === null ? null : locationOf(context, only.uri);
  if (location === null) return null;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** A service is a stranger: the page of `/r` comes before the Web, unless `REDIRECT_HOSTS` has the host (CWE-601). */
function locationOf({ links, environment }: GatewayContext<'go'>, uri: string): string | null {
  const canonical = canonicalOrNull(uri);
  if (canonical === null) return null;
  const { kind, scheme, components } = explain(canonical);
  if (kind !== 'http') return GATEWAY_SCHEMES.has(scheme) ? links.hrefOfCanonical(canonical) : null;
  return isListed(components.host ?? '', environment.redirectHosts)
    ? links.hrefOfCanonical(canonical)
    : links.away(canonical);
}
