/** The table of operations: its rows, and what the description says of each. */
import type { ObjectEntries } from 'valibot';
import { problems as everyProblem, type ProblemName } from '../../errors/table.ts';
import { type HeaderObjects, headerObjects } from './headers.ts';
import { derived, ref, type Schema } from './schema.ts';

/** What an operation takes and answers. */
interface OperationParts {
  readonly description?: string;
  readonly parameters?: readonly OperationParameter[];
  /** The content of a body of data, by media type. */
  readonly body?: Content;
  /** A body that is a form. */
  readonly requestBody?: { readonly required: true; readonly description?: string; readonly content: Content };
  /** By status. A text is an answer without content. */
  readonly answers: Readonly<Record<string, ResponseObject | string>>;
  /** Without those that every body of data has. */
  readonly problems?: readonly ProblemName[];
  /** Whether only a part of the operation needs a token. */
  readonly tokenIsOptional?: boolean;
}

/**
 * An operation of the table.
 *
 * @param at - its method and path
 */
export const operation = (
  at: `${'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'} /${string}`,
  summary: string,
  parts: OperationParts,
) => ({
  at,
  summary,
  ...parts,
});

type OperationRow = ReturnType<typeof operation>;

/** Bodies by their media types. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

export interface ResponseObject {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: HeaderObjects;
}

export interface OperationParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

/** An operation as OpenAPI has it. */
export interface Operation extends Pick<OperationRow, 'summary' | 'description' | 'parameters' | 'requestBody'> {
  readonly operationId: string;
  /** The one group of the operation. */
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

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

/** The operations of all groups. The rows of a group stand under their `operationId`. */
export function pathsOf(groups: Readonly<Record<keyof typeof GROUPS, Readonly<Record<string, OperationRow>>>>): Paths {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [group, rows] of Object.entries(groups)) {
    for (const [operationId, row] of Object.entries(rows)) {
      const [method = '', path = ''] = row.at.split(' ');
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operationId, group, row) };
    }
  }
  return paths;
}

/** What can go wrong with any body; 408 only behind the proxy of a self-hosted server. */
const BODY_PROBLEMS = ['invalid-body', 'body-too-slow', 'body-too-large', 'unsupported-media-type'] as const;

function operationOf(operationId: string, group: string, row: OperationRow): Operation {
  const { at, body, answers, problems = [], tokenIsOptional = false, ...shown } = row;
  const ofBody = body === undefined ? [] : BODY_PROBLEMS;
  const failed = [...problems, ...ofBody].map((name) => everyProblem[name]);
  // Outside of the API, people get a problem as a page, by `Accept`.
  const hasPages = !at.includes(' /v1/');
  const responses = { ...answers, ...failures(failed, { ...problem, ...(hasPages && html) }) };
  const described = Object.entries(responses).map(([status, response]) => {
    const headers = headerObjects(operationId, status, Object.keys(responses));
    const answer = typeof response === 'string' ? { description: response } : response;
    return [status, { ...answer, ...(headers !== null && { headers }) }] as const;
  });
  return {
    operationId,
    tags: [group],
    ...shown,
    ...(problems.includes('token-required') && { security: [...(tokenIsOptional ? [{}] : []), { token: [] }] }),
    ...(body !== undefined && { requestBody: { required: true, content: body } }),
    responses: Object.fromEntries(described),
  };
}

/** What can go wrong, by status. */
export const failures = (
  rows: readonly { readonly status: number; readonly title: string }[],
  content: Content,
): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, alike]) => [
      status,
      ok(alike.map(({ title }) => title).join('; or: '), content),
    ]),
  );

/** A parameter, by default in the query. */
export const parameter = (
  name: string,
  required: boolean,
  { description = '', ...schema }: Schema,
  example?: string,
  location: OperationParameter['in'] = 'query',
): OperationParameter => ({
  name,
  in: location,
  required,
  description,
  schema,
  ...(example !== undefined && { example }),
});

/** The parameters that the schema of a query reads. The first example of each is the one that is sent. */
export const operationParameters = ({ entries }: { readonly entries: ObjectEntries }): readonly OperationParameter[] =>
  Object.entries(derived(entries)).map(([name, { examples, ...schema }]) => {
    const required = !String(entries[name]?.type).endsWith('optional');
    return parameter(name, required, schema, Array.isArray(examples) ? String(examples[0]) : undefined);
  });

/** A body of JSON, with an example. */
export const json = (schema: Schema, example?: unknown): Content => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/**
 * Lines of JSON. To OpenAPI 3.1 they are one text; `contentSchema` is the schema of the value on each line.
 *
 * @param schema - of one line
 * @param example - the values of some lines
 */
export const lines = (schema: Schema, example?: readonly unknown[]): Content => ({
  'application/x-ndjson': {
    schema: { type: 'string', contentMediaType: 'application/x-ndjson', contentSchema: schema },
    ...(example !== undefined && { example: example.map((line) => `${JSON.stringify(line)}\n`).join('') }),
  },
});

/** A text of a media type. */
export const textContent = (type: string): Content => ({ [type]: { schema: { type: 'string' } } });
export const text = textContent('text/plain');
export const html = textContent('text/html');

export const problem: Content = { 'application/problem+json': { schema: ref('Problem') } };

export const ok = (description: string, content: Content): ResponseObject => ({ description, content });

export const notModified = { '304': 'The client already has this answer (`If-None-Match`).' };
