/**
 * The answer to a search: hits and diagnostics. Servers set the status fields of these messages differently, so only
 * the records count. `retrieval-answer.ts` reads the answer to a retrieval.
 */
import { latin1Of } from '../../octets/octets.ts';
import { MessageReader, messageTypes, numberIn, tags, WaisError } from '../../schemes/wais/fields.ts';
import { type ProtocolCode, type ProtocolError, quotingError } from '../protocol-error.ts';

/** A document that a search found. Texts are octets: the protocol does not name their charset. */
export interface Hit {
  readonly documentId: Uint8Array;
  /** From 0 to 1000; `null` if the server does not say. */
  readonly score: number | null;
  /** The size of the document in octets. */
  readonly bytes: number | null;
  readonly lines: number | null;
  /** The types in which the document can be retrieved, the usual one first. */
  readonly types: readonly Uint8Array[];
  readonly headline: Uint8Array;
  /** `yyyy-mm-dd`; `null` if the server does not know. */
  readonly date: string | null;
}

/** What a server has to say beside, or instead of, records. */
export interface DiagnosticRecord {
  /** Two characters, such as `S1`. */
  readonly code: string;
  /** For people. It may name files of the server. */
  readonly information: Uint8Array;
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly diagnostics: readonly DiagnosticRecord[];
}

/** More hits of one answer are an attack: a search asks for 40. */
export const MOST_RECORDS = 1000;

/** Parses the answer to a search, without its header. Throws a `WaisError` if the message breaks the protocol. */
export function parseSearchAnswer(apdu: Uint8Array): SearchAnswer {
  const message = new MessageReader(apdu);
  const header = message.within(message.fixed(2));
  if (header.octet() !== messageTypes.searchResponse) throw new WaisError('The server sent an unexpected answer.');
  const hits: Hit[] = [];
  const diagnostics: DiagnosticRecord[] = [];
  let records = 0;
  for (const { tag, value } of message.fields()) {
    // The user information follows the header part of the APDU.
    if (tag !== tags.userInformation) continue;
    const information = new MessageReader(value);
    while (information.left > 0) {
      if (records++ >= MOST_RECORDS) throw new WaisError('The answer has too many records.');
      const next = information.compressed();
      if (next === tags.diagnosticRecords) {
        diagnostics.push(parseDiagnostic(information));
        continue;
      }
      const record = information.octets(information.compressed());
      if (DOCUMENT_HEADERS.has(next)) hits.push(parseHit(record));
    }
  }
  return { hits, diagnostics };
}

const DOCUMENT_HEADERS: ReadonlySet<number> = new Set([
  tags.documentHeader,
  tags.shortDocumentHeader,
  tags.longDocumentHeader,
]);

const CODE_LENGTH = 2;

/** Unlike all other fields, this one has a length of two octets and ends with an octet that the length leaves out. */
function parseDiagnostic(information: MessageReader): DiagnosticRecord {
  const diagnostic = diagnosticIn(information.octets(information.fixed(2)));
  information.octet();
  return diagnostic;
}

/** The diagnostic in a record without its tag, its length and the octet that ends it. */
export function diagnosticIn(octets: Uint8Array): DiagnosticRecord {
  const record = new MessageReader(octets);
  const code = latin1Of(record.octets(CODE_LENGTH));
  // The last octet says whether the record stands for another one.
  const information = record.octets(Math.max(0, record.left - 1));
  return { code: /^[\x21-\x7e]{2}$/.test(code) ? code : '??', information };
}

function parseHit(group: Uint8Array): Hit {
  const fields = new Map<number, Uint8Array>();
  for (const { tag, value } of new MessageReader(group).fields()) {
    // The first value of each tag counts.
    if (!fields.has(tag)) fields.set(tag, value);
  }
  const octets = (tag: number): Uint8Array => fields.get(tag) ?? new Uint8Array();
  const number = (tag: number): number | null => (fields.has(tag) ? numberIn(octets(tag)) : null);
  return {
    documentId: octets(tags.documentId),
    score: number(tags.score),
    bytes: number(tags.documentLength),
    lines: number(tags.lines),
    types: typesIn(octets(tags.typeBlock)),
    headline: octets(tags.headline),
    date: dateOf(latin1Of(octets(tags.date))),
  };
}

/** A document has a handful of types. */
const MOST_TYPES = 20;

function typesIn(block: Uint8Array): readonly Uint8Array[] {
  const types: Uint8Array[] = [];
  for (const { tag, value } of new MessageReader(block).fields()) {
    if (tag === tags.type) types.push(value);
    if (types.length === MOST_TYPES) break;
  }
  return types;
}

/** WAIS began in 1989, so a year of two digits before 70 is of this century. */
function dateOf(digits: string): string | null {
  const [match, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(digits) ?? [];
  if (match === undefined || month < '01' || month > '12' || day < '01' || day > '31') return null;
  return `${year < '70' ? '20' : '19'}${year}-${month}-${day}`;
}

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

const PATH = /\S*[/\\]\S*/g;

export function diagnosticError({ code: status, information }: DiagnosticRecord): ProtocolError {
  const [code, sentence] = MEANINGS[status] ?? (['server-failure', 'The server reported an error.'] as const);
  return quotingError(code, sentence, { status, reply: information, path: PATH });
}
