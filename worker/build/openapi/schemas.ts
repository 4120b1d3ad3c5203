/** The schemas under `components` of the OpenAPI description, except those of gateways, links and webhooks. */
import { diagnostics } from '../../../src/diagnostics.ts';
import { RUNGS } from '../../../src/ladder.ts';
import type { KindSchema } from '../../../src/schemes/documentation.ts';
import { MAX_DIAGNOSTICS } from '../../../src/uri/diagnostic-list.ts';
import { everyProblem } from '../../errors/table.ts';
import { ResolveItem } from '../../routes/schemas.ts';
import { definedKinds, readDocumentation } from '../beside-definitions.ts';
import { boolean, integer, item, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

/** The schemas of one kind, both present. */
type Kind = Required<KindSchema>;

const nothing: Schema = { type: 'null', description: 'Nothing can be sent for a URL of this kind.' };

/** The schema for a kind that defines none. */
const anyObject: Schema = { type: 'object' };

async function schemasOf(kind: string): Promise<Kind> {
  const documentation = await readDocumentation(kind);
  return documentation === null
    ? { details: anyObject, request: anyObject }
    : { request: nothing, ...documentation.schema };
}

/** Every `kind` of a resolution. */
const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(await Promise.all(definedKinds.map(async (kind) => [kind, await schemasOf(kind)] as const))),
  unknown: {
    details: object({ experimental: boolean('Whether the scheme begins with `x-`.') }),
    request: nothing,
  },
};

const octet = { minimum: 0, maximum: 65_535 };

const at = nullable({
  type: 'array',
  description: 'The position: start and end, in UTF-16 code units; null if it has none.',
  prefixItems: [integer('The start.'), integer('The end, exclusive.')],
  items: false,
  minItems: 2,
});

const resolutions = Object.entries(kinds).map(([kind, { details, request }]) => {
  const members = {
    kind: literal(kind),
    input: string('The URL as it was sent.'),
    canonical: ref('Canonical'),
    scheme: string('In lower case.'),
    components: ref('Components'),
    details,
    request: request.type === 'null' ? request : nullable(request),
    diagnostics: {
      ...list(ref('Diagnostic'), 'Changes and warnings, in their order: the first 100, and the first of every code.'),
      maxItems: MAX_DIAGNOSTICS,
    },
    omittedDiagnostics: integer('How many more diagnostics there are than those that are listed.', { minimum: 0 }),
  };
  const links = { ...ref('Links'), description: 'Only in `GET /v1/resolve`.' };
  return { ...object({ ...members, links }), required: Object.keys(members) };
});

/** The members of all problem details. */
export const problemMembers: Readonly<Record<string, Schema>> = {
  type: oneOf(
    [...everyProblem.keys()].map((name) => `/problems#${name}`),
    'The type of the problem.',
  ),
  title: string('A title, the same for every problem of this type.'),
  status: integer('The status of the answer; in a batch, the status that the item would have alone.'),
  detail: string('What is wrong with this request, for people.'),
  errors: list(ref('Fault'), 'Each fault of the request.'),
};

export const schemas: Readonly<Record<string, Schema>> = {
  Canonical: string('The canonical URL: a URI by RFC 3986, in ASCII.', { format: 'uri' }),

  Resolution: {
    description: 'The resolution of a URL. `kind` determines the members of `details` and `request`.',
    oneOf: resolutions,
  },

  Components: object(
    {
      user: nullable(string('Percent-encoded.')),
      password: nullable(string('Percent-encoded.')),
      host: nullable(string('A name in ASCII, an IPv4 address, or an IPv6 address in brackets.')),
      hostUnicode: nullable(string('The host in Unicode.')),
      port: nullable(integer('The port that a client connects to.', octet)),
      explicitPort: nullable(integer('The port as written in the URL.', octet)),
      path: string('Percent-encoded.'),
      query: nullable(string('Percent-encoded.')),
      fragment: nullable(string('Percent-encoded.')),
    },
    'The parts of the canonical URL. An absent part is null, an empty part is an empty string.',
  ),

  Specification: object(
    { document: string('Such as `RFC 4266`.'), section: string('A number, or a heading.') },
    'A clause of a specification.',
  ),

  Diagnostic: object({
    code: oneOf(Object.keys(diagnostics), 'The code of the diagnostic.'),
    severity: oneOf(
      ['error', 'warning', 'info'],
      '`warning`: a repair, or something unusual. `info`: a normalization.',
    ),
    at,
    before: string('The text in the input.'),
    after: string('The text in the canonical URL.'),
    message: string('One sentence for people.'),
    spec: ref('Specification'),
  }),

  Short: object({ canonical: ref('Canonical') }, 'The answer to `fields=canonical`.'),
  Key: object(
    { surt: string('The sort-friendly key (SURT) of the URL, as indexes of web archives have it.') },
    'The answer to `fields=surt`.',
  ),

  Item: item('A URL to resolve, alone or with parameters, which override those of the query.', 'The URL.', ResolveItem),

  Answer: {
    description: 'The resolution of one item of a batch, or the problem with it.',
    anyOf: [ref('Resolution'), ref('Short'), ref('Problem')],
  },

  Comparison: object({
    equivalent: boolean('Whether both URLs have the same canonical form.'),
    canonical: {
      type: 'array',
      description: 'The canonical forms of a and b.',
      prefixItems: [ref('Canonical'), ref('Canonical')],
      items: false,
      minItems: 2,
    },
    because: nullable(
      oneOf(
        RUNGS.map(({ name }) => name),
        'The first rung of the ladder of RFC 3986 §6.2 on which the two are one string; null if they differ.',
      ),
    ),
    spec: nullable({ ...ref('Specification'), description: 'The clause of that rung.' }),
    differs: list(
      oneOf(['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'], 'A part of a URL.'),
      'The parts in which they differ.',
    ),
  }),

  Scheme: object({
    name: string('In lower case.'),
    kind: oneOf(Object.keys(kinds), 'The kind of its resolutions.'),
    title: string('What it names.'),
    defaultPort: nullable(integer('The port that may be left out.', octet)),
    specifications: list(ref('Specification'), 'The binding one first.'),
    gateway: string(
      'Where links are opened: `self`, `self, by a relay`, `none`, or the RFC 6570 template of another gateway.',
    ),
    example: ref('Canonical'),
  }),

  Registry: object({ schemes: list(ref('Scheme'), 'Every scheme that has its own rules.') }),

  Health: object({ status: literal('ok'), version: string('Of this Waypost.') }),

  Archives: {
    type: 'array',
    items: object({ name: string('The archive.'), url: string('Where it may have a copy.', { format: 'uri' }) }),
    description: 'Archives that may have a copy, by `ARCHIVES`. Waypost has not checked them.',
  },
  Problem: {
    ...object(
      { ...problemMembers, archives: { ...ref('Archives'), description: 'Only if a gateway could not open a link.' } },
      'Problem details (RFC 9457).',
    ),
    required: Object.keys(problemMembers),
  },

  Fault: object({
    code: string('The code of a diagnostic, if a URL is at fault.'),
    parameter: nullable(string('The parameter, or the member of a JSON object, that is at fault.')),
    at,
    message: string('One sentence for people.'),
    spec: nullable({ ...ref('Specification'), description: 'The clause that requires it.' }),
  }),
};
