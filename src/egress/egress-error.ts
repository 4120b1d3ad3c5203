/** The error of a connection or a request that the guard of webhooks ended: which rule, and whose. */
import type { Denial, EgressRule } from './judgement.ts';

/** What ended a request, with the rules that it may name. */
export interface EgressRules {
  /** The policy does not allow it: a rule on hosts, addresses and ports, or on the URL. */
  readonly EGRESS_DENIED: EgressRule | 'scheme' | 'no-credentials';
  /** The answer is a redirect beyond the number that is allowed, or one that cannot be followed. */
  readonly REDIRECT_REFUSED: 'redirects' | 'redirect-error' | 'redirect-body' | 'redirect-location';
  /** The name has no address, or its resolver does not answer. */
  readonly NOT_RESOLVED: 'no-address' | 'resolver';
  /** No connection, or it broke. `platform`: sockets of this platform cannot reach the address. */
  readonly UNREACHABLE: 'connection' | 'platform';
  /** The server offers no TLS, or its certificate is not valid for the host. */
  readonly TLS_FAILED: 'certificate';
  /** A limit of time. */
  readonly TIMEOUT: 'connectTime' | 'answerTime' | 'totalTime';
  /** A limit of size. */
  readonly TOO_LARGE: 'maxHeader' | 'maxBody';
  /** The answer is not HTTP/1.1, is cut off, or cannot be decompressed. */
  readonly BAD_ANSWER: 'http' | 'compression';
}

export type EgressCode = keyof EgressRules;

/**
 * A connection or a request that the guard of webhooks ended. The message is a sentence that anybody may read: it names
 * the host, and no address of an inner network. `cause` is the error of the system, for logs.
 */
export class EgressError<Code extends EgressCode = EgressCode> extends Error {
  override readonly name = 'EgressError';
  readonly code: Code;
  /** The rule or the limit: a property of the options, or a rule of the egress policy. */
  readonly rule: EgressRules[Code];

  constructor(code: Code, rule: EgressRules[Code], message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
    this.rule = rule;
  }
}

/** The error of a host that a rule refuses. */
export function deniedError({ rule, detail }: Denial, host: string): EgressError<'EGRESS_DENIED'> {
  return new EgressError('EGRESS_DENIED', rule, `${host}: ${detail}`);
}
