/**
 * Pages as responses: rendered on the server, with a Content-Security-Policy. A page may load only styles and pictures
 * of this Worker, and runs no script unless it names one.
 */

import { renderToString } from 'preact-render-to-string';
import { markupWithoutControls } from '../../../src/octets/controls.ts';
import { withBasePath } from '../../http/address.ts';
import type { HeaderFields } from '../../http/headers.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { answer } from '../../http/response.ts';
import { type Ended, textStream } from '../../http/text-stream.ts';
import type { Environment } from '../../settings/environment.ts';
import { assetHref, assets } from './assets.ts';
import type { Html, HtmlSource } from './html.ts';
import { Document, type Page, ROWS_MARKUP } from './layout.tsx';

/** The policy of a page without a script. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of a page with a script, which may also request the API and start a worker. */
const SCRIPT_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'; worker-src 'self'`;

/** The policy of a page with a script inside of it, too, by the hash of that script. */
function policyWithScript(source: string): string {
  return SCRIPT_POLICY.replace("script-src 'self'", `script-src 'self' ${source}`);
}

const HTML_TYPE = 'text/html; charset=utf-8';

interface PageOptions {
  readonly status?: number;
  readonly headers?: HeaderFields;
  /** Whether the page has a form to POST. Under `no-referrer`, a browser would send `Origin: null` (Fetch §3.2). */
  readonly posts?: boolean;
}

const encoder = new TextEncoder();

export function pageResponse(
  { environment }: { readonly environment: Environment },
  page: Page,
  { status = 200, headers = {}, posts = false }: PageOptions = {},
): Response {
  const octets = encoder.encode(htmlOf(page, environment));
  const own = { 'Content-Length': String(octets.length), ...(posts && { 'Referrer-Policy': 'same-origin' }) };
  return new Response(octets, { status, headers: pageHeaders(environment, page, { ...own, ...headers }) });
}

interface StreamedPageOptions extends Pick<PageOptions, 'headers'> {
  /** Closes what the rows are read from, and notes the end for the log: see `trackBody`. */
  readonly ended?: Ended;
}

/**
 * Responds with a page whose rows are written one by one, with the memory of a few rows. They stand where its content
 * has `<Rows />`. What follows from them, such as a notice that they were cut, is last in `rows`: see `rendered`.
 *
 * The response begins before its octets are known. So it has no `Content-Length`, and an entity tag only if `headers`
 * has one. An error of `rows` comes too late for another status; it breaks the body off.
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
  const pieces = { before, after, basePath: environment.basePath };
  const source = Symbol.asyncIterator in rows ? arrivingTexts(rows, pieces) : texts(rows, pieces);
  return new Response(textStream(source, ended, { blank: '\n' }), { headers: pageHeaders(environment, page, headers) });
}

/** The layout before and after the rows, and what is put before own paths in them. */
type PagePieces = Readonly<Record<'before' | 'after' | 'basePath', string>>;

function* texts(rows: Iterable<Html>, { before, after, basePath }: PagePieces): Generator<string, void> {
  yield before;
  for (const { text } of rows) yield withBasePath(text, basePath);
  yield after;
}

async function* arrivingTexts(
  arrivals: AsyncIterable<Iterable<Html>>,
  { before, after, basePath }: PagePieces,
): AsyncGenerator<string | Iterable<string>, void> {
  yield before;
  for await (const rows of arrivals) yield texts(rows, { before: '', after: '', basePath });
  yield after;
}

const POLICY = 'Content-Security-Policy';

/** The headers that keep a page from what it does not need. Its forms may lead to the hosts that `/r` redirects to. */
function protectionOf(environment: Environment, { script }: Page, others: HeaderFields = {}): HeaderFields {
  const policy = script === undefined ? PAGE_POLICY : SCRIPT_POLICY;
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    ...others,
    [POLICY]: withFormTargets(others[POLICY] ?? policy, environment),
  };
}

function pageHeaders(environment: Environment, page: Page, others: HeaderFields): HeaderFields {
  return protectionOf(environment, page, {
    'Content-Type': HTML_TYPE,
    Vary: 'Accept',
    // HEAD shows it, too (RFC 8288).
    ...(page.feed && { Link: `<${environment.basePath}${page.feed}>; rel="alternate"; type="application/atom+xml"` }),
    ...others,
  });
}

/**
 * Responds with a page that depends on its address alone, so that clients may cache it.
 *
 * @param inline - the script inside the page, as a source of its policy
 */
export function cacheablePage(context: RequestContext, page: Page, inline: string | null = null): Response {
  const { environment } = context;
  const headers = inline === null ? {} : { [POLICY]: policyWithScript(inline) };
  return answer(context, HTML_TYPE, () => htmlOf(page, environment), protectionOf(environment, page, headers));
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
  return `<!doctype html>${withBasePath(markupWithoutControls(html), basePath)}\n`;
}

type Targets = Pick<Environment, 'gateways' | 'redirectHosts' | 'afsWeb' | 'urnResolvers'>;

/**
 * The policy of a page, with every host that `/r` redirects to among the targets of its forms: Chromium applies
 * `form-action` to the redirects after a form too.
 * `withFormTargets("form-action 'self'", { ...environment, afsWeb: new Map([['c', 'https://h.example/']]) })` is
 * `"form-action 'self' https://h.example"`.
 */
export function withFormTargets(policy: string, { gateways, redirectHosts, afsWeb, urnResolvers }: Targets): string {
  const templates = [...gateways.values()].map((setting) => (typeof setting === 'string' ? '' : setting.text));
  const targets = [
    ...[...templates, ...afsWeb.values(), ...[...urnResolvers.values()].flat()]
      .filter((address) => address !== '')
      .map(policySource),
    ...redirectHosts.names,
    ...[...redirectHosts.parents].map((name) => `*.${name}`),
  ];
  if (targets.length === 0) return policy;
  return policy.replace("form-action 'self'", ["form-action 'self'", ...new Set(targets)].join(' '));
}

/** The origin of an address as a source of CSP 3 (§2.3.1); its scheme, if a template fills in the host. */
function policySource(address: string): string {
  return (
    /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)/i.exec(address)?.[0] ?? address.slice(0, address.indexOf(':') + 1)
  );
}
