/** Documents: texts and lists of databases as pages, everything else as files that are streamed as they arrive. */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { collect } from '../../../src/protocols/connection.ts';
import type { WaisSource } from '../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { pump } from '../../net/pump.ts';
import { REL } from '../../pages/parts/layout.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { fileHeaders, mediaTypeOf } from '../shared/media-type.ts';
import { parseRange, type RequestedRange } from '../shared/range.ts';
import { findPart, PARTS_POLICY, servePart } from '../shared/serve-part.tsx';
import { CharsetForm } from '../shared/text-content.tsx';
import type { WaisContext } from './context.ts';
import { type DocumentKind, documentKind } from './document-types.ts';
import { documentName, fileJson, readText, textJson } from './json.ts';
import { MarkedText, MessagePage, partsOwner } from './text.tsx';

type Document = NonNullable<WaisContext['target']['document']>;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

/** Answers with a document, or with one part of a message. */
export async function openDocument(context: WaisContext, document: Document): Promise<Response> {
  const kind = documentKind(latin1Of(document.type));
  const { format } = context.view;
  const part = kind.presentation === 'message' ? context.view.query.get('part') : null;
  if (part === null) {
    if (format === 'json' && kind.presentation === 'file')
      return Response.json(fileJson(context, kind), { headers: HEADERS });
    if (format === 'raw' || kind.presentation === 'file') return openFile(context, document, kind);
  }
  const session = await WaisSession.open((tls) => context.connect({ tls }));
  try {
    const stream = streamOf(context, session, document, WHOLE);
    const { octets, complete } = await collect(stream, limits.textPage);
    if (part !== null) {
      const found = findPart(octets, complete, part);
      session.close();
      return servePart(context, found, partsOwner(context), HEADERS);
    }
    if (complete || format === 'json') {
      session.close();
      return complete ? respond(context, kind, octets) : Response.json(fileJson(context, kind), { headers: HEADERS });
    }
    // A text that is too long for a page is sent as it is, with what was read of it first.
    stream.unread(octets);
    return await sendStream(context, stream, kind, { status: 200, headers: {}, length: null });
  } catch (error) {
    session.close();
    throw error;
  }
}

function respond(context: WaisContext, { presentation }: DocumentKind, octets: Uint8Array): Response {
  const text = readText(context, presentation, octets);
  if (context.view.format === 'json') return Response.json(textJson(context, octets, text), { headers: HEADERS });
  const { charset, shown, sources } = text;
  const content =
    sources.length > 0 ? (
      <Sources context={context} sources={sources} />
    ) : presentation === 'link' ? (
      <Link context={context} url={shown.trim()} />
    ) : presentation === 'message' ? (
      <MessagePage context={context} octets={octets} />
    ) : (
      <MarkedText text={shown} />
    );
  return pageResponse(
    context,
    {
      title: documentName(context),
      kicker: 'WAIS document',
      canonical: context.links.canonical,
      breadcrumbs: breadcrumbsOf(context.resolution, context.links),
      actions: [
        { text: 'JSON', href: context.links.self({ format: 'json' }) },
        { text: 'Raw', href: context.links.self({ format: 'raw' }) },
      ],
      content: (
        <>
          {content}
          {octets.some((octet) => octet > 0x7f) && <CharsetForm context={context} charset={charset} />}
        </>
      ),
    },
    { headers: presentation === 'message' ? { ...HEADERS, 'Content-Security-Policy': PARTS_POLICY } : HEADERS },
  );
}

function Link({ context, url }: { readonly context: WaisContext; readonly url: string }): VNode {
  const href = context.links.hrefOf(url);
  return (
    <p>
      {href === null ? (
        displayText(url)
      ) : (
        <a href={href} rel={REL}>
          {displayText(url)}
        </a>
      )}
    </p>
  );
}

