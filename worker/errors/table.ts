/**
 * Every error that Waypost publishes, in one table: the problems of the API, and the errors of gateways. Problem
 * details, the pages of failures, `/problems` and the API description are made from it.
 */
import type { GatewayCode } from '../../src/net/failure.ts';

interface ErrorRow {
  readonly status: number;
  /** The sentence that names the problem to a person. */
  readonly title: string;
  /** What it means. It is also the detail of a problem without faults of its own to report. */
  readonly about: string;
  /** What a person can try, unless the meaning says it. */
  readonly advice?: string;
}

/** The problems of the API, by the fragment of their type, `/problems#…`. */
export const problems = {
  'administrators-only': {
    status: 403,
    title: 'Only administrators may do this',
    about: 'An administrator’s token is written `owner:token:admin` in the secret `LINK_TOKENS`.',
  },
  'token-limited': {
    status: 403,
    title: 'This token may not do this',
    about:
      'The operator limited it: `owner:token:create` in the secret `LINK_TOKENS` may only create links, and ' +
      '`owner:token:read` may only list, read and export them.',
    advice: 'Use another token of the same owner.',
  },
  'quota-reached': {
    status: 403,
    title: 'You have reached your limit of links',
    about:
      'The operator limits the links of each owner. Links that have ended do not count, and existing links can change.',
    advice: 'Delete links that you do not need, or ask the operator for more.',
  },
  'foreign-form': {
    status: 403,
    title: 'Another site sent this form',
    about: 'Only pages of this service may send forms, so that no other site can post in a visitor’s name.',
    advice: 'Open the page of the form on this service, and send the form from there.',
  },
  'not-found': {
    status: 404,
    title: 'Page not found',
    about: '`GET /` lists every address of this service.',
    advice: 'Check that the address is complete; its end may have been cut off.',
  },
  misdirected: {
    status: 421,
    title: 'This server does not answer for this host',
    about: 'The request names a host that is not in the setting `HOSTS`.',
    advice: 'Use the public address of the service.',
  },
  'link-gone': {
    status: 410,
    title: 'This short link has expired',
    about: 'It reached its end, or its owner deleted it. Expired links are kept so that their names are never reused.',
    advice: 'Ask the person who gave you the link where it led.',
  },
  'key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
    about: 'A key identifies one request for a day. Use a new key for each new request.',
  },
  'not-ready': {
    status: 503,
    title: 'This service is not ready',
    about: 'Its short links cannot be read or stored. Only the operator can fix this.',
  },
  'store-away': {
    status: 503,
    title: 'A store of short links does not answer',
    about:
      'Short links are in several stores. This one failed; the links of the others work. The fault has been logged.',
    advice: 'Try again in a moment. `Retry-After` says how many seconds to wait.',
  },
  'store-full': {
    status: 507,
    title: 'There is no space for this',
    about: 'The disk of the short links is full. Links that exist are followed, and can be blocked and deleted.',
    advice: 'Try again later. Only the operator can make space.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong on our side',
    about: 'The fault is in Waypost, not in your request. It has been logged.',
    advice: 'Try again. If it happens again, report it with the link.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'The parameters are not valid',
    about:
      'Each entry of `errors` names one parameter. Percent-encode every parameter value (curl: `-G --data-urlencode`).',
  },
  'invalid-body': {
    status: 400,
    title: 'The body cannot be read',
    about: 'The body is not UTF-8, not JSON, or does not match the schema of the route.',
    advice: 'Compare the body with its schema in the documentation of the route.',
  },
  'invalid-item': {
    status: 400,
    title: 'An item of the body cannot be read',
    about: 'Only this item of the array or stream is invalid. An item is a string, or an object with `url`.',
  },
  'token-required': {
    status: 401,
    title: 'A token is required',
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
  'foreign-page': {
    status: 403,
    title: 'Another site opened this connection',
    about: 'Only pages of this service may open a WebSocket, so that no other site can use a visitor’s browser.',
    advice: 'Open the terminal on this service.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept this method',
    about: 'The header `Allow` lists the methods that it accepts.',
  },
  'body-too-slow': {
    status: 408,
    title: 'The body did not arrive in time',
    about: 'A server behind a proxy waits 30 seconds for the next octets of a body, and 5 minutes for all of them.',
    advice: 'Send the request again, or less at once.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with an existing link',
    about: 'An alias belongs to the owner who created it. Only that owner can change where it leads.',
    advice: 'Choose another alias, or ask its owner.',
  },
  'link-changed': {
    status: 412,
    title: 'The link has changed',
    about: 'Somebody has changed it since you read it, so it does not meet your condition. Nothing was changed now.',
    advice: 'Read the link again. If you still want the change, send it with the new `ETag` in `If-Match`.',
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
    about: '`code` names the fault, and `at` is its place in the URL, in UTF-16 code units.',
    advice: 'Correct the URL at the marked place. The notes below say how.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about:
      'This gateway, or the server, accepts no more requests this minute. `Retry-After` says how many seconds to wait.',
  },
  'link-blocked': {
    status: 451,
    title: 'This short link is blocked',
    about: 'The operator of this service blocked it. The response gives the reason.',
    advice: 'If you think that this is a mistake, tell the operator.',
  },
  'unsafe-link': {
    status: 422,
    title: 'Waypost never opens links of this kind',
    about: 'Such a link carries code or content of its own, which would run with the rights of the page that opens it.',
    advice: 'Ask for an http, gopher or ftp link to the same content.',
  },
  'incomplete-link': {
    status: 400,
    title: 'The link is incomplete',
    about: 'It makes sense only inside the document it comes from. `resolution` explains it.',
    advice: 'Open the link in the program that shows the document.',
  },
  'no-gateway': {
    status: 501,
    title: 'No gateway opens this link',
    about: 'This service cannot open it. `resolution` explains it and shows what a client sends.',
    advice: 'Open it with a client for its protocol. The page of the link names one.',
  },
  'hooks-disabled': {
    status: 501,
    title: 'Webhooks are switched off',
    about:
      'The operator switches them on with the secret `WEBHOOK_SECRETS`: `whsec_` and the base64 of 24 octets or more.',
  },
  'challenges-disabled': {
    status: 403,
    title: 'Challenges are switched off',
    about: 'The operator switches them on with the secret `LINK_TOKENS`, such as `alice:` and 32 random letters.',
  },
  'link-refused': {
    status: 422,
    title: 'This URL cannot have a short link',
    about:
      'Short links never lead to private networks, to URLs that carry code or a password, or back to this service. Their redirects have at most 8,000 characters.',
    advice: 'Shorten the public URL of the page instead.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ProblemName = keyof typeof problems;

interface GatewayErrorRow extends ErrorRow {
  /** The fragment of the problem's type. It differs from the code if the API has a problem of the same name. */
  readonly problem: string;
  readonly advice: string;
  /** Whether an archive may have a copy. */
  readonly archived: boolean;
}

/** The errors of gateways, by their code. */
export const gatewayErrors = {
  'bad-request': {
    problem: 'link-not-sendable',
    status: 400,
    title: 'This link cannot be sent',
    about: 'The link asks for something that its protocol cannot express.',
    advice: 'Check the link for characters that were lost or added when it was copied.',
    archived: true,
  },
  unauthorized: {
    problem: 'server-unauthorized',
    status: 401,
    title: 'This server requires a login',
    about: 'The server asks for a user name and a password. For ftp links, send them in the header `Authorization`.',
    advice: 'If you have an account there, reload this page and enter its user name and password.',
    archived: false,
  },
  'egress-denied': {
    problem: 'egress-denied',
    status: 403,
    title: 'Waypost does not connect to this server',
    about:
      'Gateways connect only to servers on the public Internet, and to none whose operator asked to be left alone.',
    advice: 'A program on your own network may still open the link.',
    archived: true,
  },
  forbidden: {
    problem: 'server-forbidden',
    status: 403,
    title: 'The server denied access',
    about: 'The server may have this, but does not let Waypost read it.',
    advice: 'The directory above may say who has access.',
    archived: true,
  },
  'not-found': {
    problem: 'server-not-found',
    status: 404,
    title: 'Not found on this server',
    about: 'The server says that it has nothing by this name.',
    advice: 'It may have moved. Look in the menu or the directory above it.',
    archived: true,
  },
  'rate-limited': {
    ...problems['rate-limited'],
    problem: 'rate-limited',
    advice: 'Wait a minute, then try again.',
    archived: true,
  },
  // Nobody receives this response. The code lets logs distinguish a client that left from a server that failed.
  'client-closed': {
    problem: 'client-closed',
    status: 499,
    title: 'The client closed the connection',
    about: 'The client left before there was a response.',
    advice: 'Load the page again.',
    archived: false,
  },
  'not-implemented': {
    problem: 'not-implemented',
    status: 501,
    title: 'Waypost cannot show this',
    about: 'The link is valid, but the gateway cannot show what it refers to.',
    advice: 'A client for the protocol may open it.',
    archived: true,
  },
  'gateway-unreachable': {
    problem: 'gateway-unreachable',
    status: 502,
    title: 'The server cannot be reached',
    about: 'The connection to the server failed or broke off. The server may be down, gone, or closed to gateways.',
    advice: 'Try again later.',
    archived: true,
  },
  'gateway-protocol': {
    problem: 'gateway-protocol',
    status: 502,
    title: 'The server sent something unexpected',
    about: 'The server sent a reply that its protocol does not allow.',
    advice: 'A different service may be running here now.',
    archived: true,
  },
  'gateway-server-failure': {
    problem: 'gateway-server-failure',
    status: 502,
    title: 'The server reported an error',
    about: 'The server replied that it cannot do this.',
    advice: 'The problem is on the server. Tell its operator, or try another server.',
    archived: true,
  },
  'gateway-limit': {
    problem: 'gateway-limit',
    status: 502,
    title: 'This is too large',
    about: 'The reply is larger than this gateway allows, or it never ends.',
    advice: 'A client for the protocol can fetch it.',
    archived: true,
  },
  'gateway-tls': {
    problem: 'gateway-tls',
    status: 502,
    title: 'The secure connection failed',
    about: 'The server offers no TLS, or its certificate is not valid for its name.',
    advice: 'The same link without TLS may work, but others can read what is sent.',
    archived: true,
  },
  'gateway-busy': {
    problem: 'gateway-busy',
    status: 503,
    title: 'The server is busy',
    about: 'The server cannot answer now. `Retry-After` says how many seconds to wait, if the server named a time.',
    advice: 'Wait a moment, then try again.',
    archived: true,
  },
  'gateway-timeout': {
    problem: 'gateway-timeout',
    status: 504,
    title: 'The server did not answer in time',
    about: 'The server accepted the connection, or seemed to, and then sent nothing for too long.',
    advice: 'Try again later: it may be busy, or on a slow line.',
    archived: true,
  },
} as const satisfies Record<GatewayCode, GatewayErrorRow>;

/** Every row by its fragment. A problem that the API and gateways have in common stands with those of the API. */
export const everyProblem: ReadonlyMap<string, ErrorRow> = new Map<string, ErrorRow>([
  ...Object.entries(problems),
  ...Object.values(gatewayErrors)
    .filter(({ problem }) => !(problem in problems))
    .map((row): [string, ErrorRow] => [row.problem, row]),
]);
