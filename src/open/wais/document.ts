/** Documents: texts, lists of databases, messages, and files of every type. */
import { displayText } from '../../octets/ansi.ts';
import { latin1Of } from '../../octets/octets.ts';
import { collect } from '../../protocols/connection.ts';
import { sourcesIn, type WaisSource } from '../../protocols/wais/database.ts';
import type { DocumentStream } from '../../protocols/wais/document-stream.ts';
import { markedPieces, withoutParagraphMarks } from '../../protocols/wais/marked-text.ts';
import type { Link, OpenContext } from '../contract.ts';
import { mediaTypeOf } from '../media-type.ts';
import type { DescribedLink, File, FileTransfer, ReadableMessage, ReadableText, TextContent } from '../opened.ts';
import { decodedText } from '../text.ts';
import { type DocumentPresentation, documentKind } from './document-kinds.ts';
import { type DocumentTarget, openSession, streamOf } from './session.ts';

/** Documents hardly ever change: a new one has a new id. In seconds. */
const FRESH = 3600;

/** A document, of which the server is not asked before it is fetched. Its size is that in the link, if it has one. */
export function documentOf(
  link: Link<'wais'>,
  target: DocumentTarget,
  { connect, charset }: Pick<OpenContext, 'connect' | 'charset'>,
): File {
  const { presentation, mediaType } = documentKind(latin1Of(target.document.type));
  const name = documentName(link);
  const size = link.details.length;
  return {
    shape: 'file',
    freshFor: FRESH,
    noun: NOUN,
    name,
    mediaType,
    size,
    isExact: false,
    exists: false,
    modified: null,
    // A document is found by its number.
    isBase: false,
    isResumable: size !== null,
    isRead: presentation !== 'file',
    read: (octets, decided = charset) => readDocument(octets, presentation, { name, charset: decided }),
    json: ({ self }) => ({
      kind: 'file',
      name,
      mediaType: mediaType ?? mediaTypeOf(name, null),
      links: { raw: self({ format: 'raw' }) },
    }),
    async fetch(start = 0, end) {
      const session = await openSession({ connect });
      return transferOf(streamOf(session, target, { from: start, to: end ?? null }), start);
    },
    close() {},
  };
}

const NOUN = 'document';

/** The field of a document id that names the document on its server. */
const LOCAL_ID = 3;

/** The name of the document: the last part of a path in its id, or else its type. */
function documentName({ details: { fields, wtype } }: Link<'wais'>): string {
  const paths = fields.flatMap(({ value }) => /([^/\s]+)\/?\s*$/.exec(value)?.[1] ?? []);
  const local = fields.find(({ number }) => number === LOCAL_ID)?.value ?? '';
  return displayText(/([^/\s]+)\/?\s*$/.exec(local)?.[1] ?? paths[0] ?? wtype ?? 'document');
}

/** The octets from which the type and the charset of a document are guessed. */
const SAMPLE = 64 * 1024;

function transferOf(stream: DocumentStream, start: number): FileTransfer {
  return {
    shape: 'transfer',
    start,
    read: () => stream.read(),
    unread: (octets) => stream.unread(octets),
    async beginning(cap) {
      const beginning = await collect(stream, Math.min(SAMPLE, cap));
      stream.unread(beginning.octets);
      return beginning;
    },
    remark: () => null,
    close: () => stream.close(),
  };
}

interface NamedDocument {
  readonly name: string;
  /** `null` = it is recognised. */
  readonly charset: string | null;
}

/** Reads all octets of a document, with the marks of the protocol. */
function readDocument(
  octets: Uint8Array,
  presentation: DocumentPresentation,
  { name, charset: chosen }: NamedDocument,
): ReadableText | ReadableMessage {
  const isMessage = presentation === 'message';
  const { charset, text } = decodedText(isMessage ? octets : withoutParagraphMarks(octets), chosen);
  const pieces = markedPieces(text);
  const databases = presentation === 'sources' ? sourcesIn(text) : [];
  const readable = {
    freshFor: FRESH,
    noun: NOUN,
    name,
    octets,
    charset,
    text: pieces.map((piece) => piece.text).join(''),
    json: () => ({ kind: 'text', charset, text: decodedText(octets, charset).text, databases }),
  };
  if (isMessage) return { shape: 'message', ...readable };
  return {
    shape: 'text',
    ...readable,
    content: documentContent(presentation, text, databases) ?? { kind: 'marked', pieces },
  };
}

/** The links that a document consists of; `null` = it is a text. */
function documentContent(
  presentation: DocumentPresentation,
  text: string,
  databases: readonly WaisSource[],
): TextContent | null {
  if (databases.length > 0) return { kind: 'links', links: databases.map(sourceLink) };
  return presentation === 'link' ? { kind: 'link', url: text.trim() } : null;
}

function sourceLink({ database, host, port, description }: WaisSource): DescribedLink {
  return {
    text: displayText(`${database} at ${host}`),
    url: `wais://${host}:${port}/${encodeURIComponent(database.toWellFormed())}`,
    about: description && displayText(description),
  };
}
