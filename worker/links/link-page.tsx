/** The page of a short link, which shows the target before the visitor follows the link, and its QR code. */
import { schemeTitle } from '../../src/definition-of.ts';
import type { Resolution } from '../../src/index.ts';
import { BITS } from '../../src/links/slug.ts';
import { readableHost } from '../../src/readable-host.ts';
import type { ArchivedCopy } from '../../src/templates/templates.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { Details } from '../pages/parts/details.tsx';
import { HostName, readableSentence } from '../pages/parts/host-name.tsx';
import type { Page } from '../pages/parts/layout.tsx';
import { ArchivedCopies } from '../pages/parts/link-form.tsx';
import { Warnings } from '../pages/parts/notice.tsx';
import type { ShownLink } from './link.ts';

/** @param isPermanent - whether the slug is a hash of the target */
export function shortLinkPage(
  link: ShownLink,
  isPermanent: boolean,
  target: Resolution,
  archives: readonly ArchivedCopy[],
): Page {
  const { slug, short, createdAt, expiresAt, clicks, lastClickAt } = link;
  const { host, explicitPort, path, query, fragment, user } = target.components;
  const shown = readableHost(target.components);
  return {
    title: `Where ${slug} leads`,
    kicker: 'Short link',
    preview: { description: readableSentence(target), root: short.slice(0, short.lastIndexOf('/')) },
    actions: [
      { text: 'JSON', href: `/${slug}+?format=json` },
      { text: 'QR code', href: `/${slug}.svg` },
    ],
    content: (
      <div class="short-link">
        <div>
          <HostName components={target.components} />
          <p class="canonical">
            <code>{withoutUserInfo(link.canonical)}</code>
          </p>
          <p>{readableSentence(target)}</p>
          <Warnings link={target} />
          <p>
            <a class="button" href={`/${slug}`} rel="nofollow">
              Follow the link
            </a>
          </p>
          <h2>Parts</h2>
          <Details
            rows={[
              ['Scheme', `${target.scheme}, ${schemeTitle(target.scheme)}`],
              ['User name', user],
              ['Host', shown === host || host === null ? host : `${shown} (${host})`],
              ['Port', explicitPort],
              ['Path', path],
              ['Query', query],
              ['Fragment', fragment],
            ]}
          />
          <h2>History</h2>
          <Details
            rows={[
              ['Created', createdAt === undefined ? null : <Time at={createdAt} />],
              ['Expires', expiresAt === null ? 'Never' : <Time at={expiresAt} />],
              ['Clicks', clicks === 0 ? 'None' : (clicks ?? null)],
              ['Last click', lastClickAt ? <Time at={lastClickAt} /> : null],
            ]}
          />
          <ArchivedCopies archives={archives} />
          <p class="aside">
            {isPermanent
              ? `The slug is the first ${slug.length * BITS} bits of the SHA-256 of the URL above, so it never leads to another URL.`
              : 'The owner chose this name, and can make it lead to another URL.'}
          </p>
        </div>
        <figure class="qr-code">
          <img src={`/${slug}.svg`} alt={`QR code of ${short}`} width={232} height={232} />
          <figcaption>
            <code>{short.replace(/^https?:\/\//, '')}</code>
          </figcaption>
        </figure>
      </div>
    ),
  };
}

/** A time for people and programs, in UTC, because readers may be in any time zone. */
function Time({ at }: { readonly at: string }) {
  return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
}
