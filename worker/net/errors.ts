/**
 * What can go wrong between a request and the server it asks for, as one family of errors. A gateway throws a
 * `GatewayError`; one place in `worker/` turns it into problem+json (RFC 9457) or a page.
 */

/** Every code with its HTTP status and the sentence that names the problem to a person. */
export const gatewayErrors = {
  'bad-request': { status: 400, title: 'The link asks for something that its protocol cannot say' },
  unauthorized: { status: 401, title: 'The server asks for a name and a password' },
  'egress-denied': { status: 403, title: 'This gateway does not go there' },
  forbidden: { status: 403, title: 'The server refuses to give this' },
  'not-found': { status: 404, title: 'The server does not have this' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  // Nobody is left to read it: the code exists so that logs tell a departed client from a failing server.
  'client-closed': { status: 499, title: 'The client went away' },
  'not-implemented': { status: 501, title: 'This cannot be opened from here' },
  'gateway-unreachable': { status: 502, title: 'The server cannot be reached' },
  'gateway-protocol': { status: 502, title: 'The server answered with something that its protocol does not allow' },
  'gateway-limit': { status: 502, title: 'The answer is larger than this gateway carries' },
  'gateway-tls': { status: 502, title: 'No secure connection to the server' },
  'gateway-busy': { status: 503, title: 'The server cannot answer now' },
  'gateway-timeout': { status: 504, title: 'The server did not answer in time' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type GatewayCode = keyof typeof gatewayErrors;

export interface GatewayErrorOptions {
  /** The egress rule that refused, for `egress-denied`. */
  readonly rule?: string;
  /** Headers that the answer must carry, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a person may try, where that is something else than after most errors of this code. */
  readonly advice?: string;
  /** What the runtime said. It is for logs, never for the client. */
  readonly cause?: unknown;
}

/**
 * A failure that the client is told about. `message` is the public detail: it names no internal address, file or
 * stack, and must be escaped like any other text, as it may quote the server.
 *
 * @example
 * ```ts
 * throw new GatewayError('not-found', 'The gopher server says: no such file.');
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
