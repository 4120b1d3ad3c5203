/**
 * The failures of requests to servers, and the codes under which they are published: errors of Waypost itself, and
 * those of protocol clients. What a code means to people and to HTTP is not said here.
 */
import type { Denial } from '../egress/judgement.ts';
import { type ProtocolCode, ProtocolError } from '../protocols/protocol-error.ts';

/** The code under which the error of a protocol client is published. */
const publishedCodes = {
  'invalid-request': 'bad-request',
  'login-required': 'unauthorized',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  busy: 'gateway-busy',
  'server-failure': 'gateway-server-failure',
  unsupported: 'not-implemented',
  malformed: 'gateway-protocol',
  'too-large': 'gateway-limit',
  unreachable: 'gateway-unreachable',
  tls: 'gateway-tls',
  timeout: 'gateway-timeout',
} as const satisfies Record<ProtocolCode, string>;

/** The codes of all failures. */
export const gatewayCodes = [
  ...Object.values(publishedCodes),
  /** The egress policy refuses the server. */
  'egress-denied',
  /** This client, or all clients of this server, asked too often. */
  'rate-limited',
  /** The client left before there was an answer. */
  'client-closed',
] as const;
export type GatewayCode = (typeof gatewayCodes)[number];

/** A link on the page of a failure. */
export interface FailureLink {
  readonly text: string;
  readonly href: string;
}

interface GatewayErrorOptions {
  /** The egress rule that refused, for `egress-denied`. */
  readonly rule?: string | null;
  /** The words of the server that the detail quotes. */
  readonly reply?: string | null;
  /** Headers that the answer must carry, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a person can try, if the usual advice for this code does not fit. */
  readonly advice?: string | null;
  /** Links to what a person can try, such as the list of groups or a login. */
  readonly links?: readonly FailureLink[];
  /** The error of the runtime. It is for logs, never for the client. */
  readonly cause?: unknown;
}

/**
 * A failure that is reported to the client. `message` is the public detail: it names no internal address, file or
 * stack. It may quote the server, so it must be escaped like any other text.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayCode;
  readonly rule: string | null;
  /** The server's own words; `null` = none that can be quoted. */
  readonly reply: string | null;
  readonly advice: string | null;
  readonly links: readonly FailureLink[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: GatewayCode, detail: string, options: GatewayErrorOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.rule = options.rule ?? null;
    this.reply = options.reply || null;
    this.advice = options.advice ?? null;
    this.links = options.links ?? [];
    this.headers = options.headers ?? {};
  }
}

/**
 * What a request to a server may end with: an error of Waypost, or one of a protocol client. Anything else is a bug.
 */
export type Failure = GatewayError | ProtocolError;

export function isFailure(error: unknown): error is Failure {
  return error instanceof GatewayError || error instanceof ProtocolError;
}

/**
 * A failure as it is published.
 *
 * @param links - to what a protocol client suggests, whose addresses only the caller knows
 */
export function gatewayErrorOf(failure: Failure, links: readonly FailureLink[] = []): GatewayError {
  if (failure instanceof GatewayError) return failure;
  const { code, message, reply, retryAfter, advice } = failure;
  return new GatewayError(publishedCodes[code], message, {
    links,
    reply,
    advice,
    cause: failure,
    ...(retryAfter !== null && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}

/** The code of a failure as it is published. */
export function codeOf(failure: Failure): GatewayCode {
  return failure instanceof GatewayError ? failure.code : publishedCodes[failure.code];
}

/** The error for a refusal of the egress policy. */
export function egressDenied({ rule, detail }: Denial): GatewayError {
  return new GatewayError('egress-denied', detail, { rule });
}
