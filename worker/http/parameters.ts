/** The schemas of parameters that several routes share, and the words that are their values. */
import * as v from 'valibot';

export const DIALECTS = ['current', 'url-1994'] as const;
export const BOOLEANS = ['true', 'false'] as const;
export const FIELDS = ['canonical', 'surt'] as const;
export const UNWRAPPED = ['gateways'] as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  v.picklist(values, `must be ${values.join(' or ')}`);

const text = v.string('must be a string');

export const url = text;
export const base = v.exactOptional(text);
export const dialect = v.exactOptional(oneOf(DIALECTS));
/** `true` or `false` in a query. */
export const booleanWord = v.exactOptional(
  v.pipe(
    oneOf(BOOLEANS),
    v.transform((word) => word === 'true'),
  ),
);
/** `lax` in JSON. */
export const lax = v.exactOptional(v.boolean('must be true or false'));
export const fields = v.exactOptional(oneOf(FIELDS));
export const unwrap = v.exactOptional(oneOf(UNWRAPPED));

/** A whole number in JSON. */
export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  const schema = v.pipe(
    v.number('must be a number'),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
  // One fault for one number, whatever is wrong with it.
  return v.config(schema, { abortPipeEarly: true });
}

/** For a route without parameters. */
export const None = v.object({});
