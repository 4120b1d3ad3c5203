/**
 * The messages of a client. Both are searches (Z39.50-1988 §3.2.2): that of a database has the query of type 3 that
 * WAIS added, the retrieval of a part of a document one of type 1, in reverse Polish order.
 */
import { concatOctets } from '../../octets/octets.ts';
import { apdu, field, fixedInteger, messageTypes, numberField, tags, withHeader } from './fields.ts';

/** The hits that a search asks for, unless somebody wants more. Some servers refuse a larger number. */
export const USUAL_HITS = 40;
/** The bounds of small, large and medium sets, as freeWAIS sends them: the servers that exist ignore these. */
const SEARCH_BOUNDS = [30, 5000, 30];
const RETRIEVAL_BOUNDS = [10, 16, 15];
const REPLACE = Uint8Array.of(1);
const RELEVANCE_QUERY = '3';
const TERM_QUERY = '1';
/** The date of a document does not change its score. */
const ANY_DATE = 1;
const RESULT_SET = 'FOO';
const DOCUMENT_TEXT = ' \x1fDocument Text';
const REFERENCE = '3';
const AND = field(tags.operator, 'a');
const ELEMENT_SET = concatOctets([field(tags.elementSetNames, DOCUMENT_TEXT), field(tags.referenceId, REFERENCE)]);

/** What is the same in all messages of a kind, up to the database and behind it. */
interface Frame {
  readonly beforeDatabase: Uint8Array;
  readonly queryType: Uint8Array;
}

function frame(bounds: readonly number[], resultSet: string, query: string): Frame {
  const numbers = bounds.map((bound) => fixedInteger(bound, 3));
  return {
    beforeDatabase: concatOctets([...numbers, REPLACE, field(tags.resultSetName, resultSet)]),
    queryType: field(tags.queryType, query),
  };
}

const SEARCH = frame(SEARCH_BOUNDS, '', RELEVANCE_QUERY);
const RETRIEVAL = frame(RETRIEVAL_BOUNDS, RESULT_SET, TERM_QUERY);

function beginning({ beforeDatabase, queryType }: Frame, database: Uint8Array): Uint8Array[] {
  return [beforeDatabase, field(tags.databaseNames, database), queryType];
}

/**
 * The message that searches a database. Without words, servers answer with the description of the database.
 *
 * @param most - how many hits the server may return
 */
export function searchMessage(database: Uint8Array, words: Uint8Array, most: number = USUAL_HITS): Uint8Array {
  const query = concatOctets([
    field(tags.seedWords, words),
    numberField(tags.dateFactor, ANY_DATE),
    numberField(tags.maximumDocuments, most),
  ]);
  const header = beginning(SEARCH, database);
  return withHeader(apdu(messageTypes.search, header, field(tags.userInformation, query)));
}

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
interface DocumentPart {
  /** The position of the first octet. */
  readonly from: number;
  /** The position after the last octet. */
  readonly to: number;
}

/** The messages that retrieve the parts of a document. Only the positions differ, so the rest is made once. */
export function retrievalMessages(retrieved: RetrievedDocument): (part: DocumentPart) => Uint8Array {
  const { database, documentId, type } = retrieved;
  const header = [...beginning(RETRIEVAL, database), ELEMENT_SET];
  const part = apdu(messageTypes.search, header, new Uint8Array());
  // Attributes: use, relation, position, structure, truncation, completeness.
  const [id, typed] = [field(tags.term, documentId), field(tags.term, type)];
  const document = concatOctets([BY_ID, id, BY_TYPE, typed, AND]);
  return ({ from, to }) => {
    // RFC 1625 has `ro` for the end, too. Servers and clients use `rl`, less than.
    const query = [document, FROM, field(tags.term, String(from)), AND, TO, field(tags.term, String(to)), AND];
    return withHeader(concatOctets([part, field(tags.query, concatOctets(query))]));
  };
}

const [BY_ID, BY_TYPE] = [attributes('un re'), attributes('wt re')];
const [FROM, TO] = [attributes('wb ro'), attributes('wb rl')];

function attributes(useAndRelation: string): Uint8Array {
  return field(tags.attributeList, `${useAndRelation} ig ig ig ig`);
}
