/**
 * Canonical forms and reference resolution for a set of scheme rules, without any text for people: the part of the
 * library that `waypost/canonical` consists of, and on which waypost.ts builds.
 */
import type { LineReader } from './lines/line-functions.ts';
import type { OctetForm, OctetForms } from './lines/octet-forms.ts';
import { type AllowedMembers, checkMembers } from './uri/arguments.ts';
import { UrlError, type UrlErrorOf } from './uri/bare-error.ts';
import type { Canonical } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import type { Idna, IdnaToAscii } from './uri/idna.ts';
import { recognizer } from './uri/pattern.ts';
import { Reread } from './uri/percent.ts';
import { cleanAsBrowsers, isBare, MAX_LENGTH, type PreparedInput, prepare, textOf } from './uri/prepare.ts';
import { readUrl } from './uri/read-url.ts';
import { makeAbsolute, mayRepeatScheme } from './uri/relative-reference.ts';
import { ABSENT, Rewrite } from './uri/rewrite.ts';
import {
  type Dialect,
  type DialectName,
  dialects,
  identityOf,
  READING_OPTIONS,
  SchemeIndex,
  type SchemeRules,
} from './uri/scheme-rules.ts';
import { Steps } from './uri/traced-text.ts';
import type { UrlInput } from './uri/url-object.ts';

/** How to read a URL. An unknown option, or a wrong value, is a `TypeError`. */
export interface Options {
  /** The absolute URL against which a relative reference is resolved. */
  readonly base?: UrlInput | undefined;
  /** `current` by default. */
  readonly dialect?: DialectName | undefined;
  /**
   * Reads `scheme:rel` against a base of the same scheme as relative (RFC 3986 §5.2.2, "backward compatibility"). For
   * http, https, ftp and file this is always so, as in browsers.
   */
  readonly lax?: boolean | undefined;
}

/** What a library has besides its schemes. */
export interface LibraryOptions {
  /**
   * International domain names: `idna` of this package, which brings tables. Without it, a host with characters outside
   * of ASCII is a {@link UrlError} with the code `host-idna-unavailable`, and `hostUnicode` is in ASCII.
   */
  readonly idna?: Idna | undefined;
  /**
   * A faster pass for `canonicalize` and `resolve`: `octetForms` of this package, 5 KiB after gzip. The results are the
   * same.
   */
  readonly octets?: OctetForms | undefined;
}

/** Without the faster pass, every URL that is not recognised takes the pass over texts. */
export function withoutOctets({ index }: Reader): OctetForm {
  const isCanonical = recognizer(index);
  return { of: (url) => (isCanonical(url) ? url : null), ofTarget: () => null };
}

/** The steps of the fast path, which are forgotten. */
const FORGOTTEN = new Steps();

/** The canonical forms of a set of schemes, as {@link createWaypost} documents them. */
export interface Canonicalizer {
  canonicalize(url: UrlInput, options?: Options): Canonical;
  resolve(reference: UrlInput, base: UrlInput, options?: Options): Canonical;
  resolver(base: UrlInput, options?: Options): (reference: UrlInput) => Canonical;
  equivalent(a: UrlInput, b: UrlInput, options?: Options): boolean;
}

/** Reads URLs by a set of rules with the pass over texts. */
export interface Reader<Definition extends SchemeRules = SchemeRules> {
  readonly definitions: readonly Definition[];
  /** The rules of every other scheme. */
  readonly unknown: Definition;
  readonly index: SchemeIndex<Definition>;
  /** Makes the error of an input that is refused. */
  readonly errorOf: UrlErrorOf;
  /** The text of an input. @throws an error if it is neither a string nor a `URL` object, or is too long */
  inputOf(url: UrlInput): string;
  /** Begins a pass over texts that records nothing. */
  newPass(): Rewrite<string>;
  /** Reads an input with such a pass; `prepared` is `null` if the input can be read as it is. */
  readInto(pass: Rewrite<string>, prepared: PreparedInput | null, input: string, dialect: Dialect): void;
  /** The output of a finished pass. */
  outputOf(pass: Rewrite<string>): Canonical;
  /** The output of a pass over an input; `prepared` is `null` if the input needs no preparation. */
  canonicalOf(prepared: PreparedInput | null, input: string, dialect: Dialect): Canonical;
  /** The canonical form of a text. */
  formOfText(text: string, dialect: Dialect): Canonical;
}

/**
 * Makes the reader for a set of schemes.
 *
 * @param definitions - the known schemes
 * @param unknown - the rules of every other scheme
 * @param idna - maps international domain names
 * @param errorOf - makes the error of an input that is refused
 */
