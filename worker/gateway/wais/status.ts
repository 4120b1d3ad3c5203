/** The errors that the diagnostics of a WAIS server become for an HTTP client. */

import { utf8OrLatin1Of } from '../../../src/octets/octets.ts';
import type { DiagnosticRecord } from '../../../src/protocols/wais/answer.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { GatewayCode } from '../../errors/table.ts';

/** The code of a retrieval past the end of a document. It also comes with the last part of one. */
export const OUT_OF_RANGE = 'SF';

interface Meaning {
  readonly code: GatewayCode;
  readonly detail: string;
}

/** By the code of the diagnostic, as freeWAIS sends them. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  S1: { code: 'not-found', detail: 'The server does not have this database.' },
  S2: { code: 'gateway-busy', detail: 'The server cannot answer now.' },
  S3: { code: 'bad-request', detail: 'The server does not support this kind of search.' },
  S5: { code: 'bad-request', detail: 'Every word of the search is so common that the server ignores it.' },
  SC: { code: 'bad-request', detail: 'The search is too long for the server.' },
  SD: { code: 'gateway-limit', detail: 'The search has more results than the server sends.' },
  [OUT_OF_RANGE]: { code: 'not-found', detail: 'The server does not have this document, or not this part of it.' },
  SG: { code: 'forbidden', detail: 'The server requires a login for this document.' },
  SH: { code: 'forbidden', detail: 'The server requires a login for this document.' },
  SI: { code: 'gateway-limit', detail: 'The document is larger than the server sends.' },
  SJ: { code: 'gateway-limit', detail: 'The document is larger than the server sends.' },
  T2: { code: 'forbidden', detail: 'The server refuses access.' },
};

const LONGEST_QUOTE = 300;
/** Servers name their own files, and these are nobody's business. */
const PATH = /\S*[/\\]\S*/g;

/** The error for a diagnostic. It quotes the server, without the paths of its files. */
export function diagnosticError({ code, information }: DiagnosticRecord): GatewayError {
  const meaning = MEANINGS[code] ?? { code: 'gateway-protocol', detail: 'The server reports a failure.' };
  const reply = utf8OrLatin1Of(information.subarray(0, LONGEST_QUOTE))
    .replace(PATH, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return new GatewayError(meaning.code, reply === '' ? meaning.detail : `${meaning.detail} It says: “${reply}”.`, {
    reply,
  });
}
