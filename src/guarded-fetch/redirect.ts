/** Redirects by the rules of Fetch §4.4 (HTTP-redirect fetch). */
import { EgressError } from '../egress/egress-error.ts';
import type { Outgoing } from './outgoing.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetch, "request-body-header name". */
const BODY_FIELDS = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];

/** What is for one origin only. */
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie'];

/** Where an answer redirects to; `null` = it is no redirect. */
export function locationOf(status: number, headers: Headers): string | null {
  return REDIRECTS.has(status) ? headers.get('location') : null;
}

/**
 * The request that follows a redirect: perhaps with another method, without a body, and on another origin without
 * credentials.
 *
 * @throws EgressError `REDIRECT_REFUSED`
 */
export function redirected(request: Outgoing, status: number, location: string): Outgoing {
  const url = URL.canParse(location, request.url.href) ? new URL(location, request.url) : null;
  if (url === null) throw refused('redirect-location', 'The server redirects to something that is not a URL.');
  if (status !== 303 && request.body !== null && !request.body.repeatable) {
    throw refused(
      'redirect-body',
      'The server redirects the request, whose body is a stream and cannot be sent twice.',
    );
  }
  const headers = new Headers(request.headers);
  const { method } = request;
  const becomesGet =
    status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  if (becomesGet) for (const name of BODY_FIELDS) headers.delete(name);
  if (url.origin !== request.url.origin) for (const name of CREDENTIALS) headers.delete(name);
  return { url, method: becomesGet ? 'GET' : method, headers, body: becomesGet ? null : request.body };
}

export function refused(
  rule: EgressError<'REDIRECT_REFUSED'>['rule'],
  message: string,
): EgressError<'REDIRECT_REFUSED'> {
  return new EgressError('REDIRECT_REFUSED', rule, message);
}
