/** Responses to failed requests: a page for people, problem details for programs. Only this module decides which. */
import type { VNode } from 'preact';
import { schemeTitle } from '../../src/definition-of.ts';
import type { Resolution } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import type { Environment } from '../env.ts';
import { GatewayError } from '../gateway-error.ts';
import { canonicalLink } from '../http/headers.ts';
import { negotiate } from '../http/negotiation.ts';
import { parameterValue, type Query } from '../http/parse-query.ts';
import { pathOf } from '../http/request-context.ts';
import { type Fault, headersOf, type Problem, problemOf, problemResponse } from '../problem.ts';
import { failureWords } from './failure-words.ts';
import type { Breadcrumb, Page } from './layout.tsx';
import { Notice } from './notice.tsx';
import { pageResponse } from './respond.tsx';
import { withNamedControls } from './shown-text.tsx';

/** The request that failed. */
interface Failed {
  readonly request: Request;
  readonly url: string;
  readonly query: Query;
  readonly environment: Environment;
}

/** The link that could not be opened, and the breadcrumbs of its page. */
interface FailedLink {
  readonly link: Resolution;
  readonly breadcrumbs: readonly Breadcrumb[];
}

/**
 * Responds to a failed request.
 *
 * @param at - the link that could not be opened; `null` if the failure is not about a link
 */
export function failureResponse(error: unknown, failed: Failed, at: FailedLink | null): Response {
  const link: Readonly<Record<string, string>> =
    at === null ? {} : { Link: canonicalLink(at.link.canonical), 'X-Robots-Tag': 'noindex' };
  if (!isForPeople(failed)) return withHeaders(problemResponse(error), link);
  const problem = problemOf(error);
  const page =
    error instanceof GatewayError && at !== null
      ? gatewayPage(error, at, failed.environment)
      : problemPage(problem, failed.query, failed.environment);
  const headers = { ...headersOf(error), ...link, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  return pageResponse(failed, page, { status: problem.status, headers });
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/**
 * Whether to respond with a page. Browsers ask for HTML; a client that accepts anything is a program. The paths of the
 * API have no pages.
 */
export function isForPeople({ request, url, query }: Failed): boolean {
  const format = parameterValue(query, 'format');
  if (pathOf(url).startsWith('/v1/') || format === 'json' || format === 'raw') return false;
  if (format === 'html') return true;
  const offers = ['application/problem+json', 'application/json', 'text/html'] as const;
  return negotiate(request.headers.get('Accept'), offers) === 'text/html';
}

function gatewayPage(error: GatewayError, { link, breadcrumbs }: FailedLink, { contact }: Environment): Page {
  const { heading, advice, archived } = failureWords[error.code];
  const shown = withoutUserInfo(link.canonical);
  return {
    title: heading,
    kicker: schemeTitle(link.scheme),
    canonical: shown,
    breadcrumbs,
    content: (
      <>
        <p class="lead">{error.message}</p>
        <p>{error.advice ?? advice}</p>
        {archived && link.components.host !== null && (
          <p>
            The Wayback Machine may have kept <a href={`https://web.archive.org/web/${shown}`}>a copy of it</a>.
          </p>
        )}
        <Mistake contact={contact} />
        <ErrorCode status={error.status} code={error.rule === null ? error.code : `${error.code}: ${error.rule}`} />
      </>
    ),
  };
}

function Mistake({ contact }: { readonly contact: Environment['contact'] }): VNode | null {
  if (contact === null) return null;
  return (
    <p>
      If you think that this is a mistake, <a href={contact.href}>tell the operator</a> of this service.
    </p>
  );
}

/** What a person can do about a problem, if the problem itself does not say so. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['not-found', 'See whether the address is whole: its end may have been lost on the way.'],
  ['link-gone', 'Whoever gave you the link may know where it led.'],
  ['link-blocked', 'The operator of this service had to block the link, and leads nobody there.'],
]);

function problemPage(problem: Problem, query: Query, { contact }: Environment): Page {
  const { title, status, detail, errors, type } = problem;
  const kind = type.slice(type.indexOf('#') + 1);
  const advice = ADVICE.get(kind);
  return {
    title,
    content: (
      <>
        {errors.length === 0 && kind !== 'not-found' && <p class="lead">{detail.replaceAll('`', '')}</p>}
        {errors.map((fault) => (
          <>
            <p class="lead">{fault.message.replaceAll('`', '')}</p>
            <MarkedValue
              fault={fault}
              value={fault.parameter === null ? null : parameterValue(query, fault.parameter)}
            />
          </>
        ))}
        {advice !== undefined && <p>{advice}</p>}
        {kind === 'not-found' && (
          <p>
            <a class="button" href="/">
              To the front page
            </a>
          </p>
        )}
        {kind === 'link-blocked' && <Mistake contact={contact} />}
        {status >= 500 && (
          <Notice>If it happens again, please tell the operator; the link is at the foot of the page.</Notice>
        )}
        <ErrorCode status={status} code={kind} />
      </>
    ),
  };
}

/** The value of a parameter, with the wrong part marked. */
function MarkedValue({ fault: { at }, value }: { readonly fault: Fault; readonly value: string | null }): VNode | null {
  if (at === null || value === null) return null;
  const [start, end] = at;
  return (
    <p class="canonical">
      <code>
        {withNamedControls(value.slice(0, start))}
        <mark>{withNamedControls(value.slice(start, end))}</mark>
        {withNamedControls(value.slice(end))}
      </code>
    </p>
  );
}

function ErrorCode({ status, code }: { readonly status: number; readonly code: string }): VNode {
  return (
    <p class="aside">
      Status {status}, <code>{code}</code>
    </p>
  );
}
