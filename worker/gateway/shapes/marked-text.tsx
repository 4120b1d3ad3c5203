/** A text whose prose is wrapped in narrow windows, and in which the words of a search are marked. */
import type { ComponentChild, VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import type { HighlightedPiece } from '../../../src/open/opened.ts';
import { Empty } from '../../pages/parts/notice.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';

interface MarkedTextProps {
  readonly pieces: readonly HighlightedPiece[];
  /** What the text is, for the sentence that says that it is empty. */
  readonly noun: string;
}

export function MarkedText({ pieces, noun }: MarkedTextProps): VNode {
  const lined = pieces.map(({ text, highlighted }) => ({ text: text.replaceAll('\r\n', '\n'), highlighted }));
  const whole = lined.map(({ text }) => text).join('');
  if (whole.trim() === '') return <Empty>The {noun} is empty.</Empty>;
  const take = cutter(lined);
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

/** A text without marks. */
export function UnmarkedText({ text, noun }: { readonly text: string; readonly noun: string }): VNode {
  return <MarkedText pieces={[{ text, highlighted: false }]} noun={noun} />;
}

/** A function that takes the next characters of a list of pieces. A mark may go over the end of a paragraph. */
function cutter(pieces: readonly HighlightedPiece[]): (length: number) => readonly HighlightedPiece[] {
  let index = 0;
  let offset = 0;
  return (length) => {
    const taken: HighlightedPiece[] = [];
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

function shownPiece({ text, highlighted }: HighlightedPiece): ComponentChild {
  return highlighted ? <mark>{displayText(text)}</mark> : displayText(text);
}
