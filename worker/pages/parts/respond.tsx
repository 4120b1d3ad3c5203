/**
 * Pages as responses: rendered on the server, with a Content-Security-Policy. A page may load only styles and pictures
 * of this Worker, and runs no script unless it names one.
 */

import { renderToString } from 'preact-render-to-string';
import { withBasePath } from '../../http/base-path.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { answer } from '../../http/response.ts';
import { type Ended, textStream } from '../../http/text-stream.ts';
import type { Environment } from '../../settings/environment.ts';
import { assetHref, assets } from './assets.ts';
import { withFormTargets } from './form-targets.ts';
import type { Html, HtmlSource } from './html.ts';
import { Document, type Page, ROWS_MARKUP } from './layout.tsx';

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
    headers: withTargets(environment, {
      ...headersOf(environment, page, posts),
      'Content-Length': String(octets.length),
      ...headers,
    }),
  });
}

export interface StreamedPageOptions extends Pick<PageOptions, 'headers'> {
  /** Closes what the rows are read from, and notes the end for the log: see `trackBody` of the gateways. */
  readonly ended?: Ended;
}

/**
 * Responds with a page whose rows are written one by one, with the memory of a few rows. The layout is rendered first,
 * and the rows stand where its content has `<Rows />`. Parts that follow from the rows, such as a notice that they were
 * cut, are the last items of `rows`: see `rendered`.
 *
 * The response begins before its length and its octets are known. So it has no `Content-Length`, and an entity tag only
 * if `headers` has one: a gateway that knows everything that the page depends on makes it before. An error of `rows`
 * comes too late for another status; it breaks the body off. Everything that can fail is better done before.
 *
 * @param rows - the rows in order; see `html`. If they arrive over time, an async iterable of the rows of each arrival.
 */
export function streamedPage(
  { environment }: { readonly environment: Environment },
  page: Page,
  rows: HtmlSource,
  { headers = {}, ended }: StreamedPageOptions = {},
): Response {
  const [before = '', after] = htmlOf(page, environment).split(ROWS_MARKUP);
  if (after === undefined) throw new TypeError('The content of a streamed page has <Rows />.');
  const { basePath } = environment;
  const pieces = { before, after, basePath };
  const source = Symbol.asyncIterator in rows ? arrivingTexts(rows, pieces) : texts(rows, pieces);
  return new Response(textStream(source, ended), {
    headers: withTargets(environment, { ...headersOf(environment, page, false), ...headers }),
  });
}

/** The layout before and after the rows. */
interface Pieces {
  readonly before: string;
  readonly after: string;
  readonly basePath: string;
}

function* texts(rows: Iterable<Html>, { before, after, basePath }: Pieces): Generator<string, void> {
  yield before;
  for (const { text } of rows) yield withBasePath(text, basePath);
  yield after;
}

async function* arrivingTexts(
  arrivals: AsyncIterable<Iterable<Html>>,
  { before, after, basePath }: Pieces,
): AsyncGenerator<string | Iterable<string>, void> {
  yield before;
  for await (const rows of arrivals) yield texts(rows, { before: '', after: '', basePath });
  yield after;
}

function headersOf({ basePath }: Environment, page: Page, posts: boolean): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    'Content-Type': HTML_TYPE,
    'Content-Security-Policy': contentPolicy(page),
    'Referrer-Policy': posts ? 'same-origin' : 'no-referrer',
    Vary: 'Accept',
    // HEAD shows it, too (RFC 8288).
    ...(page.feed && { Link: `<${basePath}${page.feed}>; rel="alternate"; type="application/atom+xml"` }),
  };
}

const POLICY = 'Content-Security-Policy';

/** The headers of a page, whose forms may lead to the hosts that `/r` redirects to. */
function withTargets(environment: Environment, headers: Record<string, string>): Record<string, string> {
  return { ...headers, [POLICY]: withFormTargets(headers[POLICY] ?? PAGE_POLICY, environment) };
}

/** Responds with a page that depends on its address alone, so that clients may cache it. */
export function cacheablePage(context: RequestContext, page: Page): Response {
  const headers = withTargets(context.environment, {
    ...PAGE_HEADERS,
    'Content-Security-Policy': contentPolicy(page),
    'Referrer-Policy': 'no-referrer',
  });
  return answer(context, HTML_TYPE, htmlOf(page, context.environment), headers);
}

function htmlOf(page: Page, { contact, fingerprint, basePath }: Environment): string {
  const html = renderToString(
    <Document
      page={page}
      contact={contact}
      stylesheet={assetHref(assets.stylesheet, fingerprint)}
      basePath={basePath}
    />,
  );
  return `<!doctype html>${withBasePath(html, basePath)}\n`;
}

function contentPolicy({ script }: Page): string {
  return script === undefined ? PAGE_POLICY : SCRIPT_POLICY;
}
