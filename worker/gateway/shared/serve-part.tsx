/**
 * The parts of a message: a list of them on its page, and each as a file, which is shown if it is harmless, else
 * downloaded. A text/html part stands in a sandboxed frame, which runs no script and loads only other parts of the same
 * message.
 */

import type { ComponentChildren, VNode } from 'preact';
import { canonicalize } from '../../../src/index.ts';
import { type MessagePart, partOctets, partText, summarizeParts } from '../../../src/message/message.ts';
import { type BodyPart, parseParts } from '../../../src/message/parts.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { isMedia } from '../../../src/open/media-type.ts';
import { canonicalLink } from '../../http/headers.ts';
import { responseWithJson } from '../../http/response.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext, LinkBuilder } from '../contract/contract.ts';
import { dispositionOf, documentPolicy } from './file-headers.ts';
import { framedContent, framedResponse, wantsFramed } from './html-page.tsx';
import { absolute, linkJson } from './json-stream.ts';
import { MEDIA_POLICY, MediaContent, type MediaFile, PAGE_OR_FILE, Player, wantsPage } from './media-page.tsx';
import { octetsHref, type PartsOwner, partFraming, withQuery } from './message-html.ts';
import { FileFacts } from './page-parts.tsx';
import { rangeResponse } from './range.ts';
import { TextBlock } from './text-content.tsx';
import { viewerPage } from './viewer.tsx';

/** The policy of a page that shows parts in a frame or a player. The parts have their own, stricter policy. */
export const PARTS_POLICY = `${MEDIA_POLICY}; frame-src 'self'`;

/** Types that a browser may show, because they cannot run scripts. */
const SHOWN = /^(?:image\/(?:gif|png|jpeg|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

const TEXTUAL = /^(?:text\/(?!html$)[\w.+-]+|message\/[\w.+-]+|application\/(?:pgp-signature|pgp-keys|json|xml))$/;

/** The media type with which a part is sent: its own if a browser may show it. */
export function servedType(type: string): string {
  return SHOWN.test(type) ? type : 'application/octet-stream';
}

/**
 * Finds a part by its number, from 1, or by its Content-ID without angle brackets (RFC 2392).
 *
 * @param complete - whether the whole article was read
 * @throws GatewayError `not-found`; `gateway-limit` if only the beginning of the article was read
 */
export function findPart(article: Uint8Array, complete: boolean, partId: string) {
  const parts = parseParts(article);
  const byNumber = /^\d{1,3}$/.test(partId) ? parts[Number(partId) - 1] : undefined;
  const part = byNumber ?? parts.find(({ contentId }) => contentId === partId);
  const described = summarizeParts(parts).find(({ number }) => number === part?.number);
  if (part === undefined || described === undefined)
    throw new GatewayError('not-found', 'The message does not have this part.', {
      advice: 'The page of the message lists its parts.',
    });
  if (!complete) throw new GatewayError('gateway-limit', 'The message is too large to open its parts here.');
  return { part, described, bodies: parts };
}

export type FoundPart = ReturnType<typeof findPart>;

/** Answers with a part of a message, with the common headers of every response from this message. */
export function servePart(
  context: Pick<GatewayContext, 'links' | 'view' | 'request' | 'environment'>,
  found: FoundPart,
  owner: PartsOwner,
  common: Readonly<Record<string, string>>,
): Response {
  const { links, view, request } = context;
  const { part, described, bodies } = found;
  const headers = { ...common, Link: canonicalLink(partUrl(part, owner.url)), Vary: PAGE_OR_FILE };
  if (view.format === 'json' && view.query.has('format')) {
    return responseWithJson(partJson(links, found, owner), { headers });
  }
  const name = described.name ?? `part-${part.number}`;
  if (part.type === 'text/html' && wantsFramed(context)) {
    return framedResponse(context, partText(part, view.charset), headers, partFraming(links, owner, bodies, part));
  }
  const isFramed = isMedia(part.type) || part.type === 'text/html' || TEXTUAL.test(part.type);
  if (isFramed && wantsPage(context)) {
    return partPage(context, { ...described, name }, owner, headers, { part, bodies, url: partUrl(part, owner.url) });
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

/** A part as JSON, without its octets. */
export function partJson(links: LinkBuilder, { part, described }: FoundPart, owner: PartsOwner): object {
  const open = absolute(links, owner.partHref(String(part.number)));
  return { ...described, article: linkJson(links, owner.url), open };
}

/**
 * A part as it is served: text in UTF-8, everything else as it is.
 *
 * @param charset - of texts; `null` = the one that the part names
 */
export function servedPart(part: BodyPart, charset: string | null) {
  if (part.type !== 'text/html' && !TEXTUAL.test(part.type))
    return { type: servedType(part.type), octets: partOctets(part) };
  const type = part.type === 'text/html' ? 'text/html' : 'text/plain';
  return { type: `${type}; charset=utf-8`, octets: new TextEncoder().encode(partText(part, charset)) };
}

/** A file of a message on a page, with the way back to the message. */
export function attachmentPage(
  context: Pick<GatewayContext, 'links' | 'environment'>,
  { id, name, type, size }: { readonly id: string } & Pick<MediaFile, 'name' | 'type' | 'size'>,
  owner: PartsOwner,
  headers: Readonly<Record<string, string>>,
  { content = null, canonical = owner.url }: { readonly content?: ComponentChildren; readonly canonical?: string } = {},
): Response {
  const href = owner.partHref(id);
  const hrefWith = (query: Readonly<Record<string, string>>) => withQuery(href, query);
  const page = viewerPage(context, {
    title: name,
    kicker: 'Attachment',
    canonical,
    address: absolute(context.links, href),
    breadcrumbs: [
      { text: 'The whole message', href: context.links.hrefOf(owner.url) },
      { text: name, href: null },
    ],
    download: name,
    hrefWith,
    content: content ?? <MediaContent file={{ name, type, size, href: hrefWith({ format: 'raw' }) }} />,
  });
  return pageResponse(context, page, { headers: { ...headers, 'Content-Security-Policy': PARTS_POLICY } });
}

/** A part on a page: a text, HTML in its frame, or a picture, sound or film. */
function partPage(
  context: Pick<GatewayContext, 'links' | 'view' | 'environment'>,
  { number, name, type, size }: MessagePart & { readonly name: string },
  owner: PartsOwner,
  headers: Readonly<Record<string, string>>,
  { part, bodies, url }: Pick<FoundPart, 'part' | 'bodies'> & { readonly url: string },
): Response {
  const id = String(number);
  const about = (alone?: string) => (
    <FileFacts name={name} facts={[type, sizeText(size)]} {...(alone === undefined ? {} : { alone })} />
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

/** The mid link of a part (RFC 2392) if message and part both have an id; else the link of the article. */
function partUrl({ contentId }: BodyPart, article: string): string {
  const messageId = /^s?news:(?:\/\/[^/]*\/)?(.*)$/.exec(article)?.[1];
  return contentId === null || messageId === undefined
    ? article
    : canonicalize(`mid:${messageId}/${encodeURIComponent(contentId)}`);
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
  const name = file.name ?? `Part ${id}`;
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
