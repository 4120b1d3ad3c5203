/** The request line of a gopher client, RFC 1436 §3.6 and Gopher+ §2.4, taken apart at its tabs. */
import type { Octets } from '../octets.ts';

export interface Request {
  readonly selector: Octets;
  /** What is searched for; `null` where the line has no such field. */
  readonly search: Octets | null;
  /** The Gopher+ string, which begins with `+`, `!` or `$`; `null` in a plain request. */
  readonly plus: Octets | null;
  /** Whether the client says that a data block follows. */
  readonly dataFollows: boolean;
  /** Whether an empty search stood before the Gopher+ string, where none belongs. */
  readonly emptySearch: boolean;
}

/**
 * Takes a request line apart. The search field is there for type 7 alone (Gopher+ §2.4), so what follows the first
 * tab depends on what the selector names.
 *
 * @param searchable - whether the selector names a search
 * @example parseRequest('/a\t+text/plain En_US', () => false).plus // '+text/plain En_US'
 */
export function parseRequest(line: Octets, searchable: (selector: Octets) => boolean): Request {
  const [selector = '', ...fields] = line.split('\t');
  const isPlus = (field: string | undefined): field is string => field !== undefined && /^[+!$]/.test(field);
  const [first] = fields;
  // A search for "+x" and a Gopher+ string look alike; the number of fields does not decide it either.
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
