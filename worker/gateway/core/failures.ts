/**
 * How each failure of a gateway is told to programs: as a kind of problem.
 */
import type { GatewayCode } from '../../net/errors.ts';

export interface Failure {
  /** The fragment of the problem's type. Names of their own where the API has a problem of the same code. */
  readonly problem: string;
  /** What it means, for programs and people alike. */
  readonly about: string;
}

export const failures: Readonly<Record<GatewayCode, Failure>> = {
  'bad-request': {
    problem: 'link-not-sendable',
    about: 'The link asks for something that its protocol has no way to say.',
  },
  unauthorized: {
    problem: 'server-unauthorized',
    about:
      'The server gives this only to people it knows. For ftp links, a name and a password go in the header `Authorization`.',
  },
  'egress-denied': {
    problem: 'egress-denied',
    about: 'Gateways reach servers on the public Internet only, and leave alone those who asked for it.',
  },
  forbidden: {
    problem: 'server-forbidden',
    about: 'The server has it, or may have it, and refuses to give it.',
  },
  'not-found': {
    problem: 'server-not-found',
    about: 'The server answered that there is nothing by this name.',
  },
  'rate-limited': {
    problem: 'rate-limited',
    about:
      'More was asked in a minute than this gateway or that server can take. `Retry-After` says when to come back.',
  },
  'client-closed': {
    problem: 'client-closed',
    about: 'The client went away before there was an answer.',
  },
  'not-implemented': {
    problem: 'not-implemented',
    about: 'The link is understood, but the gateway has no way to show what it leads to.',
  },
  'gateway-unreachable': {
    problem: 'gateway-unreachable',
    about: 'No connection to the server came about, or it broke. It may be down, gone, or closed to gateways.',
  },
  'gateway-protocol': {
    problem: 'gateway-protocol',
    about: 'The server answered with something that its protocol does not allow.',
  },
  'gateway-limit': {
    problem: 'gateway-limit',
    about: 'The answer is larger than this gateway carries, or would never end.',
  },
  'gateway-tls': {
    problem: 'gateway-tls',
    about: 'The server offers no TLS, or a certificate that is not valid for its name.',
  },
  'gateway-busy': {
    problem: 'gateway-busy',
    about: 'The server says that it cannot answer now. `Retry-After` says when to come back, where it is known.',
  },
  'gateway-timeout': {
    problem: 'gateway-timeout',
    about: 'The server was reached, or seemed to be, but then it was silent for too long.',
  },
};
