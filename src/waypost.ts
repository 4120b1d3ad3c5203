/**
 * The library over a set of scheme rooms: prepare the text, read it once, and tell what was found.
 */

import type { Canonical, Parts, ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { schemeEnd } from './uri/components.ts';
import type { Diagnostic } from './uri/diagnostic.ts';
import { type Dialect, type DialectName, dialects } from './uri/dialect.ts';
import { UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';
import { diagnosticOf, type ParsedUrl, partsAsWritten, partsOf } from './uri/parsed-url.ts';
import { Reread } from './uri/percent.ts';
import { isPlainReference, resolvePlain } from './uri/plain-reference.ts';
import { checkInput, cleaned, MAX_LENGTH, prepare, type Readable } from './uri/prepare.ts';
import { readUrl, recognizer, SchemeIndex } from './uri/read-url.ts';
import { against } from './uri/relative-reference.ts';
import { ABSENT, RecordedRewrite, Rewrite } from './uri/rewrite.ts';
import { isBare, type Step } from './uri/unwrap.ts';

/** Nothing of this length is too long once it is canonical. */
const PLAIN_LENGTH = MAX_LENGTH / 32;

/** How a URL is to be read. */
export interface Options {
  /** The absolute URL that a relative reference starts from. */
  readonly base?: string | undefined;
  /** `current` unless given. */
  readonly dialect?: DialectName | undefined;
  /** Reads `scheme:rel` against a base of the same scheme as relative (RFC 3986 §5.2.2, "backward compatibility"). */
  readonly lax?: boolean | undefined;
}

type ResolutionOfRoom<Room> =
  Room extends Scheme<infer Kind, infer Details, infer Request, infer Code>
    ? ResolutionOf<Kind, Details, Request, Code>
    : never;

/** The library; {@link createWaypost} makes one over the rooms it is given. */
export interface Waypost<Room extends Scheme = Scheme> {
  canonicalize(url: string, options?: Options): Canonical;
  parse(url: string, options?: Options): ParsedUrl;
  explain(url: string, options?: Options): ResolutionOfRoom<Room | typeof unknown>;
  resolve(reference: string, base: string, options?: Options): Canonical;
  equivalent(a: string, b: string, options?: Options): boolean;
  readonly schemes: ReadonlyMap<string, Scheme>;
}

/**
 * Makes the library over a set of scheme rooms, so that a program ships only those it needs.
 *
 * @example
 * ```ts
 * const { canonicalize } = createWaypost([gopher, ftp]);
 * canonicalize('GOPHER://h.example:70/'); // 'gopher://h.example/'
 * ```
 */
export function createWaypost<Known extends Scheme>(rooms: readonly Known[]): Waypost<Known> {
  const index = new SchemeIndex(rooms, unknown);
  const schemes: ReadonlyMap<string, Scheme> = new Map(rooms.map((room) => [room.name, room]));
  const isCanonical = recognizer(rooms);
  // One pass serves every call of the fast path: it runs to its end before the next one begins.
  const scratch = new Rewrite();

  function canonicalize(url: string, options?: Options): Canonical {
    if (options?.base !== undefined) return resolve(url, options.base, options);
    checkInput(url);
    const dialect = dialectOf(options);
    if (dialect === dialects.current && isCanonical(url)) return url;
    return finish(readInto(scratch, isBare(url) ? null : prepare(url), url, dialect));
  }

  function resolve(reference: string, base: string, options?: Options): Canonical {
    const dialect = dialectOf(options);
    checkInput(reference);
    const strict = options?.lax !== true;
    if (strict && dialect === dialects.current && isPlainReference(reference)) {
      const target = resolvedPlain(reference, base);
      if (target !== null) return target;
    }
    const absolute = canonicalBase(base, options);
    if (strict && isBare(reference) && schemeEnd(reference) !== ABSENT)
      return canonicalize(reference, options && { dialect: options.dialect });
    return finish(readInto(scratch, against(reference, absolute, index, !strict), reference, dialect));
  }

  /** The common case; an error is left to the other, which tells it in terms of the reference and its base. */
  function resolvedPlain(reference: string, base: string): Canonical | null {
    if (typeof base !== 'string' || base.length + reference.length > PLAIN_LENGTH) return null;
    try {
      return resolvePlain(scratch, reference, base, index) as Canonical | null;
    } catch {
      return null;
    }
  }

  function equivalent(a: string, b: string, options?: Options): boolean {
    return canonicalize(a, options) === canonicalize(b, options);
  }

  function parse(url: string, options?: Options): ParsedUrl {
    const pass = readInto(new Rewrite(), readable(url, options), url, dialectOf(options));
    const canonical = finish(pass);
    return partsAsWritten(pass, canonical, url, index.find(canonical, schemeEnd(canonical)).scheme);
  }

  function explain(url: string, options?: Options): ResolutionOfRoom<Known | typeof unknown> {
    const dialect = dialectOf(options);
    const ready = readable(url, options);
    const { pass, scheme, steps } = record(ready, dialect);
    const canonical = finish(pass);
    const parts = partsOf(canonical, scheme);
    const details = scheme.details(parts);
    const { scheme: name, ...components } = parts;
    const resolution: ResolutionOf<string, unknown, unknown> = {
      kind: scheme.kind,
      input: url,
      canonical,
      scheme: name,
      components,
      details,
      request: scheme.request(parts, details),
      diagnostics: [
        ...steps.map((step) => diagnosticOf(step, url)),
        ...pass.diagnostics,
        ...notesOfReference(ready, scheme, parts),
      ],
    };
    // `kind`, `details` and `request` come from one room, which a map of rooms cannot tell the type system.
    return resolution as ResolutionOfRoom<Known | typeof unknown>;
  }

  /** Reads with a diagnostic for everything; a text that must be cleaned is read again from its beginning. */
  function record(
    ready: Readable,
    dialect: Dialect,
  ): { pass: RecordedRewrite; scheme: Scheme; steps: readonly Step[] } {
    const pass = new RecordedRewrite();
    try {
      const { scheme } = readUrl(pass.begin(ready.text, ready.input, ready.originOf, ready.cleaned), index, dialect);
      return { pass, scheme, steps: ready.steps };
    } catch (error) {
      if (error !== Reread) throw error;
      return record(cleaned(ready), dialect);
    }
  }

  /** The fast path of the same; `ready` is `null` where the input can be read as it is. */
  function readInto(pass: Rewrite, ready: Readable | null, input: string, dialect: Dialect): Rewrite {
    try {
      if (ready === null) pass.begin(input, input, null);
      else pass.begin(ready.text, input, ready.originOf, ready.cleaned);
      readUrl(pass, index, dialect);
      return pass;
    } catch (error) {
      if (error !== Reread) throw error;
      return readInto(pass, cleaned(ready ?? prepare(input)), input, dialect);
    }
  }

  function readable(url: string, options: Options | undefined): Readable {
    checkInput(url);
    if (options?.base === undefined) return prepare(url);
    return against(url, canonicalBase(options.base, options), index, options.lax === true);
  }

  function canonicalBase(base: string, options: Options | undefined): Canonical {
    try {
      return canonicalize(base, options === undefined ? undefined : { dialect: options.dialect });
    } catch (error) {
      throw error instanceof UrlError ? new UrlError(generic['base-invalid'], error.index, error.input, error) : error;
    }
  }

  /** What the scheme notes about where a relative reference led. */
  function notesOfReference(ready: Readable, scheme: Scheme, target: Parts): Diagnostic[] {
    if (ready.base === null) return [];
    const base = partsOf(ready.base, index.find(ready.base, schemeEnd(ready.base)).scheme);
    const diagnostic = scheme.noteReference?.(base, target) ?? null;
    if (diagnostic === null) return [];
    return [diagnosticOf({ diagnostic, at: [0, ready.input.length], after: ready.input }, ready.input)];
  }

  return { canonicalize, parse, explain, resolve, equivalent, schemes };
}

function dialectOf(options: Options | undefined): Dialect {
  return dialects[options?.dialect ?? 'current'];
}

/** The output of a pass that has been run. */
function finish(pass: Rewrite): Canonical {
  const canonical = pass.end();
  if (canonical.length > MAX_LENGTH) throw new UrlError(generic['too-long'], pass.input.length, pass.input);
  return canonical as Canonical;
}
