/**
 * Every failure of a gateway, as one family of errors. A gateway throws a `GatewayError`; `problem.ts` and
 * `pages/failure.tsx` turn it into problem details (RFC 9457) or a page.
 */
import type { Denial } from '../../src/egress/policy.ts';
import { type ProtocolCode, ProtocolError } from '../../src/protocols/protocol-error.ts';

interface GatewayErrorKind {
  readonly status: number;
  /** The sentence that names the problem to a person. */
  readonly title: string;
  /** The fragment of the problem's type. It differs from the code if the API has a problem of the same name. */
  readonly problem: string;
  /** What a person can try. */
  readonly advice: string;
  /** Whether an archive may have a copy. */
  readonly archived: boolean;
}

/** Every code of a gateway error: the one table of what pages, problem details and `/problems` say about it. */
export const gatewayErrors = {
  'bad-request': {
    status: 400,
    title: 'This link cannot be sent',
    problem: 'link-not-sendable',
    advice: 'Check the link for characters that were lost or added when it was copied.',
    archived: true,
  },
  unauthorized: {
    status: 401,
    title: 'This server needs a login',
    problem: 'server-unauthorized',
    advice: 'If you have an account there, load the page again and enter its user name and password.',
    archived: false,
  },
  'egress-denied': {
    status: 403,
    title: 'Waypost does not connect to this server',
    problem: 'egress-denied',
    advice: 'A program on your own network may still open the link.',
    archived: false,
  },
  forbidden: {
    status: 403,
    title: 'The server denied access',
    problem: 'server-forbidden',
    advice: 'The directory above may say who may read it.',
    archived: true,
  },
  'not-found': {
    status: 404,
    title: 'The server does not have this',
    problem: 'server-not-found',
    advice: 'It may have moved. Look in the directory above it.',
    archived: true,
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    problem: 'rate-limited',
    advice: 'Wait a minute, then load the page again.',
    archived: false,
  },
  // Nobody receives this response. The code lets logs distinguish a client that left from a server that failed.
  'client-closed': {
    status: 499,
    title: 'The client closed the connection',
    problem: 'client-closed',
    advice: 'Load the page again.',
    archived: false,
  },
  'not-implemented': {
    status: 501,
    title: 'Waypost cannot show this',
    problem: 'not-implemented',
    advice: 'A client for the protocol may open it.',
    archived: true,
  },
  'gateway-unreachable': {
    status: 502,
    title: 'The server cannot be reached',
    problem: 'gateway-unreachable',
    advice: 'Try again later. Waypost on Cloudflare’s network cannot reach servers that are behind Cloudflare.',
    archived: true,
  },
  'gateway-protocol': {
    status: 502,
    title: 'The server’s reply breaks its protocol',
    problem: 'gateway-protocol',
    advice: 'Another kind of server may use this address now.',
    archived: true,
  },
  'gateway-limit': {
    status: 502,
    title: 'This is too large',
    problem: 'gateway-limit',
    advice: 'A client for the protocol can fetch it.',
    archived: true,
  },
  'gateway-tls': {
    status: 502,
    title: 'The secure connection failed',
    problem: 'gateway-tls',
    advice: 'The same link without TLS may work, but others can read what is sent.',
    archived: true,
  },
  'gateway-busy': {
    status: 503,
    title: 'The server is busy',
    problem: 'gateway-busy',
    advice: 'Wait a moment, then load the page again.',
    archived: true,
  },
  'gateway-timeout': {
    status: 504,
    title: 'The server did not answer in time',
    problem: 'gateway-timeout',
    advice: 'Try again later: it may be busy, or on a slow line.',
    archived: true,
  },
} as const satisfies Record<string, GatewayErrorKind>;

export type GatewayCode = keyof typeof gatewayErrors;

/** A link on the page of a failure. */
export interface FailureLink {
  readonly text: string;
  readonly href: string;
}

export interface GatewayErrorOptions {
  /** The egress rule that refused, for `egress-denied`. */
  readonly rule?: string;
  /** The words of the server that the detail quotes. */
  readonly reply?: string;
  /** Headers that the answer must carry, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a person can try, if the usual advice for this code does not fit. */
  readonly advice?: string;
  /** Links to what a person can try, such as the list of groups or a login. */
  readonly links?: readonly FailureLink[];
  /** The error of the runtime. It is for logs, never for the client. */
  readonly cause?: unknown;
}

/**
 * A failure that is reported to the client. `message` is the public detail: it names no internal address, file or
 * stack. It may quote the server, so it must be escaped like any other text.
 *
 * @example
 * ```ts
 * new GatewayError('not-found', 'The gopher server says: no such file.').status; // 404
 * ```
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayCode;
  readonly status: number;
  readonly title: string;
  readonly rule: string | null;
  /** The server's own words; `null` = none that can be quoted. */
  readonly reply: string | null;
  readonly advice: string | null;
  readonly links: readonly FailureLink[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: GatewayCode, detail: string, options: GatewayErrorOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = gatewayErrors[code].status;
    this.title = gatewayErrors[code].title;
    this.rule = options.rule ?? null;
    this.reply = options.reply || null;
    this.advice = options.advice ?? null;
    this.links = options.links ?? [];
    this.headers = options.headers ?? {};
  }
}

/** The published code of each error of a protocol client. */
const PUBLISHED: Readonly<Record<ProtocolCode, GatewayCode>> = {
  'invalid-request': 'bad-request',
  'login-required': 'unauthorized',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  busy: 'gateway-busy',
  unsupported: 'not-implemented',
  malformed: 'gateway-protocol',
  'too-large': 'gateway-limit',
  unreachable: 'gateway-unreachable',
  tls: 'gateway-tls',
  timeout: 'gateway-timeout',
};

/** What a request to a server may end with: an error of Waypost, or one of a protocol client. Anything else is a bug. */
export type Failure = GatewayError | ProtocolError;

export function isFailure(error: unknown): error is Failure {
  return error instanceof GatewayError || error instanceof ProtocolError;
}

/** A failure as it is published: with its code, status and title. */
export function gatewayErrorOf(failure: Failure): GatewayError {
  if (failure instanceof GatewayError) return failure;
  const { code, message, reply } = failure;
  return new GatewayError(PUBLISHED[code], message, { cause: failure, ...(reply !== null && { reply }) });
}

/** The code of a failure as it is published. */
export function codeOf(failure: Failure): GatewayCode {
  return failure instanceof GatewayError ? failure.code : PUBLISHED[failure.code];
}

/**
 * The error for a refusal of the egress policy.
 *
 * @example
 * ```ts
 * egressDenied({ allowed: false, rule: 'port', detail: 'Port 25 is a system port.' }).status; // 403
 * ```
 */
export function egressDenied({ rule, detail }: Denial): GatewayError {
  return new GatewayError('egress-denied', detail, { rule });
}
