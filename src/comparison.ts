/**
 * How two URLs differ: in which parts, in which octet of what a client sends, and by which clause; or why they are the
 * same (RFC 3986 §6.2).
 */
import type { Options } from './canonicalizer.ts';
import { resolutionOf } from './explanation.ts';
import { meetingRung, type Rung } from './ladder.ts';
import { concatOctets } from './octets/octets.ts';
import type { EquivalenceRule, ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { requireLibrary } from './uri/arguments.ts';
import { type Canonical, canonicalParts } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import { decodeOctets } from './uri/decode.ts';
import type { Specification } from './uri/diagnostic.ts';
import { identityOf } from './uri/scheme-rules.ts';
import { type UrlInput, writtenUrl } from './uri/url-object.ts';
import type { Waypost } from './waypost.ts';

/** The parts in which two URLs can differ, in their order in a URL. */
export const COMPARED_PARTS = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** How two URLs compare. Serializable as JSON. */
export interface Comparison {
  /** The inputs, without the base. */
  readonly input: readonly [a: string, b: string];
  readonly canonical: readonly [a: Canonical, b: Canonical];
  /** Whether both have the same canonical form, or a rule of their scheme makes them equivalent. */
  readonly equivalent: boolean;
  /**
   * The first rung of RFC 3986 §6.2 on which the two are one string, or the rule of their scheme that makes different
   * canonical forms equivalent; `null` if they are not equivalent, or if they are references to a base with one form.
   */
  readonly because: Rung['name'] | EquivalenceRule['name'] | null;
  /** The clause of that rung or rule, or the clause that keeps the two apart; `null` if there is no rung. */
  readonly spec: Specification | null;
  /** The parts in which the canonical forms differ. */
  readonly differs: readonly ComparedPart[];
  /** How the requests of a client differ; `null` if nothing is sent for one of the two. */
  readonly request: RequestComparison | null;
}

/** How the requests for two URLs differ. */
export interface RequestComparison {
  /** Whether both go to one host and port by one transport. */
  readonly sameServer: boolean;
  /**
   * The first octet that differs, counted from 0 over everything that a client sends, as `wireOctetsOf` has it; `null`
   * if all octets are the same, or if one of the URLs opens a session, such as telnet and ws: the URL alone does not
   * say what a client sends in it.
   */
  readonly octet: number | null;
  /** The octets there, from 0 to 255; `null` where the request is at its end, and if `octet` is `null`. */
  readonly octets: readonly [a: number | null, b: number | null];
}

/** One of the two URLs, with the definition of its scheme. */
interface Compared {
  readonly resolution: ResolutionOf<string, unknown, unknown>;
  readonly definition: Scheme;
}

/** Compares two URLs. */
export type Compare = (a: UrlInput, b: UrlInput, options?: Options) => Comparison;

/**
 * Makes the function that compares two URLs by the schemes of a library. It is no member of the library, so that a
 * program that compares nothing does not ship it.
 *
 * @param library - what `createWaypost` returns
 * @example
 * ```ts
 * const compareFiles = compareOf(createWaypost([ftp]));
 * compareFiles('FTP://h.example/a', 'ftp://h.example/a').because; // 'case'
 * ```
 */
export function compareOf(library: Pick<Waypost, 'canonicalize' | 'schemes' | 'idna'>): Compare {
  requireLibrary(library, 'canonicalize', 'schemes', 'idna');
  const { canonicalize, schemes, idna } = library;
  function comparedOf(url: UrlInput, options: Options | undefined): Compared {
    const canonical = canonicalize(url, options);
    const definition = schemes.get(canonical.slice(0, schemeEnd(canonical))) ?? unknown;
    const parts = canonicalParts(canonical, definition, idna);
    return { resolution: resolutionOf(writtenUrl(url), null, canonical, definition, parts), definition };
  }

  return (a, b, options) => comparisonOf(comparedOf(a, options), comparedOf(b, options), options?.base === undefined);
}

/** `hasRung` says whether the inputs are URLs: references to a base have no rung. */
function comparisonOf(a: Compared, b: Compared, hasRung: boolean): Comparison {
  const [left, right] = [a.resolution, b.resolution];
  const same = left.canonical === right.canonical;
  const differs = same ? [] : COMPARED_PARTS.filter((part) => partOf(left, part) !== partOf(right, part));
  const rule = same ? rungOf(left.input, right.input, hasRung) : equivalenceOf(a, b);
  return {
    input: [left.input, right.input],
    canonical: [left.canonical, right.canonical],
    equivalent: same || rule !== null,
    because: rule?.name ?? null,
    spec: rule === null && !same ? clauseBetween(a, b, differs) : (rule?.spec ?? null),
    differs,
    request: comparedRequests(a, b),
  };
}

/** Why two URLs are equivalent. */
interface EquivalenceReason {
  readonly name: NonNullable<Comparison['because']>;
  readonly spec: Specification;
}

function rungOf(a: string, b: string, hasRung: boolean): EquivalenceReason | null {
  if (!hasRung) return null;
  const { name, section } = meetingRung(a, b);
  return { name, spec: rfc3986(section) };
}

/** The rule that makes two canonical forms equivalent; `null` = they are not. */
function equivalenceOf({ resolution: { canonical }, definition }: Compared, b: Compared): EquivalenceReason | null {
  const same = identityOf(canonical, definition) === identityOf(b.resolution.canonical, definition);
  return same ? (definition.equivalence ?? null) : null;
}

function partOf({ scheme, components }: Compared['resolution'], part: ComparedPart): string | number | null {
  return part === 'scheme' ? scheme : components[part];
}

const rfc3986 = (section: string): Specification => ({ document: 'RFC 3986', section });

/** The clauses of RFC 3986 for the parts that mean the same in every scheme. */
const CLAUSES: Readonly<Partial<Record<ComparedPart, string>>> = {
  scheme: '3.1',
  user: '3.2.1',
  password: '3.2.1',
  host: '3.2.2',
  port: '3.2.3',
  fragment: '3.5',
};

/**
 * The clause that keeps two URLs apart, by the first part in which they differ. If only escapes differ, it is the one
 * that keeps a reserved character apart from its escape; else the scheme says what paths and queries mean.
 */
function clauseBetween(a: Compared, b: Compared, [first]: readonly ComparedPart[]): Specification {
  const section = first === undefined ? undefined : CLAUSES[first];
  if (section !== undefined) return rfc3986(section);
  const [left, right] = [a.resolution.components, b.resolution.components];
  const sameOctets = (['path', 'query'] as const).every((part) => decodesTo(left[part], right[part]));
  return (sameOctets ? null : a.definition.specifications[0]) ?? rfc3986('2.2');
}

/** Whether two parts decode to the same octets. An absent part is not an empty one. */
function decodesTo(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  return firstDifference(decodeOctets(a), decodeOctets(b)) === null;
}

function comparedRequests(a: Compared, b: Compared): RequestComparison | null {
  const [left, right] = [a.resolution.request, b.resolution.request];
  if (!isRequest(left) || !isRequest(right)) return null;
  const [octetsA, octetsB] = [comparedOctets(a), comparedOctets(b)];
  const octet = octetsA === null || octetsB === null ? null : firstDifference(octetsA, octetsB);
  return {
    sameServer: requestServer(left) === requestServer(right),
    octet,
    octets: octet === null ? [null, null] : [octetsA?.[octet] ?? null, octetsB?.[octet] ?? null],
  };
}

function isRequest(request: unknown): request is object {
  return typeof request === 'object' && request !== null;
}

/** The members of requests that say where they go. */
const SERVER: ReadonlySet<string> = new Set(['transport', 'protocol', 'host', 'port', 'url']);

function requestServer(request: object): string {
  return JSON.stringify(Object.entries(request).filter(([name]) => SERVER.has(name)));
}

/** The octets that a client sends; `null` if the URL does not say them. */
function comparedOctets({ resolution, definition }: Compared): Uint8Array | null {
  return definition.wireOctets === undefined ? null : concatOctets(definition.wireOctets(resolution));
}

/** The first index at which two texts of octets differ; `null` if they are the same. */
function firstDifference(a: Uint8Array, b: Uint8Array): number | null {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) if (a[index] !== b[index]) return index;
  return a.length === b.length ? null : shorter;
}
