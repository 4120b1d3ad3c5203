/**
 * The library over a set of scheme rooms: prepare the text, read it once, and tell what was found.
 */
import { type Diagnostic, diagnostics } from './diagnostics.ts';
import { readUrl, recognizer, SchemeIndex } from './reading.ts';
import type { Canonical, Components, Parts, ResolutionOf, Scheme } from './schemes/scheme.ts';
import { unknown } from './schemes/unknown.ts';
import { asBrowsersRead } from './uri/as-browsers-read.ts';
import { schemeEnd, split, splitAuthority } from './uri/components.ts';
import { type Dialect, type DialectName, dialects } from './uri/dialect.ts';
import { UrlError } from './uri/error.ts';
import { unicodeHost } from './uri/host-unicode.ts';
import { Reread } from './uri/percent.ts';
import { originInReference, transform } from './uri/reference.ts';
import { ABSENT, RecordedRewrite, Rewrite } from './uri/rewrite.ts';
import { isBare, type Prepared, type Step, unwrap } from './uri/unwrap.ts';

/** The longest input and the longest output, in UTF-16 code units. */
export const MAX_LENGTH = 65_536;

/** How a URL is to be read. */
export interface Options {
  /** The absolute URL that a relative reference starts from. */
  readonly base?: string | undefined;
  /** `current` unless given. */
  readonly dialect?: DialectName | undefined;
  /** Reads `scheme:rel` against a base of the same scheme as relative (RFC 3986 §5.2.2, "backward compatibility"). */
  readonly lax?: boolean | undefined;
}

/** A URL as it was written: no component is normalized. */
export interface ParsedUrl {
  readonly input: string;
  /** In lower case. */
  readonly scheme: string;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  /** The digits as they stand; `''` where only the colon does. */
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  /** Where a client would connect. */
  readonly effective: { readonly host: string | null; readonly port: number | null };
}

type ResolutionOfRoom<Room> =
  Room extends Scheme<infer Kind, infer Details, infer Request> ? ResolutionOf<Kind, Details, Request> : never;

/** The library; {@link createWaypost} makes one over the rooms it is given. */
export interface Waypost<Room extends Scheme = Scheme> {
  canonicalize(url: string, options?: Options): Canonical;
  parse(url: string, options?: Options): ParsedUrl;
  explain(url: string, options?: Options): ResolutionOfRoom<Room | typeof unknown>;
  resolve(reference: string, base: string, options?: Options): Canonical;
  equivalent(a: string, b: string, options?: Options): boolean;
  readonly schemes: ReadonlyMap<string, Scheme>;
}

