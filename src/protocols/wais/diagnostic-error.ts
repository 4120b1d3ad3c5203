/** The errors that the diagnostics of a WAIS server are. */
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import type { DiagnosticRecord } from './answer.ts';

/** The code of a retrieval past the end of a document. It also comes with the last part of one. */
export const OUT_OF_RANGE = 'SF';

/** By the code of the diagnostic, as freeWAIS sends them. */
const MEANINGS: Readonly<Record<string, readonly [code: ProtocolCode, sentence: string]>> = {
  S1: ['not-found', 'The server does not have this database.'],
  S2: ['busy', 'The server cannot answer now.'],
  S3: ['invalid-request', 'The server does not support this kind of search.'],
  S5: ['invalid-request', 'Every word of the search is so common that the server ignores it.'],
  SC: ['invalid-request', 'The search is too long for the server.'],
  SD: ['too-large', 'The search has more results than the server sends.'],
  [OUT_OF_RANGE]: ['not-found', 'The server does not have this document, or not this part of it.'],
  SG: ['forbidden', 'The server requires a login for this document.'],
  SH: ['forbidden', 'The server requires a login for this document.'],
  SI: ['too-large', 'The document is larger than the server sends.'],
  SJ: ['too-large', 'The document is larger than the server sends.'],
  T2: ['forbidden', 'The server refuses access.'],
};

const LONGEST_QUOTE = 300;
/** Servers name their own files, which are not for strangers. */
const PATH = /\S*[/\\]\S*/g;

/** The error for a diagnostic. It quotes the server, without the paths of its files. */
export function diagnosticError({ code: status, information }: DiagnosticRecord): ProtocolError {
  const [code, sentence] = MEANINGS[status] ?? (['malformed', 'The server reports a failure.'] as const);
  const reply = utf8OrLatin1Of(information.subarray(0, LONGEST_QUOTE))
    .replace(PATH, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const message = reply === '' ? sentence : `${sentence} It says: “${reply}”.`;
  return new ProtocolError(code, message, { reply, status });
}
