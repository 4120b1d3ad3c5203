/**
 * Files as they arrive, with the media type and name that menus do not contain, and players for sounds and films.
 * Gopher has no ranges and no dates, and only Gopher+ has lengths.
 */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, isUtf8 } from '../../../src/octets/charset.ts';
import { concatOctets, latin1Of } from '../../../src/octets/octets.ts';
import { resolveItem } from '../../../src/open/gopher/html-references.ts';
import { itemKind, itemMediaType, PICTURES, SNIFFED } from '../../../src/open/gopher/item-kinds.ts';
import { openLimits } from '../../../src/open/limits.ts';
import { mediaTypeOf, UNKNOWN } from '../../../src/open/media-type.ts';
import type { Filter } from '../../../src/protocols/connection.ts';
import { DotTerminator } from '../../../src/protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { pump } from '../../net/pump.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { jsonResponse } from '../shapes/item-page.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import type { Framing } from '../shared/framed-html.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { linksBeside } from '../shared/link-names.ts';
import { isMedia, MEDIA_POLICY, MediaContent, mediaNoun, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { rangeResponse } from '../shared/range.ts';
import { type GopherContext, type GopherLink, itemName } from './context.ts';
import { itemPage } from './item-page.tsx';
import { fileJson } from './json.ts';

/** Responds with a file. */
export async function openFile(context: GopherContext, reply: GopherReply): Promise<Response> {
  const mediaType = await typeOfFile(context, reply);
  return isMedia(mediaType) ? openMedia(context, reply, mediaType) : streamFile(context, reply, { mediaType });
}

/** The media type of a file, by its item type, its name and its first octets. */
export async function typeOfFile(
  { resolution }: Pick<GopherLink, 'resolution'>,
  { body }: GopherReply,
): Promise<string> {
  const { octets } = await body.peek(({ length }) => length >= SNIFFED, { patience: SAMPLE_MS });
  return itemMediaType(resolution.details.type, itemName({ resolution }), latin1Of(octets.subarray(0, SNIFFED)));
}

/** Responds with a text and leaves its charset to the reader's program. */
export async function openAs(
  context: GopherContext,
  reply: GopherReply,
  mediaType: 'text/html' | 'text/plain',
): Promise<Response> {
  return streamFile(context, reply, { mediaType, charset: await certainCharset(context, reply) });
}

/** References in documents say nothing of the types of items. */
const FRAMING: Framing = { resolveReference: resolveItem };

/** Responds with an HTML document: a page around it, the document in its frame, or its octets. */
export async function openHtml(context: GopherContext, reply: GopherReply): Promise<Response> {
  const framed = wantsFramed(context);
  if (context.request.method === 'HEAD' || !(framed || wantsPage(context))) return openAs(context, reply, 'text/html');
  const { octets, complete } = await collectBody(reply, limits.filePage);
  if (!complete) {
    reply.body.unread(octets);
    return openAs(context, reply, 'text/html');
  }
  reply.body.close();
  const headers = { 'Cache-Control': FILE_CACHED, Vary: PAGE_OR_FILE };
  if (framed) return framedResponse(context, octets, headers, FRAMING);
  const name = itemName(context);
  const charset = context.view.query.get('charset');
  const repeated = charset === null ? {} : { charset };
  const { title, content } = htmlContent(context, octets, name, { repeated, framing: FRAMING });
  const page = itemPage(context, { title: title === null ? null : displayText(title), download: name, content });
  return pageResponse(context, page, { headers: { ...headers, 'Content-Security-Policy': FRAME_POLICY } });
}

/** The charset that the request names, or UTF-8 if a text certainly is; `null` = neither. */
export async function certainCharset(
  { view }: Pick<GopherLink, 'view'>,
  { body }: GopherReply,
): Promise<string | null> {
  const { octets } = await body.peek(({ length }) => length >= SAMPLE, { patience: SAMPLE_MS });
  return view.charset ?? (isUtf8(octets, 'beginning') ? 'utf-8' : null);
}

/** The octets of a text that show its charset. */
const SAMPLE = 1024;
/** How long to wait for so many octets after the first ones, in milliseconds. What has arrived is sent then. */
const SAMPLE_MS = 200;

/** Describes a file for programs, or a text that is too long for JSON. */
export function describeFile(context: GopherContext): Response {
  return jsonResponse(fileJson(context), { 'Cache-Control': FILE_CACHED, Vary: 'Accept' });
}

/** How long to wait for the whole file, in milliseconds. A file that takes longer is played as it arrives. */
const PATIENCE_MS = 3000;

/**
 * Responds with a sound, a video or a picture: a page for people, and the octets for its player. Gopher has no
 * ranges, so a player can seek only in a file that is short enough to be read as a whole, or whose length Gopher+
 * announces.
 */
async function openMedia(context: GopherContext, reply: GopherReply, mediaType: string): Promise<Response> {
  const { body } = reply;
  const asIs = () => streamFile(context, reply, { mediaType });
  const isPlayed = mediaNoun(mediaType) !== 'picture';
  if (context.request.method === 'HEAD' || !(isPlayed || wantsPage(context))) return asIs();
  const { octets, ended } = await body.peek(() => false, { cap: openLimits.text, patience: PATIENCE_MS });
  if (wantsPage(context)) {
    body.close();
    return mediaPage(context, mediaType, body.length ?? (ended ? octets.byteLength : null));
  }
  if (!ended) return asIs();
  return rangeResponse(context.request, octets, {
    ...fileHeaders(itemName(context), mediaType),
    'Cache-Control': FILE_CACHED,
    ETag: `"${fingerprint(latin1Of(octets))}"`,
    Vary: PAGE_OR_FILE,
  });
}

function mediaPage(context: GopherContext, type: string, size: number | null): Response {
  const { links } = context;
  const href = links.self({ format: 'raw' });
  const content = (
    <>
      <MediaContent file={{ name: itemName(context), type, size, href }} />
      <Beside context={context} noun={mediaNoun(type)} />
    </>
  );
  const headers = { 'Cache-Control': FILE_CACHED, Vary: PAGE_OR_FILE, 'Content-Security-Policy': MEDIA_POLICY };
  return pageResponse(context, itemPage(context, { download: itemName(context), content }), { headers });
}

interface BesideProps {
  readonly context: GopherContext;
  /** What the file is. */
  readonly noun: string | null;
}

/** The pictures, or sounds, before and after this one in the menu that has it. */
function Beside({ context: { links }, noun }: BesideProps): VNode | null {
  const type = typeOf(links.canonical) ?? '';
  const isLike = (link: string): boolean => {
    const other = typeOf(link) ?? '';
    if (itemKind(type).presentation === 'shown') return PICTURES.has(type) ? PICTURES.has(other) : other === type;
    // Such an item can be any file: its name says which.
    return other === type && mediaNoun(mediaTypeOf(link, null)) === noun;
  };
  const { previous, next } = linksBeside(links.canonical, isLike);
  const steps = [
    { rel: 'prev', text: 'Previous', to: previous },
    { rel: 'next', text: 'Next', to: next },
  ].flatMap(({ rel, text, to }) => {
    const href = to === null ? null : links.hrefOf(to.link);
    return to === null || href === null ? [] : [{ rel, text: `${text}: ${displayText(to.name)}`, href }];
  });
  if (steps.length === 0) return null;
  return (
    <nav class="pages" aria-label="In the same menu">
      {steps.map(({ rel, text, href }) => (
        <a href={href} rel={rel}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The type of an item, as its link has it; `null` = none. */
function typeOf(link: string): string | null {
  return /^gophers?:\/\/[^/]*\/(.)/.exec(link)?.[1] ?? null;
}

/** An hour: files change rarely. */
export const FILE_CACHED = 'public, max-age=3600, no-transform';

/** What a response says about a file. */
export interface FileKind {
  /** Without a charset. */
  readonly mediaType: string;
  /** The charset of a text, which the response names; `null` = unknown, or not a text. */
  readonly charset?: string | null;
  /** Whether a period alone on the last line belongs to the protocol and not to the file. */
  readonly isText?: boolean;
}

/** Streams the body of a reply. */
export function streamFile(context: GopherContext, reply: GopherReply, file: FileKind): Response {
  const { mediaType } = file;
  const { body } = reply;
  const { type, length, filter } = servedFile(context.view.charset, reply, file);
  const name = itemName(context);
  const headers: Record<string, string> = {
    ...fileHeaders(name, mediaType),
    'Content-Type': type,
    'Cache-Control': FILE_CACHED,
    'Accept-Ranges': 'none',
    ...(/^(?:image\/|text\/html)/.test(mediaType) && { Vary: PAGE_OR_FILE }),
  };
  // Texts of an item type that is saved are attachments. Browsers show its pictures and documents all the same.
  const isSaved = itemKind(context.resolution.details.type).presentation === 'saved';
  if (isSaved && TEXTS.test(mediaType)) headers['Content-Disposition'] = dispositionOf(name, UNKNOWN);
  if (context.request.method === 'HEAD') {
    body.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const delivery = { length, cap: context.environment.downloadCap, filter };
  return new Response(pump(body, delivery, context), { headers });
}

/**
 * How the body of a reply is sent as a file: its media type, its length if that is known, and the filter of its octets.
 * `chosen` is the charset that the request names.
 */
export function servedFile(
  chosen: string | null,
  { body, framing }: GopherReply,
  { mediaType, charset = null, isText = false }: FileKind,
) {
  if (isText) body.expectPeriod();
  const hasPeriod = framing.kind === 'period' || (isText && framing.kind === 'close');
  const { type, filter } = servedAs(mediaType, charset, chosen);
  return {
    type,
    length: filter === null ? body.length : null,
    filter: chained(hasPeriod ? new DotTerminator() : null, filter),
  };
}

const TEXTS = /^(?:text\/|application\/xml$)/;

/**
 * The charsets that are decoded here and sent as UTF-8. Browsers do not know code page 437; the others change the
 * meaning of ASCII octets, so a browser may refuse them, and so do proxies that add to a page.
 */
const DECODED: ReadonlySet<string> = new Set(['cp437', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/**
 * The media type of a text as it is sent, and the filter that decodes it to UTF-8; `null` = it is sent as it is. A
 * charset that was chosen is decoded if a browser cannot do that itself; one that was only recognised changes no octet.
 */
function servedAs(
  mediaType: string,
  charset: string | null,
  chosen: string | null,
): { readonly type: string; readonly filter: Filter | null } {
  const typeWith = (label: string) => `${mediaType}; charset=${label}`;
  if (charset === null) return { type: mediaType, filter: null };
  if (!DECODED.has(charset)) return { type: typeWith(charset), filter: null };
  if (chosen === charset) return { type: typeWith('utf-8'), filter: decodingFilter(charset) };
  return { type: charset === 'cp437' ? typeWith('IBM437') : mediaType, filter: null };
}

/** Responds with all octets of a text. */
export function rawText(
  context: GopherContext,
  octets: Uint8Array,
  charset: string,
  cacheHeaders: Record<string, string>,
): Response {
  const { type, octets: body } = servedText(context.view.charset, octets, charset);
  const headers = {
    ...cacheHeaders,
    'Content-Type': type,
    'Content-Disposition': dispositionOf(itemName(context), 'text/plain'),
    'Content-Length': String(body.length),
  };
  return new Response(context.request.method === 'HEAD' ? null : body, { headers });
}

/** All octets of a text as they are sent, with their media type. `chosen` is the charset that the request names. */
export function servedText(chosen: string | null, octets: Uint8Array, charset: string) {
  const { type, filter } = servedAs('text/plain', charset, chosen);
  return { type, octets: filter === null ? octets : concatOctets([...filter.pass(octets), filter.flush()]) };
}

function decodingFilter(charset: string): Filter {
  const encoder = new TextEncoder();
  if (charset === 'cp437') {
    return {
      pass: (octets) => [encoder.encode(decodeCharset(octets, charset))],
      flush: () => new Uint8Array(0),
    };
  }
  const decoder = new TextDecoder(charset);
  return {
    pass: (octets) => [encoder.encode(decoder.decode(octets, { stream: true }))],
    flush: () => encoder.encode(decoder.decode()),
  };
}

/** A filter after another one. */
function chained(first: Filter | null, second: Filter | null): Filter | null {
  if (first === null || second === null) return first ?? second;
  return {
    pass: (octets) => first.pass(octets).flatMap((part) => second.pass(part)),
    flush: () => concatOctets([...second.pass(first.flush()), second.flush()]),
  };
}
