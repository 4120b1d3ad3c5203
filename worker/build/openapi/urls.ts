/** Operations on URLs, and the schemas of their answers and of problems. */
import { COMPARED_PARTS } from '../../../src/comparison.ts';
import { diagnostics } from '../../../src/diagnostics.ts';
import { schemes } from '../../../src/index.ts';
import { RUNGS } from '../../../src/ladder.ts';
import { MAX_DIAGNOSTICS } from '../../../src/uri/diagnostic.ts';
import { everyProblem } from '../../errors/table.ts';
import { OPENS_BY } from '../../gateway/contract/opens.ts';
import {
  Compare,
  CompareItem,
  CompareMany,
  Qr,
  Relativize,
  Resolve,
  ResolveItem,
  ResolveMany,
} from '../../routes/schemas.ts';
import { definedKinds, readDocumentation } from '../beside-definitions.ts';
import { json, lines, notModified, ok, operation, operationParameters, text, textContent } from './operation.ts';
import * as s from './schema.ts';

const nothing: s.Schema = { type: 'null', description: 'Nothing can be sent for a URL of this kind.' };

/** The schemas of each kind: of the details of its resolutions, and of their request. */
const kinds = [
  ...(await Promise.all(
    definedKinds.map(async (kind) => {
      const { details = { type: 'object' }, request = nothing } = (await readDocumentation(kind))?.schema ?? {};
      return { kind, details, request };
    }),
  )),
  {
    kind: 'unknown',
    details: s.object({ experimental: s.boolean('Whether the scheme begins with `x-`.') }),
    request: nothing,
  },
];

const port = { minimum: 0, maximum: 65_535 };
const wire = { minimum: 0, maximum: 255 };

const at = s.nullable({
  ...s.pair(s.integer('The start.'), s.integer('The end, exclusive.')),
  description: 'The position: start and end, in UTF-16 code units; null if it has none.',
});

const resolutions = kinds.map(({ kind, details, request }) => {
  const members = {
    input: 'The URL as it was sent.',
    canonical: s.ref('Canonical'),
    sentence: 'What the URL refers to, in one sentence for people. After 500 UTF-16 code units, it ends with “…”.',
    kind: s.literal(kind),
    scheme: 'In lower case.',
    components: s.ref('Components'),
    details,
    request: request === nothing ? request : s.nullable(request),
    diagnostics: {
      ...s.list(
        s.ref('Diagnostic'),
        'Changes and warnings, in their order: at most 100, with the first of every code.',
      ),
      maxItems: MAX_DIAGNOSTICS,
    },
  };
  const about = 'Only in answers of `/v1/resolve`.';
  const sometimes = {
    base: { ...s.ref('Canonical'), description: 'The canonical base, if the URL was resolved against it.' },
    omittedDiagnostics: s.count('How many more diagnostics there are, if not all are listed.'),
    omitted: {
      type: 'object',
      description:
        'What `details` and `request` leave out, if anything, by the path of the member, such as `request.commands`: ' +
        'entries of a list beyond 100, UTF-16 code units of a text of a request beyond 2,048.',
      additionalProperties: s.count('How many.'),
    },
    links: { ...s.ref('Links'), description: about },
    opens: { ...s.ref('Opens'), description: about },
    surt: 'The sort-friendly key (SURT) of the URL, as indexes of web archives have it. Only if `fields` asks for it.',
  };
  return { ...s.object({ ...members, ...sometimes }), required: Object.keys(members) };
});

const kindNames = kinds.map(({ kind }) => kind);

/** The members that every diagnostic has. */
const diagnosticMembers = {
  code: s.oneOf(Object.keys(diagnostics), 'The code of the diagnostic.'),
  severity: s.oneOf(
    ['error', 'warning', 'info'],
    '`warning`: a repair, or something unusual. `info`: a normalization.',
  ),
  at,
  before: 'The text in the input.',
  after: 'The text in the canonical URL.',
  message: 'One sentence for people.',
  spec: s.ref('Specification'),
};

