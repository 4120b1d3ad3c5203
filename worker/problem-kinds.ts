/**
 * Every problem with its explanation, for `/problems` and the API description. The Worker itself needs no explanation of a
 * gateway error, because each of them has a detail of its own.
 */
import { type GatewayCode, gatewayErrors } from './gateway-error.ts';
import { type ProblemKind, problems } from './problem.ts';

/** What each gateway error means. */
const about: Readonly<Record<GatewayCode, string>> = {
  'bad-request': 'The link asks for something that its protocol cannot express.',
  unauthorized:
    'The server asks for a user name and a password. For ftp links, send them in the header `Authorization`.',
  'egress-denied':
    'Gateways connect only to servers on the public Internet, and to none whose operator asked to be left alone.',
  forbidden: 'The server may have this, but does not let this service read it.',
  'not-found': 'The server answered that nothing has this name.',
  'rate-limited':
    'This gateway, or the server, accepts no more requests in this minute. `Retry-After` says how many seconds to wait.',
  'client-closed': 'The client left before there was a response.',
  'not-implemented': 'The link is valid, but the gateway cannot show what it refers to.',
  'gateway-unreachable':
    'The connection to the server failed or broke off. The server may be down, gone, or closed to gateways.',
  'gateway-protocol': 'The server sent a reply that its protocol does not allow.',
  'gateway-limit': 'The reply is larger than this gateway carries, or never ends.',
  'gateway-tls': 'The server offers no TLS, or its certificate is not valid for its name.',
  'gateway-busy':
    'The server says that it cannot answer now. `Retry-After` says how many seconds to wait, if the server named a time.',
  'gateway-timeout': 'The server accepted the connection, or seemed to, and then sent nothing for too long.',
};

const codes: readonly GatewayCode[] = Object.keys(about).filter((code): code is GatewayCode => code in gatewayErrors);

/** Every problem by its name: those of the API, and those of servers that gateways contact. */
export const problemKinds: ReadonlyMap<string, ProblemKind> = new Map<string, ProblemKind>([
  ...Object.entries(problems),
  ...codes.map((code): [string, ProblemKind] => {
    const { problem, status, title } = gatewayErrors[code];
    return [problem, { status, title, about: about[code] }];
  }),
]);
