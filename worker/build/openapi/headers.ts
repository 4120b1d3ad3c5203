/** The headers of answers: each is described once, with the operations and the statuses that have it. */
import type { Schema } from './schema.ts';

/** The headers of an answer, by their names. */
export type Headers = Readonly<
  Record<string, { readonly description: string; readonly required: boolean; readonly schema: Schema }>
>;

interface Condition {
  /** Whether every such answer has it. */
  readonly always?: true;
  /** The statuses that have it; absent = all. */
  readonly statuses?: readonly string[];
  /** The operations that have it; absent = all. */
  readonly of?: readonly string[];
  /** A status that all operations with the header have. */
  readonly beside?: string;
}

const REDIRECTS = ['301', '302', '303', '307', '308'];
const HANDSHAKE = ['webhookHandshake'];
/** Clients may have these answers in their caches. */
const CACHEABLE = { statuses: ['200', '304'], beside: '304' };
/** The answer may be a file, which has ranges. */
const FILE = { statuses: ['200', '206'], beside: '206' };
const CANONICAL = 'The canonical URL, as `rel="canonical"` (RFC 8288).';
const METHODS = 'The methods that this address takes.';

/** A header, its description, and the answers that have it. */
const rules: readonly (readonly [name: string, description: string, has: Condition])[] = [
  ['ETag', 'A strong entity tag, for `If-None-Match`.', CACHEABLE],
  ['Location', 'A path of this service, or a URL.', { always: true, statuses: REDIRECTS }],
  [
    'Location',
    'The address of the link in the API; absent if the answer is NDJSON.',
    { statuses: ['200', '201'], of: ['createLinks'] },
  ],
  ['Link', CANONICAL, { of: ['open', 'submit', 'openGatewayPath', 'submitGatewayPath'] }],
  ['Link', CANONICAL, { statuses: ['200', ...REDIRECTS, '501'], of: ['redirect', 'redirectPath', 'followLink'] }],
  ['Link', 'The service that blocks the link, as `rel="blocked-by"` (RFC 7725).', { always: true, statuses: ['451'] }],
  ['Content-Range', 'The range of the file, and the size of the file in octets.', { always: true, statuses: ['206'] }],
  ['Content-Disposition', 'The file name for saving.', FILE],
  [
    'Last-Modified',
    'The last change of the file, as its server reports it.',
    { statuses: ['200', '206', '304'], beside: '206' },
  ],
  ['Server-Timing', 'Milliseconds for the DNS query, the connection and the first octet.', FILE],
  ['WWW-Authenticate', 'The kind of credentials that is needed (RFC 9110 §11.6.1).', { statuses: ['401'] }],
  ['Allow', METHODS, { always: true, statuses: ['405'] }],
  ['Allow', METHODS, { always: true, statuses: ['200', '204'], of: HANDSHAKE }],
  ['Accept', 'The media types that this address takes.', { always: true, statuses: ['415'] }],
  ['Retry-After', 'Seconds to wait before the next request.', { statuses: ['429', '503'] }],
  [
    'WebHook-Allowed-Origin',
    'The sender that asked for permission.',
    { always: true, statuses: ['200'], of: HANDSHAKE },
  ],
  [
    'WebHook-Allowed-Rate',
    'The messages a minute that are allowed.',
    { always: true, statuses: ['200'], of: HANDSHAKE },
  ],
];

/**
 * The headers of an answer.
 *
 * @param statuses - of all answers of the operation
 */
export function headersOf(operationId: string, statuses: readonly string[], status: string): Headers | null {
  const found = rules.filter(
    ([, , has]) =>
      (has.statuses?.includes(status) ?? true) &&
      (has.of?.includes(operationId) ?? true) &&
      (has.beside === undefined || statuses.includes(has.beside)),
  );
  if (found.length === 0) return null;
  return Object.fromEntries(
    found.map(([name, description, { always = false }]) => [
      name,
      { description, required: always, schema: { type: 'string' } },
    ]),
  );
}
