/**
 * The parts of a message: a list of them on its page, and each as a file, which is shown if it is harmless, else
 * downloaded. A text/html part stands in a sandboxed frame, which runs no script and loads only other parts of the same
 * message.
 */

import type { ComponentChildren, VNode } from 'preact';
import { type MessagePart, partText } from '../../../src/message/message.ts';
import type { BodyPart } from '../../../src/message/parts.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { isMedia } from '../../../src/open/media-type.ts';
import { type FoundPart, isTextual, partJson, servedPart } from '../../../src/open/message-parts.ts';
import { canonicalHeader, type HeaderFields } from '../../http/headers.ts';
import { answerJson } from '../../http/response.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { dispositionOf, documentPolicy } from './file-headers.ts';
import { framedContent, framedResponse, wantsFramed } from './html-page.tsx';
import { aboutLink, absolute, openAddress } from './json-stream.ts';
import { MEDIA_POLICY, MediaContent, type MediaFile, PAGE_OR_FILE, Player, wantsPage } from './media-page.tsx';
import { octetsHref, type PartsOwner, partFraming, withQuery } from './message-html.ts';
import { FileFacts } from './page-parts.tsx';
import { rangeResponse } from './range.ts';
import { TextBlock } from './text-content.tsx';
import { type PageContext, viewerPage } from './viewer.tsx';

/** The policy of a page that shows parts in a frame or a player. The parts have their own, stricter policy. */
export const PARTS_POLICY = `${MEDIA_POLICY}; frame-src 'self'`;

/**
 * Answers with a part of a message, with the common headers of every response from this message.
 *
 * @param url - the canonical link of the part. Default: that of the message
 */
export function servePart(
  context: PageContext & Pick<GatewayContext, 'request' | 'resolution'>,
  found: FoundPart,
  owner: PartsOwner,
  common: Readonly<Record<string, string>>,
  url: string = owner.url,
): Response {
  const { links, view, request } = context;
  const { part, described, bodies } = found;
  const headers = { ...common, ...canonicalHeader(url), Vary: PAGE_OR_FILE };
  if (view.format === 'json' && view.query.has('format')) {
    const open = (message: string | null) => openAddress(links, message);
    const partOf = (_: string, id: string) => absolute(links, owner.partHref(id));
    return answerJson({ ...aboutLink(context), ...partJson(found, owner.url, { open, part: partOf }) }, headers);
  }
  const name = described.name ?? `part-${part.number}`;
  if (part.type === 'text/html' && wantsFramed(context)) {
    return framedResponse(context, partText(part, view.charset), headers, partFraming(links, owner, bodies, part));
  }
  const isFramed = isMedia(part.type) || part.type === 'text/html' || isTextual(part.type);
  if (isFramed && wantsPage(context)) {
    return partPage(context, { ...described, name }, owner, headers, { part, bodies, url });
  }
  const { type, octets } = servedPart(part, view.charset);
  const policy = documentPolicy(type);
  return rangeResponse(request, octets, {
    ...headers,
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, type),
    ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
  });
}

/** A file of a message on a page, with the way back to the message. */
export function attachmentPage(
  context: PageContext,
  { id, name, type, size }: { readonly id: string } & Pick<MediaFile, 'name' | 'type' | 'size'>,
  owner: PartsOwner,
  headers: HeaderFields,
  { content = null, canonical = owner.url }: { readonly content?: ComponentChildren; readonly canonical?: string } = {},
): Response {
  const href = owner.partHref(id);
  const hrefWith = (query: Readonly<Record<string, string>>) => withQuery(href, query);
  const title = displayText(name);
  const page = viewerPage(context, {
    title,
    kicker: 'Attachment',
    canonical,
    address: absolute(context.links, href),
    breadcrumbs: [
      { text: 'The whole message', href: context.links.hrefOf(owner.url) },
      { text: title, href: null },
    ],
    download: name,
    hrefWith,
    content: content ?? <MediaContent file={{ name: title, type, size, href: hrefWith({ format: 'raw' }) }} />,
  });
  return pageResponse(context, page, { headers: { ...headers, 'Content-Security-Policy': PARTS_POLICY } });
}

/** A part on a page: a text, HTML in its frame, or a picture, sound or film. */
function partPage(
  context: PageContext,
  { number, name, type, size }: MessagePart & { readonly name: string },
  owner: PartsOwner,
  headers: HeaderFields,
  { part, bodies, url }: Pick<FoundPart, 'part' | 'bodies'> & { readonly url: string },
): Response {
  const id = String(number);
  const about = (alone?: string) => (
    <FileFacts name={displayText(name)} facts={[type, sizeText(size)]} {...(alone === undefined ? {} : { alone })} />
  );
  const file = { id, name, type, size };
  if (isMedia(type)) return attachmentPage(context, file, owner, headers, { canonical: url });
  if (type === 'text/html') {
    const { frame, alone } = framedPart(context, owner, bodies, part, `The document ${name}`);
    const content = [frame, about(alone)];
    return attachmentPage(context, file, owner, headers, { content, canonical: url });
  }
  const text = partText(part, context.view.charset).replaceAll('\r\n', '\n');
  const content = [<TextBlock text={text} links={context.links} />, about()];
  return attachmentPage(context, file, owner, headers, { content, canonical: url });
}

/**
 * An HTML part in its frame, and its address outside the frame.
 *
 * @param page - the address of the page with these parameters, the charset among them; default: that of the part
 */
export function framedPart(
  context: Pick<GatewayContext, 'links' | 'view'>,
  owner: PartsOwner,
  bodies: readonly BodyPart[],
  part: BodyPart,
  label: string,
  page?: (query: Readonly<Record<string, string>>) => string,
) {
  const { charset } = context.view;
  const repeated = charset === null ? {} : { charset };
  const document = (query: Readonly<Record<string, string>>): string =>
    withQuery(owner.partHref(String(part.number)), { ...repeated, ...query });
  const pageWith = page === undefined ? document : (query: Record<string, string>) => page({ ...repeated, ...query });
  const framing = partFraming(context.links, owner, bodies, part);
  return framedContent(context, partText(part, charset), { label, page: pageWith, document, framing });
}

const PICTURE = /^image\/(?:gif|png|jpeg|webp|avif)$/;

/** A file in the list of attachments. */
export interface AttachedFile {
  readonly id: string;
  /** `null` = it has none. */
  readonly name: string | null;
  readonly type: string;
  /** In octets, estimated. */
  readonly size: number;
}

interface AttachmentsProps {
  readonly parts: readonly MessagePart[];
  readonly owner: PartsOwner;
  /** Files that stand in the text of the message. */
  readonly encoded?: readonly AttachedFile[];
  /** What the message is called: `article`. */
  readonly noun: string;
}

/** The parts other than the text: pictures with a preview, sounds and films with a player. */
export function Attachments({ parts, encoded = [], owner: { partHref }, noun }: AttachmentsProps): VNode | null {
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
  const name = file.name === null ? `Part ${id}` : displayText(file.name);
  return (
    <li>
      <a href={href}>
        {PICTURE.test(type) && <img src={href} alt="" loading="lazy" />}
        <bdi>{name}</bdi>
      </a>
      <span class="facts">{`${type}, about ${sizeText(size)}`}</span>
      <Player file={{ name, type, size, href: octetsHref(href) }} />
    </li>
  );
}
