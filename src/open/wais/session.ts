/** A session with the server of a link, and what the link names there. */
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { type DocumentExtent, DocumentStream } from '../../protocols/wais/document-stream.ts';
import { WaisSession } from '../../protocols/wais/session.ts';
import { type WaisTarget, waisTarget } from '../../schemes/wais/request.ts';
import type { Link, Network } from '../contract.ts';

const ADVICE =
  'A database name cannot contain “@” or control characters. A document identifier is a list of numbers and values.';

/** @throws ProtocolError `invalid-request` if no message can name it */
export function waisTargetOf({ components, details }: Link<'wais'>): WaisTarget {
  const target = waisTarget(components, details);
  if (target !== null) return target;
  const message = 'A WAIS message cannot contain this database, search or document.';
  throw new ProtocolError('invalid-request', message, { advice: ADVICE });
}

export function openSession({ connect }: Pick<Network, 'connect'>): Promise<WaisSession> {
  return WaisSession.open((tls) => connect({ tls }));
}

/** A document in its database. */
export interface DocumentTarget extends Pick<WaisTarget, 'database'> {
  readonly document: NonNullable<WaisTarget['document']>;
}

/** The octets of a document. The session is closed with them. */
export function streamOf(
  session: WaisSession,
  { database, document: { id, type } }: DocumentTarget,
  extent: DocumentExtent,
): DocumentStream {
  return new DocumentStream(session, { database, documentId: id, type }, extent);
}
