/**
 * Errors as HTTP: the one place that turns errors of the library, faults in a request and errors of servers into
 * problem details (RFC 9457). An unexpected error becomes a 500 without details.
 */

import { type GatewayError, gatewayErrorOf, isFailure } from '../../src/net/failure.ts';
import { jsonText } from '../../src/octets/controls.ts';
import { UrlError } from '../../src/uri/error.ts';
import { type Fault, fault, RequestError, urlFault } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { gatewayErrors, type ProblemName, problems } from '../errors/table.ts';
import { logFault } from '../log.ts';
import { type Addressed, rootOf } from './address.ts';
import { HEADERS, type HeaderFields } from './headers.ts';
import type { RequestContext } from './request-context.ts';

/** The body of `application/problem+json`. */
export interface Problem {
  /** The absolute address of the section of `/problems` that explains it (RFC 9457 §3.1.1). */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Fault[];
}

/** Where an answer goes, and the request that the log names beside a fault. */
type ProblemContext = Addressed & Partial<Pick<RequestContext, 'id'>>;

/** The problem details of an error. An unexpected error, and that of a store, is also written to the log. */
export function problemOf(error: unknown, context: ProblemContext): Problem {
  const { name, ...members } = namedProblemOf(error, context.id);
  return { type: `${rootOf(context)}/problems#${name}`, ...members };
}

/** A problem with the name of its section in the place of its type. */
interface NamedProblem extends Omit<Problem, 'type'> {
  readonly name: string;
}

function namedProblemOf(error: unknown, id: string | undefined): NamedProblem {
  if (error instanceof StoreError) logFault(error, id);
  if (error instanceof RequestError) return problemDetails(error.problem, error.faults);
  if (error instanceof UrlError) return problemDetails('invalid-url', [urlFault(error, 'url')]);
  if (isFailure(error)) return gatewayProblem(gatewayErrorOf(error));
  logFault(error, id);
  return problemDetails('internal-error', []);
}

function problemDetails(name: ProblemName, errors: readonly Fault[]): NamedProblem {
  const { status, title, about } = problems[name];
  const detail = errors.length === 0 ? about : errors.map(sentence).join(' ');
  return { name, title, status, detail, errors };
}

function gatewayProblem({ code, rule, message }: GatewayError): NamedProblem {
  const { problem: name, status, title } = gatewayErrors[code];
  return { name, title, status, detail: message, errors: [fault(rule ?? code, message)] };
}

function sentence({ parameter, at, message }: Fault): string {
  if (parameter === null || at === null) return message;
  return `At character ${at[0] + 1} of \`${parameter}\`: ${message}`;
}

/** @param members - extension members of the problem (RFC 9457 §3.2) */
export function problemResponse(
  error: unknown,
  context: ProblemContext,
  members: Readonly<Record<string, unknown>> = {},
): Response {
  const problem = problemOf(error, context);
  return new Response(`${jsonText({ ...problem, ...members })}\n`, {
    status: problem.status,
    headers: {
      ...HEADERS,
      ...headersOfError(error),
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  });
}

/** The headers that the response for an error needs. */
export function headersOfError(error: unknown): HeaderFields {
  if (error instanceof RequestError) return error.headers;
  return isFailure(error) ? gatewayErrorOf(error).headers : {};
}
