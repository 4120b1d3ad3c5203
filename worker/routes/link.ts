/**
 * `/v1/links/{slug}`: one link, for whoever has a claim to it.
 */
import { answerOnce, JSON_TYPE } from '../answer.ts';
import { mediaTypeOf, readText } from '../body.ts';
import { type Exchange, pathOf, type Route } from '../exchange.ts';
import { HEADERS } from '../headers.ts';
import { LONGEST_LINE } from '../lines.ts';
import { admit } from '../links/access.ts';
import { describeLink } from '../links/answer.ts';
import { isLive, type LinkRecord } from '../links/record.ts';
import { Amendment, read } from '../links/request.ts';
import { isHashSlug, readSlug } from '../links/slug.ts';
import type { LinkStore } from '../links/store.ts';
import { targetOf } from '../links/target.ts';
import type { Owner } from '../links/tokens.ts';
import { parseJson } from '../many.ts';
import { egressOf, originOf } from '../origin.ts';
import { None } from '../parameters.ts';
import { fault, RequestError } from '../problem.ts';
import { readQuery } from '../query.ts';
import { notFound } from '../serve.ts';

export const link: Route = {
  async GET(exchange) {
    const { link, owner } = await findLink(exchange);
    const own = link.claims.find((claim) => claim.owner === owner.name);
    if (!owner.admin && own !== undefined && !isLive(own, Date.now())) throw new RequestError('link-gone', []);
    return answerLink(exchange, link, owner);
  },

  async PATCH(exchange) {
    const { link, owner, store } = await findLink(exchange);
    mediaTypeOf(exchange.request, [JSON_TYPE]);
    const text = await readText(exchange.request, LONGEST_LINE);
    const { blocked, ...change } = read(
      Amendment,
      parseJson(text, 'invalid-body', 'The body is not JSON.'),
      'invalid-body',
    );
    if (blocked !== undefined && !owner.admin) throw new RequestError('administrators-only', []);
    if (change.url !== undefined) change.url = newTarget(link, change.url, exchange);
    let changed: LinkRecord | null = link;
    if (Object.keys(change).length > 0) changed = await store.amend(link.slug, owner.name, change);
    if (changed !== null && blocked !== undefined) changed = await store.block(link.slug, blocked);
    if (changed === null) throw notFound();
    return answerLink(exchange, changed, owner);
  },

  async DELETE(exchange) {
    const { link, owner, store } = await findLink(exchange);
    const now = new Date();
    const own = link.claims.find((claim) => claim.owner === owner.name);
    if (own === undefined) throw notFound();
    if (!isLive(own, now.getTime())) throw new RequestError('link-gone', []);
    await store.amend(link.slug, owner.name, { expiresAt: now.toISOString() });
    return new Response(null, { status: 204, headers: { ...HEADERS, 'Cache-Control': 'no-store' } });
  },
};

/** The link of a request, if whoever asks has a claim to it, or is an administrator. */
async function findLink(exchange: Exchange): Promise<{ link: LinkRecord; owner: Owner; store: LinkStore }> {
  const { owner, store } = await admit(exchange);
  readQuery(exchange.url, None);
  const slug = readSlug(pathOf(exchange.url).slice('/v1/links/'.length));
  const link = slug === null ? null : await store.read(slug);
  if (link === null) throw notFound();
  if (!owner.admin && !link.claims.some((claim) => claim.owner === owner.name)) throw notFound();
  return { link, owner, store };
}

function newTarget(link: LinkRecord, url: string, exchange: Exchange): string {
  const target = targetOf(url, egressOf(exchange));
  if (!isHashSlug(link.slug) || target === link.url) return target;
  const message = 'A hash slug leads to the URL that it is the hash of. Only an alias can be led elsewhere.';
  throw new RequestError('conflict', [{ ...fault('slug-is-hash', message), parameter: 'url' }]);
}

function answerLink(exchange: Exchange, link: LinkRecord, owner: Owner): Response {
  return answerOnce(JSON_TYPE, `${JSON.stringify(describeLink(link, originOf(exchange), owner))}\n`);
}
