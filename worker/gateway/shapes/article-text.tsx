/** The text of an article on a page: nested quotes, the signature set apart, and links for URLs and message-ids. */

import type { ComponentChildren, VNode } from 'preact';
import { withoutControls } from '../../../src/octets/ansi.ts';
import type { ArticleBlock, ServerLinks } from '../../../src/open/articles.ts';
import { type MentionPiece, mentionPieces } from '../../../src/text/mentions.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { linkInText } from '../shared/linked-text.tsx';
import { LinkOrText } from '../shared/page-parts.tsx';
import { paragraphsOf } from '../shared/paragraphs.ts';
/** The first lines of a text. `cut` says whether lines were cut off. */
export function firstLines(
  blocks: readonly ArticleBlock[],
  count: number,
): { readonly blocks: readonly ArticleBlock[]; readonly cut: boolean } {
  const shown: ArticleBlock[] = [];
  let left = count;
  for (const block of blocks) {
    if (left <= 0) return { blocks: shown, cut: true };
    shown.push(block.lines.length <= left ? block : { ...block, lines: block.lines.slice(0, left) });
    left -= block.lines.length;
  }
  return { blocks: shown, cut: left < 0 };
}

interface TextProps {
  readonly context: Pick<GatewayContext, 'links'>;
  readonly server: ServerLinks;
}

export function TextBlocks({ blocks, ...props }: TextProps & { readonly blocks: readonly ArticleBlock[] }): VNode {
  return (
    <div class="news-text">
      {blocks.map((block) => (
        <TextBlock block={block} {...props} />
      ))}
    </div>
  );
}

/** Deeper quotes look the same as quotes of this depth. */
const DEEPEST_QUOTE = 6;

function TextBlock({ block, ...props }: TextProps & { readonly block: ArticleBlock }): VNode {
  if (block.kind === 'encoded') return <EncodedFile lines={block.lines} />;
  const lines = <Paragraphs lines={block.lines} {...props} />;
  if (block.kind === 'signature') return <footer class="signature">{lines}</footer>;
  let quoted: VNode = lines;
  for (let depth = Math.min(block.depth, DEEPEST_QUOTE); depth > 0; depth--) {
    quoted = <blockquote class={`quote-${depth}`}>{quoted}</blockquote>;
  }
  return quoted;
}

/** Lines in paragraphs, which fit a narrow window as those of gopher texts do. */
function Paragraphs({ lines, ...props }: TextProps & { readonly lines: readonly string[] }): VNode {
  return (
    <>
      {paragraphsOf(withoutControls(lines.join('\n'))).map(({ text, flow }) => {
        const content = text.replace(/^(?:[^\S\n]*\n)+|\n+$/g, '');
        if (content.trim() === '') return null;
        const shown = mentionPieces(content).map((piece): ComponentChildren => pieceOf(piece, props));
        return flow === null ? (
          // biome-ignore lint/a11y: what scrolls must be reachable (WCAG 2.1.1)
          <pre class="columns" tabIndex={0} role="group" aria-label="Columns">
            {'\n'}
            {shown}
          </pre>
        ) : (
          <p class={flow}>{shown}</p>
        );
      })}
    </>
  );
}

/** An encoded file, folded because it is not readable. */
function EncodedFile({ lines }: { readonly lines: readonly string[] }): VNode {
  return (
    <details class="encoded">
      <summary>{`The encoded file, ${lines.length} lines`}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  );
}

function pieceOf(piece: MentionPiece, { context, server }: TextProps): ComponentChildren {
  switch (piece.kind) {
    case 'text':
    case 'address':
      return piece.text;
    case 'message':
      if (!server.isMessageId(piece.messageId)) return piece.text;
      return <LinkOrText href={context.links.hrefOf(server.message(piece.messageId))} text={piece.text} />;
    case 'url':
      return linkInText(context.links, piece.url, piece.text);
  }
}
