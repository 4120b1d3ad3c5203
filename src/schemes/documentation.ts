/**
 * What the files `documentation.ts` are made from: functions that write JSON Schema (2020-12, the version in OpenAPI
 * 3.1), entries of the explorer's gallery, and help with diagnostics. Nothing imports these files at run time.
 */

/** A JSON Schema, with the keywords that have schemas in them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly contentSchema?: Schema;
  readonly [keyword: string]: unknown;
}

/** A schema; a text alone is the description of a string. */
export type Described = Schema | string;

const schemaOf = (described: Described): Schema => (typeof described === 'string' ? string(described) : described);

export const string = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const integer = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });
export const count = (description: string): Schema => integer(description, { minimum: 0 });
export const link = (description: string): Schema => string(description, { format: 'uri' });
export const time = (description: string): Schema => string(description, { format: 'date-time' });
export const boolean = (description: string): Schema => ({ type: 'boolean', description });
export const literal = (value: string): Schema => ({ const: value });
export const oneOf = (values: readonly string[], description: string): Schema => ({ enum: values, description });
export const list = (items: Described, description: string): Schema => ({
  type: 'array',
  items: schemaOf(items),
  description,
});

/** A schema under `components` of an OpenAPI description. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A value that may be absent. */
export const nullable = (described: Described): Schema => {
  const { description, ...schema } = schemaOf(described);
  return { ...(description !== undefined && { description }), anyOf: [schema, { type: 'null' }] };
};

/** The members of an object. */
export type Members = Readonly<Record<string, Described>>;

/** An object with exactly these members, all of them present. */
export const object = (members: Members): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(member)])),
  required: Object.keys(members),
  additionalProperties: false,
});

/** The same, with a description. */
export const shape = (description: string, members: Members): Schema => ({ ...object(members), description });

export const listOf = (description: string, members: Members): Schema => list(object(members), description);

/** A list of exactly these two. */
export const pair = (one: Described, other: Described): Schema => ({
  type: 'array',
  prefixItems: [schemaOf(one), schemaOf(other)],
  items: false,
  minItems: 2,
});

/** The schemas of one kind: for the details of its resolutions, and for their request. */
export interface KindSchema {
  readonly details: Schema;
  /** Absent = nothing can be sent for a URL of this kind. */
  readonly request?: Schema;
}

/** Members that requests of several kinds share. */
export const endpoint = {
  transport: oneOf(['tcp', 'tls'], 'The transport of the request.'),
  host: string('The host to connect to.'),
  port: integer('The port to connect to.'),
} as const;

/** The keyword of a string that holds octets. */
export const base64 = { contentEncoding: 'base64' } as const;

/** An entry of the explorer's gallery. */
export interface GalleryEntry {
  /** A URL that somebody wrote, or could have written. */
  readonly url: string;
  /** When the scheme's protocol, or the scheme itself, first existed. */
  readonly year: number;
  /** A line of its history. */
  readonly history: string;
}

/** What `/problems` says of a diagnostic beside its sentence. */
export interface DiagnosticHelp {
  /** A URL that has it, with the options of `explain`; absent = no page can show one, such as one that is too long. */
  readonly input?: string;
  readonly options?: { readonly base?: string; readonly dialect?: 'current' | 'url-1994'; readonly lax?: boolean };
  /** Whether no problem `invalid-url` has it: the API reports such a fault otherwise, or has none. */
  readonly outsideInvalidUrl?: true;
  /** More words by which people look for it. */
  readonly words?: string;
  /** What to do about it. All that refuse a URL have it; for the others, the canonical form is the answer. */
  readonly fix?: string;
}

/** By the codes of the scheme's own diagnostics. */
export type DiagnosticHelpTable = Readonly<Record<string, DiagnosticHelp>>;
