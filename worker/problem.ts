/**
 * Errors as HTTP: the one place that turns errors of the library, faults in a request and errors of servers into
 * problem details (RFC 9457). An unexpected error becomes a 500 without details.
 */
import { type Specification, UrlError } from '../src/index.ts';
import { GatewayError, gatewayErrors } from './gateway-error.ts';
import { HEADERS } from './http/headers.ts';
import { logFault } from './log.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** An explanation and advice, for `GET /problems`. */
  readonly about: string;
}

/** The problems of the API by the fragment of their type, `/problems#…`. */
export const problems = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter is missing, repeated, unknown or wrong',
    about:
      'Each entry of `errors` names one parameter. A URL as the value of a parameter is percent-encoded once more.',
  },
  'invalid-body': {
    status: 400,
    title: 'The body cannot be read',
    about: 'The body is not UTF-8, not JSON, or JSON of another shape than the description of the route asks for.',
  },
  'invalid-item': {
    status: 400,
    title: 'An item of the body cannot be read',
    about: 'Only this item of an array or a stream is at fault; it is a string, or an object with `url`.',
  },
  'token-required': {
    status: 401,
    title: 'A token is needed',
    about: 'Whoever makes links shows a token: `Authorization: Bearer …`. The operator of this service hands them out.',
  },
  'signature-refused': {
    status: 401,
    title: 'The message is not signed as it must be',
    about: 'Messages are signed as Standard Webhooks 1.0 has it, with a secret that sender and operator share.',
  },
  'links-disabled': {
    status: 403,
    title: 'No links are made here',
    about: 'The operator switches this on with the secret `LINK_TOKENS`, such as `alice:` and 32 random letters.',
  },
  'administrators-only': {
    status: 403,
    title: 'Only administrators may do this',
    about: 'An administrator’s token is written `owner:token:admin` in the secret `LINK_TOKENS`.',
  },
  'foreign-form': {
    status: 403,
    title: 'The form comes from elsewhere',
    about: 'A form is taken only from a page of this service, so that no other page can post in a visitor’s name.',
  },
  'foreign-page': {
    status: 403,
    title: 'The connection comes from another site',
    about: 'A WebSocket is opened only for a page of this service, so that no other site can use a visitor’s browser.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    about: '`GET /` lists every address that there is.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method',
    about: 'The header `Allow` lists the methods it takes.',
  },
  conflict: {
    status: 409,
    title: 'What is asked does not fit what is there',
    about: 'An alias belongs to whoever asked for it first, and only they change where it leads.',
  },
  'link-gone': {
    status: 410,
    title: 'This short link has ended',
    about: 'It has expired, or whoever made it has deleted it. What it was called never comes to mean something else.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    about: 'Send less at once, or send lines (`application/x-ndjson`), which have no limit together.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has a media type that is not understood here',
    about: 'The header `Accept` of the answer lists the media types that are.',
  },
  'invalid-url': {
    status: 422,
    title: 'The URL cannot be understood',
    about: 'The code is that of a diagnostic; `at` says where in the URL, in UTF-16 code units.',
  },
  'link-refused': {
    status: 422,
    title: 'No link is made to this URL',
    about:
      'Links lead neither to private networks, nor to URLs that carry code or a password, nor back here. Their redirects ' +
      'have 8,000 characters at most.',
  },
  'key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
    about: 'A key stands for one request for a day. A new request needs a new key.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about: 'The header `Retry-After` says when to ask again, in seconds.',
  },
  'link-blocked': {
    status: 451,
    title: 'This short link is blocked',
    about: 'The operator of this service had to block it, for the reason that is given.',
  },
  'unsafe-link': {
    status: 422,
    title: 'Links of this kind are never opened',
    about: 'Their URL carries code or content of its own, which would run in the name of the page that opens it.',
  },
  'incomplete-link': {
    status: 400,
    title: 'The link says too little to be opened',
    about: 'It only has a meaning inside of the document that it stands in. `resolution` says what it is.',
  },
  'no-gateway': {
    status: 501,
    title: 'There is no gateway for this link',
    about: 'Nothing here can open it. `resolution` says what it is, and what a client would send.',
  },
  'hooks-disabled': {
    status: 501,
    title: 'No webhooks are received here',
    about:
      'The operator switches this on with the secret `WEBHOOK_SECRETS`: `whsec_` and the base64 of 24 octets or more.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong on our side',
    about: 'The fault is in Waypost, not in the request, and has been written to its log.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;

/** Every problem by its name: those of the API, and those of servers that gateways contact. */
export const problemKinds: ReadonlyMap<string, ProblemKind> = new Map<string, ProblemKind>([
  ...Object.entries(problems),
  ...Object.values(gatewayErrors).map(({ problem, ...kind }): [string, ProblemKind] => [problem, kind]),
]);

/** One fault of a request. */
export interface Fault {
  /** For a fault in a URL, the code of the diagnostic. */
  readonly code: string;
  /** The parameter, or the member of a JSON object, that is wrong; `null` for the request as a whole. */
  readonly parameter: string | null;
  /** The position in the parameter: `[start, end)` in UTF-16 code units; `null` if it has none. */
  readonly at: readonly [start: number, end: number] | null;
  readonly message: string;
  /** The clause of the specification; `null` if there is none. */
  readonly spec: Specification | null;
}

/** The body of `application/problem+json`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Fault[];
}

/** A request that cannot be answered, with the reasons. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: ProblemName;
  readonly faults: readonly Fault[];
  /** Headers that the status needs, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: ProblemName, faults: readonly Fault[], headers: Readonly<Record<string, string>> = {}) {
    super(problem);
    this.problem = problem;
    this.faults = faults;
    this.headers = headers;
  }
}

/** A fault of the request as a whole. */
export function fault(code: string, message: string): Fault {
  return { code, parameter: null, at: null, message, spec: null };
}

/** A fault of the URL in a parameter. */
export function urlFault({ code, at, message, spec }: UrlError, parameter: string): Fault {
  return { code, parameter, at, message, spec };
}

/**
 * The problem details of an error. An unexpected error is also written to the log.
 *
 * @example
 * ```ts
 * problemOf(new RequestError('invalid-body', [fault('json', 'The body is not JSON.')])).status; // 400
 * ```
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestError) return problemDetails(error.problem, error.faults);
  if (error instanceof UrlError) return problemDetails('invalid-url', [urlFault(error, 'url')]);
  if (error instanceof GatewayError) return gatewayProblem(error);
  logFault(error);
  return problemDetails('internal-error', []);
}

function problemDetails(name: ProblemName, errors: readonly Fault[]): Problem {
  const { status, title, about } = problems[name];
  const detail = errors.length === 0 ? about : errors.map(sentence).join(' ');
  return { type: `/problems#${name}`, title, status, detail, errors };
}

function gatewayProblem({ code, rule, status, title, message }: GatewayError): Problem {
  const { problem } = gatewayErrors[code];
  return { type: `/problems#${problem}`, title, status, detail: message, errors: [fault(rule ?? code, message)] };
}

function sentence({ parameter, at, message }: Fault): string {
  if (parameter === null || at === null) return message;
  return `At character ${at[0] + 1} of \`${parameter}\`: ${message}`;
}

/**
 * The response for an error.
 *
 * @param members - extension members of the problem (RFC 9457 §3.2)
 */
export function problemResponse(error: unknown, members: Readonly<Record<string, unknown>> = {}): Response {
  const problem = problemOf(error);
  return new Response(`${JSON.stringify({ ...problem, ...members })}\n`, {
    status: problem.status,
    headers: {
      ...HEADERS,
      ...headersOf(error),
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  });
}

/** The headers that the response for an error needs. */
export function headersOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof RequestError || error instanceof GatewayError ? error.headers : {};
}
