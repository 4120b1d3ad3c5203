/** The pages of links that no gateway opens: what a link is and what would open it; for the Web, where it leads. */
import { schemeTitle, wireOctetsOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import type { ArchivedCopy } from '../../../src/templates/templates.ts';
import { lookalikeIn } from '../../../src/webhooks/scripts.ts';
import { type Detail, Details } from './details.tsx';
import { HostName } from './host-name.tsx';
import { type Page, REL } from './layout.tsx';
import { ArchivedCopies, LinkForm, Proposals } from './link-form.tsx';
import { Warnings } from './notice.tsx';
import { Addressee, Octets } from './octets.tsx';
import { type LinkPrograms, Programs } from './programs.tsx';
import { proposalsFor } from './proposals.ts';

export interface LinkExplanation extends LinkPrograms {
  /** What people call a protocol of which the library knows nothing; `null` = the library says it. */
  readonly name: string | null;
  /** What the link is. */
  readonly what: string;
  /** Why nothing here opens it. */
  readonly reason: string;
  readonly details: readonly Detail[];
  /** What the whole link looks like, if this one lacks a part; else `null`. */
  readonly complete: string | null;
}

interface ExplanationPageProps {
  readonly link: Resolution;
  /** What the link refers to, as one sentence. */
  readonly sentence: string;
  readonly explanation: LinkExplanation;
  /** The `href` of a link to a URL; `null` if pages may not link to it. */
  readonly hrefOf: (url: string) => string | null;
  readonly archives: readonly ArchivedCopy[];
  /** The address of the script for the button that copies. */
  readonly script: string;
}

export function explanationPage({ link, sentence, explanation, hrefOf, archives, script }: ExplanationPageProps): Page {
  const { name, what, reason, details, complete } = explanation;
  const query = `?url=${encodeURIComponent(link.canonical)}`;
  const { host } = link.components;
  return {
    title: name === null || !host ? sentence.replace(/\.$/, '') : `A ${name} page at ${host}`,
    kicker: name ?? schemeTitle(link.scheme),
    canonical: link.canonical,
    script,
    openField: complete === null,
    actions: [
      { text: 'Explain this link', href: `/inspect${query}` },
      { text: 'JSON', href: `/v1/resolve${query}` },
    ],
    content: (
      <>
        <p class="lead">{what}</p>
        <p>{reason}</p>
        {link.kind === 'unknown' && <Proposals proposals={proposalsFor(link.input)} />}
        {complete === null ? (
          <Programs url={link.canonical} scheme={link.scheme} programs={explanation} />
        ) : (
          <>
            <p>
              If you know the message-id of the message, put it in the place of <code>MESSAGE-ID</code>.
            </p>
            <LinkForm value={complete} fault={null} />
          </>
        )}
        <Copies link={link} hrefOf={hrefOf} />
        <Details rows={details} />
        <ArchivedCopies archives={archives} />
        <WireOctets link={link} />
        <p class="visually-hidden" aria-live="polite" id="announcement" />
      </>
    ),
  };
}

export function WireOctets({ link }: { readonly link: Resolution }) {
  const octets = concatOctets(wireOctetsOf(link));
  if (octets.length === 0) return null;
  return (
    <section>
      <h2>What a client sends</h2>
      {link.components.host && (
        <p>
          <Addressee components={link.components} />
        </p>
      )}
      <Octets octets={octets} />
    </section>
  );
}

/** Where the file may be: RFC 8089 names no transport, but the drafts before it had clients try FTP. */
function Copies({ link, hrefOf }: Pick<ExplanationPageProps, 'link' | 'hrefOf'>) {
  if (link.kind !== 'file' && link.kind !== 'afs') return null;
  const { host, path } = link.components;
  const url = `ftp://${host}${path}`;
  const href = host ? hrefOf(url) : null;
  if (href === null) return null;
  return (
    <p>
      It may be at <a href={href}>{url}</a>.
    </p>
  );
}

const REMOVED = 'Waypost has removed the user name and password from the link.';

/**
 * @param original - the link with its user info, for the warnings
 * @param script - the address of the script that makes "Go back" go back; without it, the link leads to the home page
 */
export function interstitialPage(link: Resolution, original: Resolution, script: string): Page {
  const { user, password, host, hostUnicode } = original.components;
  const removed = user === null && password === null ? [] : [REMOVED];
  // What a name or a password before the host pretends, a reader should not follow by habit.
  const deceives = removed.length > 0 || lookalikeIn(hostUnicode ?? host ?? '') !== null;
  return {
    title: 'This link leaves Waypost',
    kicker: 'To the Web',
    ...(deceives && { script }),
    actions: [{ text: 'Explain this link', href: `/inspect?url=${encodeURIComponent(link.canonical)}` }],
    content: (
      <>
        <p class="lead">It leads to</p>
        <HostName components={link.components} />
        <p class="canonical">
          <code>{link.canonical}</code>
        </p>
        <Warnings link={original} also={removed} />
        <p class="buttons">
          {deceives && (
            <>
              <a class="button" href="/" data-back="">
                Go back
              </a>{' '}
            </>
          )}
          <a class={deceives ? 'go' : 'button'} href={link.canonical} rel={REL}>
            Go to {link.components.host}
          </a>
        </p>
        <p class="aside">Waypost has not checked this page.</p>
      </>
    ),
  };
}
