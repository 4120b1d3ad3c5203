/** Opens wais links: the hits of a search, what a database says of itself, and documents. */
import { latin1Of } from '../../src/octets/octets.ts';
import { collect } from '../../src/protocols/connection.ts';
import { DocumentStream } from '../../src/protocols/wais/document-stream.ts';
import { markedPieces } from '../../src/protocols/wais/marked-text.ts';
import { WaisSession } from '../../src/protocols/wais/session.ts';
import { type ListedHit, type WaisContext, waisContext } from '../../worker/gateway/wais/context.ts';
import {
  databaseJson,
  documentKind,
  documentType,
  fetchDatabase,
  fileJson,
  readText,
  textJson,
} from '../../worker/gateway/wais/json.ts';
import { limits } from '../../worker/settings/limits.ts';
import { columns, type OpenContext, type Opened, octetsOf, paragraph, values, withoutEnd, withUrl } from './opened.ts';

type Document = NonNullable<WaisContext['target']['document']>;

export async function openWais(context: OpenContext<'wais'>): Promise<Opened> {
  const targeted = waisContext(context);
  const { target } = targeted;
  if (target.document !== null) return openDocument(context, target.database, target.document);
  const database = await fetchDatabase(targeted);
  const description = paragraph(database.source?.description ?? null);
  return values(databaseJson(context, database), [...description, ...database.hits.map(hitLine)]);
}

function hitLine({ score, headline, types: [first] }: ListedHit): string {
  return withUrl(columns([score, -4], [headline, 0]), first?.url ?? null);
}

/** The octets from which the type and the charset of a document are guessed. */
const SAMPLE = 64 * 1024;

async function openDocument(
  context: OpenContext<'wais'>,
  database: Document['id'],
  { id: documentId, type }: Document,
): Promise<Opened> {
  const { format, connect } = context;
  const kind = documentKind(latin1Of(type));
  const isFile = kind.presentation === 'file';
  const file = values(fileJson(context, kind), []);
  if (format === 'json' && isFile) return file;
  const session = await WaisSession.open((tls) => connect({ tls }));
  const stream = new DocumentStream(session, { database, documentId, type }, { from: 0, to: null });
  const { octets, complete } = await collect(stream, format === 'raw' || isFile ? SAMPLE : limits.textPage);
  if (format === 'raw' || isFile || (!complete && format === 'text')) {
    stream.unread(octets);
    return { kind: 'file', mediaType: documentType(context, kind, octets), octets: octetsOf(stream) };
  }
  stream.close();
  if (!complete) return file;
  const text = readText(context, kind.presentation, octets);
  const shown = markedPieces(withoutEnd(text.shown));
  return values(textJson(context, octets, text), [shown.map((piece) => piece.text).join('')]);
}
