/**
 * Status lines of an NNTP server: the arguments in some of them, and the errors that others are (RFC 3977 §3.2, §6.1.1,
 * §6.2.1; RFC 4643 §2, RFC 4642 §2.2).
 */
import { saysFull } from '../full-server.ts';
import { type ProtocolCode, ProtocolError, quotation } from '../protocol-error.ts';

export interface NntpStatus {
  /** Three digits, 100 to 599. */
  readonly code: number;
  /** The text after the code: a message for people, or the arguments of the code. */
  readonly text: string;
}

/** Parses a status line; `null` for other lines. `parseStatus('430 No such')` is `{ code: 430, text: 'No such' }`. */
export function parseStatus(line: string): NntpStatus | null {
  const match = /^([1-5][0-9]{2})(?:[ \t]+(.*))?$/.exec(line);
  return match === null ? null : { code: Number(match[1]), text: match[2]?.trimEnd() ?? '' };
}

/** The estimated number of articles in a group, and the range of their numbers. */
export interface GroupSummary {
  /** An estimate (RFC 3977 §6.1.1.2). */
  readonly count: number;
  readonly low: number;
  /** Less than `low` in an empty group. */
  readonly high: number;
}

/** Parses the arguments of 211: `count low high group`. */
export function parseGroupSummary(text: string): GroupSummary | null {
  const match = /^(\d{1,15})[ \t]+(\d{1,15})[ \t]+(\d{1,15})(?:[ \t]|$)/.exec(text);
  return match === null ? null : { count: Number(match[1]), low: Number(match[2]), high: Number(match[3]) };
}

/** Whether a group is empty. RFC 3977 §6.1.1.2 lets a server say so in three ways. */
export function isEmptyGroup({ count, low, high }: GroupSummary): boolean {
  return count === 0 || high < low || high === 0;
}

/** Parses the arguments of 220 to 223, `number <message-id>`. The result has no brackets. */
export function parseArticleStatus(text: string): { readonly number: number; readonly messageId: string } | null {
  const match = /^(\d{1,15})[ \t]+<([^<>\s]+)>/.exec(text);
  return match?.[2] === undefined ? null : { number: Number(match[1]), messageId: match[2] };
}

/** Arguments by the name of the capability in upper case. */
export type NntpCapabilities = ReadonlyMap<string, readonly string[]>;

/** Parses the lines of CAPABILITIES (RFC 3977 §5.2). `parseCapabilities(['over MSGID']).get('OVER')` is `['MSGID']`. */
export function parseCapabilities(lines: readonly string[]): NntpCapabilities {
  const words = lines.map((line) => line.trim().split(/\s+/));
  return new Map(words.map(([label = '', ...rest]) => [label.toUpperCase(), rest]));
}

type StatusMeaning = readonly [code: ProtocolCode, detail: string];

const unavailable: StatusMeaning = ['busy', 'The news server is not available at the moment.'];
const noArticle: StatusMeaning = ['not-found', 'The group has no article with this number.'];
const login: StatusMeaning = ['login-required', 'The news server requires a login, which a link cannot contain.'];
const refusedLogin: StatusMeaning = ['forbidden', 'The news server rejected the password.'];
const unknownCommand: StatusMeaning = ['unsupported', 'The news server does not support this request.'];
const nonsense: StatusMeaning = ['malformed', 'The news server sent an unexpected reply.'];

const NO_PERMISSION = 502;

/** The error statuses of the commands that a reader sends. */
const MEANINGS: Readonly<Record<number, StatusMeaning>> = {
  400: unavailable,
  401: login,
  403: unavailable,
  411: ['not-found', 'The news server does not have this group.'],
  420: noArticle,
  421: noArticle,
  422: noArticle,
  423: noArticle,
  430: ['not-found', 'The news server does not have this article. Most servers delete articles after a while.'],
  480: login,
  481: refusedLogin,
  482: refusedLogin,
  483: ['tls', 'The news server requires TLS. Try an nntps or snews link.'],
  500: unknownCommand,
  501: unknownCommand,
  [NO_PERMISSION]: ['forbidden', 'The news server does not let this gateway read.'],
  503: unknownCommand,
};

const LONGEST_QUOTE = 200;

/**
 * The error for a status other than success, with the server's text in it.
 * `refusal({ code: 411, text: 'What?' }).reply` is `'411 What?'`.
 */
export function refusal({ code: status, text }: NntpStatus): ProtocolError {
  // RFC 3977 §3.2.1 has 400 for this.
  const isFull = status === NO_PERMISSION && saysFull(text);
  const [code, detail] = isFull ? unavailable : (MEANINGS[status] ?? nonsense);
  const words = text
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const reply = `${status} ${words}`.trimEnd();
  const quoted = words === '' ? `It answered ${status}.` : quotation(reply);
  return new ProtocolError(code, `${detail} ${quoted}`, { status, reply });
}
