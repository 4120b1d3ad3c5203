/** Octets of a protocol as people can read them: text stays text, and control characters are named. */
import type { ComponentChildren, VNode } from 'preact';
import type { Components } from '../../../src/index.ts';

/** The names of the C0 controls (ECMA-48), by octet. */
const CONTROLS = [
  ...'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  ),
] as const;
const DEL = 0x7f;

/** A run of text, or a single octet that cannot be shown as text. */
type ShownPiece = string | { readonly octet: number };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits octets into runs of text and single octets. A single octet is a control character, or not UTF-8.
 * `textAndControls(Uint8Array.of(0x2f, 0x0d, 0x0a))` is `['/', { octet: 13 }, { octet: 10 }]`.
 */
export function textAndControls(octets: Uint8Array): ShownPiece[] {
  const pieces: ShownPiece[] = [];
  for (let from = 0; from < octets.length; ) {
    const to = endOfText(octets, from);
    if (to > from) pieces.push(utf8.decode(octets.subarray(from, to)));
    if (to < octets.length) pieces.push({ octet: octets[to] ?? 0 });
    from = to + 1;
  }
  return pieces;
}

function endOfText(octets: Uint8Array, from: number): number {
  let at = from;
  while (at < octets.length) {
    const width = widthOfCharacter(octets, at);
    if (width === 0) break;
    at += width;
  }
  return at;
}

/** The length of the character that begins here, in octets; 0 for a control character, or if it is not UTF-8. */
function widthOfCharacter(octets: Uint8Array, at: number): number {
  const lead = octets[at] ?? 0;
  if (lead < 0x80) return lead < 0x20 || lead === DEL ? 0 : 1;
  const width = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  try {
    utf8.decode(octets.subarray(at, at + width));
    // U+0080 to U+009F are controls too.
    return lead === 0xc2 && (octets[at + 1] ?? 0) < 0xa0 ? 0 : width;
  } catch {
    return 0;
  }
}

function controlName(octet: number): string {
  return octet === DEL ? 'DEL' : (CONTROLS[octet] ?? octet.toString(16).toUpperCase());
}

export function Addressee({ components: { host, port } }: { readonly components: Components }): VNode {
  return (
    <>
      To <code>{host}</code>
      {port !== null && (
        <>
          , port <code>{port}</code>
        </>
      )}
    </>
  );
}

/** Octets in a box. A line of the box ends with each LF. */
export function Octets({ octets }: { readonly octets: Uint8Array }): VNode {
  return (
    <pre class="octets">
      {textAndControls(octets).map((piece): ComponentChildren => {
        if (typeof piece === 'string') return piece;
        return (
          <>
            <span class="control">{controlName(piece.octet)}</span>
            {piece.octet === 0x0a && '\n'}
          </>
        );
      })}
    </pre>
  );
}
