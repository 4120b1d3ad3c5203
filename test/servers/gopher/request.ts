/** The request line of a gopher client (RFC 1436 §3.6, Gopher+ §2.4), split at its tabs. */
import type { Octets } from '../octets.ts';

export interface Request {
  readonly selector: Octets;
  /** The words to search for; `null` if the line has no such field. */
  readonly search: Octets | null;
  /** The Gopher+ string, which begins with `+`, `!` or `$`; `null` in a plain request. */
  readonly plus: Octets | null;
  /** Whether the client announces a data block. */
  readonly dataFollows: boolean;
  /** Whether an empty search field precedes the Gopher+ string of an item that is not a search. */
  readonly emptySearch: boolean;
}

/**
 * Splits a request line. Only type 7 has a search field (Gopher+ §2.4), so the meaning of the field after the first tab
 * depends on the item.
 *
 * @param searchable - whether the selector names a search
 * @example
 * ```ts
 * parseRequest('/a\t+text/plain En_US', () => false).plus; // '+text/plain En_US'
 * ```
 */
export function parseRequest(line: Octets, searchable: (selector: Octets) => boolean): Request {
  const [selector = '', ...fields] = line.split('\t');
  const isPlus = (field: string | undefined): field is string => field !== undefined && /^[+!$]/.test(field);
  const [first] = fields;
  // A search for "+x" looks like a Gopher+ string, and the number of fields is the same.
  const skipSearch = searchable(selector) || !isPlus(first);
  const search = skipSearch ? (first ?? null) : null;
  const [plus, flag] = skipSearch ? fields.slice(1) : fields;
  return {
    selector,
    search,
    plus: isPlus(plus) ? plus : null,
    dataFollows: isPlus(plus) && flag === '1',
    emptySearch: !searchable(selector) && search === '' && isPlus(plus),
  };
}
