/**
 * What is asked of the links: the bodies of requests, and the idempotency key.
 */
import * as v from 'valibot';
import { schemaFaults } from '../http/query.ts';
import { type Fault, fault, RequestError } from '../problem.ts';
import { isTime, Reason } from './record.ts';
import { isAlias, LONGEST_ALIAS } from './slug.ts';

/** Beyond it, years have more than four digits. */
const END_OF_TIME = Date.UTC(10_000, 0);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** When a claim ends: any time of ISO 8601 with its offset, in the future. */
const Expiry = v.nullable(
  v.pipe(
    v.string('must be a time, or null'),
    // `Date.parse` takes 31 February for 3 March.
    v.check(
      (text) => TIME.test(text) && isTime(`${text.slice(0, 10)}T00:00:00.000Z`),
      'must be a time such as 2027-01-31T12:00:00Z',
    ),
    v.transform(Date.parse),
    v.number('must be a time that exists'),
    v.check((time) => time > Date.now() && time < END_OF_TIME, 'must be in the future, before the year 10000'),
    v.transform((time) => new Date(time).toISOString()),
  ),
);

const Alias = v.pipe(
  v.string('must be a string'),
  v.transform((alias) => alias.toLowerCase()),
  v.check(
    isAlias,
    `must be letters, digits, hyphens and underscores, ${LONGEST_ALIAS} at most; from ten on with a hyphen or an ` +
      'underscore among them',
  ),
);

const text = v.string('must be a string');

/** A link to be made. */
export const Wish = v.strictObject(
  { url: text, alias: v.exactOptional(Alias), expiresAt: v.exactOptional(Expiry) },
  'A link is an object with `url` and, if need be, `alias` and `expiresAt`.',
);
export type Wish = v.InferOutput<typeof Wish>;

/** A change to a link. */
export const Amendment = v.strictObject(
  { url: v.exactOptional(text), expiresAt: v.exactOptional(Expiry), blocked: v.exactOptional(v.nullable(Reason)) },
  'A change is an object with `url`, `expiresAt` or, for administrators, `blocked`.',
);

/**
 * Reads a value from JSON.
 *
 * @throws RequestError 400 that names what is wrong with it
 */
export function read<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  problem: 'invalid-body' | 'invalid-item',
): v.InferOutput<Schema> {
  // An array is an object to a schema, one without members.
  const { success, output, issues } = v.safeParse(schema, Array.isArray(value) ? null : value);
  if (success) return output;
  throw new RequestError(problem, faultsOf(issues));
}

function faultsOf(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  return schemaFaults(issues);
}

/** The idempotency key of a request, bare or as a structured field; `null` where it has none. */
export function idempotencyKeyOf(request: Request): string | null {
  const value = request.headers.get('Idempotency-Key');
  if (value === null) return null;
  const [, quoted, bare] = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(value) ?? [];
  const key = quoted ?? bare;
  if (key !== undefined) return key;
  const message = '`Idempotency-Key` has 1 to 255 characters of ASCII, in quotation marks if need be.';
  throw new RequestError('invalid-parameter', [{ ...fault('idempotency-key', message), parameter: 'Idempotency-Key' }]);
}
