/** Documents: texts and lists of databases as pages, everything else as files that are streamed as they arrive. */
import type { ComponentChild, VNode } from 'preact';
import { detectCharset } from '../../../src/schemes/charset.ts';
import { type MarkedPiece, markedPieces } from '../../../src/schemes/wais/marked-text.ts';
import { type Source, sourcesIn } from '../../../src/schemes/wais/source.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../gateway-error.ts';
import { limits } from '../../limits.ts';
import { collect } from '../../net/collector.ts';
import { pump } from '../../net/pump.ts';
import { Details } from '../../pages/details.tsx';
import { REL } from '../../pages/layout.tsx';
import { Empty } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { CharsetForm } from '../shared/charset-form.tsx';
import { displayText } from '../shared/display-text.ts';
import { dispositionOf, documentPolicy, mediaTypeOf } from '../shared/media-type.ts';
import { readMessage, shortDate } from '../shared/message.ts';
import { paragraphsOf } from '../shared/paragraphs.ts';
import { parseRange, type RequestedRange } from '../shared/range.ts';
import { textOf, type WaisContext } from './context.ts';
import { DocumentStream } from './document-stream.ts';
import { type DocumentKind, documentKind } from './document-types.ts';
import { WaisSession } from './session.ts';

type Document = NonNullable<WaisContext['target']['document']>;

const HEADERS = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' };

/** Answers with a document. */
export async function openDocument(context: WaisContext, document: Document): Promise<Response> {
  const kind = documentKind(latin1Of(document.type));
  const { format } = context.view;
  if (format === 'json' && kind.presentation === 'file') return fileJson(context, kind);
  if (format === 'raw' || kind.presentation === 'file') return sendFile(context, document, kind);
  const session = await WaisSession.open(context);
  try {
    const stream = streamOf(context, session, document, { kind: 'whole' });
    const { octets, complete } = await collect(stream, limits.textPage);
    // A text that is too long for a page is streamed from the beginning.
    if (!complete) return format === 'json' ? fileJson(context, kind) : sendFile(context, document, kind);
    return respond(context, kind, octets);
  } finally {
    session.close();
  }
}

function respond(context: WaisContext, { presentation }: DocumentKind, octets: Uint8Array): Response {
  const text = textOf(context, octets);
  const sources = presentation === 'sources' ? sourcesIn(text) : [];
  const charset = context.view.charset ?? detectCharset(octets);
  if (context.view.format === 'json') {
    const body = { kind: 'text', url: context.resolution.canonical, charset, text, databases: sources };
    return Response.json(body, { headers: HEADERS });
  }
  const content =
    sources.length > 0 ? (
      <Sources context={context} sources={sources} />
    ) : presentation === 'link' ? (
      <Link context={context} url={text.trim()} />
    ) : presentation === 'message' ? (
      <MessageText octets={octets} charset={context.view.charset} />
    ) : (
      <MarkedText text={text} />
    );
  return pageResponse(
    context,
    {
      title: nameOf(context),
      kicker: 'WAIS document',
      canonical: context.links.canonical,
      breadcrumbs: breadcrumbsOf(context.resolution, context.links),
      actions: [
        { text: 'JSON', href: context.links.self({ format: 'json' }) },
        { text: 'As the server sends it', href: context.links.self({ format: 'raw' }) },
      ],
      content: (
        <>
          {content}
          {octets.some((octet) => octet > 0x7f) && <CharsetForm context={context} charset={charset} />}
        </>
      ),
    },
    { headers: HEADERS },
  );
}

/** A text whose prose is wrapped in narrow windows, with the words of the search marked. */
function MarkedText({ text }: { readonly text: string }): VNode {
  if (text.trim() === '') return <Empty>The document is empty.</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1)
    <pre class="text" tabIndex={0}>
      {'\n'}
      {paragraphsOf(text.replaceAll('\r\n', '\n')).map(({ text: paragraph, flow }) => (
        <span class={flow}>{markedPieces(paragraph).map(markedPiece)}</span>
      ))}
    </pre>
  );
}

function markedPiece({ text, highlighted }: MarkedPiece): ComponentChild {
  return highlighted ? <mark>{displayText(text)}</mark> : displayText(text);
}