function Sources({
  context,
  sources,
}: {
  readonly context: WaisContext;
  readonly sources: readonly WaisSource[];
}): VNode {
  return (
    <ul class="databases">
      {sources.map((source) => {
        const href = context.links.hrefOf(sourceUrl(source));
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

function sourceUrl({ host, port, database }: WaisSource): string {
  return `wais://${host}:${port}/${encodeURIComponent(database.toWellFormed())}`;
}

/** Answers with a file, or with a part of it if the link says how long it is. */
async function openFile(context: WaisContext, document: Document, kind: DocumentKind): Promise<Response> {
  const { request, resolution } = context;
  const size = resolution.details.length;
  const range = request.headers.get('Range');
  const part = size !== null && allowsRange(request.headers) ? parseRange(range, size) : WHOLE;
  if (part.kind === 'unsatisfiable') return unsatisfiable({ 'Content-Range': `bytes */${size}` });
  const session = await WaisSession.open((tls) => context.connect({ tls }));
  try {
    const stream = streamOf(context, session, document, part);
    const ranges: Record<string, string> = size === null ? {} : { 'Accept-Ranges': 'bytes' };
    if (part.kind === 'whole')
      return await sendStream(context, stream, kind, { status: 200, headers: ranges, length: null });
    const first = await stream.read();
    if (first === null) {
      // The document is shorter than the link says, and its length is not known.
      session.close();
      return unsatisfiable({});
    }
    stream.unread(first);
    ranges['Content-Range'] = `bytes ${part.start}-${part.start + part.length - 1}/${size}`;
    return await sendStream(context, stream, kind, { status: 206, headers: ranges, length: part.length });
  } catch (error) {
    session.close();
    throw error;
  }
}

/** WAIS has no validators, so `If-Range` never matches and the whole document is the answer (RFC 9110 §13.1.5). */
function allowsRange(headers: Headers): boolean {
  return headers.get('If-Range') === null;
}

function unsatisfiable(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 416, headers });
}

/** The octets from which the type and the charset of a document are guessed. */
const SAMPLE = 64 * 1024;

interface StreamedAnswer {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  /** In octets; `null` = up to the end of the document. */
  readonly length: number | null;
}

async function sendStream(
  context: WaisContext,
  stream: DocumentStream,
  kind: DocumentKind,
  { status, headers, length }: StreamedAnswer,
): Promise<Response> {
  const { octets: first } = await collect(stream, SAMPLE);
  stream.unread(first);
  const all = { ...headersOf(context, kind, first), ...headers };
  if (context.request.method === 'HEAD') {
    stream.close();
    return new Response(null, {
      status,
      headers: length === null ? all : { ...all, 'Content-Length': String(length) },
    });
  }
  return new Response(pump(stream, { length, cap: context.environment.downloadCap }, context), {
    status,
    headers: all,
  });
}

type SatisfiableRange = Exclude<RequestedRange, { kind: 'unsatisfiable' }>;

const WHOLE: SatisfiableRange = { kind: 'whole' };

function streamOf(
  { target }: WaisContext,
  session: WaisSession,
  { id, type }: Document,
  part: SatisfiableRange,
): DocumentStream {
  const extent = part.kind === 'part' ? { from: part.start, to: part.start + part.length } : { from: 0, to: null };
  return new DocumentStream(session, { database: target.database, documentId: id, type }, extent);
}

/** Names by which `mediaTypeOf` knows the types of texts. */
const NAMES_OF_TEXTS: Readonly<Record<string, string>> = { 'text/plain': 'a.txt', 'text/html': 'a.html' };

function headersOf(context: WaisContext, kind: DocumentKind, first: Uint8Array): Record<string, string> {
  const name = documentName(context);
  const sample = { first, charset: context.view.charset };
  // A text and a page say in which charset they are.
  const mediaType =
    kind.mediaType === null
      ? mediaTypeOf(name, sample)
      : kind.mediaType.startsWith('text/')
        ? mediaTypeOf(NAMES_OF_TEXTS[kind.mediaType] ?? name, sample)
        : kind.mediaType;
  const caching = `${HEADERS['Cache-Control']}, no-transform`;
  return { ...HEADERS, 'Cache-Control': caching, ...fileHeaders(name, mediaType) };
}
