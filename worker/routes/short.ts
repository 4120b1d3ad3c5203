/** `/{slug}`: follows a short link. `/{slug}+` describes it, and `/{slug}.svg` is its QR code. */

import { toSvgSource } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { explain, type Resolution } from '../../src/index.ts';
import { destinationOf } from '../gateway/core/destination.ts';
import { canonicalLink, HEADERS } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { originOf, type RequestContext, type Route } from '../http/request-context.ts';
import { answer, answerOnce, JSON_TYPE } from '../http/response.ts';
import { loggedScheme } from '../http/url-parameter.ts';
import { storeOf } from '../links/access.ts';
import { describeLink, linkBlocked } from '../links/describe-link.ts';
import { shortLinkPage } from '../links/link-page.tsx';
import type { LinkTarget } from '../links/operations.ts';
import { expiryOf, type LinkRecord, stateOf } from '../links/record.ts';
import { isHashSlug, readSlug } from '../links/slug.ts';
import type { LinkStore } from '../links/store.ts';
import { isForPeople } from '../pages/failure.tsx';
import { pageResponse } from '../pages/respond.tsx';
import { fault, RequestError } from '../problem.ts';

/** The longest time that a redirect of a hash slug may be cached: its target never changes, but it may be blocked. */
const CACHED_SECONDS = 3600;

/** A slug with an optional suffix: `+` or `.svg`. */
const SUFFIX = /^([A-Za-z0-9_-]+)(\+|%2[Bb]|\.svg)?$/;

export const short: Route = {
  async GET(context) {
    const [, text = '', suffix = ''] = SUFFIX.exec(context.params.slug ?? '') ?? [];
    const slug = readSlug(text);
    const store = storeOf(context);
    if (slug === null || store === null) throw notFound();
    switch (suffix) {
      case '':
        return follow(context, slug, store);
      case '.svg':
        return qrCode(context, await liveLink(context, slug, store));
      default:
        return inspect(context, await liveLink(context, slug, store));
    }
  },
};

async function follow(context: RequestContext, slug: string, store: LinkStore): Promise<Response> {
  const target = context.method === 'HEAD' ? await peekTarget(slug, store) : await store.follow(slug);
  if (target === null) throw unknownSlug(slug);
  const { blocked, expiresAt, url } = target;
  if (blocked !== null) throw linkBlocked(blocked, originOf(context));
  const lifetime = expiresAt === undefined ? 0 : Math.min(CACHED_SECONDS, secondsUntil(expiresAt));
  if (lifetime <= 0) throw new RequestError('link-gone', []);
  const resolution = explain(url);
  context.notes.scheme = loggedScheme(resolution.scheme);
  const permanent = isHashSlug(slug);
  return new Response(null, {
    status: permanent ? 308 : 302,
    headers: {
      ...HEADERS,
      Location: locationOf(resolution, context),
      Link: canonicalLink(url),
      'Cache-Control': permanent ? `public, max-age=${Math.floor(lifetime)}` : 'no-store',
    },
  });
}

/** The target of a link, without counting a click. */
async function peekTarget(slug: string, store: LinkStore): Promise<LinkTarget | null> {
  const link = await store.read(slug);
  if (link === null) return null;
  return { url: link.url, blocked: link.blocked?.reason ?? null, expiresAt: expiryOf(link.claims) };
}

/**
 * The address to redirect to: as `/r` does, but without a page before a target on the Web, which the owner has chosen.
 */
function locationOf(resolution: Resolution, { environment }: RequestContext): string {
  const destination = destinationOf(resolution, environment);
  switch (destination.kind) {
    case 'web':
      return resolution.canonical;
    case 'gateway':
    case 'external':
      return destination.href;
    default:
      return `/r?url=${encodeURIComponent(resolution.canonical)}`;
  }
}

function secondsUntil(time: string | null): number {
  return time === null ? CACHED_SECONDS : (Date.parse(time) - Date.now()) / 1000;
}

async function liveLink(context: RequestContext, slug: string, store: LinkStore): Promise<LinkRecord> {
  const link = await store.read(slug);
  if (link === null) throw unknownSlug(slug);
  if (link.blocked !== null) throw linkBlocked(link.blocked.reason, originOf(context));
  if (stateOf(link, Date.now()) === 'gone') throw new RequestError('link-gone', []);
  return link;
}

function unknownSlug(slug: string): RequestError {
  const message = `No short link is called “${slug}”. Perhaps a character of it was lost or misread.`;
  return new RequestError('not-found', [fault('no-such-link', message)]);
}

/** A page for people, JSON for programs. It does not count as a click. */
function inspect(context: RequestContext, link: LinkRecord): Response {
  const resolution = explain(link.url);
  context.notes.scheme = loggedScheme(resolution.scheme);
  const description = describeLink(link, originOf(context), null);
  if (isForPeople(context)) {
    const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
    return pageResponse(context, shortLinkPage(description, resolution), { headers });
  }
  return answerOnce(JSON_TYPE, `${JSON.stringify({ ...description, resolution })}\n`);
}

function qrCode(context: RequestContext, { slug }: LinkRecord): Response {
  const code = generate(`${originOf(context)}/${slug}`);
  return answer(context, 'image/svg+xml', `${toSvgSource(code)}\n`);
}
