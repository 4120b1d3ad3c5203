/** What a reader can do with a URL: open it, copy it, take it to another device, share or shorten it. */
import type { ComponentChildren, VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { drawQrPath } from '../parts/qr-path.ts';
import { breakable, Clamped } from '../parts/shown-text.tsx';
import { type ExplorerQuery, queryParameters, queryString } from './query.ts';

/**
 * Beginnings of canonical URLs that this service opens: `gopher:`, `go://` for links that name a server, `afs://cell/`.
 * An attribute of the page has them, so that its script can name the button while somebody types.
 */
type OpenedLinks = readonly string[];

/** Draws the QR code; `failed` if the function could not be loaded. */
type DrawQr = typeof drawQrPath | 'failed';

/** Whether this service opens a link, or leads to it. `opensHere(explain('go:x'), ['gopher:', 'go://'])` is `false`. */
export function opensHere({ canonical }: Pick<Resolution, 'canonical'>, opened: OpenedLinks): boolean {
  return opened.some((beginning) => canonical.startsWith(beginning));
}

export interface ActionsProps {
  readonly query: ExplorerQuery;
  readonly resolution: Resolution;
  /** The address of this service without a slash at the end, such as `https://waypost.example`. */
  readonly root: string;
  readonly opened: OpenedLinks;
  /** `null` while the code is not visible. */
  readonly drawQr: DrawQr | null;
  /** What the script of the page adds to the panel for sharing. */
  readonly extra?: ComponentChildren;
}

export function Actions({ query, resolution, root, opened, drawQr, extra }: ActionsProps): VNode {
  const { canonical, scheme } = resolution;
  const opens = UNSAFE_SCHEMES.has(scheme) ? null : `/r?url=${encodeURIComponent(canonical)}`;
  const parameters = queryString(query);
  return (
    <div class="explorer-actions">
      {opens !== null && (
        <a class="button" href={opens}>
          {opensHere(resolution, opened) ? 'Open it' : 'How to open it'}
        </a>
      )}{' '}
      <Menu name="Copy">
        <Copyable label="Canonical URL" what="the canonical URL" text={canonical} />
        <Copyable label="curl command" what="the curl command" text={curlCommand(query, root)} />
        <p class="scripted">
          <button type="button" class="copy" data-copy-json>
            Copy the explanation as JSON
          </button>
        </p>
      </Menu>
      <Menu name="Share" panel="share">
        <div class="scripted">
          <Copyable label="Link to this page" what="the address" text={`${root}/#${parameters}`} />
          <p class="aside">
            This link reopens what you see. The part after <code>#</code> is never sent to the server.
          </p>
        </div>
        {opens !== null && drawQr !== null && <QrCode text={root + opens} draw={drawQr} />}
        {opens !== null && extra}
      </Menu>
      <a class="go" href={`/v1/resolve?${parameters}`}>
        JSON
      </a>
    </div>
  );
}

interface MenuProps {
  readonly name: string;
  /** By which the script knows the menu. */
  readonly panel?: string;
  readonly children: ComponentChildren;
}

/** A button that opens a panel below the row. Only one of them is open at a time. */
function Menu({ name, panel, children }: MenuProps): VNode {
  return (
    <details class="action-menu" name="explorer-actions" data-panel={panel}>
      <summary>{name}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

function Copyable({ label, what, text }: Record<'label' | 'what' | 'text', string>): VNode {
  return (
    <div class="copyable">
      <p class="label">{label}</p>
      <Clamped length={text.length}>
        <pre>
          <bdi dir="ltr">{breakable(text)}</bdi>
        </pre>
      </Clamped>
      <CopyButton text={text} what={what} short />
    </div>
  );
}

function QrCode({ text, draw }: { readonly text: string; readonly draw: DrawQr }): VNode {
  if (draw === 'failed') return <p>Could not load the QR code. Close this panel and open it again to try again.</p>;
  const code = draw(text);
  if (code === null) return <p>This link is too long for a QR code.</p>;
  return (
    <figure class="qr">
      <svg viewBox={code.viewBox} role="img" aria-label="QR code">
        <path d={code.path} />
      </svg>
      <figcaption>
        Scan this code to open the link on another device: <bdi dir="ltr">{breakable(text)}</bdi>
      </figcaption>
    </figure>
  );
}

/** A command that gets the same explanation as JSON. */
function curlCommand(query: ExplorerQuery, root: string): string {
  const data = queryParameters(query).map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return ['curl -G', ...data, shellQuoted(`${root}/v1/resolve`)].join(' ');
}
