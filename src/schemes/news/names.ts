/**
 * The names that may stand in an NNTP command (RFC 3977 §3.1, §3.6, §4; RFC 5536 §3.1.4). A URL may hold more: what
 * these patterns refuse is never sent, so no name can carry a second command or a second argument.
 */
import { decodeOctets, utf8Of } from '../../uri/octets.ts';
import { type NewsDetails, namesNothing } from './reference.ts';

/** What a news URL asks a server for. */
export type NewsTarget =
  /** Groups whose names match a wildmat. */
  | { readonly kind: 'groups'; readonly wildmat: string }
  | { readonly kind: 'group'; readonly group: string }
  /** One article, by its message-id without angle brackets. */
  | { readonly kind: 'message'; readonly messageId: string }
  /** One article, by its number in a group. */
  | { readonly kind: 'article'; readonly group: string; readonly number: number };

/** RFC 3977 §9.2: a command line has 512 octets with its end, and `GROUP ` has to fit as well. */
const LONGEST_GROUP = 497;

/** RFC 5536 §3.1.4 with the letters of any script, as RFC 3977 §4.1 allows UTF-8. */
const GROUP = /^[\p{L}\p{M}\p{Nd}+_-]+(?:\.[\p{L}\p{M}\p{Nd}+_-]+)*$/u;

/** As a group, with the operators of RFC 3977 §4.2; `[`, `]` and `\` have no meaning that servers agree on. */
const WILDMAT = /^[\p{L}\p{M}\p{Nd}+_.*?!,-]+$/u;

/** RFC 3977 §3.6: 3 to 250 octets with the brackets. */
const MESSAGE_ID = /^[!-;=?-~]{1,248}$/;

const WILDCARDS = /[*?!,]/;

/** Whether a group may be asked for by this name. */
export function isGroup(name: string): boolean {
  return GROUP.test(name) && isShort(name);
}

/** Whether groups may be asked for by this wildmat. */
export function isWildmat(pattern: string): boolean {
  return WILDMAT.test(pattern) && isShort(pattern);
}

/**
 * Whether an article may be asked for by this message-id.
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
 * What a news or nntp URL asks for; `null` where it names something that no command can say.
 *
 * @param details - as the library read the URL
 * @param path - of the canonical URL, percent-encoded: it tells a group from one with an unreadable number
 * @example
 * ```ts
 * const details = { group: 'misc.test', messageId: null, all: false, article: 42, server: null };
 * newsTarget(details, '/misc.test/42'); // { kind: 'article', group: 'misc.test', number: 42 }
 * ```
 */
export function newsTarget(details: NewsDetails, path: string): NewsTarget | null {
  const { group, messageId, all, article } = details;
  if (messageId !== null) return isMessageId(messageId) ? { kind: 'message', messageId } : null;
  // Commands are UTF-8 (RFC 3977 §3.1): the octets of another charset would name another group in it.
  if (namesNothing(details, path) || utf8Of(decodeOctets(path)) === null) return null;
  if (all || group === null || group === '') return { kind: 'groups', wildmat: '*' };
  if (article !== null) return isGroup(group) ? { kind: 'article', group, number: article } : null;
  if (WILDCARDS.test(group)) return isWildmat(group) ? { kind: 'groups', wildmat: group } : null;
  return isGroup(group) ? { kind: 'group', group } : null;
}
