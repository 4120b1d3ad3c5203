/** What a reader can do with a URL: open it, get it as JSON, take it to another device, share or shorten it. */
import type { ComponentChildren, VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import type { drawQrPath } from './qr-path.ts';
import { type ExplorerQuery, queryParameters, queryString } from './query.ts';

export interface ActionsProps {
  readonly query: ExplorerQuery;
  readonly resolution: Resolution;
  /** The origin of this service, such as `https://waypost.example`. */
  readonly origin: string;
  /** Draws the QR code; `null` while it is not visible, `failed` if the function could not be loaded. */
  readonly drawQr: typeof drawQrPath | 'failed' | null;
  /** Actions that only the script of the page offers. */
  readonly extra?: ComponentChildren;
}

export function Actions({ query, resolution, origin, drawQr, extra }: ActionsProps): VNode {
  const { canonical, scheme } = resolution;
  const opens = UNSAFE_SCHEMES.has(scheme) ? null : `/r?url=${encodeURIComponent(canonical)}`;
  const parameters = queryString(query);
  return (
    <div class="explorer-actions">
      {opens !== null && (
        <a class="button" href={opens}>
          Open it
        </a>
      )}
      <a class="chip" href={`/v1/resolve?${parameters}`}>
        JSON
      </a>
      <button type="button" class="chip scripted" data-copy-json>
        Copy JSON
      </button>
      {opens !== null && (
        <details class="chip" name="explorer-actions" data-panel="qr">
          <summary>QR code</summary>
          <div class="panel">{drawQr !== null && <QrCode text={origin + opens} draw={drawQr} />}</div>
        </details>
      )}
      <details class="chip" name="explorer-actions">
        <summary>curl</summary>
        <div class="panel">
          <pre>
            <bdi dir="ltr">{curlCommand(query, origin)}</bdi>
          </pre>
          <CopyButton text={curlCommand(query, origin)} what="the command" />
        </div>
      </details>
      <details class="chip scripted" name="explorer-actions">
        <summary>Share</summary>
        <div class="panel">
          <p>
            This address shows the same again. What stands behind its <code>#</code> never leaves the browser.
          </p>
          <pre>
            <bdi dir="ltr">{`${origin}/#${parameters}`}</bdi>
          </pre>
          <CopyButton text={`${origin}/#${parameters}`} what="the address" />
        </div>
      </details>
      {opens !== null && extra}
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
  if (draw === 'failed') return <p>The QR code could not be loaded. Close this and open it again to try once more.</p>;
  const code = draw(text);
  if (code === null) return <p>This address is too long for a QR code.</p>;
  const QUIET = 4;
  const size = code.size + 2 * QUIET;
  return (
    <figure class="qr">
      <svg viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img" aria-label="QR code of the address">
        <path d={code.path} />
      </svg>
      <figcaption>
        Opens the link on another device: <bdi dir="ltr">{text}</bdi>
      </figcaption>
    </figure>
  );
}

/** A command that gets the same explanation as JSON. */
function curlCommand(query: ExplorerQuery, origin: string): string {
  const data = queryParameters(query).map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return ['curl -G', ...data, shellQuoted(`${origin}/v1/resolve`)].join(' ');
}

/** In single quotes a shell treats only the single quote itself specially. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
