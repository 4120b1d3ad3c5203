/**
 * What the engine needs to know about a scheme: its syntax as data, and what it rewrites beyond that syntax. A full
 * scheme definition (schemes/scheme.ts) says more, but nothing else changes how a URL is read.
 */
import { type Allowed, FLAG } from './arguments.ts';
import type { Parts } from './canonical-parts.ts';
import type { Specification } from './diagnostic.ts';
import type { Pieces } from './pieces.ts';
import { transform as genericTransform } from './reference-resolution.ts';
import type { Rewrite } from './rewrite.ts';
import { genericSyntax, type Syntax } from './syntax.ts';

export interface SchemeRules<Code extends string = string> {
  /** In lower case; `''` for the rules that apply to unknown schemes. */
  readonly name: string;
  readonly defaultPort: number | null;
  readonly syntax: Syntax;
  /**
   * Rewrites the text from `from`, just after the colon, up to the path, and returns where the path begins.
   * Absent = as `syntax.authority` says.
   */
  readonly authority?: (pass: Rewrite<Code>, from: number) => number;
  /**
   * Rewrites the scheme's own part, which begins at `from` (after the authority, or after the colon), and
   * returns where it ends: at `?`, `#`, or the end of the text. Absent = the generic path of RFC 3986.
   */
  readonly path?: (pass: Rewrite<Code>, from: number, dialect: Dialect) => number;
  /**
   * Makes the source of a regular expression for what follows the colon in most canonical URLs: in a library without
   * `octetForms`, a URL that matches needs no pass. It is called when a URL first has the scheme. Absent = made from
   * `syntax` and `octets`.
   */
  readonly canonical?: () => string;
  /**
   * The grammar behind `authority`, `path` and `query`, for the octet pass (lines/octet-pass.ts). Absent = the generic
   * one if the scheme has none of them; otherwise the octet pass leaves its URLs to the text pass.
   */
  readonly octets?: OctetRules;
  /** Rewrites the query, which begins after the question mark at `from - 1`, and returns where it ends. */
  readonly query?: (pass: Rewrite<Code>, from: number) => number;
  /**
   * The clause by which the scheme's URLs have no hierarchy (RFC 3986 §1.2.3): only the empty reference and a fragment
   * are relative to them. Absent = every reference is (§5.2), to a rootless path too.
   */
  readonly opaque?: Specification;
  /** The target of a relative reference against a canonical base; absent = RFC 3986 §5.2.2. */
  readonly transform?: (base: string, reference: string) => string;
  /** Matches a base or a reference that needs `transform`. Absent = all do. */
  readonly transformOn?: RegExp;
  /** What names the thing in a canonical URL: URLs with one identity are equivalent. Absent = the whole URL does. */
  readonly identity?: (canonical: string) => string;

  // What only `explain` calls. It belongs to the definition of a scheme, not to its rules.
  /** The code of the diagnostic that every URL of this scheme gets; `null` = none. */
  readonly noteScheme?: (scheme: string) => Code | null;
  /** Notes what is unusual in `text[pass.pathFrom, pass.pathTo)`, which the pass wrote since `mark`. */
  readonly notePath?: (pass: Rewrite<Code>, mark: number) => void;
  /** Notes what is unusual in `text[pass.pathTo + 1, pass.queryTo)`, which the pass wrote since `mark`. */
  readonly noteQuery?: (pass: Rewrite<Code>, mark: number) => void;
  /** The code of the diagnostic for a relative reference from `base` to `target`; `null` = none. */
  readonly noteReference?: (base: Parts, target: Parts) => Code | null;
}

/**
 * The grammar of a scheme beyond its syntax, as data: when policies and pieces alone make a URL canonical. What these
 * rules leave is read by the scheme's own functions, so they may leave too much, but never too little.
 */
export interface OctetRules {
  /** Whether URLs with `//` after the colon are left. */
  readonly opaque?: boolean;
  /** Whether a URL with an authority has no path. */
  readonly noPath?: boolean;
  /** The host that is written as an empty one. With a user name, the URL is left. */
  readonly droppedHost?: string;
  /** The path, behind the slash after an authority. Absent = one piece, with the policy of the path. */
  readonly path?: Pieces;
  /** What may end a path from a character on that its policy marks. The letters are written in lower case, as here. */
  readonly endings?: readonly string[];
  /** The path that is written as `/`. */
  readonly droppedPath?: string;
  /** Whether `..` does not remove a drive letter, as in `file:///C:/..`. */
  readonly keepsDrive?: boolean;
  /**
   * The query behind its question mark. Absent = one piece, with the policy of the query; if the rules have a function
   * `query`, URLs with a query are left.
   */
  readonly query?: Pieces;
}

