/**
 * Pages as responses: rendered on the server, with a Content-Security-Policy. A page may load only styles and pictures
 * of this Worker, and runs no script unless it names one.
 */
import { renderToString } from 'preact-render-to-string';
import type { Environment } from '../env.ts';
import type { RequestContext } from '../http/request-context.ts';
import { answer } from '../http/response.ts';
import { assetHref, assets } from './assets.ts';
import { Document, type Page } from './layout.tsx';

/** The policy of a page without a script. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of a page with a script, which may also request the API and start a worker. */
const SCRIPT_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'; worker-src 'self'`;

const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

const HTML_TYPE = 'text/html; charset=utf-8';

export interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the page has a form to POST. Under `no-referrer`, a browser would send `Origin: null` (Fetch §3.2). */
  readonly posts?: boolean;
}

const encoder = new TextEncoder();

/**
 * Responds with a page.
 *
 * @param context - the context of the request, of which the environment is used
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
      'Content-Security-Policy': contentPolicy(page),
      'Referrer-Policy': posts ? 'same-origin' : 'no-referrer',
      'Content-Length': String(octets.length),
      Vary: 'Accept',
      ...headers,
    },
  });
}

/** Responds with a page that depends on its address alone, so that clients may cache it. */
export function cacheablePage(context: RequestContext, page: Page): Response {
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': contentPolicy(page), 'Referrer-Policy': 'no-referrer' };
  return answer(context, HTML_TYPE, htmlOf(page, context.environment), headers);
}

function htmlOf(page: Page, { contact, fingerprint }: Environment): string {
  const html = renderToString(
    <Document page={page} contact={contact} stylesheet={assetHref(assets.stylesheet, fingerprint)} />,
  );
  return `<!doctype html>${html}\n`;
}

function contentPolicy({ script }: Page): string {
  return script === undefined ? PAGE_POLICY : SCRIPT_POLICY;
}
