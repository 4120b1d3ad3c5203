/**
 * What a news URL refers to (RFC 5538 §4, draft-hoffkohn-rfc1738bis §2.4), and the commands that a client sends for it
 * (RFC 3977 §3.1, §3.6, §4; RFC 5536 §3.1.4). A URL may have characters that no command can contain. Names with such
 * characters are never sent, so no name can add a second command or argument.
 */
import { lineOctets } from '../../octets/octets.ts';
import { decodeText, isUtf8 } from '../../uri/decode.ts';

export interface NewsDetails {
  /** A group name, or a wildmat (RFC 3977 §4). */
  readonly group: string | null;
  /** The message-id without its angle brackets. */
  readonly messageId: string | null;
  /** `*`: all available groups. */
  readonly all: boolean;
  /** The article number in the group (nntp only). */
  readonly article: number | null;
  /** Whether the thread of the article is meant, not the article: `/thread` behind it. */
  readonly thread: boolean;
  /** The number or the Content-ID of a part of the article: `/part/2` behind it. */
  readonly part: string | null;
  /** The host of the server; `null` = the reader's configured server. */
  readonly server: string | null;
}

const nothing: NewsDetails = {
  group: null,
  messageId: null,
  all: false,
  article: null,
  thread: false,
  part: null,
  server: null,
};

/** Behind a message-id in a canonical URL: its thread, or one of its parts. */
const BEHIND_ID = /%2F(?:thread|part%2F((?:(?!%2F).)+))$/;

/** The message-id before {@link BEHIND_ID}, which has its `@` there: a Content-ID has another. */
export function splitMessageId(encoded: string): Pick<NewsDetails, 'thread' | 'part'> & { readonly id: string } {
  const behind = BEHIND_ID.exec(encoded);
  const id = encoded.slice(0, behind?.index);
  if (behind === null || !/.@./.test(id)) return { id: encoded, thread: false, part: null };
  const [, part] = behind;
  return { id, thread: part === undefined, part: part === undefined ? null : decodeText(part) };
}

/**
 * Parses the name in a news URL, percent-encoded, after `news:` or `news://server/`. A name with an `@` is a
 * message-id.
 */
export function readNewsReference(encoded: string, server: string | null): NewsDetails {
  if (encoded === '') return { ...nothing, server };
  if (encoded === '*') return { ...nothing, all: true, server };
  if (!encoded.includes('@')) return { ...nothing, group: decodeText(encoded), server };
  const { id, ...behind } = splitMessageId(encoded);
  return { ...nothing, messageId: decodeText(id), ...behind, server };
}

/**
 * Parses the group and number of an nntp URL, percent-encoded: `group[/number]`, with `/thread` or `/part/<part>`
 * behind the number. Without a group, no number counts.
 */
export function readNntpReference(encoded: string, server: string | null): NewsDetails {
  const [group = '', number] = encoded.split('/', 2);
  const [, digits, thread, part] = (group !== '' && BEHIND_GROUP.exec(encoded.slice(group.length))) || [];
  const article = digits === undefined ? null : Number(digits);
  // With a number, `*` stands where a group belongs.
  if (group === '*' && number !== undefined) return { ...nothing, group, article, server };
  const named = readNewsReference(group, server);
  if (thread === undefined && part === undefined) return { ...named, article };
  return { ...named, article, thread: thread !== undefined, part: part === undefined ? null : decodeText(part) };
}

/** Behind the group of a canonical nntp URL, whose number has no zeros before it. */
const BEHIND_GROUP = /^\/(0|[1-9][0-9]{0,14})(?:\/(?:(thread)|part\/([^/]+)))?$/;

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

/** RFC 3977 §3.6, with UTF-8 as in commands (§3.1) and in message-ids of mail (RFC 6532 §3.2). */
const MESSAGE_ID = /^(?:[!-;=?-~]|[^\0-\x9f\p{Z}])+$/u;
/** In octets, without the brackets. */
const LONGEST_MESSAGE_ID = 248;

/** The largest article number (RFC 3977 §6). The smallest is 1. */
const LARGEST_NUMBER = 2_147_483_647;

const WILDCARDS = /[*?!,]/;

export function isGroup(name: string): boolean {
  return isShort(name) && GROUP.test(name);
}

export function isWildmat(pattern: string): boolean {
  return isShort(pattern) && WILDMAT.test(pattern);
}

