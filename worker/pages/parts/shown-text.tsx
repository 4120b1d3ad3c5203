/** How pages show text by strangers: invisible characters get a name, long URLs may break, and long text is cut. */
import type { ComponentChildren, VNode } from 'preact';
import { codePointOf } from '../../../src/octets/controls.ts';

/** Names of characters that are invisible, or that look like another one. The others are shown as `U+` and hex. */
const NAMES: Readonly<Record<string, string>> = { '\t': 'TAB', '\n': 'LF', '\r': 'CR', ' ': '␣', '\u00a0': 'NBSP' };
/** Controls, lone surrogates, and spaces at either end or next to another space: a single one can be seen. */
const CONTROL = /([\0-\x1f\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]|^ | $|(?<= ) | (?= ))/u;

/**
 * A text in which invisible characters are named, and which cannot change the direction of the text around it.
 * `withNamedControls('plain text')` is `'plain text'`, and `withNamedControls('a\tb').length` is `3`.
 */
export function withNamedControls(text: string): ComponentChildren {
  if (!CONTROL.test(text)) return text;
  return text.split(CONTROL).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return <span class="control">{NAMES[piece] ?? codePointOf(piece)}</span>;
  });
}

/** A URL that may break before a delimiter. The break opportunities are not copied with the text. */
export function breakable(url: string): ComponentChildren {
  const pieces = url.split(/(?=[/?&;.])/);
  return pieces.length === 1 ? url : pieces.flatMap((piece, index) => (index === 0 ? [piece] : [<wbr />, piece]));
}

export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code>{piece}</code>))}</>;
}

/** More characters than this are more than eight lines in every window, and more than the second on a phone. */
const LONG = 700;
const LONG_ON_A_PHONE = 250;

interface ClampedProps {
  /** How many characters the content has. */
  readonly length: number;
  readonly children: ComponentChildren;
}

/** Content that is cut after a few lines, if it is long, until the reader asks for all of it. It needs no script. */
export function Clamped({ length, children }: ClampedProps): VNode {
  if (length <= LONG_ON_A_PHONE) return <>{children}</>;
  return (
    <div class="clamped" data-long={length > LONG ? 'always' : 'narrow'}>
      <div class="clamp">{children}</div>
      <details class="show-all">
        <summary class="quiet">
          <span class="more">Show all</span>
          <span class="less">Show less</span>
        </summary>
      </details>
    </div>
  );
}

/** Whether a text is the path of a link without its server. */
export function looksLikePath(text: string): boolean {
  return /^\.{0,2}\//.test(text);
}

export const PATH_ADVICE = 'This looks like a path. Put its server before it, as in ftp.example.org/pub/.';
