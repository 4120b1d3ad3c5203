/**
 * Waypost's library: it gives the canonical form and the structure of a URL of any scheme. It does no I/O and runs in
 * Workers, Node and browsers.
 */
export { anatomyOf, type Part, type PartName } from './anatomy.ts';
export {
  COMPARED_PARTS,
  type Compare,
  type ComparedPart,
  type Comparison,
  compareOf,
  type RequestComparison,
} from './comparison.ts';
export { schemeTitle, sentenceOf, wireOctetsOf } from './definition-of.ts';
export { type DiagnosticCode, diagnostics } from './diagnostics.ts';
export {
  canonicalize,
  canonicalizeLines,
  canonicalizeLinesStream,
  compare,
  equivalent,
  explain,
  lineCanonicalizer,
  normalizeReference,
  parse,
  type Resolution,
  relativize,
  replaceParts,
  resolve,
  resolver,
  schemes,
} from './every-scheme.ts';
export { type ExplainOptions, explainOf, type ResolutionOfScheme } from './explanation.ts';
export {
  explainBehindGateway,
  GATEWAY_TEMPLATES,
  type GatewayTemplate,
  linkBehindGateway,
  type UnwrapOptions,
} from './gateway-links.ts';
export { idna } from './idna/idna.ts';
export { meetingRung, RUNGS, type Rung } from './ladder.ts';
export type { LineCanonicalizer, LineSettings, Octets } from './lines/canonicalize-lines.ts';
export {
  type LineFunctions,
  type LineLibrary,
  type LineOptions,
  type LineReader,
  lineFunctionsOf,
} from './lines/line-functions.ts';
export { type OctetForm, type OctetForms, octetForms } from './lines/octet-forms.ts';
export type { LineStream, OctetSource, ReadableOctets } from './lines/streams.ts';
export type { LineEnd } from './lines/tables.ts';
export { type ReplacedParts, type ReplaceParts, replacePartsOf } from './replaced-parts.ts';
export {
  safeCanonicalize,
  safeCompare,
  safeEquivalent,
  safeExplain,
  safeParse,
  safeRelativize,
  safeReplaceParts,
  safeResolve,
  safeResolver,
} from './safe.ts';
export type { AfsDetails } from './schemes/afs/definition.ts';
export type { DictDetails, DictRequest } from './schemes/dict/request.ts';
export type { FileDetails } from './schemes/file/definition.ts';
export { type FileSystemName, type FileUrlOptions, fileUrl } from './schemes/file/native.ts';
export type { FingerDetails, FingerRequest } from './schemes/finger/request.ts';
export type { FtpDetails } from './schemes/ftp/path.ts';
export type { FtpRequest } from './schemes/ftp/request.ts';
export type { GoDetails, GoRequest } from './schemes/go/request.ts';
export type { GopherDetails } from './schemes/gopher/path.ts';
export type { GopherRequest } from './schemes/gopher/request.ts';
export type { HttpDetails, HttpRequest } from './schemes/http/definition.ts';
export type { MailtoDetails } from './schemes/mailto/definition.ts';
export type { MidDetails } from './schemes/mid/definition.ts';
export type { NewsDetails, NewsRequest } from './schemes/news/request.ts';
export type { ProsperoDetails, ProsperoRequest } from './schemes/prospero/request.ts';
export type { ResolutionOf, Scheme } from './schemes/scheme.ts';
export type { TerminalDetails, TerminalRequest } from './schemes/terminal/definition.ts';
export type { UnknownDetails } from './schemes/unknown.ts';
export type { WaisDetails } from './schemes/wais/details.ts';
export type { WaisRequest } from './schemes/wais/request.ts';
export type { Canonical, Components, ParsedUrl } from './uri/canonical-parts.ts';
export type {
  Diagnostic,
  DiagnosticEntry,
  DiagnosticTable,
  Severity,
  Specification,
} from './uri/diagnostic.ts';
export { type Safe, safely, UrlError } from './uri/error.ts';
export type { Idna, IdnaToAscii } from './uri/idna.ts';
export { MAX_LENGTH } from './uri/prepare.ts';
export { type Relativize, type RelativizeOptions, relativizeOf } from './uri/relativization.ts';
export type { DialectName } from './uri/scheme-rules.ts';
export type { UrlInput, UrlObject } from './uri/url-object.ts';
export {
  createWaypost,
  type LibraryOptions,
  type Options,
  type Waypost,
} from './waypost.ts';