/** A text ready to be read, and the scheme of the base that it was resolved against. */
interface Readable extends Prepared {
  readonly input: string;
  /** Computes `origin` on demand, where the fast path can do without. */
  readonly originOf: (() => Int32Array) | null;
  readonly base: Canonical | null;
  readonly cleaned: boolean;
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
export function createWaypost<Room extends Scheme>(rooms: readonly Room[]): Waypost<Room> {
  const index = new SchemeIndex(rooms, unknown);
  const schemes: ReadonlyMap<string, Scheme> = new Map(rooms.map((room) => [room.name, room]));
  const canonicalUrl = recognizer(rooms);
  // One pass serves every call of the fast path: it runs to its end before the next one begins.
  const scratch = new Rewrite();

  function canonicalize(url: string, options?: Options): Canonical {
    if (options?.base !== undefined) return resolve(url, options.base, options);
    checkInput(url);
    const dialect = dialectOf(options);
    if (isRecognized(url, dialect)) return url;
    return finish(readInto(scratch, isBare(url) ? null : prepare(url), url, dialect));
  }

  /** Whether a URL is seen to be canonical at one glance. */
  function isRecognized(url: string, dialect: Dialect): url is Canonical {
    return dialect === dialects.current && canonicalUrl.test(url);
  }

  function resolve(reference: string, base: string, options?: Options): Canonical {
    const dialect = dialectOf(options);
    checkInput(reference);
    const absolute = canonicalBase(base, options);
    const strict = options?.lax !== true;
    const target = strict && isPlainReference(reference) ? plainTarget(reference, absolute) : null;
    if (strict && target === null && isBare(reference) && schemeEnd(reference) !== ABSENT) {
      if (isRecognized(reference, dialect)) return reference;
      return finish(readInto(scratch, null, reference, dialect));
    }
    if (target === null) return finish(readInto(scratch, against(reference, absolute, options), reference, dialect));
    if (isRecognized(target, dialect)) return target;
    scratch.begin(target, reference, () => originInReference(target, reference));
    readUrl(scratch, index, dialect);
    return finish(scratch);
  }

  function equivalent(a: string, b: string, options?: Options): boolean {
    return canonicalize(a, options) === canonicalize(b, options);
  }

  function parse(url: string, options?: Options): ParsedUrl {
    const pass = new Rewrite();
    readInto(pass, readable(url, options), url, dialectOf(options));
    return partsAsWritten(pass, finish(pass), url, schemes);
  }

  function explain(url: string, options?: Options): ResolutionOfRoom<Room | typeof unknown> {
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
        ...doubtsOfReference(ready, scheme, parts),
      ],
    };
    // `kind`, `details` and `request` come from one room, which a map of rooms cannot tell the type system.
    return resolution as ResolutionOfRoom<Room | typeof unknown>;
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
    return options?.base === undefined ? prepare(url) : against(url, canonicalBase(options.base, options), options);
  }

  /** The target of a reference that is plainly relative, against a base with an authority; else `null`. */
  function plainTarget(reference: string, base: Canonical): string | null {
    const room = index.findPlain(base);
    if (room === null || base.charCodeAt(room.name.length + 2) !== 0x2f) return null;
    const target = room.transform(base, reference);
    return target.length <= MAX_LENGTH ? target : null;
  }

  /** A reference made absolute (RFC 3986 §5.2.2). */
  function against(reference: string, base: Canonical, options: Options | undefined): Readable {
    const { scheme } = index.find(base, schemeEnd(base));
    const prepared = prepare(reference);
    const { syntax } = scheme;
    const relative = syntax.asBrowsersRead && /[\t\n\r\\]/.test(prepared.text) ? cleaned(prepared) : prepared;
    const colon = schemeEnd(relative.text);
    if (colon === ABSENT) return target(relative, 0, base, scheme, reference);
    const own = index.find(relative.text, colon);
    const repeats =
      options?.lax === true && relative.text.slice(0, colon).toLowerCase() === base.slice(0, schemeEnd(base));
    if (repeats) return target(relative, colon + 1, base, scheme, reference);
    // Cleaning is the base's affair only while the reference is relative.
    return own.syntax.asBrowsersRead ? relative : prepared;
  }

  /** The target of what stands in a relative reference from `from` on. */
  function target(relative: Readable, from: number, base: Canonical, scheme: Scheme, input: string): Readable {
    const steps = [...relative.steps];
    const place = (offset: number): number => relative.origin?.[offset] ?? offset;
    if (from > 0) steps.push({ code: 'reference-same-scheme', at: [place(0), place(from)], after: '' });
    let text = relative.text.slice(from);
    const slashes = scheme.syntax.authority === 'browser' ? (/^\/\/+/.exec(text)?.[0].length ?? 2) : 2;
    if (slashes > 2) {
      steps.push({ code: 'slashes', at: [place(from), place(from + slashes)], after: '//' });
      text = text.slice(slashes - 2);
    }
    if (scheme.transform === undefined && text !== '' && !text.startsWith('#')) checkHierarchical(base, input);
    const absolute = (scheme.transform ?? transform)(base, text);
    const skipped = relative.text.length - text.length;
    const originOf = (): Int32Array =>
      originInReference(absolute, text).map((offset) => (offset === ABSENT ? ABSENT : place(offset + skipped)));
    return { text: absolute, origin: null, originOf, steps, input, base, cleaned: relative.cleaned };
  }

  function canonicalBase(base: string, options: Options | undefined): Canonical {
    try {
      return canonicalize(base, options === undefined ? undefined : { dialect: options.dialect });
    } catch (error) {
      throw error instanceof UrlError ? new UrlError('base-invalid', error.index, error.input, error) : error;
    }
  }

  /** What is to be said of where a relative reference led. */
  function doubtsOfReference(ready: Readable, scheme: Scheme, target: Parts): Diagnostic[] {
    if (ready.base === null) return [];
    const base = partsOf(ready.base, index.find(ready.base, schemeEnd(ready.base)).scheme);
    const code = scheme.doubtReference?.(base, target) ?? null;
    return code === null ? [] : [diagnosticOf({ code, at: [0, ready.input.length], after: ready.input }, ready.input)];
  }

  return { canonicalize, parse, explain, resolve, equivalent, schemes };
}

