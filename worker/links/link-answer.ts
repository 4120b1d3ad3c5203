/** What the API says about a link to its readers. */

import type { LinkRecord } from '../../src/links/record.ts';
import { expiryOf } from '../../src/links/state.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { rootOf } from '../http/address.ts';
import type { RequestContext } from '../http/request-context.ts';
import { fingerprint } from '../settings/fingerprint.ts';
import type { Owner } from '../settings/secrets.ts';
import type { LinkAnswer, ShownLink } from './link.ts';

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

/** The JSON of a link for everybody, who see its figures unless `CLICKS` is `private`. */
export function describePublicly(link: LinkRecord, context: RequestContext): ShownLink {
  const { clicks, lastClickAt, createdAt, ...facts } = describeLink(link, rootOf(context), null);
  return context.environment.clicks === 'private' ? facts : { ...facts, clicks, lastClickAt, createdAt };
}

/**
 * The first part of the tag of a link: what owners can change, as this reader sees it. {@link permits} judges by it.
 */
export function stateOf(link: LinkRecord, reader: Owner): string {
  const { clicks, lastClickAt, ...state } = describeLink(link, '', reader);
  return fingerprint(JSON.stringify(state));
}

/** What GET shows of a link to its owner, and its entity tag. */
export function ownAnswer(context: RequestContext, link: LinkRecord, owner: Owner) {
  const { days = [] } = link;
  const answer: LinkAnswer = { ...describeLink(link, rootOf(context), owner), days };
  return { answer, etag: `"${stateOf(link, owner)}.${fingerprint(JSON.stringify(answer))}"` };
}

/** The error for a blocked link, with a `Link` to the service that blocks it (RFC 7725 §4). */
export function linkBlocked(reason: string, root: string): RequestError {
  return new RequestError('link-blocked', [fault('link-blocked', reason)], { Link: `<${root}/>; rel="blocked-by"` });
}
