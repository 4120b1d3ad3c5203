/** The definition for every scheme without its own: RFC 3986 and nothing else. */
import { defineDiagnostics, info, warning } from '../uri/diagnostic.ts';
import { unknownRules } from '../uri/scheme-rules.ts';
import type { Scheme } from './scheme.ts';
import { quote } from './sentence-parts.ts';

/** Schemes whose URLs contain code or content. Waypost never redirects to such a URL. */
export const UNSAFE_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'data', 'vbscript', 'blob']);

/** `x-…` is for experiments by mutual agreement (draft-ietf-uri-url-03, "Registration of naming schemes"). */
export interface UnknownDetails {
  readonly experimental: boolean;
}

const diagnostics = defineDiagnostics({
  'unknown-scheme': info(
    'Waypost does not know this scheme. Only the generic rules were applied.',
    'RFC 3986',
    '6.2.3',
  ),
  'experimental-scheme': info(
    'Schemes that begin with "x-" are experimental. Only the generic rules were applied.',
    'draft-ietf-uri-url-03',
    'Registration of naming schemes',
  ),
  'drive-letter': warning(
    'A scheme of one letter is more likely the drive of a Windows path than a URL. A path becomes a URL as file:///C:/….',
    'RFC 8089',
    'E.2',
  ),
  'unsafe-scheme': warning(
    'URLs of this scheme contain content or code. Waypost does not open them or redirect to them.',
    'RFC 3986',
    '7',
  ),
});

export const unknown: Scheme<'unknown', UnknownDetails, never, keyof typeof diagnostics> = {
  ...unknownRules,
  kind: 'unknown',
  title: 'Unknown scheme',
  specifications: [{ document: 'RFC 3986', section: '3' }],
  example: 'x-example:anything',
  diagnostics,
  noteScheme: (scheme) => {
    if (UNSAFE_SCHEMES.has(scheme)) return 'unsafe-scheme';
    if (scheme.length === 1) return 'drive-letter';
    return scheme.startsWith('x-') ? 'experimental-scheme' : 'unknown-scheme';
  },
  details: (parts) => ({ experimental: parts.scheme.startsWith('x-') }),
  sentence: ({ scheme }) => `Unknown scheme: ${scheme}`,
  explanation: ({ scheme, details }) =>
    details.experimental
      ? {
          what: 'A link with an experimental scheme. Only the people who use the scheme know what it means.',
          needed: 'Their software may open it.',
        }
      : {
          what: `Waypost does not know the scheme ${quote(scheme)}.`,
          needed: 'An app on your computer may be able to open it.',
        },
  linkable: false,
  gatewayPath: false,
  rewrittenByEmbed: false,
};
