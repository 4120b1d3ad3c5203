/** The retrieval of a part of a document: a search by a query of type 1, in reverse Polish order. */
import { concatOctets } from '../../uri/octets.ts';
import { apdu, field } from './fields.ts';
import { withHeader } from './header.ts';
import { fixedInteger } from './integers.ts';
import { messageTypes, tags } from './tags.ts';

/** As freeWAIS sends them. */
const SET_BOUNDS = { small: 10, large: 16, medium: 15 };
const REPLACE = Uint8Array.of(1);
const RESULT_SET = 'FOO';
const DOCUMENT_TEXT = ' \x1fDocument Text';
const TERM_QUERY = '1';
const REFERENCE = '3';
const AND = field(tags.operator, 'a');

/** A part of a document. */
export interface Retrieval {
  /** The name of the database, in octets. */
  readonly database: Uint8Array;
  /** The document id of the server, octet for octet. */
  readonly documentId: Uint8Array;
  /** One of the types that the server listed, in octets. */
  readonly type: Uint8Array;
  /** The position of the first octet. */
  readonly from: number;
  /** The position after the last octet. */
  readonly to: number;
}

/** The message that retrieves a part of a document. */
export function retrievalMessage({ database, documentId, type, from, to }: Retrieval): Uint8Array {
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
  // Attributes: use, relation, position, structure, truncation, completeness.
  const query = concatOctets([
    ...term('un re', documentId),
    ...term('wt re', type),
    AND,
    ...term('wb ro', String(from)),
    AND,
    // RFC 1625 has `ro` here, too. Servers and clients use `rl`, less than.
    ...term('wb rl', String(to)),
    AND,
  ]);
  return withHeader(apdu(messageTypes.search, header, field(tags.query, query)));
}

function term(attributes: string, value: Uint8Array | string): readonly Uint8Array[] {
  return [field(tags.attributeList, `${attributes} ig ig ig ig`), field(tags.term, value)];
}
