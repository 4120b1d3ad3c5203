/**
 * Address lists (RFC 5322 §3.4) as programs really wrote them: names with and without quotes, addresses in angle
 * brackets or without them, names in comments, and groups, of which only the members count. postal-mime reads them.
 * What stands in quotes or in a comment is never an address, so that nobody can hide one in a name.
 */
import { addressParser } from 'postal-mime';
import { wordsInUtf8 } from './encoded-words.ts';

/** Who wrote or gets a message. Either text may be empty. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A comment, a quoted string, or an address in angle brackets. A missing end is the end of the list: linear time. */
const ENCLOSED = /\((?:[^()\\]|\\.)*\)?|"(?:[^"\\]|\\.)*"?|<([^<>]*)>/gs;

/** Stands for `@` in names while the list is read. It is a noncharacter, which no text has. */
const NAMED_AT = '\uffff';

/**
 * Parses an address list, with encoded words decoded.
 *
 * @example
 * ```ts
 * parseAddresses('Ada <ada@h.example>, bob@h.example (Bob)');
 * // [{ name: 'Ada', address: 'ada@h.example' }, { name: 'Bob', address: 'bob@h.example' }]
 * ```
 */
export function parseAddresses(list: string): Mailbox[] {
  const bracketed = new Set<string>();
  const readable = wordsInUtf8(list.replaceAll(NAMED_AT, '\ufffd')).replace(ENCLOSED, (part, address?: string) => {
    if (address === undefined) return part.replaceAll('@', NAMED_AT);
    bracketed.add(address.trim());
    return part;
  });
  return addressParser(readable, { flatten: true })
    .map(({ name, address = '' }) => ({
      name: name.replaceAll(NAMED_AT, '@').replace(/\s+/g, ' ').trim(),
      // postal-mime takes a text without an address for the address.
      address: address.includes('@') || bracketed.has(address) ? address : '',
    }))
    .filter(({ name, address }) => name !== '' || address !== '');
}
