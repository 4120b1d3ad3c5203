/** What http and https links mean, and what clients send for them. */
import { concatOctets } from '../../octets/octets.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort } from '../sentence-parts.ts';
import * as rules from './rules.ts';

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

type HttpScheme = Scheme<'http', HttpDetails, HttpRequest>;

const shared = {
  kind: 'http',
  details: () => ({}),
  wireOctets,
  sentence: ({ components }) => `A web resource on ${hostAndPort(components)}.`,
  explanation: () => ({ what: 'A page on the Web.', needed: 'A browser opens it.', program: 'browser' }),
  linkable: true,
  gatewayPath: false,
  inBrowser: true,
  rewrittenByEmbed: false,
} satisfies Partial<HttpScheme>;

export const http: HttpScheme = {
  ...rules.http,
  ...shared,
  title: 'Hypertext Transfer Protocol',
  specifications: [
    { document: 'RFC 9110', section: '4.2.1' },
    { document: 'draft-ietf-uri-url-03', section: 'HTTP' },
  ],
  example: 'http://info.cern.ch/hypertext/WWW/TheProject.html',
  request: (parts) => request(parts, 'tcp'),
};

export const https: HttpScheme = {
  ...rules.https,
  ...shared,
  title: 'Hypertext Transfer Protocol over TLS',
  specifications: [{ document: 'RFC 9110', section: '4.2.2' }],
  example: 'https://www.rfc-editor.org/rfc/rfc3986',
  request: (parts) => request(parts, 'tls'),
};
