/** Whether a file is answered with a page around it. Browsers that open its address get the page, others the octets. */
import type { GatewayContext } from '../contract/contract.ts';

/** The headers that the answer depends on, for `Vary`. */
export const PAGE_OR_FILE = 'Accept, Sec-Fetch-Dest';

/**
 * Whether to answer with a page. `?format=` decides; without it, the client must open the address in a window of its
 * own. `Accept` is for browsers that do not send `Sec-Fetch-Dest`, as over http. HEAD and ranges are about the file.
 *
 * @example
 * ```ts
 * const request = new Request('http://h.example/', { headers: { Accept: 'text/html' } });
 * wantsPage({ request, view: { format: 'html', charset: null, query: new URLSearchParams() } }); // true
 * ```
 */
export function wantsPage({ request, view }: Pick<GatewayContext, 'request' | 'view'>): boolean {
  const { headers, method } = request;
  const format = view.query.get('format');
  if (method === 'HEAD' || headers.has('Range')) return false;
  if (format !== null) return format === 'html';
  const destination = headers.get('Sec-Fetch-Dest');
  return destination === null ? /\btext\/html\b/i.test(headers.get('Accept') ?? '') : destination === 'document';
}
