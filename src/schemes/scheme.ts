/**
 * The definition of a scheme: its syntax as data, how its own part of a URL is rewritten, what that part means, what a
 * client sends for it, and what programs and pages need to know about its links. Everything else that lists schemes is
 * derived from the definitions.
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

/** What a definition reads the meaning from: the parts of a canonical URL, and the scheme that named them. */
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

/** What a page says about a link that no gateway opens. */
export interface Explanation {
  /** What the link is: one sentence or two. */
  readonly what: string;
  /** What would open it. Absent = a client for the protocol. */
  readonly needed?: string;
  /** Names and values; a value that is `null` or empty is not shown. */
  readonly details?: readonly (readonly [name: string, value: string | number | null])[];
  /** Whether the link refers to something that it does not name, so that no program can open it by itself. */
  readonly incomplete?: boolean;
}

/** For some members of the details, a text about each. */
type TextByDetail<Details> = { readonly [Name in keyof Details & string]?: string };

/**
 * The definition of one scheme. `details`, `request` and what is made from them are those of its `kind`; schemes that
 * share a kind share them. A scheme that brings diagnostics names their codes.
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
  /** The octets that a client sends, one entry for each time that it waits for the server. Absent = none. */
  wireOctets?(resolution: ResolutionOf<Kind, Details, Request>): readonly Uint8Array[];
  /** One sentence for people that says what a URL refers to. Absent = it names the scheme and nothing else. */
  sentence?(resolution: ResolutionOf<Kind, Details, Request>): string;
  /** What a page says about a URL that no gateway opens. Absent = it names the scheme and nothing else. */
  explanation?(resolution: ResolutionOf<Kind, Details, Request>): Explanation;
  /** What pages call a detail, where the words of its JSON name do not explain themselves. */
  readonly detailNames?: TextByDetail<Details>;
  /** The details that templates of `GATEWAYS` may use as variables, each with a phrase about it. */
  readonly templateVariables?: TextByDetail<Details>;
  /** Whether pages of a gateway may link to URLs of this scheme that a stranger wrote. */
  readonly linkable: boolean;
  /** Whether its URLs are opened at `/<scheme>/<authority>/<path>`; they need no query then. */
  readonly gatewayPath: boolean;
  /** Whether the script for other sites sends its links through Waypost. */
  readonly rewrittenByEmbed: boolean;
}
