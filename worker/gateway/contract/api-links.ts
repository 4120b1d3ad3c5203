/** The member `links` of a resolution in the JSON API. */
import type { Resolution } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { withoutPassword } from '../../../src/uri/user-info.ts';

export interface ApiLinks {
  /** The address that opens the link; `null` if nothing may open it. */
  readonly open: string | null;
  /** The explorer's page about the link. */
  readonly inspect: string;
  /** A short link to it; `null` if only the store knows one. */
  readonly short: string | null;
}

/**
 * The links that go with a resolution. They are absolute, because JSON has no base.
 *
 * @param root - the address of this Worker, without a slash at the end
 * @example
 * ```ts
 * apiLinksOf(explain('gopher://h.example/'), 'https://waypost.example').open;
 * // 'https://waypost.example/r?url=gopher%3A%2F%2Fh.example%2F'
 * ```
 */
export function apiLinksOf({ canonical, scheme }: Resolution, root: string): ApiLinks {
  const query = `url=${encodeURIComponent(withoutPassword(canonical))}`;
  const open = UNSAFE_SCHEMES.has(scheme) ? null : `${root}/r?${query}`;
  return { open, inspect: `${root}/inspect?${query}`, short: null };
}
