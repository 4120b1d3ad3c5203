/** The library for a set of schemes: it prepares the input, reads it once, and returns the result. */
import {
  type Canonicalizer,
  createCanonicalizer,
  dialectOf,
  type LibraryOptions,
  type Options,
} from './canonicalizer.ts';
import type { Compared } from './comparison.ts';
import { Extent } from './schemes/extent.ts';
import type { ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { MOST_ENTRIES, MOST_REQUEST_TEXT, told } from './told.ts';
import { type AllowedMembers, checkMembers, FLAG, requireDefinitions } from './uri/arguments.ts';
import type { UrlErrorOf } from './uri/bare-error.ts';
import { type Canonical, canonicalParts, type ParsedUrl, type Parts, parsedUrlOf } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import {
  type Diagnostic,
  DiagnosticList,
  type DiagnosticTable,
  described,
  entryOf,
  type UrlFinding,
} from './uri/diagnostic.ts';
import { UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';
import { messageOfHost } from './uri/host-defects.ts';
import { withoutIdna } from './uri/idna.ts';
import { Reread } from './uri/percent.ts';
import { cleanAsBrowsers, type PreparedInput } from './uri/prepare.ts';
import { readUrl } from './uri/read-url.ts';
import { RecordedRewrite, RecordedSteps } from './uri/recorded-rewrite.ts';
import { reservationOf } from './uri/reserved-ports.ts';
import { Rewrite } from './uri/rewrite.ts';
import { type Dialect, READING_OPTIONS } from './uri/scheme-rules.ts';
import { findingOf, Steps } from './uri/traced-text.ts';
import type { UrlInput } from './uri/url-object.ts';

export type { LibraryOptions, Options } from './canonicalizer.ts';

/** How to explain a URL. */
export interface ExplainOptions extends Options {
  /**
   * Whether lists and texts are complete, as a client needs them. By default, a resolution as JSON has at most 16 KiB
   * and eight times the octets of the input as JSON or of the canonical form, whichever is longer: long lists and texts
   * are cut, and what they lack is counted.
   */
  readonly complete?: boolean | undefined;
}

/** What each option may be. */
const EXPLAIN_OPTIONS = { ...READING_OPTIONS, complete: FLAG };
const LIBRARY_OPTIONS: AllowedMembers = { idna: ['an object'], octets: ['a function'] };

/** What `explain` returns for URLs of a scheme definition: `ResolutionOfScheme<typeof gopher>`. */
export type ResolutionOfScheme<Definition> =
  Definition extends Scheme<infer Kind, infer Details, infer Request, infer Code>
    ? ResolutionOf<Kind, Details, Request, Code>
    : never;

/** The library with the schemes that were passed to {@link createWaypost}. */
export interface Waypost<Definition extends Scheme = Scheme> extends Canonicalizer {
  parse(url: UrlInput, options?: Options): ParsedUrl;
  explain(url: UrlInput, options?: ExplainOptions): ResolutionOfScheme<Definition | typeof unknown>;
  /** A resolution without diagnostics, and the definition of its scheme: what `compareOf` needs of a library. */
  meaningOf(url: UrlInput, options?: Options): Compared;
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
  requireDefinitions(definitions);
  checkMembers(options, LIBRARY_OPTIONS);
  const idna = options.idna ?? withoutIdna;
  const table: DiagnosticTable = Object.assign(
    {},
    generic,
    unknown.diagnostics,
    ...definitions.map(({ diagnostics }) => diagnostics),
  );
  const errorOf: UrlErrorOf = (code, index, input, context) => {
    const entry = entryOf(code, table);
    const message = messageOfHost(code, index, input, context?.end) ?? entry.message;
    return new UrlError({ ...entry, message }, index, input, context);
  };
  const reader = createCanonicalizer<Scheme>(definitions, unknown, options, errorOf);
  const { canonicalize, resolve, resolver, equivalent, index, prepareInput } = reader;
  const { readInto, outputOf, inputOf, lineReader } = reader;
  const schemes: ReadonlyMap<string, Scheme> = new Map(definitions.map((scheme) => [scheme.name, scheme]));

  function meaningOf(input: UrlInput, options?: Options): Compared {
    const canonical = canonicalize(input, options);
    const url = inputOf(input);
    const definition = schemeOf(canonical);
    return {
      resolution: resolutionOf(url, canonical, definition, canonicalParts(canonical, definition, idna)),
      definition,
    };
  }

  function parse(input: UrlInput, options?: Options): ParsedUrl {
    const dialect = dialectOf(options);
    const url = inputOf(input);
    const pass = new Rewrite<string>(idna, errorOf);
    readInto(pass, prepareInput(url, options, dialect, new Steps()), url, dialect);
    const canonical = outputOf(pass);
    return parsedUrlOf(pass, canonical, url, schemeOf(canonical));
  }

  function explain(input: UrlInput, options?: ExplainOptions): ResolutionOfScheme<Definition | typeof unknown> {
    const dialect = dialectOf(options, EXPLAIN_OPTIONS);
    const url = inputOf(input);
    const prepared = prepareInput(url, options, dialect, new RecordedSteps());
    const { pass, scheme, steps } = record(prepared, dialect);
    const canonical = outputOf(pass);
    const parts = canonicalParts(canonical, scheme, idna);
    if (parts.explicitPort === 0) pass.noteEarlier('port-zero', pass.portFrom, pass.portTo);
    if (isReservedPort(parts, scheme)) pass.noteEarlier('port-reserved', pass.portFrom, pass.portTo);
    const { items, omitted } = joinedFindings(prepared, steps, pass, noteOfReference(prepared, scheme, parts));
    const isComplete = options?.complete === true;
    const extent = isComplete ? new Extent() : new Extent(MOST_ENTRIES, MOST_REQUEST_TEXT);
    const diagnostics = items.map(diagnosticOf);
    const whole = resolutionOf(url, canonical, scheme, parts, extent, diagnostics, omitted);
    const resolution = isComplete ? whole : told(whole);
    // `kind`, `details` and `request` come from one definition, which the index cannot tell the type system.
    return resolution as ResolutionOfScheme<Definition | typeof unknown>;
  }

  /** A finding about a port names the service that the port belongs to. */
  function diagnosticOf(finding: UrlFinding): Diagnostic {
    const diagnostic = described(finding, table);
    const said = finding.code === 'port-reserved' ? reservationOf(Number(finding.before)) : null;
    return said === null ? diagnostic : { ...diagnostic, message: said };
  }

  /** Reads, and records a diagnostic for every change. A text that must be cleaned is read again from the start. */
  function record(prepared: PreparedInput, dialect: Dialect): { pass: RecordedRewrite; scheme: Scheme; steps: Steps } {
    const { text, input, originOf, cleaned, steps } = prepared;
    const pass = new RecordedRewrite(idna, errorOf);
    try {
      const { definition } = readUrl(pass.begin(text, input, originOf, cleaned), index, dialect);
      return { pass, scheme: definition, steps };
    } catch (error) {
      if (error !== Reread) throw error;
      return record(cleanAsBrowsers(prepared), dialect);
    }
  }

  function schemeOf(canonical: Canonical): Scheme {
    return index.find(canonical, schemeEnd(canonical)).definition;
  }

  /** What the scheme notes about the target of a relative reference. */
  function noteOfReference({ base, input }: PreparedInput, scheme: Scheme, target: Parts): UrlFinding | null {
    if (base === null) return null;
    const code = scheme.noteReference?.(canonicalParts(base, schemeOf(base), idna), target) ?? null;
    return code === null ? null : { code, at: [0, input.length], before: input, after: input };
  }

  return { canonicalize, parse, explain, resolve, resolver, equivalent, meaningOf, schemes, lineReader };
}

/** Whether a URL names a port of another service than those that its scheme is for. */
function isReservedPort(parts: Parts, { defaultPort, isUsualPort, details }: Scheme): boolean {
  const { explicitPort: port } = parts;
  if (port === null || defaultPort === null || reservationOf(port) === null) return false;
  return isUsualPort?.(port, details(parts, new Extent(1, 1))) !== true;
}

/** What the parts of a canonical URL mean; by default without diagnostics. */
function resolutionOf(
  input: string,
  canonical: Canonical,
  scheme: Scheme,
  parts: Parts,
  extent: Extent = new Extent(),
  diagnostics: readonly Diagnostic[] = [],
  omittedDiagnostics = 0,
): ResolutionOf<string, unknown, unknown> {
  const details = scheme.details(parts, extent);
  const { user, password, host, hostUnicode, port, explicitPort, path, query, fragment } = parts;
  return {
    kind: scheme.kind,
    input,
    canonical,
    scheme: parts.scheme,
    // Named one by one, because a rest property is copied slowly.
    components: { user, password, host, hostUnicode, port, explicitPort, path, query, fragment },
    details,
    request: scheme.request?.(parts, details, extent) ?? null,
    diagnostics,
    omittedDiagnostics,
    omitted: extent.omitted,
  };
}

/** All findings about one URL: of its preparation, of the pass, and of the scheme. */
function joinedFindings(
  { input }: PreparedInput,
  steps: Steps,
  { findings }: RecordedRewrite,
  note: UrlFinding | null,
): DiagnosticList<UrlFinding> {
  if (steps.list.length === 0 && note === null) return findings;
  const list = new DiagnosticList<UrlFinding>(({ code }) => code);
  for (const step of steps.list) list.add(findingOf(step, input));
  for (const finding of findings.items) list.add(finding);
  if (note !== null) list.add(note);
  list.omitted += steps.omitted + findings.omitted;
  return list;
}
