/** The page between a link and the Web: it shows where the link leads, and lets the reader decide to follow it. */
import type { Resolution } from '../../src/index.ts';
import { type Page, REL } from './layout.tsx';
import { Warnings } from './notice.tsx';

/**
 * The page.
 *
 * @param link - the link as the page shows it, without user info
 * @param original - the link with its user info, for the warnings
 */
export function interstitialPage(link: Resolution, original: Resolution): Page {
  const { host, hostUnicode } = link.components;
  const unicodeHost = hostUnicode !== null && hostUnicode !== host ? hostUnicode : null;
  const lookalike = `Letters of many scripts look like a to z. Written in those alone, this name is ${host}.`;
  const diagnosed = original.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  const warnings = unicodeHost === null ? diagnosed : [lookalike, ...diagnosed];
  return {
    title: 'This link leaves Waypost',
    kicker: 'To the Web',
    content: (
      <>
        <p class="lead">It leads to</p>
        <p class="destination">
          <bdi>{unicodeHost ?? host}</bdi>
        </p>
        <p class="canonical">
          <code>{link.canonical}</code>
        </p>
        <Warnings warnings={warnings} />
        <p>
          <a class="button" href={link.canonical} rel={REL}>
            Go to {host}
          </a>
        </p>
        <p class="aside">Waypost has not looked at that page, and cannot vouch for it.</p>
      </>
    ),
  };
}
