/**
 * Errors as HTTP: the one place that turns errors of the library, faults in a request and errors of servers into
 * problem details (RFC 9457). An unexpected error becomes a 500 without details.
 */
import { type Specification, UrlError } from '../../src/index.ts';
import type { AtBasePath } from '../http/base-path.ts';
import { HEADERS } from '../http/headers.ts';
import { logFault } from '../log.ts';
import { type GatewayError, gatewayErrorOf, gatewayErrors, isFailure } from './gateway-error.ts';

/** The problems of the API by the fragment of their type, `/problems#…`. */
export const problems = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter is missing, repeated, unknown or wrong',
  },
  'invalid-body': {
    status: 400,
    title: 'The body cannot be read',
  },
  'invalid-item': {
    status: 400,
    title: 'An item of the body cannot be read',
  },
  'token-required': {
    status: 401,
    title: 'A token is needed',
  },
  'signature-refused': {
    status: 401,
    title: 'The signature is missing or wrong',
  },
  'links-disabled': {
    status: 403,
    title: 'Short links are switched off',
  },
  'administrators-only': {
    status: 403,
    title: 'Only administrators may do this',
  },
  'foreign-form': {
    status: 403,
    title: 'Another site sent this form',
  },
  'foreign-page': {
    status: 403,
    title: 'Another site opened this connection',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept this method',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with an existing link',
  },
  'link-gone': {
    status: 410,
    title: 'This short link has expired',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type of the body is not supported',
  },
  'invalid-url': {
    status: 422,
    title: 'This is not a valid URL',
  },
  'link-refused': {
    status: 422,
    title: 'This URL cannot have a short link',
  },
  'key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
  },
  'link-blocked': {
    status: 451,
    title: 'This short link is blocked',
  },
  'unsafe-link': {
    status: 422,
    title: 'Waypost never opens links of this kind',
  },
  'incomplete-link': {
    status: 400,
    title: 'The link is incomplete',
  },
  'no-gateway': {
    status: 501,
    title: 'No gateway opens this link',
  },
  'hooks-disabled': {
    status: 501,
    title: 'Webhooks are switched off',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong on our side',
  },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemName = keyof typeof problems;

/** The detail of errors that have no fault of their own to report. */
export const details = {
  'administrators-only': 'An administrator’s token is written `owner:token:admin` in the secret `LINK_TOKENS`.',
  'foreign-form': 'Only pages of this service may send forms, so that no other site can post in a visitor’s name.',
  'not-found': '`GET /` lists every address of this service.',
  'link-gone':
    'It reached its end, or its owner deleted it. Expired links are kept so that their names are never reused.',
  'key-reused': 'A key stands for one request for a day. Use a new key for a new request.',
  'internal-error': 'The fault is in Waypost, not in your request. It has been logged.',
} as const satisfies Partial<Record<ProblemName, string>>;

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
  if (isFailure(error)) return gatewayProblem(gatewayErrorOf(error));
  logFault(error);
  return problemDetails('internal-error', []);
}

function problemDetails(name: ProblemName, errors: readonly Fault[]): Problem {
  const { status, title } = problems[name];
  const known: Readonly<Partial<Record<ProblemName, string>>> = details;
  const detail = errors.length === 0 ? (known[name] ?? title) : errors.map(sentence).join(' ');
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
  if (error instanceof RequestError) return error.headers;
  return isFailure(error) ? gatewayErrorOf(error).headers : {};
}
