/**
 * Public resolvers of URNs: where the names of a namespace are found, as far as its registration or its authority says.
 * A name that does not have the form of its namespace has no address.
 */
import type { NameResolver } from '../scheme.ts';

/** The name in a URN. */
interface UrnName {
  readonly namespace: string | null;
  readonly name: string;
}

type Written = readonly [whole: string, ...groups: (string | undefined)[]];

function resolver(
  namespace: string,
  front: string,
  names: RegExp,
  rest: (name: Written) => string,
): NameResolver<UrnName> {
  return {
    namespace,
    front,
    addressOf(details) {
      const name = details.namespace === namespace ? names.exec(details.name) : null;
      return name === null ? null : front + rest(name as unknown as Written);
    },
  };
}

/** The characters of names that need no escape in any part of an address. */
const PLAIN = '[\\w.:/-]{1,200}';

export const resolvers: readonly NameResolver<UrnName>[] = [
  // RFC 2648 §2.
  resolver(
    'ietf',
    'https://www.rfc-editor.org/info/',
    /^(rfc|std|bcp|fyi):0*([1-9]\d{0,4})$/i,
    ([, series = '', number = '']) => `${series.toLowerCase()}${number}`,
  ),
  resolver(
    'ietf',
    'https://datatracker.ietf.org/doc/draft-',
    /^id:([a-z\d][a-z\d-]{1,100})$/i,
    ([, draft = '']) => `${draft.toLowerCase()}/`,
  ),
  // RFC 8254 §5: national libraries resolve ISBN, each for its own books; Open Library has those of all countries.
  resolver('isbn', 'https://openlibrary.org/isbn/', /^(?:97[89]-?)?(?:\d-?){9}[\dX]$/i, ([isbn]) =>
    isbn.replaceAll('-', '').toUpperCase(),
  ),
  // RFC 8254 §7.
  resolver(
    'issn',
    'https://portal.issn.org/resource/ISSN/',
    /^(\d{4})-?(\d{3}[\dX])$/i,
    ([, first = '', second = '']) => `${first}-${second.toUpperCase()}`,
  ),
  // RFC 8458 §3: each country has its own.
  resolver('nbn', 'https://nbn-resolving.org/urn:nbn:', new RegExp(`^(?:de|ch)[:-]${PLAIN}$`, 'i'), ([name]) => name),
  resolver('nbn', 'https://urn.fi/urn:nbn:', new RegExp(`^fi[:-]${PLAIN}$`, 'i'), ([name]) => name),
  resolver('nbn', 'https://urn.kb.se/resolve?urn=urn:nbn:', new RegExp(`^se[:-]${PLAIN}$`, 'i'), ([name]) => name),
  // RFC 3061.
  resolver('oid', 'https://oid-base.com/get/', /^[0-2](?:\.(?:0|[1-9]\d{0,38})){1,60}$/, ([oid]) => oid),
];
