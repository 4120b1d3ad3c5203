/** What urn links mean. */
import { endOr } from '../../uri/components.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { Explanation, Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import { resolvers } from './resolvers.ts';
import * as rules from './rules.ts';

const diagnostics = defineDiagnostics({
  'urn-namespace-case': info('The namespace of a URN is written in lower case.', 'RFC 8141', '3.1'),
  'urn-syntax': warning(
    'A URN is a namespace of 2 to 32 letters, digits and hyphens, a colon, and a name: urn:isbn:0395363411.',
    'RFC 8141',
    '2',
  ),
});

export interface UrnDetails {
  /** The namespace identifier (NID), in lower case; `null` if there is none. */
  readonly namespace: string | null;
  /** The namespace-specific string (NSS), percent-encoded: in it, an escape is not the character. */
  readonly name: string;
  /** The r-component, percent-encoded: parameters for a resolver. `null` = none. */
  readonly resolution: string | null;
  /** The q-component, percent-encoded: parameters for what the URN names. `null` = none. */
  readonly query: string | null;
}

const NAMESPACE = /^[a-z0-9][a-z0-9-]{0,30}[a-z0-9]$/;

function noteName(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const written = pass.written(mark, pass.pathTo);
  const colon = written.indexOf(':');
  const [namespace, name] = [written.slice(0, Math.max(0, colon)), written.slice(colon + 1)];
  if (!NAMESPACE.test(namespace) || name === '' || name.startsWith('/'))
    pass.note('urn-syntax', pass.pathFrom, pass.pathTo);
}

function details({ path, query }: Parts): UrnDetails {
  const colon = path.indexOf(':');
  return {
    namespace: colon === -1 ? null : path.slice(0, colon),
    name: path.slice(colon + 1),
    ...componentsOf(`?${query ?? ''}`),
  };
}

/** The components in `?+…?=…`. A question mark in the first does not begin the second, but `?=` does. */
function componentsOf(query: string): Pick<UrnDetails, 'resolution' | 'query'> {
  const own = endOr(query.indexOf('?='), query.length);
  const isKnown = own === 0 || query.startsWith('?+');
  return {
    resolution: query.startsWith('?+') ? query.slice(2, own) : null,
    query: isKnown && own < query.length ? query.slice(own + 2) : null,
  };
}

type UrnResolution = ResolutionOf<'urn', UrnDetails, never>;

function sentence({ details: { namespace, name } }: UrnResolution): string {
  return namespace === null
    ? `The name ${quote(name)}, without a namespace.`
    : `The name ${quote(name)} in the namespace ${quote(namespace)}.`;
}

function explanation({ details: { namespace, name } }: UrnResolution): Explanation {
  return {
    what: 'A permanent name. It says what something is, not where it is.',
    needed: 'A catalogue of its namespace may know places where it is.',
    program: null,
    details: [
      ['Namespace', namespace],
      ['Name', name],
    ],
  };
}

export const urn: Scheme<'urn', UrnDetails, never, keyof typeof diagnostics> = {
  ...rules.urn,
  kind: 'urn',
  title: 'Uniform Resource Name',
  specifications: [
    { document: 'RFC 8141', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'Registration of naming schemes' },
  ],
  example: 'urn:isbn:0395363411',
  diagnostics,
  notePath: noteName,
  equivalence: { name: 'urn-equivalence', spec: { document: 'RFC 8141', section: '3.1' } },
  details,
  sentence,
  explanation,
  templateVariables: { namespace: 'the namespace.', name: 'the name in the namespace, percent-encoded.' },
  resolvers,
  linkable: false,
  gatewayPath: false,
  rewrittenByEmbed: false,
};
