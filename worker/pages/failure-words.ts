/** How pages describe each failure of a gateway, and what they advise. */
import type { GatewayCode } from '../gateway-error.ts';

export interface FailureWords {
  readonly heading: string;
  /** What a person can try. */
  readonly advice: string;
  /** Whether a Web archive may have a copy. */
  readonly archived: boolean;
}

export const failureWords: Readonly<Record<GatewayCode, FailureWords>> = {
  'bad-request': {
    heading: 'This link cannot be sent',
    advice: 'Check the link for characters that were lost or added when it was copied.',
    archived: true,
  },
  unauthorized: {
    heading: 'This server asks who you are',
    advice: 'If you have an account there, load the page again and enter its name and password.',
    archived: false,
  },
  'egress-denied': {
    heading: 'Waypost does not go there',
    advice: 'A program on your own network may still open the link.',
    archived: false,
  },
  forbidden: {
    heading: 'The server keeps this to itself',
    advice: 'The directory above may say who may read it.',
    archived: true,
  },
  'not-found': {
    heading: 'The server does not have this',
    advice: 'It may have moved: try the directory above it.',
    archived: true,
  },
  'rate-limited': {
    heading: 'A little slower, please',
    advice: 'Wait a minute, then load the page again.',
    archived: false,
  },
  'client-closed': {
    heading: 'The request was given up',
    advice: 'Load the page again.',
    archived: false,
  },
  'not-implemented': {
    heading: 'This cannot be opened here',
    advice: 'A program made for the protocol may open it.',
    archived: true,
  },
  'gateway-unreachable': {
    heading: 'The server cannot be reached',
    advice: 'Try again later. Servers behind Cloudflare cannot be reached from here at all.',
    archived: true,
  },
  'gateway-protocol': {
    heading: 'The server’s answer makes no sense',
    advice: 'Perhaps another kind of server lives at this address now.',
    archived: true,
  },
  'gateway-limit': {
    heading: 'This is too large to carry',
    advice: 'A program that speaks the protocol itself can fetch it.',
    archived: true,
  },
  'gateway-tls': {
    heading: 'There is no secure connection',
    advice: 'The same link without TLS may work, but others can read it on its way.',
    archived: true,
  },
  'gateway-busy': {
    heading: 'The server is busy',
    advice: 'Wait a little, then load the page again.',
    archived: true,
  },
  'gateway-timeout': {
    heading: 'The server did not answer in time',
    advice: 'Try again later: it may be busy, or on a slow line.',
    archived: true,
  },
};
