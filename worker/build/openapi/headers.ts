/** The headers of answers: each is described once, with the statuses and the operations that have it. */

interface Condition {
  /** Whether every such answer has it. */
  readonly always?: true;
  /** The operations that have it; absent = all. */
  readonly of?: readonly string[];
  /** A status that all operations with the header have. */
  readonly beside?: string;
}

const REDIRECTS = ['301', '302', '303', '307', '308'];
const CANONICAL = 'The canonical URL, as `rel="canonical"` (RFC 8288).';
const METHODS = 'The methods that this address takes.';

const ALWAYS = { always: true } as const;
/** Clients may have the answer in their caches. */
const CACHEABLE = { beside: '304' };
/** The answer may be a file, which has ranges. */
const FILE = { beside: '206' };
const CREATION = { of: ['createLinks'] };
const ON_A_LINK = { of: ['readLink', 'changeLink', 'deleteLink'] };
const GATEWAYS = { of: ['open', 'submit', 'openGatewayPath', 'submitGatewayPath'] };
const REDIRECTING = { of: ['redirect', 'redirectPath', 'followLink'] };
const OPENING = { of: ['redirect', 'redirectPath'] };
const HANDSHAKE = { always: true, of: ['webhookHandshake'] } as const;

/** A header, its description, the statuses that have it (`null` = all), and which of their answers. */
const rules: readonly (readonly [string, string, statuses: readonly string[] | null, has?: Condition])[] = [
  ['ETag', 'A strong entity tag, for `If-None-Match`.', ['200', '304'], CACHEABLE],
  ['ETag', 'A strong entity tag, of the page that opens links.', ['200'], OPENING],
  [
    'ETag',
    'The tag of the link as it is now, for `If-Match`; absent if the answer is NDJSON, or the token may only create.',
    ['200', '201'],
    CREATION,
  ],
  ['ETag', 'The tag of the link as it is now, for `If-Match`.', ['200'], { always: true, of: ['changeLink'] }],
  ['ETag', 'The tag of the link as it is now; absent if no single link is meant.', ['412'], ON_A_LINK],
  [
    'Accept-Patch',
    'The media type that PATCH takes (RFC 5789 §3.1).',
    ['200', '304', '415'],
    { of: ['readLink', 'changeLink'] },
  ],
  ['Accept-Patch', 'The media type that PATCH takes (RFC 5789 §3.1).', ['415'], { of: ['repointLinks'] }],
  ['Location', 'A path of this service, or a URL.', REDIRECTS, ALWAYS],
  ['Location', 'The address of the link in the API; absent if the answer is NDJSON.', ['200', '201'], CREATION],
  ['Link', CANONICAL, null, GATEWAYS],
  ['Link', CANONICAL, ['200', '400', ...REDIRECTS, '501'], REDIRECTING],
  ['Link', CANONICAL, ['403'], OPENING],
  ['Link', 'The service that blocks the link, as `rel="blocked-by"` (RFC 7725).', ['451'], ALWAYS],
  ['Content-Range', 'The range of the file, and the size of the file in octets.', ['206'], ALWAYS],
  ['Content-Disposition', 'The file name for saving.', ['200', '206'], FILE],
  ['Last-Modified', 'The last change of the file, as its server reports it.', ['200', '206', '304'], FILE],
  ['Server-Timing', 'Milliseconds for the DNS query, the connection and the first octet.', ['200', '206'], FILE],
  ['WWW-Authenticate', 'The kind of credentials that is needed (RFC 9110 §11.6.1).', ['401']],
  ['Allow', METHODS, ['405'], ALWAYS],
  ['Allow', METHODS, ['200', '204'], HANDSHAKE],
  ['Accept', 'The media types that this address takes.', ['415'], ALWAYS],
  ['Retry-After', 'Seconds to wait before the next request.', ['429', '503']],
  ['WebHook-Allowed-Origin', 'The sender that asked for permission.', ['200'], HANDSHAKE],
  ['WebHook-Allowed-Rate', 'The messages a minute that are allowed.', ['200'], HANDSHAKE],
];

/** The headers of an answer, by their names. */
export type HeaderObjects = NonNullable<ReturnType<typeof headerObjects>>;

/**
 * The headers of an answer; `null` if it has none.
 *
 * @param others - the statuses of all answers of the operation
 */
export function headerObjects(operationId: string, status: string, others: readonly string[]) {
  const found = rules.filter(
    ([, , statuses, { of, beside } = {}]) =>
      (statuses?.includes(status) ?? true) &&
      (of?.includes(operationId) ?? true) &&
      (beside === undefined || others.includes(beside)),
  );
  if (found.length === 0) return null;
  return Object.fromEntries(
    found.map(([name, description, , has]) => [
      name,
      { description, required: has?.always ?? false, schema: { type: 'string' } },
    ]),
  );
}
