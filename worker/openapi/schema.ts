/**
 * Words for writing JSON Schema (2020-12, as OpenAPI 3.1 has it) without its ceremony.
 */

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

export const string = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const integer = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });
export const boolean = (description: string): Schema => ({ type: 'boolean', description });
export const literal = (value: string): Schema => ({ const: value });
export const oneOf = (values: readonly string[], description: string): Schema => ({ enum: values, description });
export const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description });

/** A value that may be absent. */
export const nullable = ({ description, ...schema }: Schema): Schema => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [schema, { type: 'null' }],
});

/** An object with exactly these members, all of them present. */
export const object = (properties: Readonly<Record<string, Schema>>, description?: string): Schema => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A schema under `components`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
