/** What a shape is shown with, the headers that follow from its opener, and responses that have them. */
import { jsonText } from '../../../src/octets/controls.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { AnyOpener, OpenContext } from '../../../src/open/contract.ts';
import type { MessageLinks } from '../../../src/open/links.ts';
import type { OpenedAs } from '../../../src/open/opened.ts';
import type { Credentials } from '../../../src/protocols/credentials.ts';
import { askedUrl } from '../../http/address.ts';
import { type HeaderFields, matchesTag } from '../../http/headers.ts';
import { acceptedLanguages } from '../../http/negotiation.ts';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import type { Format, GatewayContext } from '../contract/contract.ts';
import { absolute, openAddress } from '../shared/json-stream.ts';
import { partHref, threadHref } from '../shared/message-html.ts';
import type { ViewerPage } from '../shared/viewer.tsx';

export interface ShapeContext extends GatewayContext {
  readonly opener: AnyOpener;
  /** `null` = nobody is logged in. */
  readonly credentials: Credentials | null;
  /** The parameters that all addresses of a page repeat: the charset, and options of the opener; `undefined` = none. */
  readonly repeated: Readonly<Record<string, string>> | undefined;
  /** Changes the pages of items, as for the reply to a form; absent = they stay as they are. */
  readonly around?: (page: ViewerPage) => ViewerPage;
  /** What was opened in place of the link. */
  readonly openedAs?: OpenedAs | undefined;
}

export function shapeContext(
  context: GatewayContext,
  opener: AnyOpener,
  credentials: Credentials | null,
): ShapeContext {
  const isRepeated = (name: string) =>
    (name === 'charset' && opener.hasMixedCharsets !== true) || opener.options?.[name]?.isRepeated === true;
  const repeated = [...context.view.query].filter(([name]) => isRepeated(name));
  return {
    ...context,
    opener,
    credentials,
    repeated: repeated.length === 0 ? undefined : Object.fromEntries(repeated),
  };
}

/** What each format asks for. */
const WANTED = { html: 'values', json: 'json', raw: 'octets' } as const satisfies Readonly<Record<Format, string>>;

/** What the opener gets of it. */
export function openContext(context: ShapeContext, options: OpenContext['options']): OpenContext {
  const { view, request, environment, credentials, robot, memory, connect, askProspero, judgeServer, resolveServer } =
    context;
  return {
    settings: environment,
    signal: request.signal,
    userAgent: `Waypost/${version}`,
    connect,
    askProspero,
    judgeServer,
    resolveServer,
    wants: view.feed ? 'list' : WANTED[view.format],
    isBrief: request.method === 'HEAD',
    charset: view.charset,
    languages: acceptedLanguages(request.headers.get('Accept-Language')),
    options,
    credentials,
    form: formFields(context),
    robot,
    memory,
  };
}

/** The parameters of the request that the forms of its pages have. */
function formFields({ view, opener: { searchFields, fields = {} } }: ShapeContext): OpenContext['form'] {
  const names = Object.keys({ ...searchFields?.fields, ...fields });
  const isField = (name: string) =>
    names.some((field) => (field.endsWith('*') ? name.startsWith(field.slice(0, -1)) : name === field));
  return [...view.query].filter(([name]) => isField(name));
}

/** The addresses of this Worker, for JSON. */
export function jsonLinks({ links }: Pick<GatewayContext, 'links'>): MessageLinks {
  return {
    open: (url, query) => openAddress(links, url, query),
    openCanonical(link) {
      const href = links.hrefOfCanonical(link);
      return href === null ? null : absolute(links, href);
    },
    part: (message, part) => absolute(links, partHref(links, message, part)),
    thread: (article) => absolute(links, threadHref(links, article)),
    self: (query) => links.root + links.self(query),
  };
}

/** For answers to a user with a password, which other users must not see. */
export const PRIVATE = 'private, no-store';

type Fresh = { readonly freshFor?: number };

/** The value of `Cache-Control`; `null` = nobody has decided. */
export function cacheControl({ credentials }: ShapeContext, { freshFor }: Fresh): string | null {
  if (credentials !== null) return PRIVATE;
  if (freshFor === 0) return 'no-store';
  return freshFor === undefined ? null : `public, max-age=${freshFor}`;
}

/** The headers that say who may keep a page, or JSON. */
export function caching(context: ShapeContext, shape: Fresh): HeaderFields {
  const control = cacheControl(context, shape);
  return control === null ? {} : { 'Cache-Control': control };
}

/**
 * As `caching`, for lists: after a login the visitor returns to a page seen before, and Chromium ignores
 * `Authorization` when it searches its cache. Our own caches answer nobody who sends a password.
 */
export function listCaching(context: ShapeContext, shape: Fresh): HeaderFields {
  const control = cacheControl(context, shape);
  if (control === null) return {};
  const isChecked = context.opener.logIn !== undefined && context.credentials === null;
  return isChecked ? { 'Cache-Control': 'no-cache', 'CDN-Cache-Control': control } : { 'Cache-Control': control };
}

/** The value of `Vary`. @param headers - on which the answer depends beside those of the opener */
export function varying({ opener, resolution }: ShapeContext, headers: string): string {
  const others = opener.vary?.(resolution) ?? [];
  return [headers, ...others, ...(opener.logIn === undefined ? [] : ['Authorization'])].join(', ');
}

/**
 * Responds with the result of `make`, or with 304 if the client already has it.
 *
 * @param parts - everything that the response depends on, except the request itself
 * @param headers - of both
 * @param make - gets the headers, with an entity tag
 */
export function taggedResponse(
  { request, environment, view }: GatewayContext,
  parts: readonly (Uint8Array | string)[],
  headers: HeaderFields,
  make: (headers: HeaderFields) => Response,
): Response {
  const texts = parts.map((part) => (typeof part === 'string' ? part : latin1Of(part)));
  const tag = fingerprint([version, environment.fingerprint, askedUrl(request), view.format, ...texts].join('\n'));
  const tagged = { ETag: `"${tag}"`, ...headers };
  const isFresh = matchesTag(request.headers.get('If-None-Match') ?? '', tagged.ETag);
  return isFresh ? new Response(null, { status: 304, headers: tagged }) : make(tagged);
}

/** Responds with a value as a line of JSON. */
export function jsonResponse(value: object, headers: HeaderFields): Response {
  const body = new TextEncoder().encode(`${jsonText(value)}\n`);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(body, { headers: all });
}
