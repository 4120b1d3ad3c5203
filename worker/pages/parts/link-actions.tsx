/**
 * What one can do with the link whose target a page shows. Every such page has the same actions in one order: those
 * for people in a row, those for programs behind “More”. Their panels are `<details>`, which need no script.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { ArchivedCopy } from '../../../src/templates/templates.ts';
import { type PageAction, REL, VIEW_REL } from './layout.tsx';

interface LinkActionsProps {
  /** The title of the page, for a mail message. */
  readonly title: string;
  /** The canonical URL. */
  readonly url: string;
  /** Other links to the same, each with what is said of it. */
  readonly sameAs: readonly (readonly [text: string, url: string])[];
  /** The address of this service that opens it, for other people: absolute. */
  readonly address: string;
  /** A picture of a QR code of that address; `null` = there is none. */
  readonly qr: string | null;
  /** A page that makes a short link to it; `null` = this service makes none. */
  readonly shorten: string | null;
  /** `null` = there is no file to save. */
  readonly download: { readonly href: string; readonly name: string } | null;
  readonly archives: readonly ArchivedCopy[];
  /** What else people may want, such as to log in. */
  readonly others: readonly PageAction[];
  /** The same for programs, in their fixed order. */
  readonly views: readonly PageAction[];
}

export function LinkActions(props: LinkActionsProps): VNode {
  const { title, url, sameAs, address, qr, shorten, download, archives, others, views } = props;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  return (
    <nav class="actions link-actions" aria-label="This link">
      <ul>
        <li>
          <a href={`/inspect?url=${encodeURIComponent(url)}`} rel="nofollow">
            Explain
          </a>
        </li>
        <Panel name="Share">
          <span>
            Web link: <code class="whole">{address}</code>
          </span>{' '}
          <span>
            Original link: <code class="whole">{url}</code>
          </span>{' '}
          {sameAs.map(([text, same]) => (
            <>
              <span>
                {text}: <code class="whole">{same}</code>
              </span>{' '}
            </>
          ))}
          <span class="share-links">
            <a href={mail}>Send it by mail</a>{' '}
            {shorten !== null && (
              <a href={shorten} rel="nofollow">
                Create a short link
              </a>
            )}
          </span>{' '}
          {qr !== null && (
            // The browser loads it when the panel is opened.
            <img
              class="share-code"
              src={qr}
              loading="lazy"
              width={168}
              height={168}
              alt="QR code of the first address"
            />
          )}
        </Panel>
        {download !== null && (
          <li>
            <a href={download.href} download={download.name} rel={VIEW_REL}>
              Download
            </a>
          </li>
        )}
        {archives.length > 0 && (
          <Panel name="Archives">
            {archives.map(({ name, url }) => (
              <span>
                <a href={url} rel={REL}>
                  {name}
                </a>{' '}
              </span>
            ))}
          </Panel>
        )}
        {others.length + views.length > 0 && (
          <Panel name="More">
            {[...others, ...views].map(({ text, href }) => (
              <span>
                <a href={href} rel={VIEW_REL}>
                  {text}
                </a>{' '}
              </span>
            ))}
          </Panel>
        )}
      </ul>
    </nav>
  );
}

/**
 * A word that opens a panel below the row. Only one of them is open at a time. Browsers in terminals show all of them
 * before the content, so their parts stand in lines, not in blocks.
 */
function Panel({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  return (
    <li>
      <details name="link-actions">
        <summary>{name}</summary> <span class="link-panel">{children}</span>
      </details>
    </li>
  );
}
