/** Responses to failed requests: a page for people, problem details for programs. Only this module decides which. */

import type { VNode } from 'preact';
import { schemeTitle } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { type GatewayCode, GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import type { ArchivedCopy } from '../../../src/templates/templates.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import { type Fault, RequestError } from '../../errors/request-error.ts';
import { gatewayErrors } from '../../errors/table.ts';
import { isApi, originOf } from '../../http/address.ts';
import { canonicalHeader } from '../../http/headers.ts';
import { isBrowser } from '../../http/negotiation.ts';
import { headersOfError, type Problem, problemOf, problemResponse } from '../../http/problem.ts';
import { parameterValue, type Query } from '../../http/query.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Environment } from '../../settings/environment.ts';
import { assetHref, assets } from './assets.ts';
import { Recipe } from './copy-button.tsx';
import type { Breadcrumb, Page, PageAction } from './layout.tsx';
import { ArchivedCopies, LinkForm, Proposals } from './link-form.tsx';
import { type LinkPrograms, Programs } from './programs.tsx';
import { proposalsFor } from './proposals.ts';
import { pageResponse } from './respond.tsx';
import { looksLikePath, PATH_ADVICE, withNamedControls } from './shown-text.tsx';

/** Without notes, the request has no line of its own in the log. */
type Failed = Pick<RequestContext, 'request' | 'url' | 'query' | 'environment'> &
  Partial<Pick<RequestContext, 'notes' | 'id'>>;

/** The link that could not be opened, and the breadcrumbs of its page. */
interface FailedLink {
  readonly link: Resolution;
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly archives: readonly ArchivedCopy[];
  readonly programs: LinkPrograms;
}

/** @param at - the link that could not be opened; `null` if the failure is not about a link */
export function failureResponse(failure: unknown, failed: Failed, at: FailedLink | null): Response {
  const error = isFailure(failure) ? gatewayErrorOf(failure) : failure;
  if (error instanceof GatewayError && failed.notes !== undefined) failed.notes.refusal = error.rule ?? error.code;
  const link: Readonly<Record<string, string>> =
    at === null ? {} : { ...canonicalHeader(at.link.canonical), 'X-Robots-Tag': 'noindex' };
  if (!isForPeople(failed)) {
    const archived = at !== null && error instanceof GatewayError && gatewayErrors[error.code].archived;
    const response = problemResponse(error, failed, archived ? { archives: at.archives } : {});
    for (const [name, value] of Object.entries(link)) response.headers.set(name, value);
    return response;
  }
  const problem = problemOf(error, failed);
  const page =
    error instanceof GatewayError && at !== null
      ? gatewayPage(error, at, failed)
      : problemPage(problem, error instanceof RequestError ? error.input : null, failed);
  const headers = { ...headersOfError(error), ...link, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };
  return pageResponse(failed, page, { status: problem.status, headers });
}

/**
 * Whether to respond with a page. Browsers ask for HTML; a client that accepts anything is a program. The paths of the
 * API have no pages.
 */
export function isForPeople({ request, url, query }: Failed): boolean {
  const format = parameterValue(query, 'format');
  if (isApi(url) || format === 'json' || format === 'raw') return false;
  if (format === 'html') return true;
  return isBrowser(request.headers.get('Accept'));
}

function gatewayPage(
  error: GatewayError,
  { link, breadcrumbs, archives, programs }: FailedLink,
  { environment, request, url }: Failed,
): Page {
  const { status, title, advice, archived, problem } = gatewayErrors[error.code];
  const shown = withoutUserInfo(link.canonical);
  // The answer to a form cannot be asked for again.
  const mayRetry = MAY_PASS.has(error.code) && request.method === 'GET';
  const retry = mayRetry ? [{ text: 'Try again', href: url.slice(originOf({ url }).length) }] : [];
  const steps = nextSteps(error, breadcrumbs);
  // Where the server has the last word, a program of one's own hears the same.
  const copies = archived ? archives : [];
  const needsPrograms = !IS_ANSWER.has(error.code) || retry.length + steps.length + copies.length === 0;
  return {
    title,
    kicker: schemeTitle(link.scheme),
    canonical: shown,
    breadcrumbs,
    ...(needsPrograms && { script: assetHref(assets.copyScript, environment.fingerprint) }),
    content: (
      <>
        <p class="lead">{error.message}</p>
        <p>{error.advice ?? advice}</p>
        <Steps steps={[...retry, ...steps, explanationOf(shown)]} />
        {needsPrograms && (
          <section>
            <h2>{OWN_COMPUTER}</h2>
            <Programs url={shown} scheme={link.scheme} programs={programs} />
          </section>
        )}
        <p class="visually-hidden" aria-live="polite" id="announcement" />
        <ArchivedCopies archives={copies} />
        {OPERATOR_CAN_HELP.has(error.code) && <TellOperator when={MISTAKE} contact={environment.contact} />}
        <ErrorCode status={status} code={problem} rule={error.rule} />
      </>
    ),
  };
}

const OWN_COMPUTER = 'From your own computer';

/** The command that opens a link from a computer of one's own. */
export function CommandToCopy({ command }: { readonly command: string }): VNode {
  return (
    <section>
      <h2>{OWN_COMPUTER}</h2>
      <Recipe code={command} what="the command" />
    </section>
  );
}

/** Links to what a person can try next: what the gateway proposes, and the directory above. */
function nextSteps({ code, links }: GatewayError, breadcrumbs: readonly Breadcrumb[]): readonly PageAction[] {
  const above = breadcrumbs.at(-2);
  const mayBeAbove = code === 'not-found' || code === 'forbidden';
  const label = above?.offer ?? `Go to ${above?.text}`;
  return [...links, ...(mayBeAbove && above?.href ? [{ text: label, href: above.href }] : [])];
}

function explanationOf(url: string): PageAction {
  return { text: 'Explain this link', href: `/inspect?url=${encodeURIComponent(url)}` };
}

function Steps({ steps }: { readonly steps: readonly PageAction[] }): VNode {
  return (
    <p class="buttons">
      {steps.map(({ text, href }) => (
        <>
          <a class="go" href={href}>
            {text}
          </a>{' '}
        </>
      ))}
    </p>
  );
}

/** The failures that say what the server has for everybody, or that the link cannot be asked for. */
const IS_ANSWER: ReadonlySet<GatewayCode> = new Set([
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'gateway-server-failure',
]);

/** The failures that may be over the next time. */
const MAY_PASS: ReadonlySet<GatewayCode> = new Set([
  'gateway-unreachable',
  'gateway-timeout',
  'rate-limited',
  'gateway-busy',
  'gateway-protocol',
  'gateway-server-failure',
  'gateway-tls',
]);

/** The failures that a setting or a limit of this service causes, or its reading of a reply. */
const OPERATOR_CAN_HELP: ReadonlySet<GatewayCode> = new Set([
  'egress-denied',
  'rate-limited',
  'not-implemented',
  'gateway-protocol',
  'gateway-limit',
]);

const MISTAKE = 'If you think that this is a mistake';

/** @param when - the beginning of the sentence */
function TellOperator({ when, contact }: { readonly when: string } & Pick<Environment, 'contact'>): VNode | null {
  if (contact === null) return null;
  return (
    <p>
      {when}, <a href={contact.href}>tell the operator</a> of this service.
    </p>
  );
}

/** What a person can do about a problem, if the problem itself does not say so. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['not-found', 'Check that the address is complete; the end may have been cut off.'],
  ['link-gone', 'Ask the person who gave you the link where it led.'],
  ['link-blocked', 'The operator of this service blocked the link.'],
]);

/** @param input - the URL that is not valid; `null` if that is not the problem */
function problemPage(problem: Problem, input: string | null, { query, environment }: Failed): Page {
  const { title, status, detail, errors, type } = problem;
  const kind = type.slice(type.indexOf('#') + 1);
  const advice = ADVICE.get(kind);
  // A page about a parameter that is missing offers the field for it.
  const asks = input !== null || errors.some(({ parameter }) => parameter === 'url');
  const lacksLink = input?.trim() === '' || (errors.length === 1 && errors[0]?.code === 'parameter-missing' && asks);
  const faults = lacksLink ? [] : errors;
  return {
    title: lacksLink ? 'No link was given' : title,
    openField: !asks,
    content: (
      <>
        {lacksLink && (
          <p class="lead" id="fault-0">
            Paste one below.
          </p>
        )}
        {errors.length === 0 && kind !== 'not-found' && <p class="lead">{detail.replaceAll('`', '')}</p>}
        {faults.map((fault, index) => (
          <>
            <p class="lead" id={`fault-${index}`}>
              {fault.message.replaceAll('`', '')}
            </p>
            <MarkedValue
              fault={fault}
              value={fault.parameter === 'url' && input !== null ? input : valueInQuery(fault, query)}
            />
          </>
        ))}
        {asks && (
          <>
            <LinkForm
              value={(input ?? parameterValue(query, 'url') ?? '').trim()}
              fault={errors.length === 0 ? null : 'fault-0'}
              options={READ_WITH.flatMap((name) => {
                const value = parameterValue(query, name);
                return value === null ? [] : [[name, value] as const];
              })}
            />
            {looksLikePath(input ?? '') && errors[0]?.code === 'scheme-missing' && <p>{PATH_ADVICE}</p>}
            {input !== null && <Proposals proposals={proposalsFor(input)} />}
          </>
        )}
        {advice !== undefined && <p>{advice}</p>}
        {kind === 'unsafe-link' && <Steps steps={[explanationOf(parameterValue(query, 'url') ?? '')]} />}
        {kind === 'not-found' && (
          <p>
            <a class="button" href="/">
              Go to the home page
            </a>
          </p>
        )}
        {kind === 'link-blocked' && <TellOperator when={MISTAKE} contact={environment.contact} />}
        {status >= 500 && <TellOperator when="If this happens again" contact={environment.contact} />}
        <ErrorCode status={status} code={kind} rule={kind === 'invalid-url' ? (errors[0]?.code ?? null) : null} />
      </>
    ),
  };
}

/** The parameters that a URL is read with, which a second attempt keeps. */
const READ_WITH = ['base', 'dialect', 'lax'] as const;

function valueInQuery({ parameter }: Fault, query: Query): string | null {
  return parameter === null ? null : parameterValue(query, parameter);
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

interface ErrorCodeProps {
  readonly status: number;
  readonly code: string;
  /** The diagnostic or the egress rule behind it; `null` if there is none. */
  readonly rule: string | null;
}

function ErrorCode({ status, code, rule }: ErrorCodeProps): VNode {
  return (
    <p class="aside">
      Status {status}, <SectionLink code={code} />
      {rule !== null && [': ', <SectionLink code={rule} />]}
    </p>
  );
}

function SectionLink({ code }: { readonly code: string }): VNode {
  return (
    <a href={`/problems#${code}`}>
      <code>{code}</code>
    </a>
  );
}
