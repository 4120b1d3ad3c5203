/**
 * The name in a news URL (RFC 5538 §2, draft-hoffkohn-rfc1738bis §2.4): all groups, a group or wildmat, or an article.
 */
import { decodeText } from '../../uri/decode.ts';

export interface NewsDetails {
  /** A group name, or a wildmat (RFC 3977 §4). */
  readonly group: string | null;
  /** The message-id without its angle brackets. */
  readonly messageId: string | null;
  /** `*`: all available groups. */
  readonly all: boolean;
  /** The article number in the group (nntp only). */
  readonly article: number | null;
  /** The host of the server; `null` = the reader's configured server. */
  readonly server: string | null;
}

const nothing: NewsDetails = { group: null, messageId: null, all: false, article: null, server: null };

/**
 * Parses the name in a news URL. A name with an `@` is a message-id.
 *
 * @param encoded - the text after `news:` or `news://server/`, percent-encoded
 */
export function readNewsReference(encoded: string, server: string | null): NewsDetails {
  if (encoded === '') return { ...nothing, server };
  if (encoded === '*') return { ...nothing, all: true, server };
  const name = decodeText(encoded);
  return encoded.includes('@') ? { ...nothing, messageId: name, server } : { ...nothing, group: name, server };
}

/**
 * Whether an nntp URL has a malformed article number. Such a URL refers to nothing.
 *
 * @param path - of the canonical URL
 */
export function hasMalformedNumber({ group, article }: NewsDetails, path: string): boolean {
  return (group === null || article === null) && /^(?:\/|\/?[^/]+)\/./.test(path);
}

/**
 * Parses the group and number of an nntp URL.
 *
 * @param encoded - `group[/number]`, percent-encoded
 */
export function readNntpReference(encoded: string, server: string | null): NewsDetails {
  const [group = '', number = '', ...more] = encoded.split('/');
  const article = more.length === 0 && /^[0-9]{1,15}$/.test(number) ? Number(number) : null;
  return { ...readNewsReference(group, server), article };
}