/** Whether a reference is without a scheme, a wrapper, or anything that browsers read in a way of their own. */
function isPlainReference(reference: string): boolean {
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index);
    if (code <= 0x20 || code === 0x3a || code === 0x3c || code === 0x5c) return false;
  }
  return reference !== '' && !reference.startsWith('///');
}

function checkInput(url: string): void {
  if (typeof url !== 'string') throw new UrlError('not-a-string', 0, '');
  if (url.length > MAX_LENGTH) throw new UrlError('too-long', MAX_LENGTH, url);
}

function dialectOf(options: Options | undefined): Dialect {
  return dialects[options?.dialect ?? 'current'];
}

function prepare(input: string): Readable {
  return readableOf(isBare(input) ? { text: input, origin: null, steps: [] } : unwrap(input), input);
}

function cleaned(ready: Readable): Readable {
  return { ...readableOf(asBrowsersRead(ready), ready.input), base: ready.base, cleaned: true };
}

function readableOf(prepared: Prepared, input: string): Readable {
  const { origin } = prepared;
  return { ...prepared, input, originOf: origin === null ? null : () => origin, base: null, cleaned: false };
}

/** The output of a pass that has been run. */
function finish(pass: Rewrite): Canonical {
  const canonical = pass.end();
  if (canonical.length > MAX_LENGTH) throw new UrlError('too-long', pass.input.length, pass.input);
  return canonical as Canonical;
}

function checkHierarchical(base: Canonical, reference: string): void {
  const { schemeTo, hasAuthority } = split(base);
  if (!hasAuthority && base.charCodeAt(schemeTo + 1) !== 0x2f)
    throw new UrlError('base-not-hierarchical', 0, reference);
}

/** The parts of a canonical URL. */
function partsOf(canonical: Canonical, scheme: Scheme): Parts {
  const { schemeTo, hasAuthority, authorityTo, pathTo, queryTo } = split(canonical);
  const authority = hasAuthority ? splitAuthority(canonical.slice(schemeTo + 3, authorityTo)) : null;
  const host = authority?.host ?? null;
  const explicitPort = authority?.port ?? null;
  const components: Components = {
    user: authority?.user ?? null,
    password: authority?.password ?? null,
    host,
    hostUnicode: host === null ? null : unicodeHost(host),
    port: explicitPort ?? (authority === null ? null : scheme.defaultPort),
    explicitPort,
    path: canonical.slice(authorityTo, pathTo),
    query: pathTo < queryTo ? canonical.slice(pathTo + 1, queryTo) : null,
    fragment: queryTo < canonical.length ? canonical.slice(queryTo + 1) : null,
  };
  return { scheme: canonical.slice(0, schemeTo), ...components };
}

/** The parts of what a pass has read, as they were written. */
function partsAsWritten(
  pass: Rewrite,
  canonical: Canonical,
  input: string,
  schemes: ReadonlyMap<string, Scheme>,
): ParsedUrl {
  const { text } = pass;
  const slice = (from: number, to: number): string | null => (from === ABSENT ? null : text.slice(from, to));
  const hasPassword = pass.userFrom !== ABSENT && pass.userTo < pass.passwordTo;
  const name = text.slice(0, pass.schemeTo).toLowerCase();
  const effective = partsOf(canonical, schemes.get(name) ?? unknown);
  return {
    input,
    scheme: name,
    user: slice(pass.userFrom, pass.userTo),
    password: hasPassword ? text.slice(pass.userTo + 1, pass.passwordTo) : null,
    host: slice(pass.hostFrom, pass.hostTo),
    port: slice(pass.portFrom, pass.portTo),
    path: text.slice(pass.pathFrom, pass.pathTo),
    query: pass.pathTo < pass.queryTo ? text.slice(pass.pathTo + 1, pass.queryTo) : null,
    fragment: pass.queryTo < text.length ? text.slice(pass.queryTo + 1) : null,
    effective: { host: effective.host, port: effective.port },
  };
}

function diagnosticOf({ code, at, after }: Step, input: string): Diagnostic {
  const { severity, message, spec } = diagnostics[code];
  return { code, severity, at, before: input.slice(at[0], at[1]), after, message, spec };
}
