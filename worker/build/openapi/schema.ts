/** JSON Schema: made from the schemas that the routes read requests with, or written with short functions. */
import { type ConversionConfig, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { list, type Schema, string } from '../../../src/schemes/documentation.ts';

export * from '../../../src/schemes/documentation.ts';

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // What JSON Schema cannot say stands in the descriptions. `metadata` has the rest, such as the format of a text.
  ignoreActions: ['check', 'raw_check', 'regex', 'trim'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    const { type, anyOf: [first] = [], ...rest } = jsonSchema;
    // The values of a list of words have a type of their own.
    if (valibotSchema.type === 'picklist') return rest;
    // A value that may be null is described as a whole.
    if (valibotSchema.type !== 'nullable' || typeof first !== 'object') return null;
    const { description, ...value } = first;
    return { ...(description !== undefined && { description }), anyOf: [value, { type: 'null' }], ...rest };
  },
};

/**
 * The schemas under `components` that are made from those of the Worker, by their names. They refer to each other. The
 * default of a member stands in its description: makers of clients, such as openapi-typescript, take a member with
 * `default` for one that is always there, and whoever sends a request would have to write it.
 */
export const derived = (schemas: Readonly<Record<string, v.GenericSchema>>): Readonly<Record<string, Schema>> =>
  JSON.parse(JSON.stringify(toJsonSchemaDefs(schemas, CONVERSION)), (key, value: Schema) =>
    key === 'properties' ? Object.fromEntries(Object.entries(value).map(withoutDefault)) : value,
  );

function withoutDefault([name, schema]: [string, unknown]): [string, unknown] {
  if (typeof schema !== 'object' || schema === null || !('default' in schema)) return [name, schema];
  const { default: value, description = '', ...rest }: Schema = schema;
  return [name, { ...rest, description: `${description} By default \`${JSON.stringify(value)}\`.`.trim() }];
}

/** One item, or a list of them. */
export const oneOrMany = (schema: Schema, description = 'Up to 1,000.'): Schema => ({
  anyOf: [...(schema.anyOf ?? [schema]), list(schema, description)],
});

/**
 * An item of a batch: a text alone, or an object.
 *
 * @param alone - what the text is
 * @param object - the schema of the object
 */
export const item = (description: string, alone: string, object: v.GenericSchema): Schema => ({
  description,
  anyOf: [string(alone), ...Object.values(derived({ object }))],
});
