/** What a reader can do with a URL: open it, copy it, take it to another device, share or shorten it. */
import type { ComponentChildren, VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import type { drawQrPath } from '../parts/qr-path.ts';
import { breakable } from '../parts/shown-text.tsx';
import { Clamped } from './clamped.tsx';
import { type OpenedLinks, opensHere } from './opened-links.ts';
import { type ExplorerQuery, queryParameters, queryString } from './query.ts';

export interface ActionsProps {
  readonly query: ExplorerQuery;
  readonly resolution: Resolution;
  /** The address of this service without a slash at the end, such as `https://waypost.example`. */
  readonly root: string;
  /** The links that this service opens. */
  readonly opened: OpenedLinks;
  /** Draws the QR code; `null` while it is not visible, `failed` if the function could not be loaded. */
  readonly drawQr: typeof drawQrPath | 'failed' | null;
  /** What the script of the page adds to the panel for sharing. */
  readonly extra?: ComponentChildren;
}

/** One button that acts, two menus, and one link that leads elsewhere. */
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
      )}
      <Menu name="Copy">
        <Copyable what="the canonical URL" text={canonical}>
          Canonical URL
        </Copyable>
        <Copyable what="the curl command" text={curlCommand(query, root)}>
          Explanation by curl
        </Copyable>
        <p class="scripted">
          <button type="button" class="copy" data-copy-json>
            Copy the explanation as JSON
          </button>
        </p>
      </Menu>
      <Menu name="Share" panel="share">
        <div class="scripted">
          <Copyable what="the address" text={`${root}/#${parameters}`}>
            This explanation
          </Copyable>
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
    <details class="menu" name="explorer-actions" data-panel={panel}>
      <summary>{name}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

interface CopyableProps {
  /** What is copied, such as `the command`. */
  readonly what: string;
  readonly text: string;
  /** The label. */
  readonly children: string;
}

/** A text with its label, and a button that copies it. */
function Copyable({ what, text, children }: CopyableProps): VNode {
  return (
    <div class="copyable">
      <p class="label">{children}</p>
      <Clamped length={text.length}>
        <pre>
          <bdi dir="ltr">{breakable(text)}</bdi>
        </pre>
      </Clamped>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** A button that copies a text. It needs the script of the page, and is hidden without it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): VNode {
  return (
    <button type="button" class="copy scripted" data-copy={text}>
      Copy<span class="visually-hidden"> {what}</span>
    </button>
  );
}

interface QrCodeProps {
  readonly text: string;
  readonly draw: typeof drawQrPath | 'failed';
}

/** A QR code with the quiet zone of four modules that ISO/IEC 18004 §9.1 requires. */
function QrCode({ text, draw }: QrCodeProps): VNode {
  if (draw === 'failed') return <p>Could not load the QR code. Close this panel and open it again to try again.</p>;
  const code = draw(text);
  if (code === null) return <p>This link is too long for a QR code.</p>;
  const QUIET = 4;
  const size = code.size + 2 * QUIET;
  return (
    <figure class="qr">
      <svg viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img" aria-label="QR code">
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
