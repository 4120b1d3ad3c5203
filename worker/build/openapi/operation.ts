/** The parts of operations: parameters, bodies and answers. */

import type { ObjectEntries } from 'valibot';
import { type ProblemName, problems } from '../../errors/table.ts';
import { derived, ref, type Schema } from './schema.ts';

export interface OperationParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface Operation {
  readonly operationId: string;
  /** The one group of the operation. */
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly OperationParameter[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

/** A parameter, by default in the query. */
export const parameter = (
  name: string,
  required: boolean,
  schema: Schema,
  example?: string,
  location: OperationParameter['in'] = 'query',
): OperationParameter => {
  const { description, ...rest } = schema;
  const named = { name, in: location, required, description: String(description), schema: rest } as const;
  return example === undefined ? named : { ...named, example };
};

/** The parameters that the schema of a query reads. The first example of each is the one that is sent. */
export const parametersOf = ({ entries }: { readonly entries: ObjectEntries }): readonly OperationParameter[] =>
  Object.entries(derived(entries)).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    required: !String(entries[name]?.type).endsWith('optional'),
    description: String(description),
    schema,
    ...(examples === undefined ? {} : { example: String(Object(examples)[0]) }),
  }));

/** A body of JSON, with an example. */
export const json = (schema: Schema, example?: unknown): Schema => ({
  'application/json': example === undefined ? { schema } : { schema, example },
});
export const text: Schema = { 'text/plain': { schema: { type: 'string' } } };
/**
 * Lines of JSON. To OpenAPI 3.1 they are one text; `contentSchema` is the schema of the value on each line.
 *
 * @param schema - of one line
 * @param example - the values of some lines
 */
export const lines = (schema: Schema, example?: readonly unknown[]): Schema => {
  const text = { type: 'string', contentMediaType: 'application/x-ndjson', contentSchema: schema };
  return {
    'application/x-ndjson':
      example === undefined
        ? { schema: text }
        : { schema: text, example: example.map((line) => `${JSON.stringify(line)}\n`).join('') },
  };
};

export const ok = (description: string, content: Schema): Schema => ({ description, content });

/** The problems of an operation, by their status. */
export const failures = (...names: readonly ProblemName[]): Readonly<Record<string, Schema>> => {
  const byStatus = Map.groupBy(names, (name) => problems[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      String(status),
      ok(kinds.map((name) => problems[name].title).join('; or: '), {
        'application/problem+json': { schema: ref('Problem') },
      }),
    ]),
  );
};

/** The same for an operation that answers people with a page, by `Accept`. */
export const failuresOrPages = (...names: readonly ProblemName[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(failures(...names)).map(([status, { description, content }]) => [
      status,
      ok(String(description), { ...Object(content), 'text/html': { schema: { type: 'string' } } }),
    ]),
  );

export const notModified = { '304': { description: 'The client already has this answer (`If-None-Match`).' } };

/** The operations of each path, by the method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The groups of operations, in their order, with a sentence about each. */
export const GROUPS = {
  URLs: 'The canonical form and the meaning of URLs. Nothing is opened.',
  'Opening links': 'Redirects to where a link opens, the gateways to other protocols, and checks of links.',
  'Short links': 'Links whose address is a hash of their target. Creating and changing them needs a token.',
  Webhooks: 'Whether a URL may be called back, and a receiver of signed webhooks.',
  'About this service': 'Pages and descriptions for people, crawlers and programs.',
} as const;

/** The operations of one group, under its name. */
export const group = (tag: keyof typeof GROUPS, paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, { ...operation, tags: [tag] }]),
      ),
    ]),
  );
