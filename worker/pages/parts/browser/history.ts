/** What was typed, in the fragment of the address, or beside an address that is too short for it. */

/** The longest query that is put into the address, in characters. Many programs cut off longer ones. */
const LONGEST_ADDRESS = 4000;

/**
 * The address of a query, and what the browser keeps beside it. Without a query, a link to a part of the page stays.
 *
 * @param page - the address of the page
 * @param query - as a query string
 */
export function entryFor(page: string, query: string): readonly [address: string, state: string | null] {
  if (query.length > LONGEST_ADDRESS) return [page, query];
  return [page + (query === '' ? placeInPage() : `#${query}`), null];
}

/** The fragment of the address that names a part of the page, such as `#programs`; empty = it names none. */
const placeInPage = (): string => (document.getElementById(location.hash.slice(1)) === null ? '' : location.hash);

/** Gives the entry of the history another address and state. */
export function keepInHistory(address: string, state: unknown): void {
  try {
    history.replaceState(state, '', address);
  } catch {
    // Browsers limit what they keep: Firefox to 16 MiB.
    history.replaceState(null, '', address);
  }
}
