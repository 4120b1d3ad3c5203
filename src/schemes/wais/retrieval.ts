/** The retrieval of a part of a document: a search by a query of type 1, in reverse Polish order. */
import { concatOctets } from '../../octets/octets.ts';
import { apdu, field, fixedInteger } from './fields.ts';
import { withHeader } from './header.ts';
import { messageTypes, tags } from './tags.ts';

/** As freeWAIS sends them. */
const SET_BOUNDS = { small: 10, large: 16, medium: 15 };
const REPLACE = Uint8Array.of(1);
const RESULT_SET = 'FOO';
const DOCUMENT_TEXT = ' \x1fDocument Text';
const TERM_QUERY = '1';
const REFERENCE = '3';
const AND = field(tags.operator, 'a');

/** A document, or one that a server may have. */
export interface RetrievedDocument {
  /** The name of the database, in octets. */
  readonly database: Uint8Array;
  /** The document id of the server, octet for octet. */
  readonly documentId: Uint8Array;
  /** One of the types that the server listed, in octets. */
  readonly type: Uint8Array;
}

/** A part of a document. */
export interface DocumentPart {
  /** The position of the first octet. */
  readonly from: number;
  /** The position after the last octet. */
  readonly to: number;
}

/**
 * The messages that retrieve the parts of a document. Only the positions differ, so the rest is made once.
 *
 * @example
 * ```ts
 * const document = { database: octetsOf('db'), documentId: Uint8Array.of(7, 1, 0), type: octetsOf('TEXT') };
 * retrievalMessages(document)({ from: 0, to: 15_000 }).length; // 178
 * ```
 */
export function retrievalMessages({
  database,
  documentId,
  type,
}: RetrievedDocument): (part: DocumentPart) => Uint8Array {
  const { small, large, medium } = SET_BOUNDS;
  const header = [
    fixedInteger(small, 3),
    fixedInteger(large, 3),
    fixedInteger(medium, 3),
    REPLACE,
    field(tags.resultSetName, RESULT_SET),
    field(tags.databaseNames, database),
    field(tags.queryType, TERM_QUERY),
    field(tags.elementSetNames, DOCUMENT_TEXT),
    field(tags.referenceId, REFERENCE),
  ];
  const part = apdu(messageTypes.search, header, new Uint8Array());
  // Attributes: use, relation, position, structure, truncation, completeness.
  const document = concatOctets([...term('un re', documentId), ...term('wt re', type), AND]);
  return ({ from, to }) => {
    // RFC 1625 has `ro` for the end, too. Servers and clients use `rl`, less than.
    const query = [document, FROM, field(tags.term, String(from)), AND, TO, field(tags.term, String(to)), AND];
    return withHeader(concatOctets([part, field(tags.query, concatOctets(query))]));
  };
}

const [FROM, TO] = [attributes('wb ro'), attributes('wb rl')];

function attributes(useAndRelation: string): Uint8Array {
  return field(tags.attributeList, `${useAndRelation} ig ig ig ig`);
}

function term(useAndRelation: string, value: Uint8Array): readonly Uint8Array[] {
  return [attributes(useAndRelation), field(tags.term, value)];
}
