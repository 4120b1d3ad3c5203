/** The headers of answers: each is described once, with the operations and the statuses that have it. */
import type { Operation, Paths } from './operation.ts';
import type { Schema } from './schema.ts';

interface HeaderRule {
  readonly name: string;
  readonly description: string;
  /** Whether every such answer has it. */
  readonly always: boolean;
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

const rules: readonly HeaderRule[] = [
  {
    name: 'ETag',
    description: 'A strong entity tag, for `If-None-Match`.',
    always: false,
    statuses: ['200', '304'],
    where: isCacheable,
  },
  { name: 'Location', description: 'A path of this service, or a URL.', always: true, statuses: REDIRECTS },
  {
    name: 'Location',
    description: 'The address of the link in the API; absent if the answer is NDJSON.',
    always: false,
    statuses: ['200', '201'],
    where: isOneOf('createLinks'),
  },
  {
    name: 'Link',
    description: 'The canonical URL, as `rel="canonical"` (RFC 8288).',
    always: false,
    where: isOneOf('open', 'submit', 'openGatewayPath', 'submitGatewayPath'),
  },
  {
    name: 'Link',
    description: 'The canonical URL, as `rel="canonical"` (RFC 8288).',
    always: false,
    statuses: ['200', ...REDIRECTS, '501'],
    where: isOneOf('redirect', 'redirectPath', 'followLink'),
  },
  {
    name: 'Link',
    description: 'The service that blocks the link, as `rel="blocked-by"` (RFC 7725).',
    always: true,
    statuses: ['451'],
  },
  {
    name: 'Content-Range',
    description: 'The range of the file, and the size of the file in octets.',
    always: true,
    statuses: ['206'],
  },
  {
    name: 'Content-Disposition',
    description: 'The file name for saving.',
    always: false,
    statuses: ['200', '206'],
    where: isFile,
  },
  {
    name: 'Last-Modified',
    description: 'The last change of the file, as its server reports it.',
    always: false,
    statuses: ['200', '206', '304'],
    where: isFile,
  },
  {
    name: 'Server-Timing',
    description: 'Milliseconds for the DNS query, the connection and the first octet.',
    always: false,
    statuses: ['200', '206'],
    where: isFile,
  },
  {
    name: 'WWW-Authenticate',
    description: 'The kind of credentials that is needed (RFC 9110 §11.6.1).',
    always: false,
    statuses: ['401'],
  },
  { name: 'Allow', description: 'The methods that this address takes.', always: true, statuses: ['405'] },
  {
    name: 'Allow',
    description: 'The methods that this address takes.',
    always: true,
    statuses: ['200', '204'],
    where: isHandshake,
  },
  { name: 'Accept', description: 'The media types that this address takes.', always: true, statuses: ['415'] },
  {
    name: 'Retry-After',
    description: 'Seconds to wait before the next request.',
    always: false,
    statuses: ['429', '503'],
  },
  {
    name: 'WebHook-Allowed-Origin',
    description: 'The sender that asked for permission.',
    always: true,
    statuses: ['200'],
    where: isHandshake,
  },
  {
    name: 'WebHook-Allowed-Rate',
    description: 'The messages a minute that are allowed.',
    always: true,
    statuses: ['200'],
    where: isHandshake,
  },
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
    ({ statuses, where }) => (statuses?.includes(status) ?? true) && (where?.(operation) ?? true),
  );
  return Object.fromEntries(
    found.map(({ name, description, always }) => [name, { description, required: always, schema: { type: 'string' } }]),
  );
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
