/**
 * WAIS (Z39.50-1988 with the extensions of WAIS, RFC 1625): searches, documents as streams, and what databases say of
 * themselves. `waisTarget` makes what the functions take from the resolution of a wais link.
 */
export { type WaisTarget, waisTarget } from '../../schemes/wais/request.ts';
export type { DiagnosticRecord, Hit, SearchAnswer } from './answer.ts';
export {
  DESCRIPTION_TYPE,
  describeDatabase,
  isCatalogue,
  searchDatabase,
  sourcesIn,
  type WaisSource,
} from './database.ts';
export { type DocumentExtent, DocumentStream, type RetrievalSession } from './document-stream.ts';
export { type MarkedPiece, markedPieces, withoutParagraphMarks } from './marked-text.ts';
export { WaisSession } from './session.ts';
