/** The parts of a message other than its text: pictures with a preview, sounds and films with a player. */
import type { VNode } from 'preact';
import { Player } from './media-page.tsx';
import type { MessagePart } from './message.ts';
import { octetsText } from './octets-text.ts';
import { octetsHref, type PartsOwner } from './serve-part.tsx';

const PICTURE = /^image\/(?:gif|png|jpeg|webp|avif)$/;

interface Props {
  readonly parts: readonly MessagePart[];
  readonly owner: PartsOwner;
  /** What the message is called: `article`. */
  readonly noun: string;
}

export function Attachments({ parts, owner: { partHref }, noun }: Props): VNode | null {
  const pages = parts.filter(({ role }) => role === 'page');
  const others = parts.filter(({ role }) => role === 'attachment');
  if (pages.length + others.length === 0) return null;
  return (
    <section class="attachments" aria-labelledby="attachments">
      <h2 id="attachments">{others.length > 0 ? 'Attachments' : 'Other forms'}</h2>
      <ul>
        {pages.map((part) => (
          <li>
            <a href={partHref(String(part.number))}>{`The ${noun} as a page`}</a>
            <span class="facts">without scripts and remote pictures</span>
          </li>
        ))}
        {others.map((part) => (
          <Attachment part={part} href={partHref(String(part.number))} />
        ))}
      </ul>
    </section>
  );
}

function Attachment({ part, href }: { readonly part: MessagePart; readonly href: string }): VNode {
  const name = part.name ?? `Part ${part.number}`;
  return (
    <li>
      <a href={href}>
        {PICTURE.test(part.type) && <img src={href} alt="" loading="lazy" />}
        <bdi>{name}</bdi>
      </a>
      <Player file={{ name, type: part.type, size: part.size, href: octetsHref(href) }} />
      <span class="facts">{`${part.type}, about ${octetsText(part.size)}`}</span>
    </li>
  );
}
