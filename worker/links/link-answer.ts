/** What the API says about a link to its readers. */

import type { LinkRecord } from '../../src/links/record.ts';
import { expiryOf } from '../../src/links/state.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import type { Owner } from '../settings/secrets.ts';
import type { LinkAnswer } from './link.ts';

/**
 * The JSON of a link. An owner sees the end of their own claim, an administrator sees all claims, and everyone else
 * sees only the end of the last claim.
 *
 * @param reader - the owner that it is for; `null` = the public
 */
export function describeLink(link: LinkRecord, root: string, reader: Owner | null): LinkAnswer {
  const { slug, url: canonical, createdAt, clicks, lastClickAt, blocked, claims } = link;
  const own = claims.find(({ owner }) => owner === reader?.name);
  const answer = {
    canonical,
    slug,
    short: `${root}/${slug}`,
    inspect: `${root}/${slug}+`,
    qr: `${root}/${slug}.svg`,
    createdAt,
    expiresAt: own === undefined ? (expiryOf(claims) ?? null) : own.expiresAt,
    clicks,
    lastClickAt,
    blocked,
  };
  if (reader === null) return answer;
  const { title = null, note = null } = own ?? {};
  return { ...answer, title, note, ...(reader.admin && { claims }) };
}

/** The error for a blocked link, with a `Link` to the service that blocks it (RFC 7725 §4). */
export function linkBlocked(reason: string, root: string): RequestError {
  return new RequestError('link-blocked', [fault('link-blocked', reason)], { Link: `<${root}/>; rel="blocked-by"` });
}
