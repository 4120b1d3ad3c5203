/** The static assets of pages: the stylesheet, scripts, and HTML that the build has rendered. */
import { FILE_STORE } from '../../http/address.ts';
import type { RequestContext } from '../../http/request-context.ts';

/** The paths of the assets. No fragment ends in `.html`: the platform would serve it at another address. */
export const assets = {
  explorerScript: 'assets/explorer.js',
  /** What few visitors of the explorer need; its script loads these from its own folder. */
  rarelyNeeded: 'assets/rarely-needed.js',
  /** The page for lists; its worker loads the next two from its own folder. */
  checkScript: 'assets/check.js',
  htmlLinks: 'assets/links-in-html.js',
  markdownLinks: 'assets/links-in-markdown.js',
  idna: 'assets/idna.js',
  qrPath: 'assets/qr-path.js',
  waisRequest: 'assets/wais.js',
  prosperoRequest: 'assets/prospero.js',
  /** Copies texts on pages that have no other script. */
  copyScript: 'assets/copy.js',
  docsScript: 'assets/docs.js',
  docsStylesheet: 'assets/docs.css',
  /** The search of the documentation and its index, which the script loads when somebody types. */
  docsSearch: 'assets/docs-search.js',
  docsIndex: 'assets/docs-index.json',
  terminalScript: 'assets/terminal.js',
  terminal3270Script: 'assets/terminal-3270.js',
  terminalStylesheet: 'assets/terminal.css',
  stylesheet: 'assets/waypost.css',
  favicon: 'assets/favicon.ico',
  touchIcon: 'assets/apple-touch-icon.png',
  /** The picture that other sites show beside a link to a page of ours. */
  card: 'assets/card.png',
  /** The HTML below the explorer. */
  gallery: 'gallery.fragment',
  terminalFrame: 'terminal.fragment',
  terminal3270Frame: 'terminal-3270.fragment',
  problems: 'problems.fragment',
  problemsText: 'problems.txt',
  problemsScript: 'assets/problems.js',
  owners: 'owners.fragment',
  ownersScript: 'assets/owners.js',
  ownLinks: 'own-links.fragment',
  ownLinksScript: 'assets/own-links.js',
  /** The HTML of `/privacy`, without what the operator adds. */
  privacy: 'privacy.fragment',
  /** The list of addresses at `/`, for programs. */
  addresses: 'addresses.txt',
  models: 'llms.txt',
} as const;

/**
 * The address of a script or of the stylesheet. It changes with each deployment, so that browsers may cache it forever.
 * `assetHref('assets/explorer.js', '2f')` is `'/assets/explorer.js?2f'`.
 */
export function assetHref(path: string, fingerprint: string): string {
  return `/${path}?${fingerprint}`;
}

/** A static file, whose bytes are in the body. */
export async function openAsset(path: string, { environment }: Pick<RequestContext, 'environment'>): Promise<Response> {
  const file = await environment.ASSETS.fetch(new URL(`/${path}`, FILE_STORE));
  if (!file.ok) throw new Error(`${path} is missing from the static assets`);
  return file;
}

export async function readAsset(path: string, context: Pick<RequestContext, 'environment'>): Promise<string> {
  return (await openAsset(path, context)).text();
}
