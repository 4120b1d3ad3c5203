/**
 * How each failure of a gateway is told: to programs as a kind of problem, to people in plain words with what they
 * can do about it.
 */
import type { GatewayCode } from '../net/errors.ts';

export interface Failure {
  /** The fragment of the problem's type. Names of their own where the API has a problem of the same code. */
  readonly problem: string;
  /** The heading of the page. */
  readonly heading: string;
  /** What it means, for programs and people alike. */
  readonly about: string;
  /** What a person may try. */
  readonly advice: string;
  /** Whether an archive may have what the server did not give. */
  readonly archived: boolean;
}

export const failures: Readonly<Record<GatewayCode, Failure>> = {
  'bad-request': {
    problem: 'link-not-sendable',
    heading: 'This link cannot be sent',
    about: 'The link asks for something that its protocol has no way to say.',
    advice: 'Check the link for characters that were lost or added when it was copied.',
    archived: true,
  },
  unauthorized: {
    problem: 'server-unauthorized',
    heading: 'This server asks who you are',
    about: 'The server gives this only to people it knows. A name and a password go in the header `Authorization`.',
    advice: 'If you have an account there, load the page again and enter its name and password.',
    archived: false,
  },
  'egress-denied': {
    problem: 'egress-denied',
    heading: 'Waypost does not go there',
    about: 'Gateways reach servers on the public Internet only, and leave alone those who asked for it.',
    advice: 'A program on your own network may still open the link.',
    archived: false,
  },
  forbidden: {
    problem: 'server-forbidden',
    heading: 'The server keeps this to itself',
    about: 'The server has it, or may have it, and refuses to give it.',
    advice: 'The directory above may say who may read it.',
    archived: true,
  },
  'not-found': {
    problem: 'server-not-found',
    heading: 'The server does not have this',
    about: 'The server answered that there is nothing by this name.',
    advice: 'It may have moved: try the directory above it.',
    archived: true,
  },
  'rate-limited': {
    problem: 'rate-limited',
    heading: 'A little slower, please',
    about:
      'More was asked in a minute than this gateway or that server can take. `Retry-After` says when to come back.',
    advice: 'Wait a minute, then load the page again.',
    archived: false,
  },
  'client-closed': {
    problem: 'client-closed',
    heading: 'The request was given up',
    about: 'The client went away before there was an answer.',
    advice: 'Load the page again.',
    archived: false,
  },
  'not-implemented': {
    problem: 'not-implemented',
    heading: 'This cannot be opened here',
    about: 'The link is understood, but the gateway has no way to show what it leads to.',
    advice: 'A program made for the protocol may open it.',
    archived: true,
  },
  'gateway-unreachable': {
    problem: 'gateway-unreachable',
    heading: 'The server cannot be reached',
    about: 'No connection to the server came about, or it broke. It may be down, gone, or closed to gateways.',
    advice: 'Try again later. Servers behind Cloudflare cannot be reached from here at all.',
    archived: true,
  },
  'gateway-protocol': {
    problem: 'gateway-protocol',
    heading: 'The server’s answer makes no sense',
    about: 'The server answered with something that its protocol does not allow.',
    advice: 'Perhaps another kind of server lives at this address now.',
    archived: true,
  },
  'gateway-limit': {
    problem: 'gateway-limit',
    heading: 'This is too large to carry',
    about: 'The answer is larger than this gateway carries, or would never end.',
    advice: 'A program that speaks the protocol itself can fetch it.',
    archived: true,
  },
  'gateway-tls': {
    problem: 'gateway-tls',
    heading: 'There is no secure connection',
    about: 'The server offers no TLS, or a certificate that is not valid for its name.',
    advice: 'The same link without TLS may work, but others can read it on its way.',
    archived: true,
  },
  'gateway-busy': {
    problem: 'gateway-busy',
    heading: 'The server is busy',
    about: 'The server says that it cannot answer now. `Retry-After` says when to come back, where it is known.',
    advice: 'Wait a little, then load the page again.',
    archived: true,
  },
  'gateway-timeout': {
    problem: 'gateway-timeout',
    heading: 'The server did not answer in time',
    about: 'The server was reached, or seemed to be, but then it was silent for too long.',
    advice: 'Try again later: it may be busy, or on a slow line.',
    archived: true,
  },
};
