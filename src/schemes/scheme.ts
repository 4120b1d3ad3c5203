/**
 * What a scheme room tells the rest of the house: its syntax as data, how its own part of a URL is
 * rewritten, what that part means, and what a client sends for it.
 */
import type { Diagnostic, DiagnosticEntry, DiagnosticTable, Specification } from '../uri/diagnostic.ts';
import type { Dialect } from '../uri/dialect.ts';
import type { GenericDiagnosticCode } from '../uri/generic-diagnostics.ts';
import type { Rewrite } from '../uri/rewrite.ts';
import type { Syntax } from '../uri/syntax.ts';

/** A string that went through `canonicalize`: ASCII, valid under RFC 3986, and the same when canonicalized again. */
export type Canonical = string & { readonly canonical: unique symbol };

/** The generic parts of a canonical URL, percent-encoded. Absent is `null`, present and empty is `''`. */
export interface Components {
  readonly user: string | null;
  readonly password: string | null;
  /** Lower-case A-labels, dotted decimal, or a bracketed IPv6 address. */
  readonly host: string | null;
  /** The host with its A-labels decoded, for people. */
  readonly hostUnicode: string | null;
  /** The port that a client connects to: the explicit one, else the scheme's default. */
  readonly port: number | null;
  /** The port that stands in the canonical URL; `null` where it is the default. */
  readonly explicitPort: number | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** What a scheme room reads its meaning from: the parts of a canonical URL, and the scheme that named them. */
export interface Parts extends Components {
  readonly scheme: string;
}

/** Everything that `explain` knows about one URL. `kind` discriminates `details` and `request`. */
export interface ResolutionOf<Kind extends string, Details, Request, Code extends string = string> {
  readonly kind: Kind;
  /** The input as it was given (with the base's influence visible only in `canonical`). */
  readonly input: string;
  readonly canonical: Canonical;
  readonly scheme: string;
  readonly components: Components;
  readonly details: Details;
  /** What a client sends; `null` where nothing can be sent. */
  readonly request: Request | null;
  readonly diagnostics: readonly Diagnostic<Code | GenericDiagnosticCode>[];
}

/**
 * One scheme: everything the library knows about it. Each value lives in a module of its own under `schemes/`.
 * A scheme that brings diagnostics names their codes.
 */
export interface Scheme<
  Kind extends string = string,
  Details = unknown,
  Request = unknown,
  Code extends string = string extends Kind ? string : never,
> {
  readonly name: string;
  readonly kind: Kind;
  /** What the scheme names, in a few words. */
  readonly title: string;
  readonly defaultPort: number | null;
  /** Where the scheme is specified, the binding document first. */
  readonly specifications: readonly Specification[];
  /** A canonical URL of this scheme. */
  readonly example: string;
  readonly syntax: Syntax;
  /** The diagnostics that only URLs of this scheme have, by their codes. */
  readonly diagnostics?: DiagnosticTable<Code>;
  /** What every URL of this scheme is told; `null` = nothing. */
  readonly noteScheme?: (scheme: string) => DiagnosticEntry<Code> | null;
  /**
   * Rewrites what stands between the colon, just before `from`, and the path, and returns where the path
   * begins. Absent = as `syntax.authority` says.
   */
  readonly authority?: (pass: Rewrite, from: number) => number;
  /**
   * Rewrites the scheme's own part, which begins at `from` (after the authority, or after the colon), and
   * returns where it ends: at `?`, `#`, or the end of the text. Absent = the generic path of RFC 3986.
   */
  readonly path?: (pass: Rewrite, from: number, dialect: Dialect) => number;
  /**
   * Source of a regular expression for what stands behind the colon of most canonical URLs: what it matches
   * needs no pass. Absent = made from `syntax` where the room rewrites nothing by itself.
   */
  readonly canonical?: string;
  /** Rewrites the query, which begins behind the question mark at `from - 1`, and returns where it ends. */
  readonly query?: (pass: Rewrite, from: number) => number;
  /** The target of a relative reference against a canonical base; absent = RFC 3986 §5.2.2. */
  readonly transform?: (base: string, reference: string) => string;
  /** What in a base or in a reference calls for `transform`; absent = everything does. */
  readonly transformOn?: RegExp;
  /** What a relative reference that led from `base` to `target` is told; `null` = nothing. */
  readonly noteReference?: (base: Parts, target: Parts) => DiagnosticEntry<Code> | null;
  /** Reads the meaning of a canonical URL's parts. */
  readonly details: (parts: Parts) => Details;
  /** The request for a canonical URL; `null` where none can be sent. */
  request(parts: Parts, details: Details): Request | null;
}
