/**
 * Every problem with its explanation, for `/problems` and the API description. The Worker itself does without most of them,
 * because nearly every error has a detail of its own.
 */
import { type GatewayCode, gatewayErrors } from './gateway-error.ts';
import { details, type ProblemName, problems } from './problem.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly about: string;
}

/** What each problem of the API means. */
const aboutProblems: Readonly<Record<ProblemName, string>> = {
  ...details,
  'invalid-parameter':
    'Each entry of `errors` names one parameter. Percent-encode every parameter value (curl: `-G --data-urlencode`).',
  'invalid-body': 'The body is not UTF-8, not JSON, or does not match the schema of the route.',
  'invalid-item': 'Only this item of the array or stream is invalid. An item is a string, or an object with `url`.',
  'token-required': 'Send a token: `Authorization: Bearer …`. The operator of this service hands out tokens.',
  'signature-refused':
    'Sign each message as Standard Webhooks 1.0 says, with the secret that you share with this service.',
  'links-disabled':
    'The operator switches them on with the secret `LINK_TOKENS`, such as `alice:` and 32 random letters.',
  'foreign-page': 'Only pages of this service may open a WebSocket, so that no other site can use a visitor’s browser.',
  'method-not-allowed': 'The header `Allow` lists the methods that it accepts.',
  conflict: 'An alias belongs to the owner who created it. Only that owner can change where it leads.',
  'body-too-large': 'Send less at once, or send lines (`application/x-ndjson`), whose total size is not limited.',
  'unsupported-media-type': 'The header `Accept` of the response lists the supported media types.',
  'invalid-url': 'The code is that of a diagnostic; `at` is the position in the URL, in UTF-16 code units.',
  'rate-limited': 'The header `Retry-After` says how many seconds to wait.',
  'link-blocked': 'The operator of this service blocked it. The response gives the reason.',
  'unsafe-link':
    'Such a URL contains code or content of its own, which would run with the rights of the page that opens it.',
  'incomplete-link': 'It has a meaning only inside the document that contains it. `resolution` explains it.',
  'no-gateway': 'This service cannot open it. `resolution` explains it and shows what a client sends.',
  'hooks-disabled':
    'The operator switches them on with the secret `WEBHOOK_SECRETS`: `whsec_` and the base64 of 24 octets or more.',
  'link-refused':
    'Short links never lead to private networks, to URLs that carry code or a password, or back to this service. ' +
    'Their redirects have at most 8,000 characters.',
};

/** What each gateway error means. */
const aboutErrors: Readonly<Record<GatewayCode, string>> = {
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

const names: readonly ProblemName[] = Object.keys(aboutProblems).filter(
  (name): name is ProblemName => name in problems,
);

const codes: readonly GatewayCode[] = Object.keys(aboutErrors).filter(
  (code): code is GatewayCode => code in gatewayErrors,
);

/** Every problem by its name: those of the API, and those of servers that gateways contact. */
export const problemKinds: ReadonlyMap<string, ProblemKind> = new Map<string, ProblemKind>([
  ...names.map((name): [string, ProblemKind] => [name, { ...problems[name], about: aboutProblems[name] }]),
  ...codes.map((code): [string, ProblemKind] => {
    const { problem, status, title } = gatewayErrors[code];
    return [problem, { status, title, about: aboutErrors[code] }];
  }),
]);
