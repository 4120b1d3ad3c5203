/** `/{slug}`: follows a short link. `/{slug}+` describes it, and `/{slug}.svg` is its QR code. */

import { resolutionJson } from '../../src/definition-of.ts';
import { isListed } from '../../src/egress/host-list.ts';
import type { Resolution } from '../../src/index.ts';
import type { LinkRecord, LinkTarget } from '../../src/links/record.ts';
import { decodeSlug, isAlias, isHashSlug, readHashSlug } from '../../src/links/slug.ts';
import { expiryOf, isPermanent, stateOf } from '../../src/links/state.ts';
import { archivesOf } from '../../src/templates/templates.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { followHref } from '../gateway/contract/destination.ts';
import { pathOf, rootOf } from '../http/address.ts';
import { canonicalLink, HEADERS, REQUEST_ID } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { loggedScheme } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson } from '../http/response.ts';
import { edgeOf } from '../links/access.ts';
import { type HotLink, staleAfter } from '../links/hot-links.ts';
import type { KnownRegistry } from '../links/known-registry.ts';
import { describePublicly, linkBlocked } from '../links/link-answer.ts';
import { shortLinkPage } from '../links/link-page.tsx';
import type { YoungerPage } from '../links/reserved-words.ts';
import type { LinkStore } from '../links/store.ts';
import { LONGEST_LOCATION } from '../links/target.ts';
import { clientAddress } from '../net/rate.ts';
import { isForPeople } from '../pages/parts/failure.tsx';
import { pageResponse } from '../pages/parts/respond.tsx';
import { answerQr } from './qr.ts';

/** A slug with an optional suffix: `+` or `.svg`. */
const SUFFIX = /^([\w.~-]+?)(\+|\.svg)?$/;

