/**
 * Links from a page of a gateway to anywhere else: only to schemes that are safe and known, and always by way of
 * a gateway where a browser cannot go itself.
 */
import { type Canonical, canonicalize, explain, type Resolution, UrlError } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { withoutPassword } from '../../../src/uri/user-info.ts';
import type { Environment } from '../../env.ts';
import { destinationOf, gatewaySettingOf } from './destination.ts';
import { openHref } from './gateway-path.ts';

/** What a gateway makes its links with. */
export interface LinkBuilder {
  /** Of this Worker, such as `https://waypost.example`: for JSON, where a link must be absolute. */
  readonly origin: string;
  /** The canonical link that is being visited, without user info. */
  readonly canonical: Canonical;
  /**
   * Where a click on a URL leads: a path of this Worker, or the URL of another gateway or of the Web. `null` where
   * the URL is none, or its scheme may not be linked: then it is shown as text. Put `rel={REL}` on such links.
   *
   * @param url - absolute, canonical or not
   * @param query - parameters of ours, such as `{ format: 'raw' }`; `null` comes out where they cannot be added
   */
  hrefOf(url: string, query?: Readonly<Record<string, string>>): string | null;
  /** As `hrefOf`, for a link that is canonical already: it is not canonicalized again. */
  hrefOfCanonical(link: Canonical, query?: Readonly<Record<string, string>>): string | null;
  /** The link of this request in another view: `self({ format: 'json' })`. */
  self(query?: Readonly<Record<string, string>>): string;
}

/** Schemes without a definition of ours that a page may link to. */
const FOREIGN_LINKABLE = ['gemini'];

/** Schemes that a page links to, beyond those that `GATEWAYS` names. */
const LINKABLE: ReadonlySet<string> = new Set([
  ...definitions.filter(({ linkable }) => linkable).map(({ name }) => name),
  ...FOREIGN_LINKABLE,
]);

/** The links of one visit. */
export function linkBuilder(canonical: Canonical, origin: string, environment: Environment): LinkBuilder {
  return {
    origin,
    canonical,
    hrefOf: (url, query) => {
      const link = canonicalOf(url);
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
  if (!LINKABLE.has(scheme) && !environment.gateways.has(scheme)) return null;
  // The usual case, without the cost of an explanation.
  if (gatewaySettingOf(scheme, environment) === 'self') return openHref(canonical, query);
  if (query !== undefined) return null;
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

function canonicalOf(url: string): Canonical | null {
  try {
    return canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** Where a program goes on from what a link is. */
export interface ApiLinks {
  /** Where the link is opened; `null` where nothing may open it. */
  readonly open: string | null;
  /** Where a person can look at the link without going there. */
  readonly inspect: string;
  /** A short link to it; `null` = there is none that is known without looking. */
  readonly short: string | null;
}

/**
 * The links that go with a resolution. They are absolute, since JSON has no base.
 *
 * @param origin - of this Worker, without a slash at its end
 */
export function apiLinksOf({ canonical, scheme }: Resolution, origin: string): ApiLinks {
  const query = `url=${encodeURIComponent(withoutPassword(canonical))}`;
  const open = UNSAFE_SCHEMES.has(scheme) ? null : `${origin}/r?${query}`;
  return { open, inspect: `${origin}/inspect?${query}`, short: null };
}
