/**
 * `/{slug}`: where a short link leads; with `+` behind it, what it is; with `.svg`, its QR code.
 */

import { toSvgSource } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { explain, type Resolution } from '../../src/index.ts';
import { answer, answerOnce, JSON_TYPE } from '../answer.ts';
import { type Exchange, pathOf, type Route } from '../exchange.ts';
import { destinationOf } from '../gateway/destination.ts';
import { canonicalLink } from '../gateway/redirect.ts';
import { HEADERS } from '../headers.ts';
import { storeOf } from '../links/access.ts';
import { blockedHere, describeLink } from '../links/answer.ts';
import { expiryOf, type LinkRecord, stateOf } from '../links/record.ts';
import type { Visited } from '../links/shard.ts';
import { isHashSlug, readSlug } from '../links/slug.ts';
import type { LinkStore } from '../links/store.ts';
import { originOf } from '../origin.ts';
import { isForPeople } from '../pages/failure.tsx';
import { pageResponse } from '../pages/respond.tsx';
import { shortLinkPage } from '../pages/short-link.tsx';
import { fault, RequestError } from '../problem.ts';
import { notFound } from '../serve.ts';
import { loggable } from '../understand.ts';

/** How long anyone may remember where a hash slug leads: its target never changes, but it may be blocked. */
const REMEMBERED_SECONDS = 3600;

/** What is asked of a link, by what stands behind its slug. */
const SUFFIX = /^\/([A-Za-z0-9_-]+)(\+|%2[Bb]|\.svg)?$/;

export const short: Route = {
  async GET(exchange) {
    const [, text = '', suffix = ''] = SUFFIX.exec(pathOf(exchange.url)) ?? [];
    const slug = readSlug(text);
    const store = storeOf(exchange);
    if (slug === null || store === null) throw notFound();
    switch (suffix) {
      case '':
        return follow(exchange, slug, store);
      case '.svg':
        return qrCode(exchange, await liveLink(exchange, slug, store));
      default:
        return inspect(exchange, await liveLink(exchange, slug, store));
    }
  },
};

async function follow(exchange: Exchange, slug: string, store: LinkStore): Promise<Response> {
  const visited = exchange.method === 'HEAD' ? await look(slug, store) : await store.visit(slug);
  if (visited === null) throw unknown(slug);
  const { blocked, expiresAt, url } = visited;
  if (blocked !== null) throw blockedHere(blocked, originOf(exchange));
  const lifetime = expiresAt === undefined ? 0 : Math.min(REMEMBERED_SECONDS, secondsUntil(expiresAt));
  if (lifetime <= 0) throw new RequestError('link-gone', []);
  const resolution = explain(url);
  exchange.notes.scheme = loggable(resolution.scheme);
  const lasting = isHashSlug(slug);
  return new Response(null, {
    status: lasting ? 308 : 302,
    headers: {
      ...HEADERS,
      Location: locationOf(resolution, exchange),
      Link: canonicalLink(url),
      'Cache-Control': lasting ? `public, max-age=${Math.floor(lifetime)}` : 'no-store',
    },
  });
}

/** What a visit tells, without one. */
async function look(slug: string, store: LinkStore): Promise<Visited | null> {
  const link = await store.read(slug);
  if (link === null) return null;
  return { url: link.url, blocked: link.blocked?.reason ?? null, expiresAt: expiryOf(link.claims) };
}

/** Where `/r` would lead; whoever made the link has vouched for a target on the Web. */
function locationOf(resolution: Resolution, { environment }: Exchange): string {
  const destination = destinationOf(resolution, environment);
  switch (destination.kind) {
    case 'web':
      return resolution.canonical;
    case 'here':
    case 'elsewhere':
      return destination.href;
    default:
      return `/r?url=${encodeURIComponent(resolution.canonical)}`;
  }
}

function secondsUntil(time: string | null): number {
  return time === null ? REMEMBERED_SECONDS : (Date.parse(time) - Date.now()) / 1000;
}

async function liveLink(exchange: Exchange, slug: string, store: LinkStore): Promise<LinkRecord> {
  const link = await store.read(slug);
  if (link === null) throw unknown(slug);
  if (link.blocked !== null) throw blockedHere(link.blocked.reason, originOf(exchange));
  if (stateOf(link, Date.now()) === 'gone') throw new RequestError('link-gone', []);
  return link;
}

function unknown(slug: string): RequestError {
  const message = `No short link is called “${slug}”. Perhaps a character of it was lost or misread.`;
  return new RequestError('not-found', [fault('no-such-link', message)]);
}

/** A page for people, JSON for programs; looking is no click. */
function inspect(exchange: Exchange, link: LinkRecord): Response {
  const resolution = explain(link.url);
  exchange.notes.scheme = loggable(resolution.scheme);
  const description = describeLink(link, originOf(exchange), null);
  if (isForPeople(exchange)) {
    const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
    return pageResponse(exchange, shortLinkPage(description, resolution), { headers });
  }
  return answerOnce(JSON_TYPE, `${JSON.stringify({ ...description, resolution })}\n`);
}

function qrCode(exchange: Exchange, { slug }: LinkRecord): Response {
  const code = generate(`${originOf(exchange)}/${slug}`);
  return answer(exchange, 'image/svg+xml', `${toSvgSource(code)}\n`);
}
