/** http and https (RFC 9110 §4.2): the same host, port and path as in browsers, in RFC 3986 spelling. */
import { concatOctets } from '../../octets/octets.ts';
import { internetSyntax, policies, type Syntax } from '../../uri/syntax.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort } from '../sentence-parts.ts';

/** http has no details: the components say everything. */
export type HttpDetails = Record<string, never>;

/** The parts of the HTTP/1.1 request line, and where to connect. */
export interface HttpRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  readonly method: 'GET';
  /** `origin-form` of RFC 9112 §3.2.1. */
  readonly target: string;
}

const syntax = (port: number): Syntax =>
  internetSyntax(port, {
    authority: 'browser',
    host: 'web',
    asBrowsersRead: true,
    dotSegments: true,
    policies: policies({ dots: true, browser: true }),
  });

function request(parts: Parts, transport: HttpRequest['transport']): HttpRequest | null {
  if (parts.host === null || parts.port === null) return null;
  const target = parts.path + (parts.query === null ? '' : `?${parts.query}`);
  return { transport, host: parts.host, port: parts.port, method: 'GET', target };
}

/** The shortest request that HTTP/1.1 allows (RFC 9112 §2.1, §3.2). */
function wireOctets({ request, components }: ResolutionOf<'http', HttpDetails, HttpRequest>): readonly Uint8Array[] {
  if (request === null) return [];
  const { explicitPort } = components;
  const host = explicitPort === null ? request.host : `${request.host}:${explicitPort}`;
  return [concatOctets([`${request.method} ${request.target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`])];
}

export const http: Scheme<'http', HttpDetails, HttpRequest> = {
  name: 'http',
  kind: 'http',
  title: 'Hypertext Transfer Protocol',
  defaultPort: 80,
  specifications: [
    { document: 'RFC 9110', section: '4.2.1' },
    { document: 'draft-ietf-uri-url-03', section: 'HTTP' },
  ],
  example: 'http://info.cern.ch/hypertext/WWW/TheProject.html',
  syntax: syntax(80),
  details: () => ({}),
  request: (parts) => request(parts, 'tcp'),
  wireOctets,
  sentence: ({ components }) => `A web resource on ${hostAndPort(components)}.`,
  explanation: () => ({ what: 'A page on the Web.', needed: 'A browser opens it.', program: 'browser' }),
  linkable: true,
  gatewayPath: false,
  rewrittenByEmbed: false,
};

export const https: Scheme<'http', HttpDetails, HttpRequest> = {
  ...http,
  name: 'https',
  title: 'Hypertext Transfer Protocol over TLS',
  defaultPort: 443,
  specifications: [{ document: 'RFC 9110', section: '4.2.2' }],
  example: 'https://www.rfc-editor.org/rfc/rfc3986',
  syntax: syntax(443),
  request: (parts) => request(parts, 'tls'),
};
