/** Redirects from a link to the address that opens it (RFC 9110 §15.4). */
import type { Resolution } from '../../../src/index.ts';
import type { AtBasePath } from '../../http/base-path.ts';
import { canonicalLink } from '../../http/headers.ts';

export const REDIRECTS = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECTS)[number];

/** An hour: destinations are settings, which may change. */
const CACHEABLE = 'public, max-age=3600';

/**
 * Answers with a redirect. The header `Link` names the canonical link, without user info.
 *
 * @param href - the destination: a path of this Worker, or an absolute URL
 */
export function redirectTo(
  href: string,
  { canonical, components }: Resolution,
  status: RedirectStatus,
  { basePath }: AtBasePath,
): Response {
  const secret = components.password !== null;
  return new Response(`${href.startsWith('/') ? basePath : ''}${href}\n`, {
    status,
    headers: {
      Location: href,
      Link: canonicalLink(canonical),
      'Cache-Control': secret ? 'no-store' : CACHEABLE,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  });
}
