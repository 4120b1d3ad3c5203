/** Makes the gateway of an opener: its pages, JSON, octets, redirects and parameters follow from the shapes. */

import { GatewayError } from '../../../src/net/failure.ts';
import { isSilence } from '../../../src/open/common.ts';
import type { AnyOpener, LinkKind, Opener } from '../../../src/open/contract.ts';
import { circleError } from '../../../src/open/links.ts';
import type { AnyOpened, Draft, Moved, Opened, Values } from '../../../src/open/opened.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { readParameters } from '../../http/query.ts';
import type { AnyGateway, Gateway, GatewayContext, View } from '../contract/contract.ts';
import { checkPart, redirectToSearch } from '../shared/page-parts.tsx';
import { respondWithArticle } from './article.ts';
import { caching, openContext, PRIVATE, type ShapeContext, shapeContext } from './context.ts';
import { respondWithDownload } from './download.tsx';
import { publishedFailure } from './failure.ts';
import { respondWithFile } from './file.tsx';
import { respondWithGroup } from './group.tsx';
import { respondWithGroups } from './groups.tsx';
import { respondWithListing } from './listing.tsx';
import { respondWithMenu } from './menu.tsx';
import { respondWithMessage } from './message.tsx';
import { respondWithNames } from './names.tsx';
import { respondWithOctets } from './octets.ts';
import { besideOptions, optionsOf, parametersOf } from './parameters.ts';
import {
  areWanted,
  askPassword,
  credentialsOf,
  loginParameters,
  refused,
  wantedLogin,
  whatToEnter,
  withLogin,
} from './passwords.ts';
import { respondWithResults } from './results.tsx';
import { respondWithSession, sessionEntry } from './session.tsx';
import { respondWithText } from './text.tsx';
import { respondWithThread } from './thread.tsx';

/** The views of what only one kind of links has. They stand beside its gateway. */
export interface OwnViews<Kind extends LinkKind = LinkKind, Own extends Values = Values> {
  readonly draft?: (context: ShapeContext, draft: Draft) => Response | Promise<Response>;
  values?(context: ShapeContext, values: Own): Response | Promise<Response>;
  /** A parameter that is answered before anything is opened. Absent = none. */
  readonly early?: EarlyAnswer<Kind>;
}

interface EarlyAnswer<Kind extends LinkKind> {
  readonly parameter: string;
  /** @returns `null` = the link is opened */
  respond(context: GatewayContext<Kind>): Promise<Response | null>;
}

export function gatewayOf<Kind extends LinkKind, Own extends Values = never>(
  opener: Opener<Kind, Own>,
  views?: OwnViews<Kind, Own>,
): Gateway<Kind>;
export function gatewayOf(opener: AnyOpener): AnyGateway;
export function gatewayOf(opener: AnyOpener, views: OwnViews = {}): AnyGateway {
  const { kind, schemes, logIn, search, searchFields } = opener;
  const Options = optionsOf(opener);
  const beside = besideOptions(opener);
  return {
    kind,
    schemes,
    parameters: parametersOf(opener, views.early === undefined ? [] : [views.early.parameter]),
    entry: entryParameters(opener),
    async open(gatewayContext) {
      const early = await earlyAnswer(gatewayContext, views);
      if (early !== null) return early;
      const options = readParameters(gatewayContext.query, Options);
      // Before a server is asked, and for every shape and format.
      checkPart(gatewayContext.view);
      const credentials = logIn === undefined ? null : credentialsOf(gatewayContext.authorization);
      const context = shapeContext(gatewayContext, opener, credentials);
      const asked = openContext(context, { ...firstValues(context.view, beside), ...options });
      const wanted = logIn === undefined ? null : wantedLogin(context.view.query);
      if (logIn !== undefined && wanted !== null) {
        const areTheirs = credentials !== null && areWanted(credentials, wanted);
        if (!areTheirs) throw askPassword(context, whatToEnter(wanted), wanted.name);
        await logIn(context.resolution, asked).catch(refused(context, wanted));
        // The address without `?login`.
        return redirectToLink(context, context.resolution.canonical, { 'Cache-Control': PRIVATE });
      }
      const link = search?.(context.resolution, Object.fromEntries(context.view.query), asked) ?? null;
      if (searchFields !== undefined && link !== null) return redirectToSearch(context, link, searchFields.unfit);
      try {
        return await respond(context, await opener.open(context.resolution, asked), views);
      } catch (error) {
        throw logIn === undefined ? publishedFailure(error, context) : withLogin(error, context);
      }
    },
  };
}

