/** Documents: texts and lists of databases as pages, everything else as files that are streamed as they arrive. */

import type { VNode } from 'preact';
import { canonicalize } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { collect } from '../../../src/protocols/connection.ts';
import type { WaisSource } from '../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { responseWithJson } from '../../http/response.ts';
import { pump } from '../../net/pump.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import { fileHeaders } from '../shared/file-headers.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { nameOfLink } from '../shared/link-names.ts';
import { isMedia, MEDIA_POLICY, MediaContent, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { FileFacts, LinkOrText } from '../shared/page-parts.tsx';
import { parseRange, type RequestedRange } from '../shared/range.ts';
import { findPart, PARTS_POLICY, servePart } from '../shared/serve-part.tsx';
import { CharsetForm } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import type { WaisContext } from './context.ts';
import {
  type DocumentKind,
  type DocumentPresentation,
  type DocumentText,
  documentKind,
  documentName,
  documentType,
  fileJson,
  readText,
  textJson,
} from './json.ts';
import { MarkedText, MessagePage, partsOwner } from './text.tsx';

type Document = NonNullable<WaisContext['target']['document']>;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

export async function openDocument(context: WaisContext, document: Document): Promise<Response> {
  const kind = documentKind(latin1Of(document.type));
  const { format } = context.view;
  const part = kind.presentation === 'message' ? context.view.query.get('part') : null;
  if (part === null) {
    if (format === 'json' && kind.presentation === 'file')
      return responseWithJson(fileJson(context, kind), { headers: HEADERS });
    if (format === 'raw') return openFile(context, document, kind);
    if (kind.presentation === 'file') {
      const isShown = wantsFramed(context) || wantsPage(context);
      return isShown ? openFilePage(context, document, kind) : openFile(context, document, kind);
    }
  }
  return withStream(context, document, WHOLE, async (stream) => {
    const { octets, complete } = await collect(stream, limits.textPage);
    if (part === null && !complete && format !== 'json') {
      // A text that is too long for a page is sent as it is, with what was read of it first.
      stream.unread(octets);
      return sendStream(context, stream, kind);
    }
    const found = part === null ? null : findPart(octets, complete, part);
    stream.close();
    if (found !== null) return servePart(context, found, partsOwner(context), HEADERS);
    return complete ? respond(context, kind, octets) : responseWithJson(fileJson(context, kind), { headers: HEADERS });
  });
}

function respond(context: WaisContext, { presentation }: DocumentKind, octets: Uint8Array): Response {
  const text = readText(context, presentation, octets);
  if (context.view.format === 'json') return responseWithJson(textJson(context, octets, text), { headers: HEADERS });
  const content = (
    <>
      {contentOf(context, presentation, octets, text)}
      {octets.some((octet) => octet > 0x7f) && <CharsetForm context={context} charset={text.charset} />}
      <FileFacts name={documentName(context)} facts={[sizeText(octets.length)]} />
    </>
  );
  const policy = presentation === 'message' ? { 'Content-Security-Policy': PARTS_POLICY } : {};
  return page(context, content, { ...HEADERS, ...policy });
}

/** The page of a document, which has the headline of the search that found it. */
function page(context: WaisContext, content: VNode, headers: Readonly<Record<string, string>>): Response {
  const name = documentName(context);
  const title = nameOfLink(context.links.canonical) ?? name;
  const viewed = viewerPage(context, { title, kicker: 'WAIS document', download: name, content });
  return pageResponse(context, viewed, { headers });
}

/** A page for a picture, sound or film, for HTML or a text; every other file is sent as it is. */
function openFilePage(context: WaisContext, document: Document, kind: DocumentKind): Promise<Response> {
  return withStream(context, document, WHOLE, async (stream) => {
    const { octets: first } = await collect(stream, SAMPLE);
    const [type = ''] = documentType(context, kind, first).split(';', 1);
    const name = documentName(context);
    const headers = { ...HEADERS, Vary: PAGE_OR_FILE };
    if (isMedia(type)) {
      stream.close();
      const file = { name, type, size: context.resolution.details.length, href: context.links.self({ format: 'raw' }) };
      return page(context, <MediaContent file={file} />, { ...headers, 'Content-Security-Policy': MEDIA_POLICY });
    }
    stream.unread(first);
    if (type === 'text/html' || type === 'text/plain') {
      const { octets, complete } = await collect(stream, limits.filePage);
      if (complete) {
        stream.close();
        return type === 'text/html' ? htmlResponse(context, octets, headers) : respond(context, TEXT, octets);
      }
      stream.unread(octets);
    }
    return sendStream(context, stream, kind);
  });
}

/** The page around an HTML document, or the document in its frame. */
function htmlResponse(context: WaisContext, octets: Uint8Array, headers: Readonly<Record<string, string>>): Response {
  // WAIS has no relative references: a document is found by its number.
  const framing = { resolveReference: (reference: string) => canonicalize(reference) };
  if (wantsFramed(context)) return framedResponse(context, octets, headers, framing);
  const { charset } = context.view;
  const repeated = charset === null ? {} : { charset };
  const { content } = htmlContent(context, octets, documentName(context), { repeated, framing });
  return page(context, content, { ...headers, 'Content-Security-Policy': FRAME_POLICY });
}

const TEXT: DocumentKind = { presentation: 'text', mediaType: 'text/plain' };

function contentOf(
  context: WaisContext,
  presentation: DocumentPresentation,
  octets: Uint8Array,
  { shown, sources }: DocumentText,
): VNode {
  if (sources.length > 0) return <Sources context={context} sources={sources} />;
  if (presentation === 'link') return <Link context={context} url={shown.trim()} />;
  if (presentation === 'message') return <MessagePage context={context} octets={octets} />;
  return <MarkedText text={shown} />;
}

function Link({ context, url }: { readonly context: WaisContext; readonly url: string }): VNode {
  const href = context.links.hrefOf(url);
  const text = displayText(url);
  return <p>{href === null ? text : <LinkOrText href={href} text={text} />}</p>;
}

interface SourcesProps {
  readonly context: WaisContext;
  readonly sources: readonly WaisSource[];
}

function Sources({ context, sources }: SourcesProps): VNode {
  return (
    <ul class="databases">
      {sources.map((source) => {
        const database = encodeURIComponent(source.database.toWellFormed());
        const href = context.links.hrefOf(`wais://${source.host}:${source.port}/${database}`);
        const name = displayText(`${source.database} at ${source.host}`);
        return (
          <li>
            {href === null ? <span>{name}</span> : <a href={href}>{name}</a>}
            {source.description !== null && <p dir="auto">{displayText(source.description)}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** Answers with a file, or with a part of it if the link says how long it is. */
async function openFile(context: WaisContext, document: Document, kind: DocumentKind): Promise<Response> {
  const { request, resolution } = context;
  const size = resolution.details.length;
  // WAIS has no validators, so `If-Range` never matches and the whole document is the answer (RFC 9110 §13.1.5).
  const allowsRange = size !== null && request.headers.get('If-Range') === null;
  const part = allowsRange ? parseRange(request.headers.get('Range'), size) : WHOLE;
  if (part.kind === 'unsatisfiable') return unsatisfiable({ 'Content-Range': `bytes */${size}` });
  return withStream(context, document, part, async (stream) => {
    const ranges = size === null ? {} : { 'Accept-Ranges': 'bytes' };
    if (part.kind === 'whole') return sendStream(context, stream, kind, ranges);
    const first = await stream.read();
    if (first === null) {
      // The document is shorter than the link says, and its length is not known.
      stream.close();
      return unsatisfiable({});
    }
    stream.unread(first);
    const range = `bytes ${part.start}-${part.start + part.length - 1}/${size}`;
    return sendStream(context, stream, kind, { ...ranges, 'Content-Range': range }, part.length);
  });
}

function unsatisfiable(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 416, headers });
}

type SatisfiableRange = Exclude<RequestedRange, { kind: 'unsatisfiable' }>;

const WHOLE: SatisfiableRange = { kind: 'whole' };

/** Answers with the stream of a document, which `respond` closes, or the body of the response at its end. */
async function withStream(
  context: WaisContext,
  { id, type }: Document,
  part: SatisfiableRange,
  answer: (stream: DocumentStream) => Promise<Response>,
): Promise<Response> {
  const session = await WaisSession.open((tls) => context.connect({ tls }));
  try {
    const document = { database: context.target.database, documentId: id, type };
    const extent = part.kind === 'part' ? { from: part.start, to: part.start + part.length } : { from: 0, to: null };
    return await answer(new DocumentStream(session, document, extent));
  } catch (error) {
    session.close();
    throw error;
  }
}

/** The octets from which the type and the charset of a document are guessed. */
const SAMPLE = 64 * 1024;

/** @param length - of the part that is sent, in octets; `null` = the whole document */
async function sendStream(
  context: WaisContext,
  stream: DocumentStream,
  kind: DocumentKind,
  ranges: Readonly<Record<string, string>> = {},
  length: number | null = null,
): Promise<Response> {
  const { octets: first } = await collect(stream, SAMPLE);
  stream.unread(first);
  const status = length === null ? 200 : 206;
  const headers = { ...headersOf(context, kind, first), ...ranges };
  if (context.request.method === 'HEAD') {
    stream.close();
    const size: Record<string, string> = length === null ? {} : { 'Content-Length': String(length) };
    return new Response(null, { status, headers: { ...headers, ...size } });
  }
  return new Response(pump(stream, { length, cap: context.environment.downloadCap }, context), { status, headers });
}

function headersOf(context: WaisContext, kind: DocumentKind, first: Uint8Array): Readonly<Record<string, string>> {
  const caching = `${HEADERS['Cache-Control']}, no-transform`;
  const headers = fileHeaders(documentName(context), documentType(context, kind, first));
  const vary = kind.presentation === 'file' ? { Vary: PAGE_OR_FILE } : {};
  return { ...HEADERS, ...vary, 'Cache-Control': caching, ...headers };
}
