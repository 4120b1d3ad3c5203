/**
 * A page as a response: rendered on the server, under a policy that lets it load nothing but our own style and
 * pictures, and run nothing at all.
 */
import { renderToString } from 'preact-render-to-string';
import type { Environment } from '../env.ts';
import { Document, type Page } from './layout.tsx';
import { stylesheetOf } from './stylesheet.ts';

/** The policy of every page of ours. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept',
} as const;

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
 * @param place the visit or the exchange that is answered
 * @example
 * return pageResponse(visit, { title: 'World', crumbs, content: <Menu items={items} /> });
 */
export function pageResponse(
  { environment }: { readonly environment: Environment },
  page: Page,
  { status = 200, headers = {}, posts = false }: PageOptions = {},
): Response {
  const { contact, fingerprint } = environment;
  const html = renderToString(<Document page={page} contact={contact} stylesheet={stylesheetOf(fingerprint)} />);
  const octets = encoder.encode(`<!doctype html>${html}\n`);
  return new Response(octets, {
    status,
    headers: {
      ...PAGE_HEADERS,
      'Referrer-Policy': posts ? 'same-origin' : 'no-referrer',
      'Content-Length': String(octets.length),
      ...headers,
    },
  });
}
