/**
 * Why the front of a self-hosted server did not read the body of a request that a proxy passed on. The front hands such
 * a request to the Worker without its body, so that the refusal has an identifier, a line in the log and a count.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { ProblemName } from '../errors/table.ts';

interface RefusedBody {
  readonly problem: ProblemName;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusals = {
  'too-long': {
    problem: 'body-too-large',
    message:
      'Through the proxy of this server, a body may have at most 16 MiB. Send the list in several requests, or to the server itself.',
  },
  'too-many': {
    problem: 'rate-limited',
    message: 'This server reads too many long bodies at the moment. Try again later, or send at most 64 KiB at once.',
    headers: { 'Retry-After': '10' },
  },
  'too-slow': {
    problem: 'body-too-slow',
    message:
      'Nothing of the body came for 30 seconds, or all of it took more than 5 minutes. Send the list again, in several requests.',
  },
} as const satisfies Record<string, RefusedBody>;

export type BodyRefusal = keyof typeof refusals;

/** What the front adds to `cf`, which no client can set. */
export function refusedBody(refusal: BodyRefusal): { readonly waypostRefusal: BodyRefusal } {
  return { waypostRefusal: refusal };
}

/** @throws RequestError 408, 413 or 429 if the front did not read the body of this request */
export function checkForwardedBody({ cf }: { readonly cf?: object | undefined }): void {
  if (cf === undefined || !('waypostRefusal' in cf) || !isRefusal(cf.waypostRefusal)) return;
  const { problem, message, headers }: RefusedBody = refusals[cf.waypostRefusal];
  throw new RequestError(problem, [fault(problem, message)], headers);
}

function isRefusal(name: unknown): name is BodyRefusal {
  return typeof name === 'string' && Object.hasOwn(refusals, name);
}