export function createReader<Definition extends SchemeRules>(
  definitions: readonly Definition[],
  unknown: Definition,
  idna: IdnaToAscii,
  errorOf: UrlErrorOf,
): Reader<Definition> {
  const index = new SchemeIndex<Definition>(definitions, unknown);
  const inputOf = (url: UrlInput): string => textOf(url, errorOf);
  const newPass = (): Rewrite<string> => new Rewrite<string>(idna, errorOf);
  // The calls of the fast path share one pass. While it runs, this is `null`, so that a scheme that calls the library
  // from its own rules gets another pass. A pass that throws is dropped.
  let idlePass: Rewrite<string> | null = null;

  function takePass(): Rewrite<string> {
    const pass = idlePass ?? newPass();
    idlePass = null;
    return pass;
  }

  function canonicalOf(prepared: PreparedInput | null, input: string, dialect: Dialect): Canonical {
    const pass = takePass();
    readInto(pass, prepared, input, dialect);
    const canonical = outputOf(pass);
    idlePass = pass;
    return canonical;
  }

  function formOfText(text: string, dialect: Dialect): Canonical {
    return canonicalOf(isBare(text) ? null : prepare(text, FORGOTTEN), text, dialect);
  }

  function readInto(pass: Rewrite<string>, prepared: PreparedInput | null, input: string, dialect: Dialect): void {
    try {
      if (prepared === null) pass.begin(input, input, null);
      else pass.begin(prepared.text, input, prepared.originOf, prepared.cleaned);
      readUrl(pass, index, dialect);
    } catch (error) {
      if (error !== Reread) throw error;
      readInto(pass, cleanAsBrowsers(prepared ?? prepare(input, FORGOTTEN)), input, dialect);
    }
  }

  function outputOf(pass: Rewrite<string>): Canonical {
    const canonical = pass.end();
    if (canonical.length > MAX_LENGTH) throw errorOf('too-long', pass.input.length, pass.input);
    return canonical as Canonical;
  }

  return { definitions, unknown, index, errorOf, inputOf, newPass, readInto, outputOf, canonicalOf, formOfText };
}

/**
 * The canonical form of a base.
 *
 * @param formOf - reads the base
 * @throws an error with the code `base-invalid` if it is not a URL
 */
function canonicalBase(formOf: () => Canonical, errorOf: UrlErrorOf): Canonical {
  try {
    return formOf();
  } catch (error) {
    throw error instanceof UrlError ? errorOf('base-invalid', error.index, error.input, { cause: error }) : error;
  }
}

/** Makes an input absolute, without its wrappers; `steps` records what changes. */
export function prepareInput(
  { index, errorOf, inputOf, formOfText }: Reader,
  url: string,
  options: Options | undefined,
  dialect: Dialect,
  steps: Steps,
): PreparedInput {
  if (options?.base === undefined) return prepare(url, steps);
  const { base, lax = false } = options;
  const absolute = canonicalBase(() => formOfText(inputOf(base), dialect), errorOf);
  return makeAbsolute(url, absolute, index, lax, errorOf, steps);
}

/**
 * Makes the functions for a set of schemes.
 *
 * @param reader - reads what the faster pass leaves
 * @param octetForm - the faster pass
 */
export function createCanonicalizer(reader: Reader, octetForm: OctetForm): Canonicalizer {
  const { index, errorOf, inputOf, canonicalOf, formOfText } = reader;

  function canonicalize(input: UrlInput, options?: Options): Canonical {
    const dialect = dialectOf(options);
    return options?.base === undefined ? formOf(input, dialect) : target(input, options.base, dialect, options.lax);
  }

  function formOf(input: UrlInput, dialect: Dialect): Canonical {
    const url = inputOf(input);
    const form = dialect === dialects.current ? octetForm.of(url) : null;
    return form ?? formOfText(url, dialect);
  }

  function resolve(input: UrlInput, base: UrlInput, options?: Options): Canonical {
    return target(input, base, dialectOf(options), options?.lax);
  }

  function target(input: UrlInput, base: UrlInput, dialect: Dialect, lax = false): Canonical {
    const reference = inputOf(input);
    const plain = typeof base === 'string' ? plainTarget(reference, base, dialect, lax) : null;
    return plain ?? targetOf(reference, baseForm(base, dialect), dialect, lax);
  }

  function resolver(base: UrlInput, options?: Options): (reference: UrlInput) => Canonical {
    const dialect = dialectOf(options);
    const lax = options?.lax === true;
    const absolute = baseForm(base, dialect);
    return (input) => {
      const reference = inputOf(input);
      return plainTarget(reference, absolute, dialect, lax) ?? targetOf(reference, absolute, dialect, lax);
    };
  }

  function baseForm(base: UrlInput, dialect: Dialect): Canonical {
    return canonicalBase(() => formOf(base, dialect), errorOf);
  }

  function targetOf(reference: string, absolute: Canonical, dialect: Dialect, lax: boolean): Canonical {
    if (
      isBare(reference) &&
      schemeEnd(reference) !== ABSENT &&
      !mayRepeatScheme(reference, absolute.slice(0, schemeEnd(absolute)))
    )
      return formOf(reference, dialect);
    return canonicalOf(makeAbsolute(reference, absolute, index, lax, errorOf, FORGOTTEN), reference, dialect);
  }

  /** The target by the faster pass; `null` = it leaves the reference, or there is an error in it or in its base. */
  function plainTarget(reference: string, base: string, dialect: Dialect, lax: boolean): Canonical | null {
    return lax || dialect !== dialects.current ? null : octetForm.ofTarget(reference, base);
  }

  function equivalent(a: UrlInput, b: UrlInput, options?: Options): boolean {
    const [left, right] = [canonicalize(a, options), canonicalize(b, options)];
    if (left === right) return true;
    const { definition } = index.find(left, schemeEnd(left));
    return identityOf(left, definition) === identityOf(right, definition);
  }

  return { canonicalize, resolve, resolver, equivalent };
}

/** What `lineFunctionsOf` needs of a library. */
export function lineReaderOf({ definitions, unknown, errorOf, inputOf, formOfText }: Reader): LineReader {
  const canonicalizeLine = (line: string): Canonical => formOfText(inputOf(line), dialects.current);
  return { definitions, unknown, canonicalizeLine, errorOf };
}

/** The dialect of some options. @throws TypeError if the options are not what is `allowed` */
export function dialectOf(options: Options | undefined, allowed: AllowedMembers = READING_OPTIONS): Dialect {
  if (options === undefined) return dialects.current;
  checkMembers(options, allowed);
  return dialects[options.dialect ?? 'current'];
}
