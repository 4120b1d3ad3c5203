/**
 * Builds the links on the pages of gateways: only to safe and known schemes, and through a gateway if a browser cannot
 * open the link itself.
 */
import { type Canonical, explain } from '../../../src/index.ts';
import { linkableSchemes } from '../../../src/schemes/linkable.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { Environment } from '../../settings/environment.ts';
import { canonicalOrNull } from './canonical-or-null.ts';
import type { LinkBuilder } from './contract.ts';
import { destinationOf, gatewaySettingOf, ownHref } from './destination.ts';
import { openHref } from './gateway-path.ts';

/** A gateway path has no user info, but its gateway may need to know that there is some. */
const HAS_USER_INFO = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/;

/**
 * Creates the link builder of one request.
 *
 * @param canonical - the link that is being opened, without user info
 * @param root - the address of this Worker, without a slash at the end
 */
export function linkBuilder(canonical: Canonical, root: string, environment: Environment): LinkBuilder {
  return {
    root,
    canonical,
    hrefOf: (url, query) => {
      const link = canonicalOrNull(url);
      return link === null ? null : hrefOfCanonical(link, query, environment);
    },
    hrefOfCanonical: (link, query) => hrefOfCanonical(link, query, environment),
    self: (query) => openHref(canonical, query),
  };
}

function hrefOfCanonical(
  canonical: Canonical,
  query: Readonly<Record<string, string>> | undefined,
  environment: Environment,
): string | null {
  const scheme = canonical.slice(0, canonical.indexOf(':'));
  if (!linkableSchemes.has(scheme) && !environment.gateways.has(scheme)) return null;
  if (gatewaySettingOf(scheme, environment) === 'self') {
    // The usual case. It does not need `explain`.
    if (!HAS_USER_INFO.test(canonical)) return openHref(canonical, query);
    return ownHref(explain(canonical), environment, query);
  }
  if (query !== undefined) return null;
  if (scheme === 'http' || scheme === 'https') return withoutUserInfo(canonical);
  const destination = destinationOf(explain(canonical), environment);
  switch (destination.kind) {
    case 'unsafe':
      return null;
    case 'none':
      return openHref(canonical);
    default:
      return destination.href;
  }
}
