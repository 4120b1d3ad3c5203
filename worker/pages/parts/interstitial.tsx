/** The page between a link and the Web: it shows where the link leads, and lets the reader decide to follow it. */
import type { Resolution } from '../../../src/index.ts';
import { lookalikeIn } from '../../../src/webhooks/scripts.ts';
import { HostName } from './host-name.tsx';
import { type Page, REL } from './layout.tsx';
import { Warnings } from './notice.tsx';

const REMOVED = 'Waypost has removed the user name and password from the link.';

/**
 * The page.
 *
 * @param link - the link as the page shows it, without user info
 * @param original - the link with its user info, for the warnings
 */
export function interstitialPage(link: Resolution, original: Resolution): Page {
  const { host, hostUnicode } = link.components;
  const { user, password } = original.components;
  const warnings = warningsAbout(original, hostUnicode ?? host);
  const removed = user === null && password === null ? [] : [REMOVED];
  return {
    title: 'This link leaves Waypost',
    kicker: 'To the Web',
    actions: [{ text: 'Explain this link', href: `/inspect?url=${encodeURIComponent(link.canonical)}` }],
    content: (
      <>
        <p class="lead">It leads to</p>
        <HostName components={link.components} />
        <p class="canonical">
          <code>{link.canonical}</code>
        </p>
        <Warnings warnings={[...warnings, ...removed]} />
        <p>
          <a class="button" href={link.canonical} rel={REL}>
            Go to {host}
          </a>
        </p>
        <p class="aside">Waypost has not checked this page.</p>
      </>
    ),
  };
}

/**
 * What a reader should know before following a link.
 *
 * @param host - the host as the link shows it, with its A-labels decoded
 */
export function warningsAbout({ diagnostics }: Resolution, host: string | null): readonly string[] {
  const lookalike = lookalikeIn(host ?? '');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  return lookalike === null ? warnings : [lookalike, ...warnings];
}
