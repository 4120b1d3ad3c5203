/**
 * The small door: canonical forms and resolved references of every scheme, without messages, sentences and requests.
 * The results, and the codes and offsets of errors, are those of `waypost`. Entry `waypost/canonical` of the package.
 */
import {
  type Canonicalizer,
  createCanonicalizer,
  createReader,
  lineReaderOf,
  type Options,
  type Reader,
  withoutOctets,
} from './canonicalizer.ts';
import { idnaToAscii } from './idna/idna.ts';
import type { Octets } from './lines/canonicalize-lines.ts';
import { type LineFunctions, type LineOptions, lineFunctionsOf } from './lines/line-functions.ts';
import type { OctetSource } from './lines/streams.ts';
import { rules } from './schemes/rules.ts';
import { bareUrlError, catching, type Safe, UrlError } from './uri/bare-error.ts';
import type { Canonical } from './uri/canonical-parts.ts';
import { type SchemeRules, unknownRules } from './uri/scheme-rules.ts';
import type { UrlInput } from './uri/url-object.ts';

export type { Options } from './canonicalizer.ts';
export type { Octets } from './lines/canonicalize-lines.ts';
export type { LineOptions } from './lines/line-functions.ts';
export type { OctetSource, ReadableOctets } from './lines/streams.ts';
export { type Safe, UrlError } from './uri/bare-error.ts';
export type { Canonical } from './uri/canonical-parts.ts';
export { MAX_LENGTH } from './uri/prepare.ts';
export type { DialectName } from './uri/scheme-rules.ts';
export type { UrlInput, UrlObject } from './uri/url-object.ts';

const reader: Reader = /* @__PURE__ */ createReader<SchemeRules>(rules, unknownRules, idnaToAscii, bareUrlError);

const library: Canonicalizer = /* @__PURE__ */ createCanonicalizer(reader, /* @__PURE__ */ withoutOctets(reader));

// The functions below are read in pure calls: esbuild would keep a property read that nothing uses, and the library.

/**
 * The canonical form of a URL. Two URLs have the same canonical form if the specifications make them equivalent. It is
 * ASCII, valid under RFC 3986 Appendix A, and does not change when it is canonicalized again.
 *
 * @param url - any URL, perhaps wrapped in `<URL:…>` or blanks; at most 65,536 UTF-16 code units
 * @param options - the base, the dialect, and how strict reference resolution is
 * @throws {@link UrlError} with code, index and input if the URL cannot be understood
 * @see RFC 3986 §6.2.2, §6.2.3
 * @example
 * ```ts
 * canonicalize('<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'); // 'gopher://gopher.micro.umn.edu/'
 * ```
 */
export const canonicalize: (url: UrlInput, options?: Options) => Canonical = /* @__PURE__ */ (() =>
  library.canonicalize)();

/**
 * The canonical target of a reference against a base.
 *
 * @param reference - a relative reference or a URL
 * @param base - an absolute URL
 * @throws {@link UrlError}; `base-invalid` with the base's own error as `cause`
 * @see RFC 3986 §5.2
 * @example
 * ```ts
 * resolve('../b', 'gopher://h.example/1/users/a'); // 'gopher://h.example/1/b'
 * ```
 */
export const resolve: (reference: UrlInput, base: UrlInput, options?: Options) => Canonical = /* @__PURE__ */ (() =>
  library.resolve)();

/**
 * Whether two URLs have the same canonical form. Of a URN, only the name counts, not its r-, q- and f-components
 * (RFC 8141 §3.1).
 *
 * @throws {@link UrlError} if either is not a URL
 * @example
 * ```ts
 * equivalent('news:%3C1993.AA1@Host.Example%3E', 'news:1993.AA1@Host.Example'); // true
 * ```
 */
export const equivalent: (a: UrlInput, b: UrlInput, options?: Options) => boolean = /* @__PURE__ */ (() =>
  library.equivalent)();

/**
 * As {@link canonicalize}, without an exception.
 *
 * @example
 * ```ts
 * safeCanonicalize('GO:a'); // { ok: true, value: 'go:a' }
 * ```
 */
export const safeCanonicalize: (url: UrlInput, options?: Options) => Safe<Canonical> = /* @__PURE__ */ catching(
  UrlError,
  canonicalize,
);

/**
 * As {@link resolve}, without an exception.
 *
 * @example
 * ```ts
 * const result = safeResolve('b', 'a');
 * result.ok ? null : result.error.code; // 'base-invalid'
 * ```
 */
export const safeResolve: (reference: UrlInput, base: UrlInput, options?: Options) => Safe<Canonical> =
  /* @__PURE__ */ catching(UrlError, resolve);

/**
 * As {@link equivalent}, without an exception.
 *
 * @example
 * ```ts
 * safeEquivalent('go:a', 'GO:a'); // { ok: true, value: true }
 * ```
 */
export const safeEquivalent: (a: UrlInput, b: UrlInput, options?: Options) => Safe<boolean> = /* @__PURE__ */ catching(
  UrlError,
  equivalent,
);

/** Only the functions below use it, so that a bundle without them does not have it. */
const lines: LineFunctions = /* @__PURE__ */ (() =>
  lineFunctionsOf({ ...library, lineReader: lineReaderOf(reader) }))();

/**
 * Canonicalizes lines, octets in and octets out: one line for each line, faster than a loop over
 * {@link canonicalize}. The input is a stream of any length; memory is that of one of its pieces.
 *
 * A line that is not a URL becomes an empty line and is reported to `onError`, unless `keep` is set; blank lines stay
 * blank. CR before the line end is dropped, and every line of the output ends in a line end, the last one too.
 *
 * @param source - UTF-8 in pieces that may end anywhere: a stream of Node or of the web, an array
 * @param options - how URLs are read, as for `canonicalize`; how lines end; what becomes of other lines
 * @returns ASCII, in pieces of about the size of those of the source
 * @throws {@link UrlError} `base-invalid` with the base's own error as `cause`; `TypeError` for a piece that is not
 *   octets; what `source` and `onError` throw
 * @example
 * ```ts
 * const octets = new TextEncoder().encode('HTTP://H.example:80/%7ea\nno URL\n');
 * let text = '';
 * for await (const piece of canonicalizeLines([octets])) text += new TextDecoder().decode(piece);
 * text; // 'http://h.example/~a\n\n'
 * ```
 */
export function canonicalizeLines(source: OctetSource, options?: LineOptions): AsyncGenerator<Octets, void, undefined> {
  return lines.canonicalizeLines(source, options);
}
