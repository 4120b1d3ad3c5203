/** The OpenAPI description as the tests read it, and the check of an answer against it. */
import { dereference, format, type Schema, type ValidationResult, validate } from '@cfworker/json-schema';
import { expect } from 'vitest';
import type { RunningWorker } from '../../harness.ts';

export interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly headers?: Readonly<Record<string, { readonly required: boolean }>>;
  readonly content?: Readonly<Record<string, { schema: Schema }>>;
}

/** Headers of HTTP itself, for browsers, crawlers and caches, which the description leaves out. */
const COMMON =
  /^(?:access-control-.*|cache-control|connection|content-(?:encoding|language|length|security-policy|type)|cross-origin-.*|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options|x-request-id|x-robots-tag)$/;

/** The description that a Worker serves. */
export async function descriptionOf(worker: Pick<RunningWorker, 'fetch'>): Promise<Description> {
  return (await worker.fetch('/openapi.json')).json();
}

/**
 * Expects that an answer matches the description of its operation: status, headers, media type and schema.
 *
 * @param method - in lower case; most addresses have no description of HEAD and OPTIONS
 */
export async function expectDescribed(
  response: Response,
  description: Description,
  path: string,
  method: string,
): Promise<void> {
  const answer = description.paths[path]?.[method]?.responses[response.status];
  expect(answer, `${method} ${path} ${response.status} is described`).toBeDefined();
  const described = Object.entries(answer?.headers ?? {});
  const names = described.map(([name]) => name.toLowerCase());
  const others = [...response.headers.keys()].filter((name) => !COMMON.test(name) && !names.includes(name));
  expect(others, `headers of ${method} ${path} ${response.status} without a description`).toEqual([]);
  const missing = described.filter(([name, { required }]) => required && !response.headers.has(name));
  expect(missing, `headers that ${method} ${path} ${response.status} lacks`).toEqual([]);
  const text = await response.text();
  if (text === '') return;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = answer?.content?.[type]?.schema;
  expect(schema, `${method} ${path} ${response.status} ${type} is described`).toBeDefined();
  if (!/json$/.test(type)) return;
  const isPart = /[?&]fields=/.test(response.url);
  expectValid(isPart ? inParts(description) : description, schema ?? {}, type, text);
}

/** Expects that a body of JSON, or of lines of JSON, matches a schema. */
export function expectValid(description: Description, schema: Schema, type: string, text: string): void {
  const lines = type === 'application/x-ndjson';
  if (lines) expect(schema).toMatchObject({ type: 'string', contentMediaType: type });
  const one: unknown = lines ? schema.contentSchema : schema;
  expect(one).toBeTypeOf('object');
  for (const value of lines ? text.trimEnd().split('\n') : [text]) {
    const { valid, errors } = validateAs(description, Object(one), JSON.parse(value));
    expect(valid, `${value.slice(0, 500)} ${JSON.stringify(errors)}`).toBe(true);
  }
}

/** By their descriptions: those of answers that have only the members that `fields` names. */
const partial = new WeakMap<Description, Description>();

/** The description of answers to requests with `fields`: no member must be there, and each is as it is described. */
function inParts(description: Description): Description {
  const known = partial.get(description);
  if (known !== undefined) return known;
  const { schemas } = description.components;
  const parts = Object.entries(schemas).map(([name, schema]) => [name, inPart(schema)] as const);
  const made = { ...description, components: { ...description.components, schemas: Object.fromEntries(parts) } };
  partial.set(description, made);
  return made;
}

function inPart({ oneOf, required: _, ...schema }: Schema): Schema {
  // Without the members that tell them apart, several may fit.
  return oneOf === undefined ? schema : { ...schema, anyOf: oneOf.map(inPart) };
}

// RFC 3986 §3: `hier-part` may be `path-empty`. The validator's own pattern wants something behind the colon.
const { uri } = format;
format.uri = (text) => uri?.(text.replace(/^([a-z][a-z\d+.-]*:)(?=[?#]|$)/i, '$1a')) === true;

/** By their descriptions: the schemas that references lead to, by their addresses. */
const lookups = new WeakMap<Description, ReturnType<typeof dereference>>();

/**
 * Validates a value. References are found in the whole description, which is read once.
 *
 * @param schema - a part of the description
 */
export function validateAs(description: Description, schema: Schema, value: unknown): ValidationResult {
  const lookup = lookups.get(description) ?? dereference({ ...description });
  lookups.set(description, lookup);
  return validate(value, schema, '2020-12', lookup, false);
}
