/** Errors that several gateways and the relay report, each with one wording. */
import { GatewayError } from './gateway-error.ts';

export const repeatedErrors = {
  clientClosed: (cause?: unknown) => new GatewayError('client-closed', 'The client ended the request.', { cause }),
  cutAnswer: () =>
    new GatewayError('gateway-protocol', 'The server closed the connection in the middle of its answer.'),
  longLine: () => new GatewayError('gateway-protocol', 'The server sent a line that is too long.'),
  longRequest: () => new GatewayError('bad-request', 'The request is too long.'),
  noAddress: () => new GatewayError('gateway-unreachable', 'The name of the server has no address.'),
  noServer: () => new GatewayError('bad-request', 'The link does not say which server.'),
  otherLength: () => new GatewayError('gateway-protocol', 'The server sent a different length than it announced.'),
} as const;
