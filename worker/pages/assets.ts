/** Static assets that pages are made with: scripts, and HTML that was rendered when the assets were built. */
import type { RequestContext } from '../http/request-context.ts';

/** What there is, by its path. A fragment ends in no `.html`: the platform would give it at another address. */
export const assets = {
  explorerScript: 'assets/explorer.js',
  docsScript: 'assets/docs.js',
  /** What stands under the explorer. */
  gallery: 'gallery.fragment',
  /** The reference of the API. */
  reference: 'reference.fragment',
  models: 'llms.txt',
} as const;

/** Stands in a fragment for the origin of the Worker, which is known when it is asked. */
export const ORIGIN = 'https://origin.invalid';

/**
 * The address of a script: another one with each deployment, so that browsers may keep it for ever.
 *
 * @example
 * ```ts
 * scriptHref('assets/explorer.js', exchange); // '/assets/explorer.js?2f'
 * ```
 */
export function scriptHref(path: string, { environment }: Pick<RequestContext, 'environment'>): string {
  return `/${path}?${environment.fingerprint}`;
}

/** The text of an asset. */
export async function readAsset(path: string, { environment, url }: RequestContext): Promise<string> {
  const file = await environment.ASSETS.fetch(new URL(path, url));
  if (!file.ok) throw new Error(`${path} is missing from the static assets`);
  return file.text();
}
