/** `/{slug}`: follows a short link. `/{slug}+` describes it, and `/{slug}.svg` is its QR code. */

import { toSvgSource } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { explain } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { archivesOf } from '../gateway/core/archives.ts';
import { followHref } from '../gateway/core/destination.ts';
import { canonicalLink, HEADERS } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { answer, answerOnce, JSON_TYPE } from '../http/response.ts';
import { loggedScheme } from '../http/url-parameter.ts';
import { storeOf } from '../links/access.ts';
import { describeLink, linkBlocked } from '../links/describe-link.ts';
import { edgeOf } from '../links/edge.ts';
import { type HotLink, staleAfter } from '../links/hot-links.ts';
import { shortLinkPage } from '../links/link-page.tsx';
import type { LinkTarget } from '../links/operations.ts';
import { expiryOf, isPermanent, type LinkRecord, stateOf } from '../links/record.ts';
import { decodeSlug, isAlias, isHashSlug, readHashSlug } from '../links/slug.ts';
import type { LinkStore } from '../links/store.ts';
import { LONGEST_LOCATION } from '../links/target.ts';
import { isForPeople } from '../pages/failure.tsx';
import { pageResponse } from '../pages/respond.tsx';
import { fault, RequestError } from '../problem.ts';

/** A slug with an optional suffix: `+` or `.svg`. */
const SUFFIX = /^([\w.~-]+?)(\+|\.svg)?$/;

/** A slug before characters that mail programs and people take for a part of the link, encoded or not. */
const WITH_PUNCTUATION = /^([\w.~-]*[\w-])(?:[.,:;!?'"*~()[\]{}<>/]|%[\dA-F]{2})+$/i;

export const short: Route = {
  GET(context) {
    const path = context.params.slug ?? '';
    const store = storeOf(context);
    if (store === null) throw notFound();
    // Only hash slugs are hot, under their canonical spelling.
    const hot = edgeOf(context.environment).links.peek(path);
    return hot === null ? answerPath(context, decodeSlug(path), store) : followHot(context, path, store, hot);
  },
};

async function answerPath(context: RequestContext, path: string, store: LinkStore): Promise<Response> {
  const [, text = '', suffix = ''] = SUFFIX.exec(path) ?? [];
  switch (suffix) {
    case '':
      return (await follow(context, text, store)) ?? removePunctuation(path, text, store);
    case '.svg':
      return qrCode(context, await liveLink(context, text, store));
    default:
      return inspect(context, await liveLink(context, text, store));
  }
}

/** Redirects to the short link itself, if there is one. */
async function removePunctuation(path: string, text: string, store: LinkStore): Promise<Response> {
  const [, before = ''] = WITH_PUNCTUATION.exec(path) ?? [];
  const link = before === '' ? null : await store.read(before);
  if (link === null) throw unknownSlug(text);
  return new Response(null, {
    status: 302,
    headers: { ...HEADERS, Location: `/${link.slug}`, 'Cache-Control': 'no-store' },
  });
}

/** Follows a link; `null` if there is none. */
async function follow(context: RequestContext, text: string, store: LinkStore): Promise<Response | null> {
  const { links } = edgeOf(context.environment);
  const root = rootOf(context);
  const hot = isHashSlug(text) ? await links.find(text, root) : null;
  if (hot !== null) return followHot(context, text, store, hot);
  // Before the shard is asked, so that a change during the answer is in force in time.
  const readAt = Date.now();
  const target = context.method === 'HEAD' ? await peekTarget(text, store) : await store.follow(text);
  if (target === null) return null;
  const { slug, blocked, expiresAt, url } = target;
  if (blocked !== null) throw linkBlocked(blocked, root);
  if (expiresAt === undefined || staleAfter(readAt, expiresAt) <= readAt) throw new RequestError('link-gone', []);
  const link = redirectOf(url, staleAfter(readAt, expiresAt), context);
  const permanent = isPermanent(target);
  if (permanent) context.waitUntil(links.keep(slug, root, link));
  return redirectTo(link, permanent, context);
}

/** Follows a hot link. The click is counted beside the answer. */
function followHot(context: RequestContext, slug: string, store: LinkStore, link: HotLink): Response {
  if (context.method !== 'HEAD') {
    const writing = edgeOf(context.environment).clicks.count(slug, (clicks) => store.count(clicks));
    if (writing !== null) context.waitUntil(writing);
  }
  return redirectTo(link, true, context);
}

function redirectOf(url: string, staleAt: number, { environment }: RequestContext): HotLink {
  const resolution = explain(url);
  const location = followHref(resolution, environment);
  // `Link` is for the gateway address of a URL. Together, the two must not be longer than clients read.
  const repeats = location === withoutUserInfo(url) || location.length + url.length > LONGEST_LOCATION;
  return {
    location,
    canonicalLink: repeats ? null : canonicalLink(url),
    scheme: loggedScheme(resolution.scheme),
    staleAt,
  };
}

function redirectTo(
  { location, canonicalLink, scheme, staleAt }: HotLink,
  isPermanent: boolean,
  context: RequestContext,
) {
  context.notes.scheme = scheme;
  const seconds = Math.max(0, Math.floor((staleAt - Date.now()) / 1000));
  const headers: Record<string, string> = {
    ...HEADERS,
    Location: location,
    'Cache-Control': isPermanent ? `public, max-age=${seconds}` : 'no-store',
  };
  if (canonicalLink !== null) headers.Link = canonicalLink;
  return new Response(null, { status: isPermanent ? 308 : 302, headers });
}

/** The target of a link, without counting a click. */
async function peekTarget(text: string, store: LinkStore): Promise<LinkTarget | null> {
  const link = await store.read(text);
  return link && { ...link, blocked: link.blocked?.reason ?? null, expiresAt: expiryOf(link.claims) };
}

async function liveLink(context: RequestContext, text: string, store: LinkStore): Promise<LinkRecord> {
  const link = await store.read(text);
  if (link === null) throw unknownSlug(text);
  if (link.blocked !== null) throw linkBlocked(link.blocked.reason, rootOf(context));
  if (stateOf(link, Date.now()) === 'gone') throw new RequestError('link-gone', []);
  return link;
}

function unknownSlug(slug: string): RequestError {
  if (!isAlias(slug.toLowerCase()) && readHashSlug(slug) === null) return notFound();
  const message = `There is no short link “${slug}”. A character may have been lost or misread.`;
  return new RequestError('not-found', [fault('no-such-link', message)]);
}

/** A page for people, JSON for programs. It does not count as a click. */
function inspect(context: RequestContext, link: LinkRecord): Response {
  const resolution = explain(link.url);
  context.notes.scheme = loggedScheme(resolution.scheme);
  const description = describeLink(link, rootOf(context), null);
  const archives = archivesOf(resolution, context.environment);
  if (isForPeople(context)) {
    const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
    return pageResponse(context, shortLinkPage(description, isPermanent(link), resolution, archives), { headers });
  }
  return answerOnce(JSON_TYPE, `${JSON.stringify({ ...description, resolution, archives })}\n`);
}

function qrCode(context: RequestContext, { slug }: LinkRecord): Response {
  const code = generate(`${rootOf(context)}/${slug}`);
  return answer(context, 'image/svg+xml', `${toSvgSource(code)}\n`);
}
