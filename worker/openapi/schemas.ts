/**
 * The values that answers are made of: the schemas under `components` of the OpenAPI description.
 */
import { diagnostics } from '../../src/diagnostics.ts';
import { RUNGS } from '../../src/ladder.ts';
import { DIALECTS } from '../http/parameters.ts';
import { problemKinds } from '../problem.ts';
import { kinds } from './kinds.ts';
import { boolean, integer, list, literal, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const octet = { minimum: 0, maximum: 65_535 };

const at = nullable({
  type: 'array',
  description: 'Where: start and end, in UTF-16 code units; null where no place can be named.',
  prefixItems: [integer('The first.'), integer('Behind the last.')],
  items: false,
  minItems: 2,
});

const resolutions = Object.entries(kinds).map(([kind, { details, request }]) => {
  const members = {
    kind: literal(kind),
    input: string('The URL as it was given.'),
    canonical: ref('Canonical'),
    scheme: string('In lower case.'),
    components: ref('Components'),
    details,
    request: request.type === 'null' ? request : nullable(request),
    diagnostics: list(ref('Diagnostic'), 'What was changed, and what is doubtful.'),
  };
  const links = { ...ref('Links'), description: 'Where to go on; only for one URL at a time, in `/v1/resolve`.' };
  return { ...object({ ...members, links }), required: Object.keys(members) };
});

/** What all problem details have. */
export const problemMembers: Readonly<Record<string, Schema>> = {
  type: oneOf(
    [...problemKinds.keys()].map((name) => `/problems#${name}`),
    'What kind of problem it is.',
  ),
  title: string('The same for every problem of the kind.'),
  status: integer('The status of the answer; of one item, the status that it would have had alone.'),
  detail: string('What is wrong with this request, for people.'),
  errors: list(ref('Fault'), 'Every single thing that is wrong.'),
};

export const schemas: Readonly<Record<string, Schema>> = {
  Canonical: string('The one spelling of the URL: ASCII, and a URI by RFC 3986.', { format: 'uri' }),

  Resolution: {
    description: 'What a URL is. `kind` says which members `details` and `request` have.',
    oneOf: resolutions,
  },

  Components: object(
    {
      user: nullable(string('Percent-encoded.')),
      password: nullable(string('Percent-encoded.')),
      host: nullable(string('A name in ASCII, an IPv4 address, or an IPv6 address in brackets.')),
      hostUnicode: nullable(string('The host for people.')),
      port: nullable(integer('The port that a client connects to.', octet)),
      explicitPort: nullable(integer('The port that stands in the URL.', octet)),
      path: string('Percent-encoded.'),
      query: nullable(string('Percent-encoded.')),
      fragment: nullable(string('Percent-encoded.')),
    },
    'The parts of the canonical URL. What is absent is null, what is empty is an empty string.',
  ),

  Specification: object(
    { document: string('Such as `RFC 4266`.'), section: string('A number, or a heading.') },
    'A place in a specification.',
  ),

  Diagnostic: object({
    code: oneOf(Object.keys(diagnostics), 'What was found.'),
    severity: oneOf(['error', 'warning', 'info'], 'A warning is a repair, or a doubt; an info is a normalization.'),
    at,
    before: string('What stood there.'),
    after: string('What stands there now.'),
    message: string('One sentence for people.'),
    spec: ref('Specification'),
  }),

  Short: object({ canonical: ref('Canonical') }, 'What `fields=canonical` leaves of a resolution.'),

  Item: {
    description: 'A URL to resolve, alone or with parameters of its own, which go before those of the query.',
    anyOf: [
      string('The URL.'),
      {
        ...object({
          url: string('The URL.'),
          base: string('A URL that a reference is resolved against.'),
          dialect: oneOf(DIALECTS, 'How it is read.'),
          lax: boolean('Whether `scheme:path` of the base’s scheme is relative.'),
        }),
        required: ['url'],
      },
    ],
  },

  Answer: {
    description: 'What one item of a batch is, or the problem with it.',
    anyOf: [ref('Resolution'), ref('Short'), ref('Problem')],
  },

  Comparison: object({
    equivalent: boolean('Whether both have the same canonical form.'),
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
    gateway: string('Where links are opened: `self`, `none`, or the RFC 6570 template of another gateway.'),
    example: ref('Canonical'),
  }),

  Registry: object({ schemes: list(ref('Scheme'), 'Every scheme that has rules of its own here.') }),

  Health: object({ status: literal('ok'), version: string('Of this Waypost.') }),

  Problem: object(problemMembers, 'Problem details as RFC 9457 has them.'),

  Fault: object({
    code: string('The code of a diagnostic where a URL is at fault.'),
    parameter: nullable(string('The parameter, or the member of a JSON object, that is at fault.')),
    at,
    message: string('One sentence for people.'),
    spec: nullable({ ...ref('Specification'), description: 'The clause that it rests on.' }),
  }),
};
