/** Links in what is opened: their canonical forms, and the addresses in JSON, which belong to whoever writes it. */
import { type Canonical, canonicalize, UrlError } from '../index.ts';
import { UNSAFE_SCHEMES } from '../schemes/unknown.ts';

/** The addresses that JSON has for links. */
export interface JsonLinks {
  /**
   * The address that opens a URL, canonical or not; `null` if nothing may open it.
   *
   * @param query - what is asked of it; `null` is returned if no address can have that
   */
  open(url: string | null, query?: Readonly<Record<string, string>>): string | null;
  /** As `open`, for a link that is already canonical: it is not canonicalized again. */
  openCanonical(link: Canonical): string | null;
  /** The address of this link in another view, such as `{ format: 'raw' }`. */
  self(query: Readonly<Record<string, string>>): string;
}

/** As {@link JsonLinks}, where messages have parts. */
export interface MessageLinks extends JsonLinks {
  /** The address of a part of a message, by its number. The URL of the message is canonical. */
  part(message: string, part: string): string;
}

/** The canonical form of an absolute URL; `null` if it is invalid: `canonicalOrNull('http://h:x/')` is `null`. */
export function canonicalOrNull(url: string): Canonical | null {
  try {
    return canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** Whether a link has code or content of its own, as `javascript:` has. */
export function runsCode(canonical: Canonical): boolean {
  return UNSAFE_SCHEMES.has(canonical.slice(0, canonical.indexOf(':')));
}
