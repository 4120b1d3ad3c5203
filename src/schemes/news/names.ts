/**
 * Group names, wildmats and message-ids that an NNTP command may contain (RFC 3977 §3.1, §3.6, §4; RFC 5536 §3.1.4). A
 * URL may have other characters. Names with such characters are never sent, so no name can add a second command or
 * argument.
 */
import { utf8Of } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { hasMalformedNumber, type NewsDetails } from './reference.ts';

/** What a URL refers to on a news server. */
export type NewsTarget =
  /** The groups whose names match a wildmat. */
  | { readonly kind: 'groups'; readonly wildmat: string }
  | { readonly kind: 'group'; readonly group: string }
  /** One article, by its message-id without angle brackets. */
  | { readonly kind: 'message'; readonly messageId: string }
  /** One article, by its number in a group. */
  | { readonly kind: 'article'; readonly group: string; readonly number: number };

/** In octets: the limit of RFC 3977 §3.1 for the arguments of a command. */
const LONGEST_GROUP = 497;

/** RFC 5536 §3.1.4 with the letters of any script, as RFC 3977 §4.1 allows UTF-8. */
const GROUP = /^[\p{L}\p{M}\p{Nd}+_-]+(?:\.[\p{L}\p{M}\p{Nd}+_-]+)*$/u;

/** A group name with the operators of RFC 3977 §4.2. Servers disagree on the meaning of `[`, `]` and `\`. */
const WILDMAT = /^[\p{L}\p{M}\p{Nd}+_.*?!,-]+$/u;

/** RFC 3977 §3.6: 3 to 250 octets with the brackets. */
const MESSAGE_ID = /^[!-;=?-~]{1,248}$/;

const WILDCARDS = /[*?!,]/;

/** Whether a command may contain a name as a group. */
export function isGroup(name: string): boolean {
  return GROUP.test(name) && isShort(name);
}

/** Whether a command may contain a pattern as a wildmat. */
export function isWildmat(pattern: string): boolean {
  return WILDMAT.test(pattern) && isShort(pattern);
}

/**
 * Whether a command may contain a text as a message-id.
 *
 * @param id - without its angle brackets
 */
export function isMessageId(id: string): boolean {
  return MESSAGE_ID.test(id);
}

function isShort(name: string): boolean {
  return new TextEncoder().encode(name).length <= LONGEST_GROUP;
}

/**
 * The target of a news or nntp URL.
 *
 * @param details - of the URL
 * @param path - of the canonical URL, percent-encoded: `details` lack a malformed number
 * @returns `null` if no command can name the target
 * @example
 * ```ts
 * const details = { group: 'misc.test', messageId: null, all: false, article: 42, server: null };
 * newsTarget(details, '/misc.test/42'); // { kind: 'article', group: 'misc.test', number: 42 }
 * ```
 */
export function newsTarget(details: NewsDetails, path: string): NewsTarget | null {
  const { group, messageId, all, article } = details;
  if (messageId !== null) return isMessageId(messageId) ? { kind: 'message', messageId } : null;
  // Commands are UTF-8 (RFC 3977 §3.1): a name in another charset would become the name of another group.
  if (hasMalformedNumber(details, path) || utf8Of(decodeOctets(path)) === null) return null;
  if (all || group === null || group === '') return { kind: 'groups', wildmat: '*' };
  if (article !== null) return isGroup(group) ? { kind: 'article', group, number: article } : null;
  if (WILDCARDS.test(group)) return isWildmat(group) ? { kind: 'groups', wildmat: group } : null;
  return isGroup(group) ? { kind: 'group', group } : null;
}
