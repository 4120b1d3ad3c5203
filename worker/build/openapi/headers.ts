/** The headers of answers: each is described once, with the operations and the statuses that have it. */
import type { Operation, Paths } from './operation.ts';
import type { Schema } from './schema.ts';

interface Condition {
  /** Whether every such answer has it. */
  readonly always?: true;
  /** The statuses that have it; absent = all. */
  readonly statuses?: readonly string[];
  /** The operations that have it; absent = all. */
  readonly where?: (operation: Operation) => boolean;
}

/** Whether a client may have the answer in its cache. */
const isCacheable = ({ responses }: Operation): boolean => responses['304'] !== undefined;
/** Whether the answer may be a file, which has ranges. */
const isFile = ({ responses }: Operation): boolean => responses['206'] !== undefined;
const isOneOf =
  (...names: readonly string[]) =>
  ({ operationId }: Operation): boolean =>
    names.includes(operationId);

const REDIRECTS = ['301', '302', '303', '307', '308'];
const isHandshake = isOneOf('webhookHandshake');

/** A header, its description, and the answers that have it. */
const rules: readonly (readonly [name: string, description: string, has: Condition])[] = [
  ['ETag', 'A strong entity tag, for `If-None-Match`.', { statuses: ['200', '304'], where: isCacheable }],
  ['Location', 'A path of this service, or a URL.', { always: true, statuses: REDIRECTS }],
  [
    'Location',
    'The address of the link in the API; absent if the answer is NDJSON.',
    { statuses: ['200', '201'], where: isOneOf('createLinks') },
  ],
  [
    'Link',
    'The canonical URL, as `rel="canonical"` (RFC 8288).',
    { where: isOneOf('open', 'submit', 'openGatewayPath', 'submitGatewayPath') },
  ],
  [
    'Link',
    'The canonical URL, as `rel="canonical"` (RFC 8288).',
    { statuses: ['200', ...REDIRECTS, '501'], where: isOneOf('redirect', 'redirectPath', 'followLink') },
  ],
  ['Link', 'The service that blocks the link, as `rel="blocked-by"` (RFC 7725).', { always: true, statuses: ['451'] }],
  ['Content-Range', 'The range of the file, and the size of the file in octets.', { always: true, statuses: ['206'] }],
  ['Content-Disposition', 'The file name for saving.', { statuses: ['200', '206'], where: isFile }],
  [
    'Last-Modified',
    'The last change of the file, as its server reports it.',
    { statuses: ['200', '206', '304'], where: isFile },
  ],
  [
    'Server-Timing',
    'Milliseconds for the DNS query, the connection and the first octet.',
    { statuses: ['200', '206'], where: isFile },
  ],
  ['WWW-Authenticate', 'The kind of credentials that is needed (RFC 9110 §11.6.1).', { statuses: ['401'] }],
  ['Allow', 'The methods that this address takes.', { always: true, statuses: ['405'] }],
  ['Allow', 'The methods that this address takes.', { always: true, statuses: ['200', '204'], where: isHandshake }],
  ['Accept', 'The media types that this address takes.', { always: true, statuses: ['415'] }],
  ['Retry-After', 'Seconds to wait before the next request.', { statuses: ['429', '503'] }],
  [
    'WebHook-Allowed-Origin',
    'The sender that asked for permission.',
    { always: true, statuses: ['200'], where: isHandshake },
  ],
  [
    'WebHook-Allowed-Rate',
    'The messages a minute that are allowed.',
    { always: true, statuses: ['200'], where: isHandshake },
  ],
];

/** The operations with the headers of their answers. */
export function withHeaders(paths: Paths): Paths {
  return mapValues(paths, (operations) =>
    mapValues(operations, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response, status) => {
        const headers = headersOf(operation, status);
        return Object.keys(headers).length === 0 ? response : { ...response, headers };
      }),
    })),
  );
}

function headersOf(operation: Operation, status: string): Schema {
  const found = rules.filter(
    ([, , { statuses, where }]) => (statuses?.includes(status) ?? true) && (where?.(operation) ?? true),
  );
  return Object.fromEntries(
    found.map(([name, description, { always = false }]) => [
      name,
      { description, required: always, schema: { type: 'string' } },
    ]),
  );
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
