/**
 * The answer of a gateway, shared with other readers where nothing in it depends on who asks, and the remark on a page
 * that is a copy because the server does not answer.
 */
import { renderToString } from 'preact-render-to-string';
import { approach } from '../../../src/egress/policy.ts';
import type { Resolution } from '../../../src/index.ts';
import { isFailure } from '../../../src/net/failure.ts';
import { socketTarget } from '../../../src/open/links.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { cacheOf } from '../../cache/cache.ts';
import { FOR_SHARED_CACHES } from '../../cache/copies.ts';
import { type Ask, type ReaderAnswer, readThrough } from '../../cache/read-through.ts';
import { sharedRequestOf } from '../../cache/shared-request.ts';
import { withBasePath } from '../../http/base-path.ts';
import { egressOf, originOf, type RequestContext } from '../../http/request-context.ts';
import { Notice } from '../../pages/parts/notice.tsx';
import { robotOf } from '../contract/robots.ts';

/** Answers with what others get, too, or asks for this reader alone. @throws GatewayError */
export async function sharedAnswer(link: Resolution, context: RequestContext, ask: Ask): Promise<Response> {
  const cache = cacheOf(context.environment);
  const others = openerOf(link.scheme)?.vary?.(link) ?? [];
  const request = cache === null || isForOneReader(link, context) ? null : sharedRequestOf(context, others);
  if (cache === null || request === null) return withoutField(await ask(context));
  return withAge(
    await readThrough(cache, { request, context, ask, mayShowCopy: () => isOpen(link, context) }),
    context,
  );
}

/** What an answer says to our own caches is not for others. */
function withoutField(response: Response): Response {
  response.headers.delete(FOR_SHARED_CACHES);
  return response;
}

/** Whether the answer depends on more than the address and the view. */
function isForOneReader(link: Resolution, { request: { headers } }: RequestContext): boolean {
  const isConditional = headers.has('If-None-Match') || headers.has('If-Modified-Since');
  if (openerOf(link.scheme)?.isPersonal?.(link, { isConditional }) === true) return true;
  // Each robot obeys the rules of the server for its own name.
  return robotOf(headers.get('User-Agent')) !== null;
}

/** Whether the policy lets anybody see this server: a denied host is never answered from a copy. */
function isOpen(link: Resolution, context: RequestContext): boolean {
  try {
    return approach(socketTarget(link, {}), egressOf(context)).kind !== 'denied';
  } catch (error) {
    // A link without a server has nobody to ask.
    if (isFailure(error)) return true;
    throw error;
  }
}

/** The answer with the age of a copy that is no longer fresh. */
function withAge({ response, stale }: ReaderAnswer, context: RequestContext): Response {
  if (stale === null || !isPage(response)) return response;
  const notice = (
    <Notice tone="caution" title={`The server did not answer. This is a copy from ${ageText(stale.age)} ago.`}>
      <p>{stale.failure.message}</p>
      <p>
        <a class="button" href={context.url.slice(originOf(context).length)}>
          Try again
        </a>
      </p>
    </Notice>
  );
  const markup = withBasePath(renderToString(notice), context.environment.basePath);
  const page = new HTMLRewriter()
    .on('main > .heading', { element: (heading) => void heading.after(markup, { html: true }) })
    .transform(response);
  page.headers.delete('Content-Length');
  page.headers.delete('ETag');
  return page;
}

/** Whether a response is a page of this Worker: HTML of other servers is sandboxed, and stays as it is. */
function isPage({ headers }: Response): boolean {
  const isHtml = /^text\/html\b/.test(headers.get('Content-Type') ?? '');
  return isHtml && !headers.get('Content-Security-Policy')?.startsWith('sandbox');
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** A time in words: `ageText(7300)` is `2 hours`. */
export function ageText(seconds: number): string {
  const [length, name] = UNITS.find(([length]) => seconds >= length) ?? [1, 'second'];
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