function MessageText({ octets, charset }: { readonly octets: Uint8Array; readonly charset: string | null }): VNode {
  const { subject, from, date, texts } = readMessage(octets, charset);
  return (
    <>
      <Details
        rows={[
          ['Subject', displayText(subject)],
          ['From', from.map(({ name, address }) => displayText(name || address)).join(', ')],
          ['Date', date.moment === null ? displayText(date.text) : `${shortDate(date.moment)} UTC`],
        ]}
      />
      <MarkedText text={texts.map(({ text }) => text).join('\n')} />
    </>
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

function Sources({ context, sources }: { readonly context: WaisContext; readonly sources: readonly Source[] }): VNode {
  return (
    <ul class="databases">
      {sources.map((source) => {
        const href = context.links.hrefOf(sourceUrl(source));
        const name = `${source.database} at ${source.host}`;
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

function sourceUrl({ host, port, database }: Source): string {
  return `wais://${host}:${port}/${encodeURIComponent(database.toWellFormed())}`;
}

/** The name of the document: the last part of a path in its id, or else its type. */
function nameOf({ resolution }: WaisContext): string {
  const { fields, wtype } = resolution.details;
  const paths = fields.flatMap(({ value }) => /([^/\s]+)\/?\s*$/.exec(value)?.[1] ?? []);
  const local = fields.find(({ number }) => number === LOCAL_ID)?.value ?? '';
  return displayText(/([^/\s]+)\/?\s*$/.exec(local)?.[1] ?? paths[0] ?? wtype ?? 'document');
}

/** The field of a document id that names the document on its server. */
const LOCAL_ID = 3;

function fileJson(context: WaisContext, { mediaType }: DocumentKind): Response {
  const { resolution, links } = context;
  return Response.json(
    {
      kind: 'file',
      url: resolution.canonical,
      name: nameOf(context),
      mediaType: mediaType ?? mediaTypeOf(nameOf(context), null),
      links: { raw: links.origin + links.self({ format: 'raw' }) },
    },
    { headers: HEADERS },
  );
}

/** Answers with a file, or with a part of it if the link says how long it is. */
async function sendFile(context: WaisContext, document: Document, kind: DocumentKind): Promise<Response> {
  const { request, environment, resolution } = context;
  const size = resolution.details.length;
  const part = size === null ? WHOLE : parseRange(request.headers.get('Range'), size);
  if (part.kind === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } });
  }
  const session = await WaisSession.open(context);
  try {
    const stream = streamOf(context, session, document, part);
    const first = await stream.read();
    if (first === null && part.kind === 'part')
      throw new GatewayError('not-found', 'The document ends before this part of it.');
    stream.unread(first ?? new Uint8Array());
    const headers = headersOf(context, kind, first ?? new Uint8Array());
    if (size !== null) headers['Accept-Ranges'] = 'bytes';
    if (part.kind === 'part') headers['Content-Range'] = `bytes ${part.start}-${part.start + part.length - 1}/${size}`;
    if (request.method === 'HEAD') {
      session.close();
      return new Response(null, { headers });
    }
    const length = part.kind === 'part' ? part.length : null;
    const body = pump(stream, { length, cap: environment.downloadCap }, context);
    return new Response(body, { status: part.kind === 'part' ? 206 : 200, headers });
  } catch (error) {
    session.close();
    throw error;
  }
}

const WHOLE: RequestedRange = { kind: 'whole' };

function streamOf(
  { target }: WaisContext,
  session: WaisSession,
  { id, type }: Document,
  part: Exclude<RequestedRange, { kind: 'unsatisfiable' }>,
): DocumentStream {
  const extent = part.kind === 'part' ? { from: part.start, to: part.start + part.length } : { from: 0, to: null };
  return new DocumentStream(session, { database: target.database, documentId: id, type }, extent);
}

function headersOf(context: WaisContext, kind: DocumentKind, first: Uint8Array): Record<string, string> {
  const name = nameOf(context);
  const sample = { first, charset: context.view.charset };
  const named = kind.mediaType ?? mediaTypeOf(name, sample);
  // Markup that is asked for as it is stays a document in a sandbox; a text says in which charset it is.
  const mediaType = named.startsWith('text/plain') ? mediaTypeOf('a.txt', sample) : named;
  const policy = documentPolicy(mediaType);
  return {
    ...HEADERS,
    'Cache-Control': `${HEADERS['Cache-Control']}, no-transform`,
    'Content-Type': mediaType,
    'Content-Disposition': dispositionOf(name, mediaType),
    'Content-Encoding': 'identity',
    ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
  };
}