/** The members of all problem details. */
const problemMembers = {
  type: s.string('The type of the problem: the address at this service that explains it.', {
    format: 'uri',
    pattern: `/problems#(${[...everyProblem.keys()].join('|')})$`,
  }),
  title: 'A title, the same for every problem of this type.',
  status: s.integer('The status of the answer; in a batch, the status that the item would have alone.'),
  detail: 'What is wrong with this request, for people.',
  errors: s.list(s.ref('Fault'), 'Each fault of the request.'),
};

/** Problem details with more members, which may be absent. */
const problem = (description: string, more: Readonly<Record<string, s.Schema>>): s.Schema => ({
  ...s.shape(description, { ...problemMembers, ...more }),
  required: Object.keys(problemMembers),
});

/** The members of an archive. */
export const archive = { name: 'The archive.', url: s.link('Where it may have a copy.') };

export const urlSchemas = {
  Resolution: {
    description: 'The resolution of a URL. `kind` determines the members of `details` and `request`.',
    oneOf: resolutions,
  },
  Links: s.shape('Links that go with a resolution.', {
    open: s.nullable(s.link('Opens the link; null if nothing opens it, or if this address would exceed 8,000 octets.')),
    inspect: s.nullable(
      s.link('A page about the link, which does not open it; null if its address would exceed 8,000 octets.'),
    ),
    short: s.nullable(s.link('A short link to it; null if none is known.')),
  }),
  Opens: s.shape('How this service opens a link, as far as this is known without the network: what `/r` does.', {
    by: s.oneOf(
      Object.keys(OPENS_BY),
      `Who opens it. ${Object.entries(OPENS_BY)
        .map(([by, about]) => `\`${by}\`: ${about}.`)
        .join(' ')}`,
    ),
    reason: s.nullable('Why nothing opens it, in a sentence; null if something does.'),
    url: s.nullable(
      s.link('Where `/r` leads; null if nothing opens the link, or if this address would exceed 8,000 octets.'),
    ),
  }),
  Components: s.shape('The parts of the canonical URL. An absent part is null, an empty part is an empty string.', {
    user: s.nullable('Percent-encoded.'),
    password: s.nullable('Percent-encoded.'),
    host: s.nullable('A name in ASCII, an IPv4 address, or an IPv6 address in brackets.'),
    hostUnicode: s.nullable('The host in Unicode.'),
    port: s.nullable(s.integer('The port that a client connects to.', port)),
    explicitPort: s.nullable(s.integer('The port as written in the URL.', port)),
    path: 'Percent-encoded.',
    query: s.nullable('Percent-encoded.'),
    fragment: s.nullable('Percent-encoded.'),
  }),
  Specification: s.shape('A clause of a specification.', {
    document: 'Such as `RFC 4266`.',
    section: 'A number, or a heading.',
  }),
  Diagnostic: {
    ...s.object({
      ...diagnosticMembers,
      omitted: {
        ...s.object({
          before: s.count('How many UTF-16 code units `before` lacks at its end.'),
          after: s.count('How many `after` lacks.'),
        }),
        description: 'Only if the texts are cut, each after 200 UTF-16 code units.',
      },
    }),
    required: Object.keys(diagnosticMembers),
  },
  Item: s.item(
    'A URL to resolve, alone or with parameters, which override those of the query.',
    'The URL.',
    ResolveItem,
  ),
  Answer: {
    description: 'The resolution of one item of a batch, or the problem with it.',
    anyOf: [s.ref('Resolution'), s.ref('Problem')],
  },
  Comparison: s.object({
    input: { ...s.pair('a, as it was sent.', 'b, as it was sent.'), description: 'The two URLs as they were sent.' },
    canonical: { ...s.pair(s.ref('Canonical'), s.ref('Canonical')), description: 'The canonical forms of a and b.' },
    equivalent: s.boolean(
      'Whether both URLs have the same canonical form, or a rule of their scheme makes them equivalent.',
    ),
    because: s.nullable(
      s.oneOf(
        [...RUNGS, ...[...schemes.values()].flatMap(({ equivalence = [] }) => equivalence)].map(({ name }) => name),
        'The first rung of the ladder of RFC 3986 §6.2 on which the two are one string, or the rule of their scheme that makes them equivalent (of URNs, RFC 8141 §3.1); null if they are not equivalent.',
      ),
    ),
    spec: s.nullable({
      ...s.ref('Specification'),
      description: 'The clause of that rung or rule, or the clause that keeps the two apart.',
    }),
    differs: s.list(s.oneOf(COMPARED_PARTS, 'A part of a URL.'), 'The parts in which they differ.'),
    request: s.nullable({
      ...s.ref('RequestComparison'),
      description: 'How the requests of a client differ; null if nothing is sent for one of the two.',
    }),
  }),
  Pair: { ...s.derived({ CompareItem }).CompareItem, description: 'Two URLs to compare.' },
  RequestComparison: s.shape('How the requests for two URLs differ.', {
    sameServer: s.boolean('Whether both go to one host and port by one transport.'),
    octet: s.nullable(
      s.count(
        'The first octet that differs, counted from 0 over all that a client sends; null if none does, or if a URL opens a session, whose octets are not known in advance.',
      ),
    ),
    octets: {
      ...s.pair(s.nullable(s.integer('The octet of a.', wire)), s.nullable(s.integer('The octet of b.', wire))),
      description: 'The octets there; null where the request is at its end, and if `octet` is null.',
    },
  }),
  Reference: s.shape('A reference that leads from one URL to another.', {
    input: 'The URL as it was sent.',
    canonical: { ...s.ref('Canonical'), description: 'The canonical form of the URL to which it leads.' },
    base: { ...s.ref('Canonical'), description: 'The canonical form of the base.' },
    reference:
      'The shortest one. It is a relative reference, or the canonical form if no relative reference leads to the URL.',
  }),
  Scheme: s.object({
    name: 'In lower case.',
    kind: s.oneOf(kindNames, 'The kind of its resolutions.'),
    title: 'What it names.',
    defaultPort: s.nullable(s.integer('The port that may be left out.', port)),
    specifications: s.list(s.ref('Specification'), 'The binding one first.'),
    gateway: 'Where links are opened: `self`, `self, by a relay`, `none`, or the RFC 6570 template of another gateway.',
    example: s.ref('Canonical'),
  }),
  Registry: s.object({ schemes: s.list(s.ref('Scheme'), 'Every scheme that has its own rules.') }),
  Health: {
    ...s.object({
      status: s.literal('ok'),
      version: 'Of this Waypost.',
      store: s.oneOf(
        ['ok', 'first-away', 'some-away', 'full', 'none'],
        'Only with `ready`: whether short links are served; `first-away` = the first of their stores does not answer; ' +
          '`some-away` = others fail; `full` = none can be made, which is a 503 without `ready=follow`.',
      ),
    }),
    required: ['status', 'version'],
  },
  Archives: s.listOf('Archives that may have a copy, by `ARCHIVES`. Waypost has not checked them.', archive),
  Problem: problem('Problem details (RFC 9457).', {
    archives: { ...s.ref('Archives'), description: 'Only if a gateway could not open a link.' },
  }),
  StoreProblem: problem('Why a store of short links is missing from an answer. `?store=` asks for it alone.', {
    store: s.count('The number of the store, from 0.'),
  }),
  Unopened: problem('Problem details with the resolution of the link.', {
    resolution: { ...s.ref('Resolution'), description: 'Absent if a gateway opens such links, but not this one.' },
    archives: s.ref('Archives'),
  }),
  Fault: s.object({
    code: 'The code of a diagnostic, if a URL is at fault.',
    parameter: s.nullable('The parameter, or the member of a JSON object, that is at fault.'),
    at,
    message: 'One sentence for people.',
    spec: s.nullable({ ...s.ref('Specification'), description: 'The clause that requires it.' }),
  }),
};

/** Items of a batch: a URL, a reference, and a text that is not a URL. */
const ITEMS = ['GOPHER://h.example:70/1', { url: '../b', base: 'ftp://h.example/pub/a/' }, 'not a URL'];

const PAIRS = [
  { a: 'HTTP://h.example:80/%7Euser', b: 'http://h.example/~user' },
  { a: 'ftp://h.example/a', b: 'ftp://h.example/%2Fa' },
];

const compared = { anyOf: [s.ref('Comparison'), s.ref('Problem')] };

export const urlOperations = {
  resolve: operation('GET /v1/resolve', 'Resolve a URL', {
    description:
      'With `Accept: text/plain`, the answer is the canonical URL alone, or another member that `fields` names.',
    parameters: operationParameters(Resolve),
    answers: {
      200: ok('The resolution; with `fields`, members of it.', {
        ...json(s.ref('Resolution')),
        ...text,
      }),
      ...notModified,
    },
    problems: ['invalid-parameter', 'invalid-url'],
  }),
  resolveMany: operation('POST /v1/resolve', 'Resolve many URLs', {
    description:
      'Send one item to get one answer, a JSON array of up to 1,000 to get an array, or any number of lines of JSON (NDJSON) to get lines ' +
      'while you send. Answers are in the order of the items. An invalid item gets a problem in its place. The ' +
      'members of an item override the parameters. Lines of text are fastest: the answer has the canonical form of ' +
      'each line, and an empty line for one that is not a URL.',
    parameters: operationParameters(ResolveMany),
    body: { ...json(s.oneOrMany(s.ref('Item')), ITEMS), ...lines(s.ref('Item'), ITEMS), ...text },
    answers: {
      200: ok('One answer for each item.', {
        ...json(s.oneOrMany(s.ref('Answer'), 'In the order of the items.')),
        ...lines(s.ref('Answer')),
        ...text,
      }),
    },
    problems: ['invalid-parameter', 'invalid-url'],
  }),
  compare: operation('GET /v1/compare', 'Compare two URLs', {
    parameters: operationParameters(Compare),
    answers: { 200: ok('The comparison.', json(s.ref('Comparison'))), ...notModified },
    problems: ['invalid-parameter', 'invalid-url'],
  }),
  compareMany: operation('POST /v1/compare', 'Compare many pairs of URLs', {
    description:
      'Send one pair to get one comparison, an array of up to 1,000 to get an array, or lines (NDJSON) to get lines ' +
      'while you send. A pair with an invalid URL gets a problem in its place.',
    parameters: operationParameters(CompareMany),
    body: { ...json(s.oneOrMany(s.ref('Pair')), PAIRS), ...lines(s.ref('Pair'), PAIRS) },
    answers: {
      200: ok('One answer for each pair.', {
        ...json(s.oneOrMany(compared, 'In the order of the pairs.')),
        ...lines(compared),
      }),
    },
    problems: ['invalid-parameter', 'invalid-url'],
  }),
  relativize: operation('GET /v1/relativize', 'Find a relative reference', {
    description:
      'The inverse of resolving: a short reference that leads from the base to the URL. With `Accept: text/plain`, ' +
      'the answer is the reference alone.',
    parameters: operationParameters(Relativize),
    answers: { 200: ok('The reference.', { ...json(s.ref('Reference')), ...text }), ...notModified },
    problems: ['invalid-parameter', 'invalid-url'],
  }),
  qr: operation('GET /v1/qr', 'Draw the QR code of a link', {
    description: 'The code holds the address of this service that opens the link: `/r?url=…`.',
    parameters: operationParameters(Qr),
    answers: { 200: ok('The code.', textContent('image/svg+xml')), ...notModified },
    problems: ['invalid-parameter', 'invalid-url', 'unsafe-link'],
  }),
  schemes: operation('GET /v1/schemes', 'List the schemes', {
    answers: { 200: ok('The registry of schemes.', json(s.ref('Registry'))), ...notModified },
    problems: ['invalid-parameter'],
  }),
};
