/**
 * `waypost publish`: writes the links of an export as a folder that any web server can serve. Each link has a page that
 * leads on, and the file `_redirects` has its redirect for servers that read it. So the links outlive the service.
 */

import { createReadStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isInBrowser, sentenceOf } from '../../src/definition-of.ts';
import type { LinkState } from '../../src/links/state.ts';
import { escapeHtml } from '../../src/octets/controls.ts';
import { DEFAULT_ARCHIVES, WAYBACK } from '../../src/templates/default-archives.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { UsageError } from '../usage/usage-error.ts';
import { ExportReader, type PublishedLink } from './export-reader.ts';

/** A run of the command. */
export interface Publication {
  readonly kind: 'publish';
  /** `-` = standard input. */
  readonly file: string;
  /** Absent or empty before the run. */
  readonly folder: string;
  /** The origin of a Waypost that opens other links than http and https; `null` = none. */
  readonly waypost: string | null;
}

/** Lines of `_redirects` that are written together. */
const LINES = 1000;

/**
 * Writes the folder. Returns the number of links by their state, and the lines that could not be written, with the
 * reason. Throws a `UsageError` if the folder has files.
 */
export async function publish({ file, folder, waypost }: Publication, stdin: Readable) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new UsageError(`--folder: "${folder}" is not empty`);
  const reader = new ExportReader(Date.now());
  const counts: Record<LinkState['kind'], number> = { live: 0, gone: 0, blocked: 0 };
  const faults: string[] = [];
  let redirects: string[] = [];
  const redirectsFile = join(folder, '_redirects');
  const flush = () => {
    writeFileSync(redirectsFile, redirects.join(''), { flag: 'a' });
    redirects = [];
  };
  let number = 0;
  const input = file === '-' ? stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    const link = reader.read(line);
    if (link === null) continue;
    const fault = typeof link === 'string' ? link : writePages(folder, link, waypost);
    if (fault !== null || typeof link === 'string') {
      faults.push(`${number}: ${fault}`);
      continue;
    }
    counts[link.state.kind]++;
    const location = locationOf(link.state, waypost);
    if (location !== null) redirects.push(`/${link.slug} ${location} ${link.isPermanent ? 301 : 302}\n`);
    if (redirects.length === LINES) flush();
  }
  flush();
  writeFileSync(join(folder, '404.html'), NOT_FOUND);
  return { counts, faults };
}

const NOT_FOUND =
  '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Not found</title>\n<p>There is no such short link.</p>\n</html>\n';

/** Writes the page that leads on, and the one with a plus, as the service has it. Returns what is wrong, or `null`. */
function writePages(folder: string, link: PublishedLink, waypost: string | null): string | null {
  try {
    mkdirSync(join(folder, link.slug));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return `there is a page "${link.slug}" already; this disk may not keep names apart that differ in case alone`;
  }
  writeFileSync(join(folder, link.slug, 'index.html'), staticPage(link, locationOf(link.state, waypost)));
  mkdirSync(join(folder, `${link.slug}+`));
  writeFileSync(join(folder, `${link.slug}+`, 'index.html'), staticPage(link, null));
  return null;
}

/**
 * The address that a link redirects to; `null` if a browser cannot open it. `waypost` is the origin of a Waypost that
 * opens other links than http and https; `null` = none.
 */
export function locationOf(state: LinkState, waypost: string | null): string | null {
  if (state.kind !== 'live') return null;
  const { canonical, scheme, diagnostics } = state.target;
  if (isInBrowser(scheme)) return canonical;
  if (waypost === null || diagnostics.some(({ code }) => code === 'unsafe-scheme')) return null;
  return `${waypost.replace(/\/$/, '')}/r?url=${encodeURIComponent(canonical)}`;
}

/** The page of a link. `location` is where the page leads on to; `null` = it stays. */
export function staticPage({ slug, state }: PublishedLink, location: string | null): string {
  const heads = ['<meta charset="utf-8">', '<meta name="robots" content="noindex">'];
  if (location !== null) heads.push(`<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}">`);
  return `<!doctype html>
<html lang="en">
${heads.join('\n')}
<title>${escapeHtml(slug)}</title>
${contentOf(slug, state)}
</html>
`;
}

function contentOf(slug: string, state: LinkState): string {
  switch (state.kind) {
    case 'gone':
      return '<p>This short link has expired.</p>';
    case 'blocked':
      return `<p>This short link is blocked. ${escapeHtml(state.reason)}</p>`;
    case 'live': {
      const { canonical, scheme } = state.target;
      const shown = escapeHtml(withoutUserInfo(canonical));
      const isWeb = isInBrowser(scheme);
      const archive = DEFAULT_ARCHIVES[scheme]?.startsWith(WAYBACK)
        ? `\n<p><a href="https://web.archive.org/web/${shown}">Copies in the Wayback Machine</a></p>`
        : '';
      return `<p>The short link <b>${escapeHtml(slug)}</b> leads to ${isWeb ? `<a href="${shown}">${shown}</a>` : shown}</p>
<p>${escapeHtml(sentenceOf(state.target))}</p>${archive}`;
    }
  }
}
