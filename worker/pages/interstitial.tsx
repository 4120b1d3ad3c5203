/** The page between a link and the Web: it shows where the link leads, and leaves going there to the reader. */
import type { Resolution } from '../../src/index.ts';
import { type Page, REL } from './layout.tsx';
import { Doubts } from './notice.tsx';

/**
 * The page.
 *
 * @param link - as it may be shown, without user info
 * @param given - as it was given
 */
export function interstitialPage(link: Resolution, given: Resolution): Page {
  const { host, hostUnicode } = link.components;
  const other = hostUnicode !== null && hostUnicode !== host ? hostUnicode : null;
  const lookalike = `Letters of many scripts look like a to z. Written in those alone, this name is ${host}.`;
  const warnings = given.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  const doubts = other === null ? warnings : [lookalike, ...warnings];
  return {
    title: 'This link leaves Waypost',
    kicker: 'To the Web',
    content: (
      <>
        <p class="lead">It leads to</p>
        <p class="destination">
          <bdi>{other ?? host}</bdi>
        </p>
        <p class="canonical">
          <code>{link.canonical}</code>
        </p>
        <Doubts doubts={doubts} />
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
