/** The library for a set of schemes. Other functions, such as `explain`, are made from it: see explanation.ts. */

import {
  type Canonicalizer,
  createCanonicalizer,
  createReader,
  dialectOf,
  type LibraryOptions,
  lineReaderOf,
  type Options,
  prepareInput,
  type Reader,
  withoutOctets,
} from './canonicalizer.ts';
import type { LineReader } from './lines/line-functions.ts';
import type { Scheme } from './schemes/scheme.ts';
import { type AllowedMembers, checkMembers, requireDefinitions } from './uri/arguments.ts';
import { type ParsedUrl, parsedUrlOf } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import { urlErrorsOf } from './uri/error.ts';
import { genericErrors } from './uri/generic-errors.ts';
import { type Idna, withoutIdna } from './uri/idna.ts';
import { type SchemeRules, unknownRules } from './uri/scheme-rules.ts';
import { Steps } from './uri/traced-text.ts';
import type { UrlInput } from './uri/url-object.ts';

export type { LibraryOptions, Options } from './canonicalizer.ts';

/** The components of a URL, percent-encoded and not normalized. */
export type Parse = (url: UrlInput, options?: Options) => ParsedUrl;

/** What each option may be. */
const LIBRARY_OPTIONS: AllowedMembers = { idna: ['an object'], octets: ['a function'] };

/** The library with the schemes that were passed to {@link createWaypost}. */
export interface Waypost<Definition extends Scheme = Scheme> extends Canonicalizer {
  readonly parse: Parse;
  readonly schemes: ReadonlyMap<string, Definition>;
  /** International domain names, as the option has them. */
  readonly idna: Idna;
  /** What `lineFunctionsOf` needs of a library. */
  readonly lineReader: LineReader;
}

/**
 * Makes the library for a set of schemes, so that a program ships only those that it needs.
 *
 * @param definitions - the known schemes; every other scheme is read by RFC 3986 alone
 * @param options - what the library has besides
 * @example
 * ```ts
 * const { canonicalize } = createWaypost([gopher, ftp], { idna });
 * canonicalize('GOPHER://Bücher.example:70/'); // 'gopher://xn--bcher-kva.example/'
 * ```
 */
export function createWaypost<Definition extends Scheme>(
  definitions: readonly Definition[],
  options: LibraryOptions = {},
): Waypost<Definition> {
  requireDefinitions(definitions);
  checkMembers(options, LIBRARY_OPTIONS);
  const idna = options.idna ?? withoutIdna;
  const errorOf = urlErrorsOf(Object.assign({}, genericErrors, ...definitions.map(({ diagnostics }) => diagnostics)));
  const reader = createReader<SchemeRules>(definitions, unknownRules, idna, errorOf);
  const octetForm = options.octets?.(definitions, unknownRules) ?? withoutOctets(reader);
  return {
    ...createCanonicalizer(reader, octetForm),
    parse: parseOf(reader),
    schemes: schemesOf(definitions),
    idna,
    lineReader: lineReaderOf(reader),
  };
}

/** Rules or definitions by the names of their schemes. */
export function schemesOf<Rules extends SchemeRules>(all: readonly Rules[]): ReadonlyMap<string, Rules> {
  return new Map(all.map((scheme) => [scheme.name, scheme]));
}

/** Makes `parse` for the schemes of a reader. */
export function parseOf(reader: Reader): Parse {
  const { index, inputOf, newPass, readInto, outputOf } = reader;
  return (url, options) => {
    const dialect = dialectOf(options);
    const input = inputOf(url);
    const pass = newPass();
    readInto(pass, prepareInput(reader, input, options, dialect, new Steps()), input, dialect);
    const canonical = outputOf(pass);
    return parsedUrlOf(pass, canonical, input, index.find(canonical, schemeEnd(canonical)).definition);
  };
}
