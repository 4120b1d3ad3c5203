/**
 * Every scheme that has no room of its own: RFC 3986 and nothing else.
 */
import { genericSyntax } from '../uri/syntax.ts';
import type { Scheme } from './scheme.ts';

/** Schemes whose URLs run or carry content themselves. Nothing redirects to them. */
export const UNSAFE_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'data', 'vbscript', 'blob']);

/** `x-…` is for experiments by mutual agreement (draft-ietf-uri-url-03, "Registration of naming schemes"). */
export interface UnknownDetails {
  readonly experimental: boolean;
}

export const unknown: Scheme<'unknown', UnknownDetails, never> = {
  name: '',
  kind: 'unknown',
  title: 'Unknown scheme',
  defaultPort: null,
  specifications: [{ document: 'RFC 3986', section: '3' }],
  example: 'x-example:anything',
  syntax: genericSyntax,
  doubt: (scheme) => {
    if (UNSAFE_SCHEMES.has(scheme)) return 'unsafe-scheme';
    return scheme.startsWith('x-') ? 'experimental-scheme' : 'unknown-scheme';
  },
  details: (parts) => ({ experimental: parts.scheme.startsWith('x-') }),
  request: () => null,
};