/** A slug before characters that mail programs and people take for a part of the link, encoded or not. */
const WITH_PUNCTUATION = /^([\w.~-]*[\w-])(?:[.,:;!?'"*~()[\]{}<>/]|%[\dA-F]{2})+$/i;

export const short: Route = {
  GET(context) {
    // With what mail programs add to it, a slash included.
    const path = pathOf(context.url).slice(1);
    const { store, links, misses } = edgeOf(context.environment);
    if (store === null) throw notFound();
    // Slugs are hot under their own spelling alone.
    const hot = links.peek(path);
    if (hot !== null) return followHot(context, path, store, hot);
    misses.check(clientAddress(context.request));
    return answerPath(context, decodeSlug(path), store);
  },
};

/**
 * A page that is younger than aliases: one that was called like the page keeps leading where it led. The page is what
 * its own forms and links ask for, from any page of this service or with a parameter of the page.
 */
export function besideAlias(slug: YoungerPage, page: Route): Route {
  return {
    async GET(context) {
      const { store, links } = edgeOf(context.environment);
      const isOfPage =
        context.request.headers.get('Sec-Fetch-Site') === 'same-origin' ||
        context.query.some(({ name }) => name === 'url');
      if (store !== null && !isOfPage) {
        const hot = links.peek(slug);
        const alias = hot === null ? await follow(context, slug, store) : followHot(context, slug, store, hot);
        if (alias !== null) return alias;
      }
      if (page.GET === undefined) throw notFound();
      const response = await page.GET(context);
      if (store !== null) response.headers.append('Vary', 'Sec-Fetch-Site');
      return response;
    },
  };
}

async function answerPath(context: RequestContext, path: string, store: LinkStore): Promise<Response> {
  const [, text = '', suffix = ''] = SUFFIX.exec(path) ?? [];
  switch (suffix) {
    case '':
      return (await follow(context, text, store)) ?? removePunctuation(context, path, text, store);
    case '.svg':
      return qrCode(context, await liveLink(context, text, store));
    default:
      return inspect(context, await liveLink(context, text, store));
  }
}

/** Redirects to the short link itself, if there is one. */
async function removePunctuation(
  context: RequestContext,
  path: string,
  text: string,
  store: LinkStore,
): Promise<Response> {
  const [, before = ''] = WITH_PUNCTUATION.exec(path) ?? [];
  const link = before === '' ? null : await store.read(before);
  if (link === null) throw await unknownSlug(context, text);
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
  // Both times are before the shard is asked, so that a change is in force in time.
  const askedAt = Date.now();
  const registry = await store.registry(text);
  const readAt = Math.min(registry.readAt, askedAt);
  const target = await (context.method === 'HEAD' ? store.read(text) : store.follow(text, context.waitUntil));
  if (target === null) return null;
  const resolution = followable(target, registry, context);
  const staleAt = staleAfter(readAt, expiryOf(target.claims) ?? null);
  const link = redirectOf(resolution, staleAt, context);
  if (isPermanent(target)) {
    context.waitUntil(links.keep(target.slug, root, link, askedAt));
    return redirectTo(link, context);
  }
  const alias: HotLink = { ...link, isAlias: true };
  if (text === target.slug) links.keepAlias(text, alias, askedAt);
  return redirectTo(alias, context);
}

/** Follows a hot link. The click is counted beside the answer. */
function followHot(context: RequestContext, slug: string, store: LinkStore, link: HotLink): Response {
  if (context.method !== 'HEAD') store.countClick(slug, context.waitUntil);
  return redirectTo(link, context);
}

/** @throws RequestError 451 if the link, its target, its host or its owners are blocked, 410 if it has ended */
function followable(link: LinkTarget, { blocks }: KnownRegistry, context: RequestContext): Resolution {
  const state = stateOf(link, blocks, Date.now());
  if (state.kind === 'gone') throw new RequestError('link-gone', []);
  if (state.kind === 'blocked') throw linkBlocked(state.reason, rootOf(context));
  const { host } = state.target.components;
  const isDenied = host !== null && isListed(host, context.environment.egress.deny);
  if (isDenied) throw linkBlocked('The operators of this host asked to be left alone.', rootOf(context));
  return state.target;
}

function redirectOf(resolution: Resolution, staleAt: number, { environment }: RequestContext): HotLink {
  const { input: url } = resolution;
  const location = followHref(resolution, environment);
  // `Link` is for the gateway address of a URL. Together, the two must not be longer than clients read.
  const repeats = location === url || location.length + url.length > LONGEST_LOCATION;
  return {
    location,
    canonicalLink: repeats ? null : canonicalLink(url),
    scheme: loggedScheme(resolution.scheme),
    staleAt,
  };
}

function redirectTo(link: HotLink, context: RequestContext): Response {
  context.notes.scheme = link.scheme;
  const { location, canonicalLink, isAlias, staleAt } = link;
  const seconds = Math.max(0, Math.floor((staleAt - Date.now()) / 1000));
  const cacheControl = isAlias ? 'no-store' : `public, max-age=${seconds}`;
  const headers = { ...HEADERS, [REQUEST_ID]: context.id, Location: location, 'Cache-Control': cacheControl };
  const status = isAlias ? 302 : 308;
  return new Response(null, {
    status,
    headers: canonicalLink === null ? headers : { ...headers, Link: canonicalLink },
  });
}

interface LiveLink {
  readonly link: LinkRecord;
  readonly resolution: Resolution;
}

async function liveLink(context: RequestContext, text: string, store: LinkStore): Promise<LiveLink> {
  const registry = await store.registry();
  const link = await store.read(text);
  if (link === null) throw await unknownSlug(context, text);
  return { link, resolution: followable(link, registry, context) };
}

/** The error for a slug without a link. The client may ask for so many of them. */
async function unknownSlug({ environment, request }: RequestContext, slug: string): Promise<RequestError> {
  await edgeOf(environment).misses.count(environment.CLIENT_RATE, clientAddress(request));
  if (!isAlias(slug.toLowerCase()) && readHashSlug(slug) === null) return notFound();
  const message = `There is no short link “${slug}”. A character may have been lost or misread.`;
  return new RequestError('not-found', [fault('no-such-link', message)]);
}

/** A page for people, JSON for programs. It does not count as a click. */
function inspect(context: RequestContext, { link, resolution }: LiveLink): Response {
  context.notes.scheme = loggedScheme(resolution.scheme);
  const description = describePublicly(link, context);
  const archives = archivesOf(resolution, context.environment);
  if (isForPeople(context)) {
    const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
    return pageResponse(context, shortLinkPage(description, isPermanent(link), resolution, archives), { headers });
  }
  return answerJson({ ...description, resolution: resolutionJson(resolution), archives });
}

function qrCode(context: RequestContext, { link }: LiveLink): Response {
  return answerQr(context, `${rootOf(context)}/${link.slug}`);
}
