/**
 * A page as a response: rendered on the server, under a policy that lets it load nothing but our own style and
 * pictures, and run nothing at all.
 */
import { renderToString } from 'preact-render-to-string';
import type { Environment } from '../env.ts';
import type { RequestContext } from '../http/request-context.ts';
import { answer } from '../http/response.ts';
import { Document, type Page } from './layout.tsx';
import { stylesheetOf } from './stylesheet.ts';

/** The policy of every page of ours. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** That of a page with a script of ours, which may ask our own API and run as a worker. */
const SCRIPT_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'; worker-src 'self'`;

const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const HTML_TYPE = 'text/html; charset=utf-8';

export interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The page has a form to POST: under `no-referrer` a browser would not say that it comes from here (Fetch §3.2). */
  readonly posts?: boolean;
}

const encoder = new TextEncoder();

/**
 * Answers with a page.
 *
 * @param place - the visit or the exchange that is answered
 * @example
 * ```ts
 * return pageResponse(visit, { title: 'World', crumbs, content: <Menu items={items} /> });
 * ```
 */
export function pageResponse(
  { environment }: { readonly environment: Environment },
  page: Page,
  { status = 200, headers = {}, posts = false }: PageOptions = {},
): Response {
  const octets = encoder.encode(htmlOf(page, environment));
  return new Response(octets, {
    status,
    headers: {
      ...PAGE_HEADERS,
      'Content-Type': HTML_TYPE,
      'Content-Security-Policy': policyOf(page),
      'Referrer-Policy': posts ? 'same-origin' : 'no-referrer',
      'Content-Length': String(octets.length),
      Vary: 'Accept',
      ...headers,
    },
  });
}

/** Answers with a page that follows from its address alone, so that a client need not ask for it twice. */
export function lastingPage(context: RequestContext, page: Page): Response {
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': policyOf(page), 'Referrer-Policy': 'no-referrer' };
  return answer(context, HTML_TYPE, htmlOf(page, context.environment), headers);
}

function htmlOf(page: Page, { contact, fingerprint }: Environment): string {
  const html = renderToString(<Document page={page} contact={contact} stylesheet={stylesheetOf(fingerprint)} />);
  return `<!doctype html>${html}\n`;
}

function policyOf({ script }: Page): string {
  return script === undefined ? PAGE_POLICY : SCRIPT_POLICY;
}
