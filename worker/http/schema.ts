/**
 * Values from a request checked with a schema: each issue that valibot finds becomes a fault of the request that names
 * the parameter or the member.
 */
import * as v from 'valibot';
import { type Fault, fault, RequestError } from '../errors/request-error.ts';

/** Names of parameters are repeated to the client up to this length, in characters. */
const LONGEST_NAME = 40;

/** The problem with a whole body, or with one item of a batch. */
export type BodyProblem = 'invalid-body' | 'invalid-item';

/**
 * Checks a value from JSON.
 *
 * @throws RequestError 400 that names each member which is missing, unknown or wrong
 * @example
 * ```ts
 * readValue(v.strictObject({ url: v.string() }), { url: 'go:x' }, 'invalid-body').url; // 'go:x'
 * ```
 */
export function readValue<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  problem: BodyProblem,
): v.InferOutput<Schema> {
  // To the schema of an object, an array is an object without members.
  const { success, output, issues } = v.safeParse(schema, Array.isArray(value) ? null : value);
  if (success) return output;
  throw new RequestError(problem, schemaFaults(issues));
}

/** The issues of a schema with the members of an object, as faults. The last one says what the object must be. */
export function schemaFaults(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  return issues.map((issue, index) => schemaFault(issue, index === issues.length - 1));
}

function schemaFault(issue: v.BaseIssue<unknown>, isLast: boolean): Fault {
  const name = v.getDotPath(issue);
  // A schema with a message of its own says more than the words of the library.
  const isWorded = !issue.message.startsWith('Invalid type');
  if (name === null) return fault('item-invalid', isWorded ? issue.message : 'This must be a JSON object: `{…}`.');
  const form = isLast && /^[A-Z].*\.$/.test(issue.message) ? ` ${issue.message}` : '';
  if (issue.expected === 'never') return fault('item-invalid', `Unknown member \`${shortened(name)}\`.${form}`);
  if (issue.received === 'undefined')
    return parameterFault('parameter-missing', name, `\`${name}\` is missing.${form}`);
  return parameterFault('parameter-invalid', name, `\`${name}\` ${issue.message}.`);
}

/** A fault of one parameter, or of one member of a JSON object. */
export function parameterFault(code: string, parameter: string, message: string): Fault {
  return { ...fault(code, message), parameter };
}

/** A name from a request, cut to a length that a message may have. */
export function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
