/**
 * The definition of a scheme: its syntax as data, how its own part of a URL is rewritten, what that part means, what a
 * client sends for it, and what pages need to know about its links. All lists of schemes follow from the definitions.
 */
import type { Canonical, Components, Parts } from '../uri/canonical-parts.ts';
import type { Diagnostic, DiagnosticTable, Specification } from '../uri/diagnostic.ts';
import type { GenericDiagnosticCode } from '../uri/generic-diagnostics.ts';
import type { SchemeRules } from '../uri/scheme-rules.ts';
import type { Extent } from './extent.ts';

export type { Parts };

/** Everything that `explain` knows about one URL. `kind` discriminates `details` and `request`. */
export interface ResolutionOf<Kind extends string, Details, Request, Code extends string = string> {
  /** The input, without the base. */
  readonly input: string;
  readonly canonical: Canonical;
  readonly kind: Kind;
  readonly scheme: string;
  readonly components: Components;
  readonly details: Details;
  /** What a client sends; `null` if nothing can be sent. */
  readonly request: Request | null;
  /** In the order of the input: at most a hundred, with the first of every code. */
  readonly diagnostics: readonly Diagnostic<Code | GenericDiagnosticCode>[];
  /** The canonical base, if the input is a relative reference. Absent = the input needs no base. */
  readonly base?: Canonical;
  /** How many more diagnostics there are than those that are listed. Absent = none. */
  readonly omittedDiagnostics?: number;
  /**
   * What `details` and `request` leave out, by the path of the member, such as `request.commands`: the entries of a
   * list beyond a hundred, and the UTF-16 code units of a text of a request beyond 2,048. Absent = nothing is left out.
   */
  readonly omitted?: Readonly<Record<string, number>>;
}

/** What a page says about a link that no gateway opens. */
export interface Explanation {
  /** What the link is: one sentence or two. */
  readonly what: string;
  /** What would open it, where that is more than a client for the protocol. */
  readonly needed?: string;
  /**
   * The program that opens it and to which a browser may hand it; absent = a client for the protocol, `null` = none.
   */
  readonly program?: 'terminal' | 'mail program' | 'news reader' | 'browser' | null;
  /** A command for a shell that opens it. */
  readonly command?: string | null;
  /** The path under which the programs of a computer open it. */
  readonly path?: string;
  /** Names and values; a value that is `null` or empty is not shown. */
  readonly details?: readonly (readonly [name: string, value: string | number | null])[];
  /**
   * What the whole link looks like, if this one lacks the name of what it refers to, so that no program can open it.
   * Words in capitals stand for what is missing.
   */
  readonly complete?: string;
}

/** A rule that makes URLs with different canonical forms equivalent. */
export interface EquivalenceRule {
  readonly name: 'urn-equivalence';
  readonly spec: Specification;
}

/** A text about each of some members of the details. */
type TextByDetail<Details> = { readonly [Name in keyof Details & string]?: string };

/**
 * The definition of one scheme. Schemes of one `kind` share the types of `details` and `request`. A scheme with its own
 * diagnostics names their codes.
 */
export interface Scheme<
  Kind extends string = string,
  Details = unknown,
  Request = unknown,
  Code extends string = string extends Kind ? string : never,
> extends SchemeRules<Code> {
  readonly kind: Kind;
  /** What URLs of the scheme refer to, in a few words. */
  readonly title: string;
  /** Where the scheme is specified, the binding document first. */
  readonly specifications: readonly Specification[];
  /** A canonical URL of this scheme. */
  readonly example: string;
  /** The diagnostics that only URLs of this scheme have, by their codes. */
  readonly diagnostics?: DiagnosticTable<Code>;
  /** The rule by which URLs with the same `identity` are equivalent. A scheme has both or neither. */
  readonly equivalence?: EquivalenceRule;
  /** Reads the meaning of a canonical URL's parts. A long list may end as `extent` says. */
  readonly details: (parts: Parts, extent?: Extent) => Details;
  /**
   * The request for a canonical URL; `null` if none can be sent: then a diagnostic says why. A long list may end as
   * `extent` says. Absent = URLs of the scheme have none.
   */
  request?(parts: Parts, details: Details, extent?: Extent): Request | null;
  /** The octets that a client sends. After each entry, it waits for the server. Absent = none, or a session. */
  wireOctets?(resolution: ResolutionOf<Kind, Details, Request>): readonly Uint8Array[];
  /** One sentence for people that says what a URL refers to. Absent = a sentence that names only the scheme. */
  sentence?(resolution: ResolutionOf<Kind, Details, Request>): string;
  /** What a page says about a URL that no gateway opens. Absent = a text that names only the scheme. */
  explanation?(resolution: ResolutionOf<Kind, Details, Request>): Explanation;
  /** The labels of details on pages, if their JSON names do not explain themselves. */
  readonly detailNames?: TextByDetail<Details>;
  /** The details that templates of `GATEWAYS` may use as variables, each with a phrase about it. */
  readonly templateVariables?: TextByDetail<Details>;
  /** Whether pages of a gateway may link to URLs of this scheme that a stranger wrote. */
  readonly linkable: boolean;
  /** Whether its URLs have a gateway path, `/<scheme>/<authority>/<path>`. If so, they must not need a query. */
  readonly gatewayPath: boolean;
  /** Whether the script for other sites sends its links through Waypost. */
  readonly rewrittenByEmbed: boolean;
  /** Whether what a URL names is usually at this port, beside the default port. Absent = no other port is usual. */
  isUsualPort?(port: number, details: Details): boolean;
  /** Whether browsers open its URLs themselves. Absent = `false`. */
  readonly inBrowser?: boolean;
  /** Whether a URL that names no server is for one that the client knows. Absent = `false`. */
  readonly usesDefaultServer?: boolean;
  /** The name of the collection of files that has what a URL names, if others may publish it. Absent = nobody may. */
  collection?(resolution: ResolutionOf<Kind, Details, Request>): string;
  /** Public resolvers that know where the named things are. The operator of a service may switch them on. */
  readonly resolvers?: readonly NameResolver<Details>[];
}

/** A public service that leads from a name to the thing. */
export interface NameResolver<Details> {
  /** The namespace of the names. */
  readonly namespace: string;
  /** What its addresses begin with. */
  readonly front: string;
  /** `null` = it does not know such names. */
  addressOf(details: Details): string | null;
}
