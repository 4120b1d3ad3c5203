/** The options of `guardedFetch` on every platform. */

import type { Transport } from '../net/transport.ts';
import type { WebhookPolicy } from '../webhooks/policy.ts';

/** The limits of a request. */
export interface FetchLimits {
  /** How many redirects are followed; each is judged anew. Default: 0, so that a redirect is an error. */
  readonly redirects: number;
  /** For the lookup of the name, the connection and TLS, in milliseconds. Default: 10,000. */
  readonly connectTime: number;
  /** From the end of the request to the end of the answer's header, in milliseconds. Default: 15,000. */
  readonly answerTime: number;
  /** For everything, with redirects and the body of the answer, in milliseconds. Default: 60,000. */
  readonly totalTime: number;
  /** The most octets of the header of an answer. Default: 16 KiB. */
  readonly maxHeader: number;
  /** The most octets of the body of an answer, before and after decompression. Default: 1 MiB. */
  readonly maxBody: number;
}

/** Limits with defaults for those that are absent. */
export type LimitOptions = { readonly [Name in keyof FetchLimits]?: FetchLimits[Name] | undefined };

const KiB = 1024;

const DEFAULTS: FetchLimits = {
  redirects: 0,
  connectTime: 10_000,
  answerTime: 15_000,
  totalTime: 60_000,
  maxHeader: 16 * KiB,
  maxBody: 1024 * KiB,
};

/** What a request is made with. */
export interface Guard {
  readonly policy: WebhookPolicy;
  readonly limits: FetchLimits;
  readonly transport: Transport;
}

/**
 * Completes the limits with their defaults. `limitsOf({ redirects: 3 }).maxHeader` is `16384`.
 *
 * @throws TypeError for a limit that is not a number, or below 0
 */
export function limitsOf(options: LimitOptions): FetchLimits {
  const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { redirects, connectTime, answerTime, totalTime, maxHeader, maxBody } = { ...DEFAULTS, ...chosen };
  const limits = { redirects, connectTime, answerTime, totalTime, maxHeader, maxBody };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`${name} must be a number from 0 on.`);
  }
  return limits;
}
