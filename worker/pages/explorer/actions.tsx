/** What can be done with a URL: open it, carry it to another device, shorten it, ask for it from a program. */

import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import type { ComponentChildren, VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { Copy } from './copy.tsx';
import { fieldsOf, parametersOf, type Question } from './question.ts';

export interface ActionsProps {
  readonly question: Question;
  readonly resolution: Resolution;
  /** Of this service, such as `https://waypost.example`. */
  readonly origin: string;
  /** Whether the QR code is drawn; it takes its time, so only where it can be seen. */
  readonly drawQr: boolean;
  /** What only a browser can do. */
  readonly more?: ComponentChildren;
}

export function Actions({ question, resolution, origin, drawQr, more }: ActionsProps): VNode {
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
      <button type="button" class="chip scripted" data-copy-json>
        Copy JSON
      </button>
      {opens !== null && (
        <details class="chip" name="doing" data-panel="qr">
          <summary>QR code</summary>
          <div class="panel">{drawQr && <QrCode text={origin + opens} />}</div>
        </details>
      )}
      <details class="chip" name="doing">
        <summary>curl</summary>
        <div class="panel">
          <pre>
            <bdi dir="ltr">{curlOf(question, origin)}</bdi>
          </pre>
          <Copy text={curlOf(question, origin)} what="the command" />
        </div>
      </details>
      <details class="chip scripted" name="doing">
        <summary>Share</summary>
        <div class="panel">
          <p>
            This address shows the same again. What stands behind its <code>#</code> never leaves the browser.
          </p>
          <pre>
            <bdi dir="ltr">{`${origin}/#${asked}`}</bdi>
          </pre>
          <Copy text={`${origin}/#${asked}`} what="the address" />
        </div>
      </details>
      {opens !== null && more}
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
export function curlOf(question: Question, origin: string): string {
  const asked = fieldsOf(question).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return ['curl -G', ...asked, quote(`${origin}/v1/resolve`)].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
