/** Texts on pages: prose is wrapped in narrow windows, and the words of the search are marked. */
import type { ComponentChild, VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { type MarkedPiece, markedPieces } from '../../../src/protocols/wais/marked-text.ts';
import { Empty } from '../../pages/parts/notice.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';

/** A text with marks around the words of the search. */
export function MarkedText({ text }: { readonly text: string }): VNode {
  return <Text pieces={markedPieces(text.replaceAll('\r\n', '\n'))} />;
}

/** A text without marks. */
export function PlainText({ text }: { readonly text: string }): VNode {
  return <Text pieces={[{ text: text.replaceAll('\r\n', '\n'), highlighted: false }]} />;
}

function Text({ pieces }: { readonly pieces: readonly MarkedPiece[] }): VNode {
  const whole = pieces.map(({ text }) => text).join('');
  if (whole.trim() === '') return <Empty>The document is empty.</Empty>;
  const take = cutter(pieces);
  return (
    // biome-ignore lint/a11y: what scrolls must be reachable (WCAG 2.1.1)
    <pre class="text" tabIndex={0} role="group" aria-label="Text">
      {'\n'}
      {paragraphsOf(whole).map(({ text, flow }) => (
        <span class={flow ?? undefined}>{take(text.length).map(shownPiece)}</span>
      ))}
    </pre>
  );
}

/** A function that takes the next characters of a list of pieces. A mark may go over the end of a paragraph. */
function cutter(pieces: readonly MarkedPiece[]): (length: number) => readonly MarkedPiece[] {
  let index = 0;
  let offset = 0;
  return (length) => {
    const taken: MarkedPiece[] = [];
    let left = length;
    for (let piece = pieces[index]; piece !== undefined && left > 0; piece = pieces[index]) {
      const text = piece.text.slice(offset, offset + left);
      taken.push({ text, highlighted: piece.highlighted });
      left -= text.length;
      offset += text.length;
      if (offset === piece.text.length) {
        index++;
        offset = 0;
      }
    }
    return taken;
  };
}

function shownPiece({ text, highlighted }: MarkedPiece): ComponentChild {
  return highlighted ? <mark>{displayText(text)}</mark> : displayText(text);
}
