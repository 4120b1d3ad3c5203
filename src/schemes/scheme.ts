/**
 * The definition of a scheme: its syntax as data, how its own part of a URL is rewritten, what that part means, what a
 * client sends for it, and what programs and pages need to know about its links. Everything else that lists schemes is
 * derived from the definitions.
 */
import type { Canonical, Components, Parts } from '../uri/canonical-parts.ts';
import type { Diagnostic, DiagnosticEntry, DiagnosticTable, Specification } from '../uri/diagnostic.ts';
import type { GenericDiagnosticCode } from '../uri/generic-diagnostics.ts';
import type { SchemeRules } from '../uri/scheme-rules.ts';

export type { Parts };

/** Everything that `explain` knows about one URL. `kind` discriminates `details` and `request`. */
export interface ResolutionOf<Kind extends string, Details, Request, Code extends string = string> {
  readonly kind: Kind;
  /** The input, without the base. */
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
> extends SchemeRules {
  readonly kind: Kind;
  /** What the scheme names, in a few words. */
  readonly title: string;
  /** Where the scheme is specified, the binding document first. */
  readonly specifications: readonly Specification[];
  /** A canonical URL of this scheme. */
  readonly example: string;
  /** The diagnostics that only URLs of this scheme have, by their codes. */
  readonly diagnostics?: DiagnosticTable<Code>;
  readonly noteScheme?: (scheme: string) => DiagnosticEntry<Code> | null;
  /** The diagnostic for a relative reference that led from `base` to `target`; `null` = none. */
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
