/** The page of a short link, which shows the target before the visitor follows the link. */

import { schemeTitle, sentenceOf } from '../../src/definition-of.ts';
import type { Resolution } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { lookalikeIn } from '../../src/webhooks/scripts.ts';
import { Details } from '../pages/details.tsx';
import type { Page } from '../pages/layout.tsx';
import { Warnings } from '../pages/notice.tsx';
import type { LinkAnswer } from './describe-link.ts';
import { BITS, isHashSlug } from './slug.ts';

/**
 * The page.
 *
 * @param target - the target of the link
 */
export function shortLinkPage(link: LinkAnswer, target: Resolution): Page {
  const { slug, short, createdAt, expiresAt, clicks, lastClickAt } = link;
  const { host, hostUnicode, explicitPort, path, query, fragment, user } = target.components;
  const shown = hostUnicode ?? host;
  const lookalike = lookalikeIn(shown ?? '');
  const diagnosed = target.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  const warnings = lookalike === null ? diagnosed : [lookalike, ...diagnosed];
  return {
    title: `Where ${slug} leads`,
    kicker: 'Short link',
    actions: [
      { text: 'JSON', href: `/${slug}+?format=json` },
      { text: 'QR code', href: `/${slug}.svg` },
    ],
    content: (
      <div class="short-link">
        <div>
          {shown !== null && shown !== '' && (
            <p class="destination">
              <bdi>{shown}</bdi>
            </p>
          )}
          <p class="canonical">
            <code>{withoutUserInfo(link.url)}</code>
          </p>
          <p>{sentenceOf(target)}</p>
          <Warnings warnings={warnings} />
          <p>
            <a class="button" href={`/${slug}`} rel="nofollow">
              Follow the link
            </a>
          </p>
          <h2>Its parts</h2>
          <Details
            rows={[
              ['Scheme', `${target.scheme}, ${schemeTitle(target.scheme)}`],
              ['User name', user],
              ['Host', shown === host ? host : `${shown} (${host})`],
              ['Port', explicitPort],
              ['Path', path],
              ['Query', query],
              ['Fragment', fragment],
            ]}
          />
          <h2>Its life</h2>
          <Details
            rows={[
              ['Made', <Time at={createdAt} />],
              ['Ends', expiresAt === null ? 'Never' : <Time at={expiresAt} />],
              ['Followed', timesOf(clicks)],
              ['Last followed', lastClickAt === null ? null : <Time at={lastClickAt} />],
            ]}
          />
          <p class="aside">
            {isHashSlug(slug)
              ? `The slug is the first ${slug.length * BITS} bits of the SHA-256 of the address above. This service never leads it to another address.`
              : 'This is a name that its owner chose, and may lead elsewhere one day.'}
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

function timesOf(clicks: number): string {
  if (clicks < 2) return clicks === 0 ? 'Not yet' : 'Once';
  return `${clicks} times`;
}

/** A time for people and programs, in UTC, because readers may be in any time zone. */
function Time({ at }: { readonly at: string }) {
  return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
}
