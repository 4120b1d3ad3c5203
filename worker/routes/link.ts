/**
 * `/v1/links/{slug}`: one link, for the owners that have a claim to it.
 */
import { RequestError } from '../errors/request-error.ts';
import { bodyMediaType, readJson } from '../http/body.ts';
import { HEADERS } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { admit } from '../links/access.ts';
import { describeLink } from '../links/describe-link.ts';
import { edgeOf } from '../links/edge.ts';
import { isLive, isPermanent, isPurged, type LinkRecord } from '../links/record.ts';
import { LinkChange } from '../links/request.ts';
import { decodeSlug } from '../links/slug.ts';
import type { LinkStore } from '../links/store.ts';
import { targetOf } from '../links/target.ts';
import type { Owner } from '../settings/secrets.ts';
import { DeleteLink } from './schemas.ts';

export const link: Route = {
  async GET(context) {
    readParameters(context.query, None);
    const { link, owner } = await findLink(context);
    const own = link.claims.find((claim) => claim.owner === owner.name);
    if (!owner.admin && own !== undefined && !isLive(own, Date.now())) throw new RequestError('link-gone', []);
    const { days = [] } = link;
    return answerOnce(JSON_TYPE, `${JSON.stringify({ ...describeLink(link, rootOf(context), owner), days })}\n`);
  },

  async PATCH(context) {
    readParameters(context.query, None);
    const { link, owner, store } = await findLink(context);
    bodyMediaType(context.request, [JSON_TYPE]);
    const body = await readJson(context.request, LONGEST_LINE);
    const change = readValue(LinkChange, body, 'invalid-body');
    if (change.blocked !== undefined && !owner.admin) throw new RequestError('administrators-only', []);
    if (change.url !== undefined) {
      const { blocks } = await store.registry();
      change.url = newTarget(link, targetOf(change.url, context, blocks));
    }
    const changed = await store.amend(link.slug, owner, change);
    if (changed === null) throw notFound();
    await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
    return answerLink(context, changed, owner);
  },

  async DELETE(context) {
    const { purge = false } = readParameters(context.query, DeleteLink);
    const { link, owner, store } = await findLink(context, purge);
    const now = new Date();
    const own = link.claims.filter((claim) => claim.owner === owner.name);
    if (purge && !owner.admin) throw new RequestError('administrators-only', []);
    if (purge) await store.purge(link.slug);
    else {
      const ended = own.length === 0 ? link.claims : own;
      if (!ended.some((claim) => isLive(claim, now.getTime()))) throw new RequestError('link-gone', []);
      await store.amend(link.slug, owner, { expiresAt: now.toISOString() });
    }
    await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
    return new Response(null, { status: 204, headers: { ...HEADERS, 'Cache-Control': 'no-store' } });
  },
};

/**
 * The link of a request, if the owner of the token has a claim to it or is an administrator.
 *
 * @throws RequestError 410 if the link was purged, unless it is purged again
 */
async function findLink(
  context: RequestContext,
  isPurgedAgain = false,
): Promise<{ link: LinkRecord; owner: Owner; store: LinkStore }> {
  const { owner, store } = await admit(context);
  const link = await store.read(decodeSlug(context.params.slug ?? ''));
  if (link === null) throw notFound();
  if (!owner.admin && !link.claims.some((claim) => claim.owner === owner.name)) throw notFound();
  if (isPurged(link) && !isPurgedAgain) throw new RequestError('link-gone', []);
  return { link, owner, store };
}

function newTarget(link: LinkRecord, target: string): string {
  if (!isPermanent(link) || target === link.url) return target;
  const message =
    'The target of a hash slug cannot change, because the slug is a hash of it. Only an alias can get a new target.';
  throw new RequestError('conflict', [parameterFault('slug-is-hash', 'url', message)]);
}

function answerLink(context: RequestContext, link: LinkRecord, owner: Owner): Response {
  return answerOnce(JSON_TYPE, `${JSON.stringify(describeLink(link, rootOf(context), owner))}\n`);
}
