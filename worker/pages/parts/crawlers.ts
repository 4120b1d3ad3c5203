/**
 * Which clients are crawlers and other robots, and what they get. Their pages have no links to other views of the same
 * thing, which would multiply what they fetch; `rel` says the same to those that read it. Those that `CRAWLERS` lets in
 * may follow and keep the rest.
 */

import { pathOf } from '../../http/address.ts';
import type { RequestContext } from '../../http/request-context.ts';

/**
 * Product tokens of crawlers, archivers and link previews, up to the slash or another end. Browsers have no such token,
 * except on telephones of the brand Cubot.
 */
const TOKENS = new RegExp(
  `\\b(?!cubot)(?:${[
    '[a-z0-9._-]*(?:bot|crawler|spider)',
    ...['slurp', 'mediapartners-google', 'ia_archiver', 'heritrix', 'facebookexternalhit', 'meta-externalagent'],
    ...['chatgpt-user', 'perplexity-user', 'claude-web', 'scrapy', 'nutch', 'wget'],
  ].join('|')})(?=[/;,)]| \\+|$)`,
  'i',
);

/** The product token of a robot, from `User-Agent`, or `null`: `robotOf('Googlebot/2.1;')` is `'Googlebot'`. */
export function robotOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (TOKENS.exec(userAgent)?.[0] ?? null);
}

/** Whether the operator lets the client crawl this address. */
function isInvited({ request, url, environment }: RequestContext): boolean {
  const { crawlers } = environment;
  if (crawlers.length === 0) return false;
  const client = request.headers.get('User-Agent')?.toLowerCase() ?? '';
  const path = pathOf(url);
  return crawlers.some((crawler) => path.startsWith(crawler.path) && client.includes(crawler.agent.toLowerCase()));
}

/** Whether a response is a page of this Worker: HTML of other servers is sandboxed, and stays as it is. */
export function isPage({ headers }: Response): boolean {
  if (!/^text\/html\b/.test(headers.get('Content-Type') ?? '')) return false;
  return !headers.get('Content-Security-Policy')?.startsWith('sandbox');
}

/** The response as the client of a request wants it: for a crawler without other views, for anyone else as it is. */
export function forCrawlers(response: Response, context: RequestContext): Response {
  const invited = isInvited(context);
  const page = isPage(response);
  // Most answers are no pages: for them, nobody needs to know who asks.
  if (!invited && !(page && robotOf(context.request.headers.get('User-Agent')) !== null)) return response;
  const answer = page ? withoutViews(response, invited) : new Response(response.body, response);
  if (invited && response.ok) answer.headers.delete('X-Robots-Tag');
  return answer;
}

function withoutViews(response: Response, invited: boolean): Response {
  const rewriter = new HTMLRewriter()
    .on('.actions, .charsets', { element: (element) => void element.remove() })
    .on('a[rel~="alternate"]', { element: (element) => void element.removeAndKeepContent() });
  if (invited) rewriter.on('a[rel~="nofollow"]', { element: follow });
  const page = rewriter.transform(response);
  page.headers.delete('Content-Length');
  // Nobody else may get this variant.
  page.headers.delete('ETag');
  page.headers.set('Cache-Control', 'private, no-store');
  return page;
}

/** Links that strangers wrote are not to be followed, except by those that the operator has asked to. */
function follow(element: Element): void {
  element.setAttribute('rel', 'ugc');
}
