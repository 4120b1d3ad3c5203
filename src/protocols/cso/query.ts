/** Queries of a CSO nameserver, written so that no value can add a field, a keyword or a command (RFC 2378 §3). */
import { encodeCharset } from '../../octets/charset.ts';
import { concatOctets, octetsOfLatin1 } from '../../octets/octets.ts';
import { ProtocolError } from '../protocol-error.ts';

/** What a field must match: words, in which the wildcards of the server (`*`, `?`, `[…]`) keep their meaning. */
export interface CsoTerm {
  readonly field: string;
  readonly words: string;
}

export interface CsoQuery {
  /** At least one. An entry must match all of them. */
  readonly terms: readonly CsoTerm[];
  /** The fields to return; `'all'` = all that strangers may see; empty = those that the server chooses. */
  readonly fields: readonly string[] | 'all';
}

/** The words of the protocol between `query` and the end of the line. They cannot name a field. */
const KEYWORDS: ReadonlySet<string> = new Set(['return', 'query', 'ph']);

/** Whether a name can be a field in a query. A name of this form needs no quotes and cannot end a word. */
export function isFieldName(name: string): boolean {
  return /^[a-z\d][a-z\d_.+-]{0,63}$/i.test(name) && !KEYWORDS.has(name.toLowerCase());
}

/**
 * The line of a query, without its end. Values are in quotes, so that `return` in one is a word like any other.
 *
 * @param charset - of the values; `null` = Latin-1, or UTF-8 for characters that it does not have
 * @returns octets, `query name="Doe J*" return email phone`
 * @throws ProtocolError `invalid-request` for no term, a name that is not a field’s, or a control character
 */
export function queryLine({ terms, fields }: CsoQuery, charset: string | null = null): Uint8Array {
  if (terms.length === 0) throw invalid('A query needs words for at least one field.');
  const criteria = terms.flatMap(({ field, words }) => [` ${nameIn(field)}="`, escapedWords(words, charset), '"']);
  const names = fields === 'all' ? ['all'] : fields.map(nameIn);
  return concatOctets(['query', ...criteria, ...(names.length === 0 ? [] : [' return ', names.join(' ')])]);
}

function nameIn(field: string): string {
  if (!isFieldName(field)) throw invalid('A field name may contain only letters, digits, and - _ . +');
  return field;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The octets of a value between quotes. Those of Shift_JIS and Big5 may contain a backslash, so octets are escaped. */
function escapedWords(words: string, charset: string | null): Uint8Array {
  const trimmed = words.trim();
  if (trimmed === '') throw invalid('Every field that a query names needs a word.');
  if (/\p{Cc}/u.test(words)) throw invalid('Search words cannot contain control characters.');
  const octets = encodedWords(trimmed.toWellFormed(), charset);
  return Uint8Array.from(
    [...octets].flatMap((octet) => (octet === QUOTE || octet === BACKSLASH ? [BACKSLASH, octet] : [octet])),
  );
}

function encodedWords(words: string, charset: string | null): Uint8Array {
  if (charset !== null) return encodeCharset(words, charset);
  return /[^\0-\xff]/.test(words) ? new TextEncoder().encode(words) : octetsOfLatin1(words);
}

function invalid(sentence: string): ProtocolError {
  return new ProtocolError('invalid-request', sentence);
}
