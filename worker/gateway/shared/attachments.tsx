/** The parts of a message other than its text: pictures with a preview, sounds and films with a player. */
import type { VNode } from 'preact';
import type { MessagePart } from '../../../src/message/message.ts';
import { octetsText } from '../../pages/parts/counted.ts';
import { Player } from './media-page.tsx';
import { octetsHref, type PartsOwner } from './serve-part.tsx';

const PICTURE = /^image\/(?:gif|png|jpeg|webp|avif)$/;

/** A file to list. */
export interface AttachedFile {
  /** The part of the message that it is. */
  readonly id: string;
  /** `null` = it has none. */
  readonly name: string | null;
  readonly type: string;
  /** In octets, estimated. */
  readonly size: number;
}

interface Props {
  readonly parts: readonly MessagePart[];
  readonly owner: PartsOwner;
  /** Files that stand in the text of the message. */
  readonly encoded?: readonly AttachedFile[];
  /** What the message is called: `article`. */
  readonly noun: string;
}

export function Attachments({ parts, encoded = [], owner: { partHref }, noun }: Props): VNode | null {
  const pages = parts.filter(({ role }) => role === 'page');
  const attached = parts.filter(({ role }) => role === 'attachment');
  const others = [...attached.map((part) => ({ ...part, id: String(part.number) })), ...encoded];
  if (pages.length + others.length === 0) return null;
  return (
    <section class="attachments" aria-labelledby="attachments">
      <h2 id="attachments">{others.length > 0 ? 'Attachments' : 'Other formats'}</h2>
      <ul>
        {pages.map((part) => (
          <li>
            <a href={partHref(String(part.number))}>{`The ${noun} as a page`}</a>
            <span class="facts">without scripts and remote pictures</span>
          </li>
        ))}
        {others.map((file) => (
          <Attachment file={file} href={partHref(file.id)} />
        ))}
      </ul>
    </section>
  );
}

function Attachment({ file, href }: { readonly file: AttachedFile; readonly href: string }): VNode {
  const { id, type, size } = file;
  const name = file.name ?? `Part ${id}`;
  return (
    <li>
      <a href={href}>
        {PICTURE.test(type) && <img src={href} alt="" loading="lazy" />}
        <bdi>{name}</bdi>
      </a>
      <span class="facts">{`${type}, about ${octetsText(size)}`}</span>
      <Player file={{ name, type, size, href: octetsHref(href) }} />
    </li>
  );
}
