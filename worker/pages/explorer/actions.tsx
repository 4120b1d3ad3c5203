/** What can be done with a URL: open it, carry it to another device, shorten it, ask for it from a program. */

import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import type { VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { parametersOf, type Question } from './question.ts';
import { Copy } from './spelling.tsx';

/** How far the making of a short link has come. */
export type Shortening =
  | { readonly state: 'possible' }
  | { readonly state: 'working' }
  | { readonly state: 'made'; readonly short: string; readonly inspect: string }
  | { readonly state: 'failed'; readonly message: string };

export interface ActionsProps {
  readonly question: Question;
  readonly resolution: Resolution;
  /** Of this service, such as `https://waypost.example`. */
  readonly origin: string;
  /** Whether the QR code is drawn; it takes its time, so only where it can be seen. */
  readonly drawQr: boolean;
  /** `null` where nobody can make short links here. */
  readonly shortening: Shortening | null;
}

export function Actions({ question, resolution, origin, drawQr, shortening }: ActionsProps): VNode {
  const { canonical, scheme } = resolution;
  const opens = UNSAFE_SCHEMES.has(scheme) ? null : `/r?url=${encodeURIComponent(canonical)}`;
  const asked = parametersOf(question);
  const json = `/v1/resolve?${asked}`;
  return (
    <div class="doing">
      {opens !== null && (
        <a class="button" href={opens}>
          Open it
        </a>
      )}
      <a class="chip" href={json}>
        JSON
      </a>
      {opens !== null && (
        <details class="chip" name="doing" data-panel="qr">
          <summary>QR code</summary>
          <div class="panel">{drawQr && <QrCode text={origin + opens} />}</div>
        </details>
      )}
      <details class="chip" name="doing">
        <summary>curl</summary>
        <div class="panel">
          <pre>{curlOf(question, origin)}</pre>
          <Copy text={curlOf(question, origin)} what="the command" />
        </div>
      </details>
      <details class="chip scripted" name="doing">
        <summary>Share</summary>
        <div class="panel">
          <p>
            This address shows the same again. What stands behind its <code>#</code> never leaves the browser.
          </p>
          <pre>{`${origin}/#${asked}`}</pre>
          <Copy text={`${origin}/#${asked}`} what="the address" />
        </div>
      </details>
      {shortening !== null && opens !== null && <Shorten shortening={shortening} />}
    </div>
  );
}

/** A QR code of 4 quiet modules around, which the symbology asks for (ISO/IEC 18004 §9.1). */
function QrCode({ text }: { readonly text: string }): VNode {
  const code = encode(text);
  if (code === null) return <p>This address is too long for a QR code.</p>;
  const QUIET = 4;
  const size = code.size + 2 * QUIET;
  return (
    <figure class="qr">
      <svg viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img" aria-label="QR code of the address">
        <path d={toSvgPath(code)} />
      </svg>
      <figcaption>
        Opens the link on another device: <bdi dir="ltr">{text}</bdi>
      </figcaption>
    </figure>
  );
}

function encode(text: string) {
  try {
    return generate(text);
  } catch {
    return null;
  }
}

/** For a shell: between quotation marks in which nothing but one has a meaning. */
export function curlOf({ text, base, dialect, lax }: Question, origin: string): string {
  const given: readonly (readonly [name: string, value: string])[] = [
    ['url', text],
    ['base', base],
    ['dialect', dialect === 'current' ? '' : dialect],
    ['lax', lax ? 'true' : ''],
  ];
  const asked = given
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return ['curl -G', ...asked, quote(`${origin}/v1/resolve`)].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function Shorten({ shortening }: { readonly shortening: Shortening }): VNode {
  return (
    <details class="chip scripted" name="doing">
      <summary>Short link</summary>
      <div class="panel">
        <form data-form="shorten">
          <label for="token">Your token</label>
          <div class="with-button">
            <input id="token" name="token" type="password" autocomplete="off" required />
            <button type="submit" disabled={shortening.state === 'working'}>
              Make it
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {shortening.state === 'made' && (
            <p>
              <a href={shortening.inspect}>{shortening.short}</a> <Copy text={shortening.short} what="the short link" />
            </p>
          )}
          {shortening.state === 'failed' && <p>{shortening.message}</p>}
        </div>
      </div>
    </details>
  );
}
