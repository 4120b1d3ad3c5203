/**
 * Waypost's library: it gives the canonical form and the structure of a URL of any scheme. It does no I/O and runs in
 * Workers, Node and browsers.
 */
export { type DiagnosticCode, diagnostics } from './diagnostics.ts';
export { canonicalize, equivalent, explain, parse, type Resolution, resolve, schemes } from './every-scheme.ts';
export { idna } from './idna/idna.ts';
export type { ResolutionOf, Scheme } from './schemes/scheme.ts';
export type { Canonical, Components } from './uri/canonical-parts.ts';
export type {
  Diagnostic,
  DiagnosticEntry,
  DiagnosticTable,
  Severity,
  Specification,
} from './uri/diagnostic.ts';
export type { DialectName } from './uri/dialect.ts';
export { UrlError } from './uri/error.ts';
export type { Idna } from './uri/idna.ts';
export type { ParsedUrl } from './uri/parsed-url.ts';
export { MAX_LENGTH } from './uri/prepare.ts';
export { createWaypost, type LibraryOptions, type Options, type Waypost } from './waypost.ts';
