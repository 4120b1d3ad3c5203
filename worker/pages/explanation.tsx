/** The page of a link that no gateway opens: what it is, what would open it, and what a client would send. */

import { schemeTitle, wireOctetsOf } from '../../src/definition-of.ts';
import type { Resolution } from '../../src/index.ts';
import { concatOctets } from '../../src/uri/octets.ts';
import { type Detail, Details } from './details.tsx';
import type { Page } from './layout.tsx';
import { Octets } from './octets.tsx';

interface ExplanationPageProps {
  readonly link: Resolution;
  /** What the link is. */
  readonly what: string;
  /** What would open it. */
  readonly needed: string;
  readonly details: readonly Detail[];
  /** The `href` of a link to a URL; `null` if pages may not link to it. */
  readonly hrefOf: (url: string) => string | null;
}

/** The page about a link that no gateway opens. */
export function explanationPage({ link, what, needed, details, hrefOf }: ExplanationPageProps): Page {
  const octets = concatOctets(wireOctetsOf(link));
  const { host, port } = link.components;
  return {
    title: 'A link that cannot be opened here',
    kicker: schemeTitle(link.scheme),
    canonical: link.canonical,
    actions: [{ text: 'JSON', href: `/v1/resolve?url=${encodeURIComponent(link.canonical)}` }],
    content: (
      <>
        <p class="lead">{what}</p>
        <p>{needed}</p>
        <Copies link={link} hrefOf={hrefOf} />
        <Details rows={details} />
        {octets.length > 0 && (
          <section>
            <h2>What a client sends</h2>
            {host !== null && host !== '' && (
              <p>
                To <code>{host}</code>
                {port !== null && (
                  <>
                    , port <code>{port}</code>
                  </>
                )}
              </p>
            )}
            <Octets octets={octets} />
          </section>
        )}
      </>
    ),
  };
}

/**
 * Where copies may be: RFC 8089 names no transport, but the drafts before it had clients try FTP, and web archives
 * crawled both. The reader decides.
 */
function Copies({ link, hrefOf }: Pick<ExplanationPageProps, 'link' | 'hrefOf'>) {
  if (link.kind !== 'file' && link.kind !== 'afs') return null;
  const { host, path } = link.components;
  if (host === null || host === '') return null;
  const url = `ftp://${host}${path}`;
  const href = hrefOf(url);
  if (href === null) return null;
  return (
    <p>
      It may be at <a href={href}>{url}</a>. The Wayback Machine may have kept{' '}
      <a href={`https://web.archive.org/web/${url}`}>a copy of it</a>.
    </p>
  );
}
