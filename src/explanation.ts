/**
 * Everything about a URL: its parts, what they mean in its scheme, the request for it, and its diagnostics. What
 * changes and what is unusual is recorded by codes, as findings. A program that needs only these ships no definitions.
 */
import { createReader, dialectOf, type Options, prepareInput, type Reader } from './canonicalizer.ts';
import { Extent, withCounts } from './schemes/extent.ts';
import type { ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { MOST_ENTRIES, MOST_REQUEST_TEXT, told } from './told.ts';
import { FLAG, requireLibrary } from './uri/arguments.ts';
import { type Canonical, canonicalParts, type Parts } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import { type Diagnostic, DiagnosticList, type DiagnosticTable, described, type UrlFinding } from './uri/diagnostic.ts';
import { generic } from './uri/generic-diagnostics.ts';
import type { Idna } from './uri/idna.ts';
import { Reread } from './uri/percent.ts';
import { cleanAsBrowsers, type PreparedInput } from './uri/prepare.ts';
import { readUrl } from './uri/read-url.ts';
import { RecordedRewrite, RecordedSteps } from './uri/recorded-rewrite.ts';
import { reservationOf } from './uri/reserved-ports.ts';
import { type Dialect, READING_OPTIONS, type SchemeRules } from './uri/scheme-rules.ts';
import { findingOf, type Steps } from './uri/traced-text.ts';
import type { UrlInput } from './uri/url-object.ts';
import type { Waypost } from './waypost.ts';

/** A URL that was read. */
export interface ReadUrl<Definition extends SchemeRules = SchemeRules> {
  readonly input: string;
  /** Against which it was resolved; `null` = against none. */
  readonly base: Canonical | null;
  readonly canonical: Canonical;
  readonly parts: Parts;
  /** The rules of its scheme. */
  readonly definition: Definition;
  /** In the order of the input. */
  readonly findings: DiagnosticList<UrlFinding>;
}

/**
 * Makes the function that reads a URL and records findings.
 *
 * @param reader - has the rules of the schemes
 * @param idna - decodes international domain names
 * @param noteParts - notes what is unusual in the parts of the canonical URL
 */
export function findingsOf<Definition extends SchemeRules>(
  reader: Reader<Definition>,
  idna: Idna,
  noteParts?: (pass: RecordedRewrite, parts: Parts, definition: Definition) => void,
): (url: UrlInput, dialect: Dialect, options?: Options) => ReadUrl<Definition> {
  const { index, errorOf, inputOf, outputOf } = reader;

  /** Reads, and records a finding for every change. A text that must be cleaned is read again from the start. */
  function record(
    prepared: PreparedInput,
    dialect: Dialect,
  ): { pass: RecordedRewrite; definition: Definition; steps: Steps } {
    const { text, input, originOf, cleaned, steps } = prepared;
    const pass = new RecordedRewrite(idna, errorOf);
    try {
      const { definition } = readUrl(pass.begin(text, input, originOf, cleaned), index, dialect);
      return { pass, definition, steps };
    } catch (error) {
      if (error !== Reread) throw error;
      return record(cleanAsBrowsers(prepared), dialect);
    }
  }

  /** What the scheme notes about the target of a relative reference. */
  function noteOfReference({ base, input }: PreparedInput, scheme: SchemeRules, target: Parts): UrlFinding | null {
    if (base === null) return null;
    const ofBase = index.find(base, schemeEnd(base)).definition;
    const code = scheme.noteReference?.(canonicalParts(base, ofBase, idna), target) ?? null;
    return code === null ? null : { code, at: [0, input.length], before: input, after: input };
  }

  return (url, dialect, options) => {
    const input = inputOf(url);
    const prepared = prepareInput(reader, input, options, dialect, new RecordedSteps());
    const { pass, definition, steps } = record(prepared, dialect);
    const canonical = outputOf(pass);
    const parts = canonicalParts(canonical, definition, idna);
    noteParts?.(pass, parts, definition);
    const findings = joinedFindings(prepared, steps, pass, noteOfReference(prepared, definition, parts));
    return { input, base: prepared.base, canonical, parts, definition, findings };
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

/** What `explain` returns for URLs of a scheme definition: `ResolutionOfScheme<typeof gopher>`. */
export type ResolutionOfScheme<Definition> =
  Definition extends Scheme<infer Kind, infer Details, infer Request, infer Code>
    ? ResolutionOf<Kind, Details, Request, Code>
    : never;

/** What `explain` needs of a library. */
type Explainable<Definition extends Scheme> = Pick<Waypost<Definition>, 'schemes' | 'idna'> & {
  readonly lineReader: Pick<Waypost['lineReader'], 'errorOf'>;
};

/**
 * Makes `explain` for the schemes of a library. It is no member of the library, so that a program that explains nothing
 * does not ship the message of every diagnostic.
 *
 * @param library - what `createWaypost` returns
 * @example
 * ```ts
 * const explainFile = explainOf(createWaypost([ftp]));
 * explainFile('ftp://h.example/a;type=i').kind; // 'ftp'
 * ```
 */
export function explainOf<Definition extends Scheme>(
  library: Explainable<Definition>,
): (url: UrlInput, options?: ExplainOptions) => ResolutionOfScheme<Definition | typeof unknown> {
  requireLibrary(library, 'schemes', 'idna', 'lineReader');
  const {
    schemes,
    idna,
    lineReader: { errorOf },
  } = library;
  const definitions: readonly Scheme[] = [...schemes.values()];
  const read = findingsOf(createReader(definitions, unknown, idna, errorOf), idna, notePort);
  const table: DiagnosticTable = Object.assign(
    {},
    generic,
    unknown.diagnostics,
    ...definitions.map(({ diagnostics }) => diagnostics),
  );

  function explain(url: UrlInput, options?: ExplainOptions): ResolutionOf<string, unknown, unknown> {
    const dialect = dialectOf(options, EXPLAIN_OPTIONS);
    const { input, base, canonical, parts, definition, findings } = read(url, dialect, options);
    const isComplete = options?.complete === true;
    const extent = isComplete ? new Extent() : new Extent(MOST_ENTRIES, MOST_REQUEST_TEXT);
    const diagnostics = findings.items.map(diagnosticOf);
    const whole = resolutionOf(input, base, canonical, definition, parts, extent, diagnostics, findings.omitted);
    return isComplete ? whole : told(whole);
  }

  /** A finding about a port names the service that the port belongs to. */
  function diagnosticOf(finding: UrlFinding): Diagnostic {
    const diagnostic = described(finding, table);
    const said = finding.code === 'port-reserved' ? reservationOf(Number(finding.before)) : null;
    return said === null ? diagnostic : { ...diagnostic, message: said };
  }

  // `kind`, `details` and `request` come from one definition, which the index cannot tell the type system.
  return explain as (url: UrlInput, options?: ExplainOptions) => ResolutionOfScheme<Definition | typeof unknown>;
}

/** Notes a port that no server has, or that is of another service than those that the scheme is for. */
function notePort(pass: RecordedRewrite, parts: Parts, definition: Scheme): void {
  if (parts.explicitPort === 0) pass.noteEarlier('port-zero', pass.portFrom, pass.portTo);
  if (isReservedPort(parts, definition)) pass.noteEarlier('port-reserved', pass.portFrom, pass.portTo);
}

/** Whether a URL names a port of another service than those that its scheme is for. */
function isReservedPort(parts: Parts, { defaultPort, isUsualPort, details }: Scheme): boolean {
  const { explicitPort: port } = parts;
  if (port === null || defaultPort === null || reservationOf(port) === null) return false;
  return isUsualPort?.(port, details(parts, new Extent(1, 1))) !== true;
}

/** What the parts of a canonical URL mean; by default without diagnostics. */
export function resolutionOf(
  input: string,
  base: Canonical | null,
  canonical: Canonical,
  scheme: Scheme,
  parts: Parts,
  extent: Extent = new Extent(),
  diagnostics: readonly Diagnostic[] = [],
  omittedDiagnostics = 0,
): ResolutionOf<string, unknown, unknown> {
  const details = scheme.details(parts, extent);
  const { user, password, host, hostUnicode, port, explicitPort, path, query, fragment } = parts;
  const resolution: ResolutionOf<string, unknown, unknown> = {
    input,
    canonical,
    kind: scheme.kind,
    scheme: parts.scheme,
    // Named one by one, because a rest property is copied slowly.
    components: { user, password, host, hostUnicode, port, explicitPort, path, query, fragment },
    details,
    request: scheme.request?.(parts, details, extent) ?? null,
    diagnostics,
  };
  return withCounts(base === null ? resolution : { ...resolution, base }, omittedDiagnostics, extent.omitted);
}
