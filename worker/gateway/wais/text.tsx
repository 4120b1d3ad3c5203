/**
 * Texts on pages, and messages (documents of the type MIME): prose is wrapped in narrow windows, and the words of the
 * search are marked.
 */
import type { ComponentChild, VNode } from 'preact';
import { readMessage, shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { type MarkedPiece, markedPieces } from '../../../src/protocols/wais/marked-text.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import type { PartsOwner } from '../shared/message-html.ts';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { Attachments, framedPart } from '../shared/serve-part.tsx';
import type { WaisContext } from './context.ts';

export function MarkedText({ text }: { readonly text: string }): VNode {
  return <Text pieces={markedPieces(text.replaceAll('\r\n', '\n'))} />;
}

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

/** The address of a part is that of the document with its number. */
export function partsOwner({ links }: Pick<WaisContext, 'links'>): PartsOwner {
  return { url: links.canonical, partHref: (part) => links.self({ part }) };
}

interface Props {
  readonly context: WaisContext;
  readonly octets: Uint8Array;
}

export function MessagePage({ context, octets }: Props): VNode {
  const { subject, from, date, texts, pages, parts, bodies } = readMessage(octets, context.view.charset);
  const owner = partsOwner(context);
  const [page] = pages;
  return (
    <>
      <Details
        rows={[
          ['Subject', displayText(subject)],
          ['From', from.map(({ name, address }) => displayText(name || address)).join(', ')],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
        ]}
      />
      {texts.length === 0 && page !== undefined ? (
        framedPart(context, owner, bodies, page, 'The message, as a page of its own', context.links.self).frame
      ) : (
        <PlainText text={texts.map(({ text }) => text).join('\n')} />
      )}
      <Attachments parts={parts} owner={owner} noun="message" />
    </>
  );
}
