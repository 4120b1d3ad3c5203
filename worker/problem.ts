/**
 * Errors as HTTP: the one place that turns errors of the library, faults in a request and errors of servers into
 * problem details (RFC 9457). An unexpected error becomes a 500 without details.
 */
import { type Specification, UrlError } from '../src/index.ts';
import { GatewayError, gatewayErrors } from './gateway-error.ts';
import type { AtBasePath } from './http/base-path.ts';
import { HEADERS } from './http/headers.ts';
import { logFault } from './log.ts';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** An explanation and advice. */
  readonly about: string;
}

/** The problems of the API by the fragment of their type, `/problems#…`. */
export const problems = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter is missing, repeated, unknown or wrong',
    about:
      'Each entry of `errors` names one parameter. Percent-encode every parameter value (curl: `-G --data-urlencode`).',
  },
  'invalid-body': {
    status: 400,
    title: 'The body cannot be read',
    about: 'The body is not UTF-8, not JSON, or does not match the schema of the route.',
  },
  'invalid-item': {
    status: 400,
    title: 'An item of the body cannot be read',
    about: 'Only this item of the array or stream is invalid. An item is a string, or an object with `url`.',
  },
  'token-required': {
    status: 401,
    title: 'A token is needed',
    about: 'Send a token: `Authorization: Bearer …`. The operator of this service hands out tokens.',
  },
  'signature-refused': {
    status: 401,
    title: 'The signature is missing or wrong',
    about: 'Sign each message as Standard Webhooks 1.0 says, with the secret that you share with this service.',
  },
  'links-disabled': {
    status: 403,
    title: 'Short links are switched off',
    about: 'The operator switches them on with the secret `LINK_TOKENS`, such as `alice:` and 32 random letters.',
  },
  'administrators-only': {
    status: 403,
    title: 'Only administrators may do this',
    about: 'An administrator’s token is written `owner:token:admin` in the secret `LINK_TOKENS`.',
  },
  'foreign-form': {
    status: 403,
    title: 'Another site sent this form',
    about: 'Only pages of this service may send forms, so that no other site can post in a visitor’s name.',
  },
  'foreign-page': {
    status: 403,
    title: 'Another site opened this connection',
    about: 'Only pages of this service may open a WebSocket, so that no other site can use a visitor’s browser.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    about: '`GET /` lists every address of this service.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept this method',
    about: 'The header `Allow` lists the methods that it accepts.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with an existing link',
    about: 'An alias belongs to the owner who created it. Only that owner can change where it leads.',
  },
  'link-gone': {
    status: 410,
    title: 'This short link has expired',
    about: 'It reached its end, or its owner deleted it. Expired links are kept so that their names are never reused.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    about: 'Send less at once, or send lines (`application/x-ndjson`), whose total size is not limited.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type of the body is not supported',
    about: 'The header `Accept` of the response lists the supported media types.',
  },
  'invalid-url': {
    status: 422,
    title: 'This is not a valid URL',
    about: 'The code is that of a diagnostic; `at` is the position in the URL, in UTF-16 code units.',
  },
  'link-refused': {
    status: 422,
    title: 'This URL cannot have a short link',
    about:
      'Short links never lead to private networks, to URLs that carry code or a password, or back to this service. ' +
      'Their redirects have at most 8,000 characters.',
  },
  'key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
    about: 'A key stands for one request for a day. Use a new key for a new request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about: 'The header `Retry-After` says how many seconds to wait.',
  },
  'link-blocked': {
    status: 451,
    title: 'This short link is blocked',
    about: 'The operator of this service blocked it. The response gives the reason.',
  },
  'unsafe-link': {
    status: 422,
    title: 'Waypost never opens links of this kind',
    about: 'Such a URL contains code or content of its own, which would run with the rights of the page that opens it.',
  },
  'incomplete-link': {
    status: 400,
    title: 'The link is incomplete',
    about: 'It has a meaning only inside the document that contains it. `resolution` explains it.',
  },
  'no-gateway': {
    status: 501,
    title: 'No gateway opens this link',
    about: 'This service cannot open it. `resolution` explains it and shows what a client sends.',
  },
  'hooks-disabled': {
    status: 501,
    title: 'Webhooks are switched off',
    about:
      'The operator switches them on with the secret `WEBHOOK_SECRETS`: `whsec_` and the base64 of 24 octets or more.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong on our side',
    about: 'The fault is in Waypost, not in your request. It has been logged.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;

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
  /** The URL that cannot be read, if that is the fault. */
  readonly input: string | null;

  constructor(
    problem: ProblemName,
    faults: readonly Fault[],
    headers: Readonly<Record<string, string>> = {},
    input: string | null = null,
  ) {
    super(problem);
    this.problem = problem;
    this.faults = faults;
    this.headers = headers;
    this.input = input;
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
 * @param environment - the types of problems are paths of this Worker
 * @example
 * ```ts
 * problemOf(new RequestError('invalid-body', [fault('json', 'The body is not JSON.')]), { basePath: '' }).status; // 400
 * ```
 */
export function problemOf(error: unknown, { basePath }: AtBasePath): Problem {
  const problem = rootProblemOf(error);
  return basePath === '' ? problem : { ...problem, type: basePath + problem.type };
}

function rootProblemOf(error: unknown): Problem {
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
export function problemResponse(
  error: unknown,
  environment: AtBasePath,
  members: Readonly<Record<string, unknown>> = {},
): Response {
  const problem = problemOf(error, environment);
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
