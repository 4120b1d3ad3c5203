/** The functions of a library for lines of octets. */
import type { UrlError, UrlErrorOf } from '../uri/bare-error.ts';
import type { DialectName, SchemeRules } from '../uri/scheme-rules.ts';
import { type LineCanonicalizer, type LineSettings, Lines, type Octets, terminatorOf } from './canonicalize-lines.ts';
import { OctetPass } from './octet-pass.ts';
import { Plans } from './plans.ts';
import { type OctetSource, pushAll, transformStreamOf } from './streams.ts';
import type { LineEnd } from './tables.ts';

/** How the URLs of lines are read, as in `canonicalize`, and how lines are read and written. */
export interface LineOptions<Failure extends UrlError = UrlError> extends LineSettings<Failure> {
  /** The absolute URL against which relative references are resolved. */
  readonly base?: string | undefined;
  /** `current` by default. */
  readonly dialect?: DialectName | undefined;
  /** Whether `scheme:rel` is relative to a base of the same scheme. */
  readonly lax?: boolean | undefined;
}

/** The functions for lines of one library. */
export interface LineFunctions {
  canonicalizeLines(source: OctetSource, options?: LineOptions): AsyncGenerator<Octets, void, undefined>;
  canonicalizeLinesStream(options?: LineOptions): TransformStream<Uint8Array<ArrayBufferLike>, Octets>;
  lineCanonicalizer(options?: LineOptions): LineCanonicalizer;
}

/** The options of `canonicalize` that lines have too. */
type UrlOptions = Omit<LineOptions, keyof LineSettings>;

/** What lines need of a library. */
interface LineReader {
  canonicalize(url: string, options?: UrlOptions): string;
  /** The same without options, for what the octet pass leaves: few of these lines are canonical. */
  canonicalizeLine(line: string): string;
  readonly errorOf: UrlErrorOf;
}

/**
 * Makes the functions for lines.
 *
 * @param definitions - the known schemes
 * @param unknown - the rules of every other scheme
 * @param reader - the library
 */
export function lineFunctions(
  definitions: readonly SchemeRules[],
  unknown: SchemeRules,
  { canonicalize, canonicalizeLine, errorOf }: LineReader,
): LineFunctions {
  // Tables take a millisecond, so they are made when they are first needed.
  const plans = new Map<LineEnd, Plans>();
  const plansOf = (lineEnd: LineEnd): Plans => {
    const made = plans.get(lineEnd) ?? new Plans(definitions, unknown, lineEnd);
    plans.set(lineEnd, made);
    return made;
  };

  function lineCanonicalizer(options: LineOptions = {}): LineCanonicalizer {
    const { base, dialect = 'current', lax, lineEnd = '\n' } = options;
    terminatorOf(options);
    if (base === undefined && dialect === 'current') {
      return new Lines(new OctetPass(plansOf(lineEnd), lineEnd), canonicalizeLine, errorOf, options);
    }
    // A wrong base or dialect is an error of the caller, not of every line.
    canonicalize(base ?? ABSOLUTE, { dialect });
    return new Lines(null, (url) => canonicalize(url, { base, dialect, lax }), errorOf, options);
  }

  return {
    lineCanonicalizer,
    canonicalizeLines: (source, options) => pushAll(lineCanonicalizer(options), source),
    canonicalizeLinesStream: (options) => transformStreamOf(lineCanonicalizer(options)),
  };
}

/** A URL that every library reads. */
const ABSOLUTE = 'x-example:anything';