/**
 * The rules of one scheme as the engine reads them. All objects have one shape, which keeps property access fast.
 * `null` = the scheme leaves it to the generic syntax.
 */
export interface CompleteRules<Definition extends SchemeRules = SchemeRules> {
  readonly definition: Definition;
  readonly name: string;
  readonly syntax: Syntax;
  readonly authority: NonNullable<SchemeRules['authority']> | null;
  readonly path: NonNullable<SchemeRules['path']> | null;
  readonly query: NonNullable<SchemeRules['query']> | null;
  readonly opaque: Specification | null;
  readonly transform: NonNullable<SchemeRules['transform']>;
  /** Matches most canonical URLs of the scheme; `null` = there is no such pattern; `undefined` = not made yet. */
  recognized: RegExp | null | undefined;
}

function completeRules<Definition extends SchemeRules>(definition: Definition): CompleteRules<Definition> {
  const { name, syntax, authority = null, path = null, query = null, opaque = null } = definition;
  const { transform = genericTransform } = definition;
  return { definition, name, syntax, authority, path, query, opaque, transform, recognized: undefined };
}

/** The rules for every scheme without its own: RFC 3986 and nothing else. */
export const unknownRules: SchemeRules<never> = { name: '', defaultPort: null, syntax: genericSyntax };

/** `current` is RFC 3986 with the scheme's newest specification; `url-1994` is draft-ietf-uri-url-03. */
export type DialectName = 'current' | 'url-1994';

export interface Dialect {
  readonly name: DialectName;
  /** Whether characters up to U+00FF are escaped as ISO Latin-1 octets, if the whole URL is Latin-1. */
  readonly latin1: boolean;
}

/** Every dialect by its name; the output is always the current form. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  current: { name: 'current', latin1: false },
  'url-1994': { name: 'url-1994', latin1: true },
};

/** What names the thing in a canonical URL, by the rules of its scheme. */
export function identityOf(canonical: string, { identity }: SchemeRules): string {
  return identity === undefined ? canonical : identity(canonical);
}

const dialectNames = Object.keys(dialects);

/** The options of `canonicalize`, which other functions extend. */
export const READING_OPTIONS: Readonly<Record<'base' | 'dialect' | 'lax', Allowed | null>> = {
  base: null,
  dialect: [dialectNames.join(' or '), ...dialectNames],
  lax: FLAG,
};

/** Finds the rules of a scheme by the letters before the colon, in any case, without cutting them out of the text. */
export class SchemeIndex<Definition extends SchemeRules = SchemeRules> {
  /** Rules by the length and the first letter of their names. */
  readonly #byShape: CompleteRules<Definition>[][] = [];
  readonly #unknown: CompleteRules<Definition>;

  /** `definitions` are the known schemes. `unknown` is the rules for every other scheme. */
  constructor(definitions: readonly Definition[], unknown: Definition) {
    for (const definition of definitions) {
      const { name } = definition;
      const shape = shapeOf(name.length, name.charCodeAt(0));
      this.#byShape[shape] ??= [];
      this.#byShape[shape].push(completeRules(definition));
    }
    this.#unknown = completeRules(unknown);
  }

  /** The rules of the known scheme that the text begins with in lower case, or `null`. */
  findPlain(text: string): CompleteRules<Definition> | null {
    const rules = this.find(text, text.indexOf(':'));
    return rules !== this.#unknown && text.startsWith(rules.name) ? rules : null;
  }

  /** The rules of the scheme `text[0, to)`, or the rules for unknown schemes. */
  find(text: string, to: number): CompleteRules<Definition> {
    const candidates = this.#byShape[shapeOf(to, text.charCodeAt(0))];
    if (candidates !== undefined) {
      for (let index = 0; index < candidates.length; index++) {
        const rules = candidates[index];
        if (rules !== undefined && isNamed(text, to, rules.name)) return rules;
      }
    }
    return this.#unknown;
  }
}

function shapeOf(length: number, first: number): number {
  return length * 32 + (first & 31);
}

function isNamed(text: string, to: number, name: string): boolean {
  for (let index = 0; index < to; index++) {
    // The bit turns a capital into lower case. It does not turn a digit, `+`, `-` or `.` into a letter.
    if ((text.charCodeAt(index) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}
