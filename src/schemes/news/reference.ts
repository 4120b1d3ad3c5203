/**
 * What a news URL refers to (RFC 5538 §2, draft-hoffkohn-rfc1738bis §2.4): everything, groups, or one article.
 */
import { decodeText } from '../../uri/octets.ts';

export interface NewsDetails {
  /** Group name, or a wildmat over them (RFC 3977 §4). */
  readonly group: string | null;
  /** Message-id without its angle brackets. */
  readonly messageId: string | null;
  /** `*`: all available groups. */
  readonly all: boolean;
  /** Article number in the group (nntp). */
  readonly article: number | null;
  /** Host of the server; `null` = the one that the reader is configured with. */
  readonly server: string | null;
}

const nothing: NewsDetails = { group: null, messageId: null, all: false, article: null, server: null };

/** Reads what stands behind `news:` or `news://server/`, percent-encoded. An `@` makes a message-id. */
export function readNewsReference(encoded: string, server: string | null): NewsDetails {
  if (encoded === '') return { ...nothing, server };
  if (encoded === '*') return { ...nothing, all: true, server };
  const name = decodeText(encoded);
  return encoded.includes('@') ? { ...nothing, messageId: name, server } : { ...nothing, group: name, server };
}

/**
 * Whether something stands behind the group of an nntp URL, or behind none, that is no article number: such a URL
 * names nothing. `nntp://h/group/` still is the group.
 *
 * @param path - of the canonical URL
 */
export function namesNothing({ group, article }: NewsDetails, path: string): boolean {
  return (group === null || article === null) && /^(?:\/|\/?[^/]+)\/./.test(path);
}

/** Reads `group[/number]`. */
export function readNntpReference(encoded: string, server: string | null): NewsDetails {
  const [group = '', number = '', ...more] = encoded.split('/');
  const article = more.length === 0 && /^[0-9]{1,15}$/.test(number) ? Number(number) : null;
  return { ...readNewsReference(group, server), article };
}
