/** The search of a database (Z39.50-1988 §3.2.2 with the query of type 3 that WAIS added). */
import { concatOctets } from '../../octets/octets.ts';
import { apdu, field, fixedInteger, numberField } from './fields.ts';
import { withHeader } from './header.ts';
import { messageTypes, tags } from './tags.ts';

/** The hits that a server returns at most. Servers refuse a larger number. */
export const MOST_HITS = 40;

/** As freeWAIS sends them: the servers that exist ignore these bounds. */
const SET_BOUNDS = { small: 30, large: 5000, medium: 30 };
const REPLACE = Uint8Array.of(1);
const RELEVANCE_QUERY = '3';
/** The date of a document does not change its score. */
const ANY_DATE = 1;

/**
 * The message that searches a database.
 *
 * @param database - its name, in octets
 * @param words - as the visitor wrote them, in octets; empty = the description of the database
 */
export function searchMessage(database: Uint8Array, words: Uint8Array): Uint8Array {
  const { small, large, medium } = SET_BOUNDS;
  const header = [
    fixedInteger(small, 3),
    fixedInteger(large, 3),
    fixedInteger(medium, 3),
    REPLACE,
    field(tags.resultSetName, ''),
    field(tags.databaseNames, database),
    field(tags.queryType, RELEVANCE_QUERY),
  ];
  const query = concatOctets([
    field(tags.seedWords, words),
    numberField(tags.dateFactor, ANY_DATE),
    numberField(tags.maximumDocuments, MOST_HITS),
  ]);
  return withHeader(apdu(messageTypes.search, header, field(tags.userInformation, query)));
}
