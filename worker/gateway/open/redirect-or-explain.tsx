/**
 * Answers for a link that this request does not open: a redirect, a page that shows the destination before the visitor
 * goes there, or an explanation.
 */

import { resolutionJson } from '../../../src/definition-of.ts';
import { isListed } from '../../../src/egress/host-list.ts';
import { explain, type Resolution } from '../../../src/index.ts';
import { egressDenied } from '../../../src/net/failure.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { archivesOf } from '../../../src/templates/templates.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { problems } from '../../errors/table.ts';
import { rootOf } from '../../http/address.ts';
import { canonicalHeader, HEADERS } from '../../http/headers.ts';
import { problemResponse } from '../../http/problem.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { answerJson } from '../../http/response.ts';
import { assetHref, assets } from '../../pages/parts/assets.ts';
import { explanationPage, interstitialPage } from '../../pages/parts/explanation.tsx';
import { failureResponse, isForPeople } from '../../pages/parts/failure.tsx';
import { readableSentence } from '../../pages/parts/host-name.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import {
  type Decision,
  explanationOf,
  type RedirectStatus,
  redirectTo,
  unsafeReason,
} from '../contract/destination.ts';
import { linkBuilder } from '../contract/link-builder.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { viewOf } from './gateway-request.ts';

/** Destinations are settings, which may change, and a link may hold a secret. */
const FRESH = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/**
 * Redirects to the destination of a link, or explains why not.
 *
 * @param context - of the request, at which no gateway opens the link
 * @throws RequestError `unsafe-link`
 */
export function redirectOrExplain(
  link: Resolution,
  context: RequestContext,
  destination: Decision,
  status: RedirectStatus,
): Response {
  switch (destination.kind) {
    case 'gateway':
    case 'external':
      return redirectTo(destination.href, link, status, context.environment);
    case 'web':
      return isListed(destination.host, context.environment.redirectHosts)
        ? redirectTo(destination.href, link, status, context.environment)
        : interstitial(link, context);
    case 'unsafe':
      throw new RequestError('unsafe-link', [fault('unsafe-scheme', unsafeReason(link))]);
    case 'denied':
      return failedLink(egressDenied(destination), link, context);
    case 'none':
      return explanation(link, context);
  }
}

/** The answer to a link whose gateway failed, or may not ask its server. */
export function failedLink(failure: unknown, link: Resolution, context: RequestContext): Response {
  const { environment } = context;
  const links = linkBuilder(link.canonical, rootOf(context), environment);
  return failureResponse(failure, context, {
    link,
    breadcrumbs: breadcrumbsOf(link, links, openerOf(link.scheme)?.trail),
    archives: archivesOf(link, environment),
    programs: explanationOf(link, environment),
  });
}

/** The link without user name and password, which pages may show. */
function withoutCredentials(link: Resolution): Resolution {
  const { user, password } = link.components;
  return user === null && password === null ? link : explain(withoutUserInfo(link.canonical), { complete: true });
}

/** The visitor decides: an open redirect would lend the name of this service to every address (CWE-601). */
function interstitial(link: Resolution, context: RequestContext): Response {
  const headers = { ...canonicalHeader(link.canonical), ...FRESH };
  const shown = withoutCredentials(link);
  if (viewOf(context).format === 'json') return answerJson(resolutionJson(shown), { ...HEADERS, ...headers });
  return pageResponse(
    context,
    interstitialPage(shown, link, assetHref(assets.copyScript, context.environment.fingerprint)),
    { headers },
  );
}

function explanation(link: Resolution, context: RequestContext): Response {
  const { environment } = context;
  const shown = withoutCredentials(link);
  // The user name of a link to a terminal is part of its explanation. No explanation has a password.
  const found = explanationOf(link, environment);
  const archives = archivesOf(shown, environment);
  const headers = { ...canonicalHeader(link.canonical), ...FRESH };
  if (!isForPeople(context)) {
    const message = `${found.what} ${found.reason}`;
    const error = new RequestError(found.problem, [fault(found.problem, message)], headers);
    return problemResponse(error, context, { resolution: resolutionJson(shown), archives });
  }
  const page = explanationPage({
    link: shown,
    sentence: readableSentence(link),
    explanation: found,
    hrefOf: linkBuilder(shown.canonical, rootOf(context), environment).hrefOf,
    archives,
    script: assetHref(assets.copyScript, environment.fingerprint),
  });
  return pageResponse(context, page, { status: problems[found.problem].status, headers });
}
