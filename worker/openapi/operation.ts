/**
 * Words for describing operations: parameters, bodies, and the answers that they may have.
 */
import { type ProblemName, problems } from '../problem.ts';
import { ref, type Schema } from './schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface Operation {
  readonly operationId: string;
  /** The group that it stands in; one. */
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

/** A parameter: of the query, unless `place` says otherwise. */
export const parameter = (
  name: string,
  required: boolean,
  schema: Schema,
  example?: string,
  place: Parameter['in'] = 'query',
): Parameter => {
  const { description, ...rest } = schema;
  const named = { name, in: place, required, description: String(description), schema: rest } as const;
  return example === undefined ? named : { ...named, example };
};

/** A body of JSON, and one such. */
export const json = (schema: Schema, example?: unknown): Schema => ({
  'application/json': example === undefined ? { schema } : { schema, example },
});
export const text: Schema = { 'text/plain': { schema: { type: 'string' } } };
/** A line of NDJSON has the schema of one item; the description says so, as OpenAPI 3.1 has no word for it. */
export const lines = (schema: Schema, example?: readonly unknown[]): Schema => ({
  'application/x-ndjson':
    example === undefined
      ? { schema }
      : { schema, example: example.map((line) => `${JSON.stringify(line)}\n`).join('') },
});

export const ok = (description: string, content: Schema): Schema => ({ description, content });

/** The problems that a route may answer with, by status. */
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

/** The same where people get a page, by `Accept`. */
export const failuresOrPages = (...names: readonly ProblemName[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(failures(...names)).map(([status, { description, content }]) => [
      status,
      ok(String(description), { ...Object(content), 'text/html': { schema: { type: 'string' } } }),
    ]),
  );

export const notModified = { '304': { description: 'The client has this answer already (`If-None-Match`).' } };

/** The answer to a method on many paths: the operations of each, by its method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The operations of one group, under its name. */
export const group = (tag: string, paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, { ...operation, tags: [tag] }]),
      ),
    ]),
  );

/** The names of the groups, in their order. */
export const groupsOf = (paths: Paths): readonly string[] => [
  ...new Set(Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ tags = [] }) => tags))),
];
