/**
 * A page as a response: rendered on the server, under a policy that lets it load nothing but our own style and
 * pictures, and run nothing at all.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The policy of every page of ours. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept',
} as const;

export interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers with a page.
 *
 * @param page a `<Page>` of `layout.tsx`
 * @example
 * return pageResponse(<Page title="World">…</Page>, { headers: { 'Cache-Control': 'public, max-age=300' } });
 */
export function pageResponse(page: VNode, { status = 200, headers = {} }: PageOptions = {}): Response {
  return new Response(`<!doctype html>\n${renderToString(page)}\n`, {
    status,
    headers: { ...PAGE_HEADERS, ...headers },
  });
}
