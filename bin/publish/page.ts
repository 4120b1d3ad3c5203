/** The pages of published links: one that leads on, and one that only says where. They need no script and no style. */
import { sentenceOf } from '../../src/definition-of.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import type { LinkState, PublishedLink } from './link-state.ts';

/** Schemes whose dead links the Wayback Machine may have. */
const ARCHIVED = ['http', 'https', 'ftp', 'gopher'];

/**
 * The address that a link redirects to; `null` if a browser cannot open it.
 *
 * @param waypost - the origin of a Waypost that opens other links than http and https; `null` = none
 */
export function locationOf(state: LinkState, waypost: string | null): string | null {
  if (state.kind !== 'live') return null;
  const { canonical, kind, diagnostics } = state.target;
  if (kind === 'http') return canonical;
  if (waypost === null || diagnostics.some(({ code }) => code === 'unsafe-scheme')) return null;
  return `${waypost.replace(/\/$/, '')}/r?url=${encodeURIComponent(canonical)}`;
}

/**
 * The page of a link.
 *
 * @param location - where the page leads on to; `null` = it stays
 */
export function pageOf({ slug, state }: PublishedLink, location: string | null): string {
  const heads = ['<meta charset="utf-8">', '<meta name="robots" content="noindex">'];
  if (location !== null) heads.push(`<meta http-equiv="refresh" content="0; url=${escaped(location)}">`);
  return `<!doctype html>
<html lang="en">
${heads.join('\n')}
<title>${escaped(slug)}</title>
${contentOf(slug, state)}
</html>
`;
}

function contentOf(slug: string, state: LinkState): string {
  switch (state.kind) {
    case 'gone':
      return '<p>This short link has expired.</p>';
    case 'blocked':
      return `<p>This short link is blocked. ${escaped(state.reason)}</p>`;
    case 'live': {
      const { canonical, scheme } = state.target;
      const shown = escaped(withoutUserInfo(canonical));
      const isWeb = state.target.kind === 'http';
      const archive = ARCHIVED.includes(scheme)
        ? `\n<p><a href="https://web.archive.org/web/${shown}">Copies in the Wayback Machine</a></p>`
        : '';
      return `<p>The short link <b>${escaped(slug)}</b> leads to ${isWeb ? `<a href="${shown}">${shown}</a>` : shown}</p>
<p>${escaped(sentenceOf(state.target))}</p>${archive}`;
    }
  }
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}