async function earlyAnswer(context: GatewayContext, { early }: OwnViews): Promise<Response | null> {
  return early !== undefined && context.view.query.has(early.parameter) ? early.respond(context) : null;
}

/** Of a parameter that is repeated, the first value counts. */
function firstValues({ query }: Pick<View, 'query'>, names: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) values[name] = value;
  }
  return values;
}

/** The parameters for what a gateway path leaves out: the user info of a link, and how the link was written. */
function entryParameters({ shapes, logIn, isAnonymous, spelling }: AnyOpener): NonNullable<Gateway['entry']> {
  if (shapes.includes('session')) return sessionEntry;
  return ({ user, password }, link) => {
    const wantsLogin = logIn !== undefined && user !== null && isAnonymous?.(user) !== true;
    const spelled = spelling?.of(link) ?? null;
    return {
      ...(wantsLogin && loginParameters(user, password)),
      ...(spelling !== undefined && spelled !== null && { [spelling.parameter]: spelled }),
    };
  };
}

/** Responds with what was opened. */
export async function respond<Own extends Values>(
  context: ShapeContext,
  opened: Opened | Own,
  views: Omit<OwnViews<LinkKind, Own>, 'early'>,
): Promise<Response>;
export async function respond(
  context: ShapeContext,
  opened: AnyOpened,
  views: Omit<OwnViews, 'early'>,
): Promise<Response> {
  if (isSilence(opened)) context.execution.suspect?.();
  switch (opened.shape) {
    case 'moved':
      return redirect(context, opened);
    case 'listing':
      return respondWithListing({ ...context, openedAs: opened.openedAs }, opened);
    case 'results':
      return respondWithResults(context, opened);
    case 'text':
      return respondWithText(context, opened);
    case 'message':
      return respondWithMessage(context, opened);
    case 'menu':
      return respondWithMenu(context, opened);
    case 'octets':
      return respondWithOctets(context, opened);
    case 'names':
      return respondWithNames(context, opened);
    case 'session':
      return respondWithSession(context, opened);
    case 'draft':
      if (views.draft === undefined) throw new TypeError('a draft has a view of its own');
      return views.draft(context, opened);
    case 'groups':
      return respondWithGroups(context, opened);
    case 'group':
      return respondWithGroup(context, opened);
    case 'thread':
      return respondWithThread(context, opened);
    case 'article':
      return respondWithArticle(context, opened);
    case 'file': {
      const response = await respondWithFile({ ...context, openedAs: opened.openedAs }, opened);
      return response instanceof Response ? response : redirect(context, response);
    }
    case 'download': {
      const response = await respondWithDownload(context, opened);
      return response instanceof Response ? response : respond(context, response, views);
    }
    case 'values':
      if (views.values === undefined) throw new TypeError('values have a view of their own');
      return views.values(context, opened);
  }
}

function redirect(context: ShapeContext, moved: Moved): Response {
  const { url, isOutside = false } = moved;
  if (url === context.resolution.canonical) throw circleError();
  if (!isOutside) return redirectToLink(context, url, caching(context, moved));
  return new Response(null, {
    status: 302,
    headers: { Location: context.links.away(url), ...caching(context, moved) },
  });
}

/** Redirects to another link, with the same format and parameters. */
function redirectToLink({ links, view, repeated }: ShapeContext, url: string, headers: HeaderFields): Response {
  const format = view.query.get('format');
  // Only addresses of this service can have parameters.
  const href = links.hrefOf(url, format === null ? repeated : { ...repeated, format });
  if (href === null) throw new GatewayError('not-found', 'This service has no address for the directory.');
  return new Response(null, { status: 302, headers: { Location: href, ...headers } });
}
