/**
 * Every failure of a gateway, as one family of errors. A gateway throws a `GatewayError`; `problem.ts` and
 * `pages/failure.tsx` turn it into problem details (RFC 9457) or a page.
 */
import type { Denial } from '../src/egress/policy.ts';

interface GatewayErrorKind {
  readonly status: number;
  /** The sentence that names the problem to a person. */
  readonly title: string;
  /** The fragment of the problem's type. It differs from the code if the API has a problem of the same name. */
  readonly problem: string;
  /** What the problem means, for `GET /problems`. */
  readonly about: string;
}

/** Every code of a gateway error. */
export const gatewayErrors = {
  'bad-request': {
    status: 400,
    title: 'The link asks for something that its protocol cannot say',
    problem: 'link-not-sendable',
    about: 'The link asks for something that its protocol has no way to say.',
  },
  unauthorized: {
    status: 401,
    title: 'The server asks for a name and a password',
    problem: 'server-unauthorized',
    about:
      'The server gives this only to people it knows. For ftp links, a name and a password go in the header `Authorization`.',
  },
  'egress-denied': {
    status: 403,
    title: 'This gateway does not go there',
    problem: 'egress-denied',
    about: 'Gateways reach servers on the public Internet only, and leave alone those who asked for it.',
  },
  forbidden: {
    status: 403,
    title: 'The server refuses to give this',
    problem: 'server-forbidden',
    about: 'The server has it, or may have it, and refuses to give it.',
  },
  'not-found': {
    status: 404,
    title: 'The server does not have this',
    problem: 'server-not-found',
    about: 'The server answered that there is nothing by this name.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    problem: 'rate-limited',
    about:
      'More was asked in a minute than this gateway or that server can take. `Retry-After` says when to come back.',
  },
  // Nobody receives this response. The code lets logs distinguish a client that left from a server that failed.
  'client-closed': {
    status: 499,
    title: 'The client went away',
    problem: 'client-closed',
    about: 'The client went away before there was an answer.',
  },
  'not-implemented': {
    status: 501,
    title: 'This cannot be opened from here',
    problem: 'not-implemented',
    about: 'The link is understood, but the gateway has no way to show what it leads to.',
  },
  'gateway-unreachable': {
    status: 502,
    title: 'The server cannot be reached',
    problem: 'gateway-unreachable',
    about: 'No connection to the server came about, or it broke. It may be down, gone, or closed to gateways.',
  },
  'gateway-protocol': {
    status: 502,
    title: 'The server answered with something that its protocol does not allow',
    problem: 'gateway-protocol',
    about: 'The server answered with something that its protocol does not allow.',
  },
  'gateway-limit': {
    status: 502,
    title: 'The answer is larger than this gateway carries',
    problem: 'gateway-limit',
    about: 'The answer is larger than this gateway carries, or would never end.',
  },
  'gateway-tls': {
    status: 502,
    title: 'No secure connection to the server',
    problem: 'gateway-tls',
    about: 'The server offers no TLS, or a certificate that is not valid for its name.',
  },
  'gateway-busy': {
    status: 503,
    title: 'The server cannot answer now',
    problem: 'gateway-busy',
    about: 'The server says that it cannot answer now. `Retry-After` says when to come back, where it is known.',
  },
  'gateway-timeout': {
    status: 504,
    title: 'The server did not answer in time',
    problem: 'gateway-timeout',
    about: 'The server was reached, or seemed to be, but then it was silent for too long.',
  },
} as const satisfies Record<string, GatewayErrorKind>;

export type GatewayCode = keyof typeof gatewayErrors;

export interface GatewayErrorOptions {
  /** The egress rule that refused, for `egress-denied`. */
  readonly rule?: string;
  /** Headers that the answer must carry, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a person can try, if the usual advice for this code does not fit. */
  readonly advice?: string;
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
  readonly advice: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: GatewayCode, detail: string, options: GatewayErrorOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = gatewayErrors[code].status;
    this.title = gatewayErrors[code].title;
    this.rule = options.rule ?? null;
    this.advice = options.advice ?? null;
    this.headers = options.headers ?? {};
  }
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