/** Whether a command may contain a text as a message-id, in angle brackets that the text does not have. */
export function isMessageId(id: string): boolean {
  return isShort(id, LONGEST_MESSAGE_ID) && MESSAGE_ID.test(id);
}

function isShort(name: string, longest = LONGEST_GROUP): boolean {
  // A UTF-16 code unit is at most three octets, and calling the encoder is slow.
  if (3 * name.length <= longest) return true;
  return name.length <= longest && new TextEncoder().encode(name).length <= longest;
}

/** Why no command can name what a URL refers to. */
type NewsFault = 'article-number' | 'article-number-range' | 'message-id-command' | 'news-utf-8' | 'newsgroup-command';

/**
 * The target of a news or nntp URL; `null` if no command can name it. `details` lack a malformed number, which the path
 * has, percent-encoded. `newsTarget(readNntpReference('misc.test/42', null), '/misc.test/42')` is `{ kind: 'article',
 * group: 'misc.test', number: 42 }`.
 */
export function newsTarget(details: NewsDetails, path: string): NewsTarget | null {
  const target = targetOrFault(details, path);
  return typeof target === 'string' ? null : target;
}

/** Why {@link newsTarget} is `null`; `null` = it is not. */
export function newsFault(details: NewsDetails, path: string): NewsFault | null {
  const target = targetOrFault(details, path);
  return typeof target === 'string' ? target : null;
}

function targetOrFault(details: NewsDetails, path: string): NewsTarget | NewsFault {
  const { group, messageId, all, article, server } = details;
  if (messageId !== null) return isMessageId(messageId) ? { kind: 'message', messageId } : 'message-id-command';
  // The first slash of a path behind a host is not that before a number.
  const slash = path.indexOf('/', server === null ? 0 : 1);
  if ((group === null || article === null) && slash !== -1 && slash < path.length - 1) {
    return group !== null && /^\d+$/.test(path.slice(slash + 1)) ? 'article-number-range' : 'article-number';
  }
  // A name in another charset would become the name of another group.
  if (!isUtf8(path)) return 'news-utf-8';
  if (all || group === null || group === '') return { kind: 'groups', wildmat: '*' };
  if (article === null && WILDCARDS.test(group)) {
    return isWildmat(group) ? { kind: 'groups', wildmat: group } : 'newsgroup-command';
  }
  if (!isGroup(group)) return 'newsgroup-command';
  if (article === null) return { kind: 'group', group };
  return article >= 1 && article <= LARGEST_NUMBER
    ? { kind: 'article', group, number: article }
    : 'article-number-range';
}

export interface NewsRequest {
  readonly transport: 'tcp' | 'tls';
  /** `null` = the reader's configured server. */
  readonly host: string | null;
  readonly port: number;
  /** Command lines without their line ends, UTF-8. */
  readonly commands: readonly string[];
}

/** The request for the percent-encoded path of a canonical URL; `null` if no command can name its target. */
export function newsRequest(
  details: NewsDetails,
  path: string,
  port: number,
  transport: NewsRequest['transport'],
): NewsRequest | null {
  const target = newsTarget(details, path);
  if (target === null) return null;
  const { server, group, messageId, all } = details;
  // `news://server/` names only a server, so there is nothing to request from it.
  const namesTarget = all || group !== null || messageId !== null;
  return {
    transport,
    host: server,
    port,
    commands: ['MODE READER', ...(namesTarget ? commandsFor(target, details.thread) : [])],
  };
}

/** The commands as octets. A client waits for the response to each. */
export function newsWireOctets({ request }: { readonly request: NewsRequest | null }): readonly Uint8Array[] {
  return (request?.commands ?? []).map((line) => lineOctets(line));
}

/** A client that looks for a thread begins with the header of the article. */
function commandsFor(target: NewsTarget, isThread: boolean): readonly string[] {
  const article = isThread ? 'HEAD' : 'ARTICLE';
  switch (target.kind) {
    case 'groups':
      return [target.wildmat === '*' ? 'LIST ACTIVE' : `LIST ACTIVE ${target.wildmat}`];
    case 'group':
      return [`GROUP ${target.group}`, 'OVER'];
    case 'message':
      return [`${article} <${target.messageId}>`];
    case 'article':
      return [`GROUP ${target.group}`, `${article} ${target.number}`];
  }
}
