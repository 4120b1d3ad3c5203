/** The page of a link that nothing here can open: what it is, what would open it, and what a client would send. */
import type { Resolution } from '../../src/index.ts';
import { sentFor } from '../../src/sent.ts';
import { concatOctets } from '../../src/uri/octets.ts';
import type { Explanation } from '../gateway/core/explanation.ts';
import type { LinkBuilder } from '../gateway/core/link-builder.ts';
import { schemeTitle } from '../gateway/core/titles.ts';
import { Details } from './details.tsx';
import type { Page } from './layout.tsx';
import { Octets } from './octets.tsx';

/** The page; `links` are those of the link that is explained. */
export function explanationPage(link: Resolution, { what, needed, details }: Explanation, links: LinkBuilder): Page {
  const octets = concatOctets(...sentFor(link));
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
        <FtpCopy link={link} links={links} />
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

/** RFC 8089 names no transport, but the drafts before it had clients try FTP: so it is offered, and left to people. */
function FtpCopy({ link, links }: { readonly link: Resolution; readonly links: LinkBuilder }) {
  if (link.kind !== 'file' || link.details.host === null) return null;
  const url = `ftp://${link.details.host}${link.components.path}`;
  const href = links.hrefOf(url);
  if (href === null) return null;
  return (
    <p>
      It may be at <a href={href}>{url}</a>.
    </p>
  );
}
