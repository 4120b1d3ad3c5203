/**
 * A link as the API shows it: to its owner with the owner's own claim, to an administrator with every claim, and
 * to everyone else with neither.
 */

import { fault, RequestError } from '../problem.ts';
import { type Block, type Claim, expiryOf, type LinkRecord } from './record.ts';
import type { Owner } from './tokens.ts';

export interface LinkAnswer {
  readonly slug: string;
  /** The canonical URL that the link leads to. */
  readonly url: string;
  readonly short: string;
  /** Where the link can be looked at without following it. */
  readonly inspect: string;
  readonly qr: string;
  readonly createdAt: string;
  /** When the reader's claim ends, or the last claim for whoever has none; `null` = never. */
  readonly expiresAt: string | null;
  readonly clicks: number;
  readonly lastClickAt: string | null;
  readonly blocked: Block | null;
  /** For administrators. */
  readonly claims?: readonly Claim[];
}

/**
 * Describes a link.
 *
 * @param origin - of this service, without a slash at its end
 * @param reader - who will read it; `null` = the public
 */
export function describeLink(link: LinkRecord, origin: string, reader: Owner | null): LinkAnswer {
  const { slug, url, createdAt, clicks, lastClickAt, blocked, claims } = link;
  const own = claims.find(({ owner }) => owner === reader?.name);
  const answer = {
    slug,
    url,
    short: `${origin}/${slug}`,
    inspect: `${origin}/${slug}+`,
    qr: `${origin}/${slug}.svg`,
    createdAt,
    expiresAt: own === undefined ? (expiryOf(claims) ?? null) : own.expiresAt,
    clicks,
    lastClickAt,
    blocked,
  };
  return reader?.admin === true ? { ...answer, claims } : answer;
}

/** Nobody may follow the link; with the name of whoever blocks it (RFC 7725 §4). */
export function linkBlocked(reason: string, origin: string): RequestError {
  return new RequestError('link-blocked', [fault('link-blocked', reason)], { Link: `<${origin}/>; rel="blocked-by"` });
}
