/** Builds the links on pages: only to safe and known schemes, and through a gateway if a browser cannot open them. */
import { isInBrowser } from '../../../src/definition-of.ts';
import { type Canonical, explain } from '../../../src/index.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import { linkableSchemes } from '../../../src/schemes/linkable.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { Environment } from '../../settings/environment.ts';
import type { LinkBuilder } from './contract.ts';
import { destinationOf, gatewaySettingOf, ownHref } from './destination.ts';
import { openHref } from './gateway-path.ts';

/** A gateway path has no user info, but its gateway may need to know that there is some. */
const HAS_USER_INFO = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/;

/** A link with escapes: its gateway may need to know them, and the canonical form does not tell. */
const HAS_ESCAPES = /^([a-z][a-z0-9+.-]*):[^#]*%/i;

/** Creates the link builder of one request: for the link that is being opened, and the {@link LinkBuilder.root}. */
export function linkBuilder(canonical: Canonical, root: string, environment: Environment): LinkBuilder {
  return {
    root,
    canonical,
    hrefOf: (url, query) => {
      const link = canonicalOrNull(url);
      if (link === null) return null;
      const [, written = ''] = (link !== url && HAS_ESCAPES.exec(url)) || [];
      const scheme = written.toLowerCase();
      // No other gateway knows the parameter.
      const isSpelled = environment.builtIn.spelled.has(scheme) && gatewaySettingOf(scheme, environment) === 'self';
      const spelling = isSpelled ? environment.builtIn.entry(explain(url, { complete: true })) : {};
      return hrefOfCanonical(link, Object.keys(spelling).length > 0 ? { ...spelling, ...query } : query, environment);
    },
    hrefOfCanonical: (link, query) => hrefOfCanonical(link, query, environment),
    away: (url) => `/r?url=${encodeURIComponent(url)}`,
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
    return ownHref(explain(canonical, { complete: true }), environment, query);
  }
  if (query !== undefined) return null;
  if (isInBrowser(scheme)) return withoutUserInfo(canonical);
  const destination = destinationOf(explain(canonical, { complete: true }), environment);
  if (destination.kind === 'unsafe') return null;
  return destination.kind === 'none' ? openHref(canonical) : destination.href;
}

/**
 * Makes the addresses of entries. The address of most is the address of the listing with the name after it, which costs
 * a fraction of canonicalizing each link.
 *
 * @param listing - its canonical link
 * @param query - the parameters that every address repeats; absent = none
 * @returns the address that opens the URL of an entry; `null` for one that cannot be linked
 */
export function entryHrefs(
  links: LinkBuilder,
  listing: string,
  query?: Readonly<Record<string, string>>,
): (url: string) => string | null {
  const [address, repeating] = [links.hrefOf(listing), links.hrefOf(listing, query)];
  const scheme = listing.slice(0, listing.indexOf(':') + 1);
  const isPath = address !== null && repeating !== null && GATEWAY_PATH.test(address);
  return (url) => {
    const path = isPath && url.startsWith(listing) ? url.slice(listing.length) : '';
    if (PLAIN.test(path)) return address + path + repeating?.slice(address?.length);
    // Another program may open links of other schemes, which does not know the parameters.
    return url.startsWith(scheme) ? links.hrefOf(url, query) : links.hrefOf(url);
  };
}

/**
 * A name that can be written after the address of its directory, because its link is canonical as it stands. Other
 * names have an address of another form, such as those with a backslash, or none.
 */
const PLAIN = /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/;

/** A gateway path that ends with a slash. */
const GATEWAY_PATH = /^\/[^?]*\/$/;
