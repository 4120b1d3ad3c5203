/**
 * Status lines of an NNTP server, and the arguments in some of them (RFC 3977 §3.2, §6.1.1, §6.2.1).
 */

export interface Status {
  /** Three digits, 100 to 599. */
  readonly code: number;
  /** The text after the code: a message for people, or the arguments of the code. */
  readonly text: string;
}

/**
 * Parses a status line; `null` if the line is not a status line.
 *
 * @example
 * ```ts
 * parseStatus('430 No such article'); // { code: 430, text: 'No such article' }
 * ```
 */
export function parseStatus(line: string): Status | null {
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
