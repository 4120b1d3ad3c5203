/**
 * The headers of answers, said once: which operations, and which statuses of theirs, have one.
 */
import type { Operation, Paths } from './operation.ts';
import type { Schema } from './schema.ts';

interface HeaderRule {
  readonly name: string;
  readonly description: string;
  /** On every such answer; else on some. */
  readonly always: boolean;
  /** Of all statuses unless given. */
  readonly statuses?: readonly string[];
  /** Of which operations; of all unless given. */
  readonly where?: (operation: Operation) => boolean;
}

/** A client may have the answer already. */
const isKept = ({ responses }: Operation): boolean => responses['304'] !== undefined;
/** A file of a server, which may be asked for in part. */
const isFile = ({ responses }: Operation): boolean => responses['206'] !== undefined;
const isOneOf =
  (...names: readonly string[]) =>
  ({ operationId }: Operation): boolean =>
    names.includes(operationId);

const REDIRECTS = ['301', '302', '303', '307', '308'];
const GREETING = isOneOf('greetWebhookSender');

const rules: readonly HeaderRule[] = [
  {
    name: 'ETag',
    description: 'Strong; for `If-None-Match`.',
    always: false,
    statuses: ['200', '304'],
    where: isKept,
  },
  { name: 'Location', description: 'A path of this service, or a URL.', always: true, statuses: REDIRECTS },
  {
    name: 'Location',
    description: 'Where the link is described; not where lines are answered.',
    always: false,
    statuses: ['200', '201'],
    where: isOneOf('makeLinks'),
  },
  {
    name: 'Link',
    description: 'The canonical URL, as `rel="canonical"` (RFC 8288).',
    always: false,
    where: isOneOf('open', 'submit', 'mirror', 'submitMirror'),
  },
  {
    name: 'Link',
    description: 'The canonical URL, as `rel="canonical"` (RFC 8288).',
    always: false,
    statuses: ['200', ...REDIRECTS, '501'],
    where: isOneOf('redirect', 'redirectPath', 'followLink'),
  },
  { name: 'Link', description: 'Who blocks it, as `rel="blocked-by"` (RFC 7725).', always: true, statuses: ['451'] },
  {
    name: 'Content-Range',
    description: 'Which part of the file it is, and of how many octets.',
    always: true,
    statuses: ['206'],
  },
  {
    name: 'Content-Disposition',
    description: 'The name to save it by.',
    always: false,
    statuses: ['200', '206'],
    where: isFile,
  },
  {
    name: 'Last-Modified',
    description: 'When the file was changed, as its server says.',
    always: false,
    statuses: ['200', '206', '304'],
    where: isFile,
  },
  {
    name: 'Server-Timing',
    description: 'How long the name, the connection and the first octet took, in milliseconds.',
    always: false,
    statuses: ['200', '206'],
    where: isFile,
  },
  { name: 'WWW-Authenticate', description: 'What to show (RFC 9110 §11.6.1).', always: false, statuses: ['401'] },
  { name: 'Allow', description: 'The methods of this address.', always: true, statuses: ['405'] },
  {
    name: 'Allow',
    description: 'The methods of this address.',
    always: true,
    statuses: ['200', '204'],
    where: GREETING,
  },
  { name: 'Accept', description: 'The types of body that are read here.', always: true, statuses: ['415'] },
  {
    name: 'Retry-After',
    description: 'Seconds until it is worth another try.',
    always: false,
    statuses: ['429', '503'],
  },
  {
    name: 'WebHook-Allowed-Origin',
    description: 'Who may send: whoever asked.',
    always: true,
    statuses: ['200'],
    where: GREETING,
  },
  {
    name: 'WebHook-Allowed-Rate',
    description: 'Messages a minute that are taken.',
    always: true,
    statuses: ['200'],
    where: GREETING,
  },
];

/** The same operations, with the headers that their answers have. */
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
