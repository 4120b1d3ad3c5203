/** The functions of a library for lines of octets. */
import { type AllowedMembers, checkMembers, FLAG, requireLibrary } from '../uri/arguments.ts';
import type { UrlError, UrlErrorOf } from '../uri/bare-error.ts';
import { type DialectName, READING_OPTIONS, type SchemeRules } from '../uri/scheme-rules.ts';
import type { UrlInput } from '../uri/url-object.ts';
import { type LineCanonicalizer, type LineSettings, OctetLines, type Octets } from './canonicalize-lines.ts';
import { OctetPass } from './octet-pass.ts';
import { Plans } from './plans.ts';
import { type LineStream, type OctetSource, piecesOf, pushAll, transformStreamOf } from './streams.ts';
import type { LineEnd } from './tables.ts';

/** How the URLs of lines are read, as in `canonicalize`, and how lines are read and written. */
export interface LineOptions<Failure extends UrlError = UrlError> extends LineSettings<Failure> {
  /** The absolute URL against which relative references are resolved. It is read once, before the first line. */
  readonly base?: UrlInput | undefined;
  /** `current` by default. */
  readonly dialect?: DialectName | undefined;
  /** Whether `scheme:rel` is relative to a base of the same scheme. */
  readonly lax?: boolean | undefined;
}

/** What each option may be. */
const LINE_OPTIONS: AllowedMembers = {
  ...READING_OPTIONS,
  lineEnd: ['"\\n" or "\\0"', '\n', '\0'],
  keep: FLAG,
  onError: ['a function'],
  onDriveLetter: ['a function'],
};

/** The functions for lines of one library. */
export interface LineFunctions {
  canonicalizeLines(source: OctetSource, options?: LineOptions): AsyncGenerator<Octets, void, undefined>;
  canonicalizeLinesStream(options?: LineOptions): LineStream;
  lineCanonicalizer(options?: LineOptions): LineCanonicalizer;
}

/** What lines need of a library: its rules, and what its octet pass leaves to strings. */
export interface LineReader {
  readonly definitions: readonly SchemeRules[];
  /** The rules of every other scheme. */
  readonly unknown: SchemeRules;
  /** `canonicalize` without options, for what the octet pass leaves: few of these lines are canonical. */
  canonicalizeLine(line: string): string;
  readonly errorOf: UrlErrorOf;
}

/** What `lineFunctionsOf` takes: the library that `createWaypost` makes. */
export interface LineLibrary {
  canonicalize(url: UrlInput, options?: Pick<LineOptions, 'dialect'>): string;
  resolver(base: UrlInput, options?: Pick<LineOptions, 'dialect' | 'lax'>): (reference: UrlInput) => string;
  readonly lineReader: LineReader;
}

/**
 * Makes the functions for lines of a library. They are no members of it, so that a program without lines does not ship
 * their tables.
 *
 * @param library - what `createWaypost` returns
 * @example
 * ```ts
 * const { lineCanonicalizer } = lineFunctionsOf(createWaypost([gopher]));
 * const octets = new TextEncoder().encode('GOPHER://H.example/1\n');
 * new TextDecoder().decode(lineCanonicalizer().push(octets)); // 'gopher://h.example/\n'
 * ```
 */
export function lineFunctionsOf(library: LineLibrary): LineFunctions {
  requireLibrary(library, 'canonicalize', 'resolver', 'lineReader');
  const { canonicalize, resolver } = library;
  const { definitions, unknown, canonicalizeLine, errorOf } = library.lineReader;
  // Tables take a millisecond, so they are made when they are first needed.
  const plans = new Map<LineEnd, Plans>();
  const plansOf = (lineEnd: LineEnd): Plans => {
    const made = plans.get(lineEnd) ?? new Plans(definitions, unknown, lineEnd);
    plans.set(lineEnd, made);
    return made;
  };

  function lineCanonicalizer(options: LineOptions = {}): LineCanonicalizer {
    checkMembers(options, LINE_OPTIONS);
    const { base, dialect = 'current', lax, lineEnd = '\n' } = options;
    if (base === undefined && dialect === 'current') {
      return new OctetLines(new OctetPass(plansOf(lineEnd), lineEnd), canonicalizeLine, errorOf, options);
    }
    if (base !== undefined) return new OctetLines(null, resolver(base, { dialect, lax }), errorOf, options);
    return new OctetLines(null, (url) => canonicalize(url, { dialect }), errorOf, options);
  }

  return {
    lineCanonicalizer,
    canonicalizeLines: (source, options) => pushAll(lineCanonicalizer(options), piecesOf(source)),
    canonicalizeLinesStream: (options) => transformStreamOf(lineCanonicalizer(options)),
  };
}
