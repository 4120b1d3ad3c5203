/** The library for a set of schemes: it prepares the input, reads it once, and returns the result. */
import { type Compared, type Comparison, comparisonOf } from './comparison.ts';
import type { ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { type Canonical, canonicalParts, type ParsedUrl, type Parts, parsedUrlOf } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import { type Diagnostic, DiagnosticList } from './uri/diagnostic.ts';
import { safely, UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';
import { type Idna, withoutIdna } from './uri/idna.ts';
import { recognizer } from './uri/pattern.ts';
import { Reread } from './uri/percent.ts';
import { isPlainReference, resolvePlain } from './uri/plain-reference.ts';
import { checkInput, cleanAsBrowsers, isBare, MAX_LENGTH, type PreparedInput, prepare } from './uri/prepare.ts';
import { readUrl } from './uri/read-url.ts';
import { RecordedRewrite } from './uri/recorded-rewrite.ts';
import { makeAbsolute, mayRepeatScheme } from './uri/relative-reference.ts';
import { candidateReferences } from './uri/relativization.ts';
import { ABSENT, Rewrite } from './uri/rewrite.ts';
import { type Dialect, type DialectName, dialects, SchemeIndex } from './uri/scheme-rules.ts';
import { diagnosticOf, type Steps } from './uri/traced-text.ts';

/** Up to this length together, a base and a reference cannot exceed `MAX_LENGTH` once they are canonical. */
const PLAIN_LENGTH = MAX_LENGTH / 32;

/** How to read a URL. */
export interface Options {
  /** The absolute URL against which a relative reference is resolved. */
  readonly base?: string | undefined;
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
   * International domain names: `idna` of this package, 5.4 KiB after gzip. Without it, a host with characters outside
   * of ASCII is a {@link UrlError} with the code `host-idna-unavailable`, and `hostUnicode` is in ASCII.
   */
  readonly idna?: Idna | undefined;
}

/** What `explain` returns for URLs of a scheme definition: `ResolutionOfScheme<typeof gopher>`. */
export type ResolutionOfScheme<Definition> =
  Definition extends Scheme<infer Kind, infer Details, infer Request, infer Code>
    ? ResolutionOf<Kind, Details, Request, Code>
    : never;

/** The library with the schemes that were passed to {@link createWaypost}. */
export interface Waypost<Definition extends Scheme = Scheme> {
  canonicalize(url: string, options?: Options): Canonical;
  parse(url: string, options?: Options): ParsedUrl;
  explain(url: string, options?: Options): ResolutionOfScheme<Definition | typeof unknown>;
  resolve(reference: string, base: string, options?: Options): Canonical;
  resolver(base: string, options?: Options): (reference: string) => Canonical;
  relativize(target: string, base: string, options?: Pick<Options, 'dialect'>): string;
  equivalent(a: string, b: string, options?: Options): boolean;
  compare(a: string, b: string, options?: Options): Comparison;
  readonly schemes: ReadonlyMap<string, Scheme>;
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
  const idna = options.idna ?? withoutIdna;
  const index = new SchemeIndex<Scheme>(definitions, unknown);
  const schemes: ReadonlyMap<string, Scheme> = new Map(definitions.map((scheme) => [scheme.name, scheme]));
  const isCanonical = recognizer(definitions);
  // The calls of the fast path share one pass. While it runs, this is `null`, so that a scheme that calls the library
  // from its own rules gets another pass. A pass that throws is dropped.
  let idlePass: Rewrite | null = new Rewrite(idna);

  function takePass(): Rewrite {
    const pass = idlePass ?? new Rewrite(idna);
    idlePass = null;
    return pass;
  }

  function canonicalize(url: string, options?: Options): Canonical {
    if (options?.base !== undefined) return resolve(url, options.base, options);
    checkInput(url);
    const dialect = dialectOf(options);
    if (dialect === dialects.current && isCanonical(url)) return url;
    return canonicalOf(isBare(url) ? null : prepare(url), url, dialect);
  }

  function resolve(reference: string, base: string, options?: Options): Canonical {
    checkInput(reference);
    return plainTarget(reference, base, options) ?? targetOf(reference, canonicalBase(base, options), options);
  }

  function resolver(base: string, options?: Options): (reference: string) => Canonical {
    const absolute = canonicalBase(base, options);
    return (reference) => {
      checkInput(reference);
      return plainTarget(reference, absolute, options) ?? targetOf(reference, absolute, options);
    };
  }

  /** The target of a reference that needs no preparation; `null` = it does, or there is an error. */
  function plainTarget(reference: string, base: string, options: Options | undefined): Canonical | null {
    if (options?.lax === true || dialectOf(options) !== dialects.current) return null;
    return isPlainReference(reference) ? resolvedPlain(reference, base) : null;
  }

  function targetOf(reference: string, absolute: Canonical, options: Options | undefined): Canonical {
    const dialect = dialectOf(options);
    const strict = options?.lax !== true;
    if (isBare(reference) && schemeEnd(reference) !== ABSENT && !mayRepeatScheme(reference, absolute))
      return canonicalize(reference, options && { dialect: options.dialect });
    return canonicalOf(makeAbsolute(reference, absolute, index, !strict), reference, dialect);
  }

  /** The common case. `null` on errors: the general case finds out whether the reference or its base is wrong. */
  function resolvedPlain(reference: string, base: string): Canonical | null {
    if (typeof base !== 'string' || base.length + reference.length > PLAIN_LENGTH) return null;
    try {
      const pass = takePass();
      const target = resolvePlain(pass, reference, base, index) as Canonical | null;
      idlePass = pass;
      return target;
    } catch {
      return null;
    }
  }

  /** The output of a pass over an input; `prepared` is `null` if the input needs no preparation. */
  function canonicalOf(prepared: PreparedInput | null, input: string, dialect: Dialect): Canonical {
    const pass = takePass();
    readInto(pass, prepared, input, dialect);
    const canonical = outputOf(pass);
    idlePass = pass;
    return canonical;
  }

  function equivalent(a: string, b: string, options?: Options): boolean {
    return canonicalize(a, options) === canonicalize(b, options);
  }

  function relativize(target: string, base: string, options?: Pick<Options, 'dialect'>): string {
    const settings = { dialect: options?.dialect };
    const absolute = canonicalBase(base, settings);
    const wanted = canonicalize(target, settings);
    // Schemes resolve by rules of their own, so a candidate may lead elsewhere, or nowhere.
    const leadsBack = (reference: string): boolean => {
      const found = safely(resolve)(reference, absolute, settings);
      return found.ok && found.value === wanted;
    };
    return candidateReferences(wanted, absolute).find(leadsBack) ?? wanted;
  }

  function compare(a: string, b: string, options?: Options): Comparison {
    return comparisonOf(meaningOf(a, options), meaningOf(b, options), options?.base === undefined);
  }

  /** A resolution without diagnostics. */
  function meaningOf(url: string, options: Options | undefined): Compared {
    const canonical = canonicalize(url, options);
    const definition = schemeOf(canonical);
    return {
      resolution: resolutionOf(url, canonical, definition, canonicalParts(canonical, definition, idna)),
      definition,
    };
  }

  function parse(url: string, options?: Options): ParsedUrl {
    const pass = new Rewrite(idna);
    readInto(pass, prepareInput(url, options), url, dialectOf(options));
    const canonical = outputOf(pass);
    return parsedUrlOf(pass, canonical, url, schemeOf(canonical));
  }

  function explain(url: string, options?: Options): ResolutionOfScheme<Definition | typeof unknown> {
    const dialect = dialectOf(options);
    const prepared = prepareInput(url, options);
    const { pass, scheme, steps } = record(prepared, dialect);
    const canonical = outputOf(pass);
    const parts = canonicalParts(canonical, scheme, idna);
    const { items, omitted } = joined(prepared, steps, pass, notesOfReference(prepared, scheme, parts));
    const resolution = {
      ...resolutionOf(url, canonical, scheme, parts),
      diagnostics: items,
      omittedDiagnostics: omitted,
    };
    // `kind`, `details` and `request` come from one definition, which the index cannot tell the type system.
    return resolution as ResolutionOfScheme<Definition | typeof unknown>;
  }

  /** Reads, and records a diagnostic for every change. A text that must be cleaned is read again from the start. */
  function record(prepared: PreparedInput, dialect: Dialect): { pass: RecordedRewrite; scheme: Scheme; steps: Steps } {
    const { text, input, originOf, cleaned, steps } = prepared;
    const pass = new RecordedRewrite(idna);
    try {
      const { definition } = readUrl(pass.begin(text, input, originOf, cleaned), index, dialect);
      return { pass, scheme: definition, steps };
    } catch (error) {
      if (error !== Reread) throw error;
      return record(cleanAsBrowsers(prepared), dialect);
    }
  }

  /** Reads without diagnostics; `prepared` is `null` if the input can be read as it is. */
  function readInto(pass: Rewrite, prepared: PreparedInput | null, input: string, dialect: Dialect): void {
    try {
      if (prepared === null) pass.begin(input, input, null);
      else pass.begin(prepared.text, input, prepared.originOf, prepared.cleaned);
      readUrl(pass, index, dialect);
    } catch (error) {
      if (error !== Reread) throw error;
      readInto(pass, cleanAsBrowsers(prepared ?? prepare(input)), input, dialect);
    }
  }

  function prepareInput(url: string, options: Options | undefined): PreparedInput {
    checkInput(url);
    if (options?.base === undefined) return prepare(url);
    return makeAbsolute(url, canonicalBase(options.base, options), index, options.lax === true);
  }

  function canonicalBase(base: string, options: Options | undefined): Canonical {
    try {
      return canonicalize(base, options === undefined ? undefined : { dialect: options.dialect });
    } catch (error) {
      throw error instanceof UrlError
        ? new UrlError(generic['base-invalid'], error.index, error.input, { cause: error })
        : error;
    }
  }

  function schemeOf(canonical: Canonical): Scheme {
    return index.find(canonical, schemeEnd(canonical)).definition;
  }

  /** The scheme's diagnostic about the target of a relative reference. */
  function notesOfReference({ base, input }: PreparedInput, scheme: Scheme, target: Parts): Diagnostic[] {
    if (base === null) return [];
    const diagnostic = scheme.noteReference?.(canonicalParts(base, schemeOf(base), idna), target) ?? null;
    return diagnostic === null ? [] : [diagnosticOf({ diagnostic, at: [0, input.length], after: input }, input)];
  }

  return { canonicalize, parse, explain, resolve, resolver, relativize, equivalent, compare, schemes };
}

/** What the parts of a canonical URL mean, without diagnostics. */
function resolutionOf(
  input: string,
  canonical: Canonical,
  scheme: Scheme,
  parts: Parts,
): ResolutionOf<string, unknown, unknown> {
  const details = scheme.details(parts);
  const { user, password, host, hostUnicode, port, explicitPort, path, query, fragment } = parts;
  return {
    kind: scheme.kind,
    input,
    canonical,
    scheme: parts.scheme,
    // Named one by one, because a rest property is copied slowly.
    components: { user, password, host, hostUnicode, port, explicitPort, path, query, fragment },
    details,
    request: scheme.request(parts, details),
    diagnostics: [],
    omittedDiagnostics: 0,
  };
}

/** All diagnostics of one URL: of its preparation, of the pass, and of the scheme. */
function joined(
  { input }: PreparedInput,
  steps: Steps,
  { diagnostics }: RecordedRewrite,
  notes: readonly Diagnostic[],
): DiagnosticList<Diagnostic> {
  const list = new DiagnosticList<Diagnostic>(({ code }) => code);
  for (const step of steps.list) list.add(diagnosticOf(step, input));
  for (const diagnostic of diagnostics.items) list.add(diagnostic);
  for (const note of notes) list.add(note);
  list.omitted += steps.omitted + diagnostics.omitted;
  return list;
}

function dialectOf(options: Options | undefined): Dialect {
  const name = options?.dialect ?? 'current';
  if (!Object.hasOwn(dialects, name)) {
    throw new TypeError(`The dialect must be ${Object.keys(dialects).join(' or ')}, not ${String(name)}.`);
  }
  return dialects[name];
}

/** The output of a finished pass. */
function outputOf(pass: Rewrite): Canonical {
  const canonical = pass.end();
  if (canonical.length > MAX_LENGTH) throw new UrlError(generic['too-long'], pass.input.length, pass.input);
  return canonical as Canonical;
}
