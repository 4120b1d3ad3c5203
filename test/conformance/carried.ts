/** The suites that this repository and its pinned packages carry, and the reason of every row on which we differ. */
import fc from 'fast-check';
import { definitions } from '../../src/schemes/registry.ts';
import { type Model, models } from '../src/generators.ts';
import { abnormal, base, normal } from '../src/rfc3986-examples.ts';
import { examples } from '../src/specification-examples.ts';
import { differences } from './differences.ts';
import { fastUriRows } from './fast-uri-tests.ts';
import { libraries, type Outcome } from './libraries.ts';
import type { Row } from './rows.ts';

/** A suite of the document. */
export interface Suite {
  readonly name: string;
  /** The edition or the version of its source. */
  readonly version: string;
  readonly rows: readonly Row[];
}

const SEED = 1994;
const PAIRS_OF_A_SCHEME = 20;

/** Every suite, in the order of the document. */
export function carriedSuites(): readonly Suite[] {
  // The last example of §5.4.2 has two targets: this is the one of a strict parser.
  const rfc3986 = [...normal, ...abnormal, ['http:g', 'http:g'] as const].map(
    ([input, expect]): Row => ({ suite: 'RFC 3986', op: 'resolve', input, base, expect }),
  );
  const specifications = examples.map(
    ({ input, canonical = input }): Row => ({ suite: 'specifications', op: 'normalize', input, expect: canonical }),
  );
  const fastUri = libraries.find(({ name }) => name === 'fast-uri')?.version ?? '';
  return [
    { name: 'RFC 3986 §5.4', version: 'January 2005', rows: rfc3986 },
    { name: 'Examples of the five specifications', version: documents(), rows: specifications },
    { name: 'Tests of fast-uri', version: fastUri, rows: fastUriRows() },
    { name: 'Generated URLs: two spellings of one link', version: `seed ${SEED}`, rows: generatedRows() },
  ];
}

function documents(): string {
  return [...new Set(examples.map(({ document }) => document))].join(', ');
}

/** Two spellings of the same URL for every scheme, and two URLs with other meanings. */
function generatedRows(): readonly Row[] {
  return definitions.flatMap(({ name }) => {
    const arbitrary = models[name];
    if (arbitrary === undefined) return [];
    const sample = fc.sample(arbitrary, { seed: SEED, numRuns: PAIRS_OF_A_SCHEME });
    return sample.flatMap((model, index): Row[] => {
      const next = sample[index + 1];
      const same: Row = { suite: 'generated', op: 'equal', input: model.a, other: model.b, expect: true };
      if (next === undefined || meaningOf(model) === meaningOf(next)) return [same];
      return [same, { ...same, other: next.a, expect: false }];
    });
  });
}

function meaningOf({ scheme, host, port, details, lines }: Model): string {
  return JSON.stringify([scheme, host, port, details, lines]);
}

type Difference = (typeof differences)[number];

/** Reasons for rows of the carried suites, besides those that other suites share. */
const own: readonly Difference[] = [
  {
    reason: 'A text without a scheme is not a URL (RFC 3986 §3), and a base is an absolute URL (§5.1).',
    covers: (_, { codes }) => codes.includes('scheme-missing') || codes.includes('base-invalid'),
  },
  {
    reason: 'Zone identifiers have a meaning on one machine only (WHATWG URL, host parser).',
    covers: (_, { codes }) => codes.includes('host-zone-id'),
  },
  {
    reason: 'http does not accept IPvFuture hosts, because browsers do not (WHATWG URL, host parser).',
    covers: (_, { codes }) => codes.includes('host-ipvfuture'),
  },
  {
    reason: 'A host is decoded once, and no host has a percent sign after that (WHATWG URL, host parser).',
    covers: (_, { codes }) => codes.includes('host-forbidden-character'),
  },
  {
    reason: 'A raw line break in a host is an error, not data.',
    covers: (_, { codes }) => codes.includes('authority-character'),
  },
  {
    reason: 'The last "@" ends the user info, as browsers read it (WHATWG URL, authority state).',
    covers: ({ input }) => /^(?:[a-z]+:)?\/\/[^/]*@[^/]*@/.test(input),
  },
  {
    reason: 'A stray percent sign is escaped, with a warning; browsers let it stand (WHATWG URL, validation errors).',
    covers: ({ input, other = '', expect }) => !expect && /%(?![\da-f]{2})/i.test(input + other),
  },
  {
    reason: 'A fragment is kept: any URI may have one (RFC 3986 §3.5). RFC 6455 §3 forbids it in ws and wss.',
    covers: ({ input, other = '' }) => /^wss?:.*#/i.test(input) || /^wss?:.*#/i.test(other),
  },
  {
    reason:
      'A mail address has no host: slashes before it are dropped, and its local part keeps its case (RFC 6068 §2).',
    covers: ({ input }) => input.startsWith('mailto://'),
  },
  {
    reason: 'Addresses in a "to" field stay there: some mail programs ignore them (RFC 6068 §2).',
    covers: ({ input, other = '' }) => /^mailto:.*[?&]to=/.test(input) || /^mailto:.*[?&]to=/.test(other),
  },
  {
    reason: 'The dots of a dot segment may be escaped: a dot is unreserved (RFC 3986 §6.2.2.2), and browsers agree.',
    covers: ({ input }) => /\/%2e%2e\//i.test(input),
  },
  {
    reason: 'The name of a URN keeps its case, also in the namespace uuid (RFC 8141 §3.1).',
    covers: ({ input }) => /^urn:uuid:/i.test(input),
  },
  {
    reason: 'Escapes of letters are decoded (RFC 3986 §6.2.2.2), also in the namespace of a URN.',
    covers: ({ input }) => /^urn:%66oo:/.test(input),
  },
  {
    reason:
      'A URN without a namespace or without a name has a warning, and the same text is the same URL (RFC 3986 §6.2.1).',
    covers: ({ op, input }) => op === 'equal' && /^urn:(?:[^:]*|:.*|[^:]*:)$/i.test(input),
  },
];

/** Why we differ on a row; `null` = there is no reason, so it is a miss. */
export function reasonFor(row: Row, outcome: Outcome): string | null {
  return [...own, ...differences].find(({ covers }) => covers(row, outcome))?.reason ?? null;
}
