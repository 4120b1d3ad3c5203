/**
 * Checks the query of a request against the parameters of a route. It is strict: a misspelt parameter, or an octet that
 * is not UTF-8, would otherwise lead to a wrong answer silently.
 */
import * as v from 'valibot';
import { type Fault, RequestError } from '../errors/request-error.ts';
import type { Query } from './parse-query.ts';
import { parameterFault, schemaFaults, shortened } from './schema.ts';

/** A schema whose members are the parameters of a route. A loose one ignores all others. */
type ParametersSchema = v.ObjectSchema<v.ObjectEntries, undefined> | v.LooseObjectSchema<v.ObjectEntries, undefined>;

/**
 * The parameters of a query, checked.
 *
 * @throws RequestError that names every parameter which is missing, repeated, unknown, wrong or not UTF-8
 * @example
 * ```ts
 * const query = [{ name: 'url', value: 'go:x', isUtf8: true }];
 * readParameters(query, v.object({ url: v.string() })); // { url: 'go:x' }
 * ```
 */
export function readParameters<Schema extends ParametersSchema>(query: Query, schema: Schema): v.InferOutput<Schema> {
  const faults: Fault[] = [];
  const input: Record<string, string> = {};
  for (const { name, value, isUtf8 } of query) {
    if (!Object.hasOwn(schema.entries, name)) {
      if (schema.type === 'loose_object') continue;
      faults.push(unknownParameter(name, Object.keys(schema.entries)));
    } else if (Object.hasOwn(input, name)) {
      faults.push(parameterFault('parameter-repeated', name, `\`${name}\` appears more than once.`));
    } else if (!isUtf8) {
      faults.push(parameterFault('parameter-not-utf-8', name, notUtf8(name)));
    } else {
      input[name] = value;
    }
  }
  const read = v.safeParse(schema, input);
  if (read.success && faults.length === 0) return read.output;
  const named = new Set(faults.map(({ parameter }) => parameter));
  const others = schemaFaults(read.issues ?? []).filter(({ parameter }) => !named.has(parameter));
  throw new RequestError('invalid-parameter', [...faults, ...others].slice(0, MOST_FAULTS));
}

/**
 * Refuses parameters that nothing reads. It is for a query that several readers share, each with a loose schema.
 *
 * @param advice - what a client may have meant
 * @throws RequestError that names every unknown parameter
 */
export function refuseUnknown(query: Query, known: readonly string[], advice?: string): void {
  const unknown = query
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => unknownParameter(name, known, advice));
  if (unknown.length > 0) throw new RequestError('invalid-parameter', unknown.slice(0, MOST_FAULTS));
}

/** The most faults in one answer, so that an address full of faults does not get a long answer. */
const MOST_FAULTS = 5;

function unknownParameter(name: string, parameters: readonly string[], advice?: string): Fault {
  const short = shortened(name);
  const names = parameters.length === 0 ? 'No parameters are allowed' : `Allowed: ${parameters.join(', ')}`;
  const sentences = [`Unknown parameter \`${short}\``, ...(advice === undefined ? [] : [advice]), names];
  const message = `${sentences.join('. ')}. Encode \`&\` inside a value as \`%26\`.`;
  return parameterFault('parameter-unknown', short, message);
}

function notUtf8(name: string): string {
  return `\`${name}\` is not UTF-8 after percent-decoding. Encode \`%\` inside a value as \`%25\`.`;
}
