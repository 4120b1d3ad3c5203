/**
 * `/v1/links/{slug}`: one link, for the owners that have a claim to it. Its tag (`ETag`) lets a client change it only
 * if nobody else has changed it meanwhile.
 */

import { isPurged, type LinkRecord } from '../../src/links/record.ts';
import { decodeSlug } from '../../src/links/slug.ts';
import { isLive, isPermanent } from '../../src/links/state.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { rootOf } from '../http/address.ts';
import { hasMember, readLoneJson } from '../http/body.ts';
import { conditionsOf, linkChanged, permits } from '../http/conditions.ts';
import { onlyFields } from '../http/fields.ts';
import { matchesTag } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson, answerNothing, JSON_TYPE, UNCACHED } from '../http/response.ts';
import { parameterFault, readValue, shortened } from '../http/schema.ts';
import { type Action, type Admission, admit, edgeOf, quotaOf, quotaReached } from '../links/access.ts';
import { checkHeir, formerOwnerOf, LinkHandOver } from '../links/hand-over.ts';
import { describeLink, ownAnswer, stateOf } from '../links/link-answer.ts';
import { type Edit, LinkChange } from '../links/request.ts';
import { targetOf } from '../links/target.ts';
import type { Owner } from '../settings/secrets.ts';
import { DeleteLink, ReadLink } from './schemas.ts';
export const link: Route = {
  async GET(context) {
    const { fields } = readParameters(context.query, ReadLink);
    const { link, owner } = await findLink(context, 'read');
    const own = link.claims.find((claim) => claim.owner === owner.name);
    if (!owner.admin && own !== undefined && !isLive(own, Date.now())) throw new RequestError('link-gone', []);
    const { answer, etag } = ownAnswer(context, link, owner);
    const { ifMatch, ifNoneMatch } = conditionsOf(context.request);
    if (!permits({ ifMatch, ifNoneMatch: null }, stateOf(link, owner))) throw linkChanged(etag);
    const headers = headersOfLink(etag);
    if (ifNoneMatch !== null && matchesTag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
    return answerJson(onlyFields(answer, fields), headers);
  },

  async PATCH(context) {
    readParameters(context.query, None);
    const { link, owner, store } = await findLink(context, 'change');
    const body = await readLoneJson(context.request);
    if (hasMember(body, 'owner')) return handOverLink(body, context, { link, owner, store });
    const change = readValue(LinkChange, body, 'invalid-body');
    const { url: input } = change;
    const { blocked, ...others } = change;
    if (blocked !== undefined) {
      const action: Action = blocked === null ? 'unblock' : 'block';
      context.notes.action = Object.keys(others).length === 0 ? action : `change,${action}`;
      if (!owner.admin) throw new RequestError('administrators-only', []);
    }
    if (change.url !== undefined) {
      const { blocks } = await store.registry();
      change.url = newTarget(link, targetOf(change.url, context, blocks));
    }
    const changed = await edit({ link, owner, store }, context, change);
    const answer = { ...(input !== undefined && { input }), ...describeLink(changed, rootOf(context), owner) };
    return answerJson(answer, headersOfLink(ownAnswer(context, changed, owner).etag));
  },

  async DELETE(context) {
    const { purge = false } = readParameters(context.query, DeleteLink);
    const { link, owner, store } = await findLink(context, purge ? 'purge' : 'delete');
    const now = new Date();
    const own = link.claims.filter((claim) => claim.owner === owner.name);
    if (purge && !owner.admin) throw new RequestError('administrators-only', []);
    const claims = own.length === 0 ? link.claims : own;
    const isLeft = purge || claims.some((claim) => isLive(claim, now.getTime()));
    if (!isLeft) throw new RequestError('link-gone', []);
    await edit({ link, owner, store }, context, purge ? { purge } : { expiresAt: now.toISOString() });
    return answerNothing();
  },
};

interface FoundLink extends Admission {
  readonly link: LinkRecord;
}

/** Gives the claim of an owner to another one. */
async function handOverLink(body: unknown, context: RequestContext, { link, owner, store }: FoundLink) {
  context.notes.action = 'hand-over' satisfies Action;
  if (!owner.admin) throw new RequestError('administrators-only', []);
  const change = readValue(LinkHandOver, body, 'invalid-body');
  const formerOwner = formerOwnerOf(link, change.formerOwner);
  checkHeir({ ...change, formerOwner }, context.environment);
  const handOver = { formerOwner, owner: change.owner };
  const unclaimed = () =>
    notFound(fault('no-such-claim', `\`${formerOwner}\` has no claim to this link that has not ended.`));
  const changed = await edit({ link, owner, store }, context, { handOver }, unclaimed);
  const { etag } = ownAnswer(context, changed, owner);
  return answerJson(describeLink(changed, rootOf(context), owner), headersOfLink(etag));
}

/**
 * Changes a link as far as the conditions of the request permit it.
 *
 * @param unclaimed - the error if there is no claim to change
 * @throws RequestError 412 if the link is not as the client says
 */
async function edit(
  { link, owner, store }: FoundLink,
  context: RequestContext,
  change: Edit,
  unclaimed = () => noSuchLink(link.slug, owner),
): Promise<LinkRecord> {
  const quota = quotaOf(context.environment, owner);
  const edited = await store.amend(link.slug, owner, change, conditionsOf(context.request), quota);
  if (edited.kind === 'full') throw quotaReached(owner, quota);
  if (edited.kind === 'missing') throw unclaimed();
  if (edited.kind === 'stale') throw linkChanged(ownAnswer(context, edited.link, owner).etag);
  await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
  return edited.link;
}

/** The headers of an answer that shows a link. */
const headersOfLink = (etag: string) => ({ ...UNCACHED, 'Accept-Patch': JSON_TYPE, ETag: etag });

/**
 * The link of a request, if the owner of the token has a claim to it or is an administrator.
 *
 * @throws RequestError 410 if the link was purged, unless it is purged again
 */
async function findLink(context: RequestContext, action: Action): Promise<FoundLink> {
  const { owner, store } = await admit(context, action);
  const slug = decodeSlug(context.params.slug ?? '');
  const link = await store.read(slug);
  if (link === null) throw noSuchLink(slug, owner);
  if (!owner.admin && !link.claims.some((claim) => claim.owner === owner.name)) throw noSuchLink(slug, owner);
  if (isPurged(link) && action !== 'purge') throw new RequestError('link-gone', []);
  if (action !== 'read') context.notes.slug = link.slug;
  return { link, owner, store };
}

/** The same for a link of somebody else as for one that does not exist. */
function noSuchLink(slug: string, { name, admin }: Owner): RequestError {
  const whose = admin ? '' : ` of \`${name}\``;
  const message = `There is no short link “${shortened(slug)}”${whose}. \`GET /v1/links\` lists those that there are.`;
  return notFound(fault('no-such-link', message));
}

function newTarget(link: LinkRecord, target: string): string {
  if (!isPermanent(link) || target === link.url) return target;
  const message =
    'The target of a hash slug cannot change, because the slug is a hash of it. Only an alias can get a new target.';
  throw new RequestError('conflict', [parameterFault('slug-is-hash', 'url', message)]);
}
