/**
 * The functions of the library in forms that return a {@link UrlError} instead of throwing it. A wrong option is an
 * error of the program, and still thrown.
 */
import type { Options } from './canonicalizer.ts';
import type { Comparison } from './comparison.ts';
import {
  canonicalize,
  compare,
  equivalent,
  explain,
  parse,
  type Resolution,
  relativize,
  replaceParts,
  resolve,
  resolver,
} from './every-scheme.ts';
import type { ExplainOptions } from './explanation.ts';
import type { ReplacedParts } from './replaced-parts.ts';
import type { Canonical, ParsedUrl } from './uri/canonical-parts.ts';
import { type Safe, safely } from './uri/error.ts';
import type { UrlInput } from './uri/url-object.ts';

/**
 * As {@link canonicalize}, without an exception.
 *
 * @example
 * ```ts
 * safeCanonicalize('GO:a'); // { ok: true, value: 'go:a' }
 * ```
 */
export const safeCanonicalize: (url: UrlInput, options?: Options) => Safe<Canonical> =
  /* @__PURE__ */ safely(canonicalize);

/**
 * As {@link parse}, without an exception.
 *
 * @example
 * ```ts
 * safeParse('no scheme').ok; // false
 * ```
 */
export const safeParse: (url: UrlInput, options?: Options) => Safe<ParsedUrl> = /* @__PURE__ */ safely(parse);

/**
 * As {@link explain}, without an exception.
 *
 * @example
 * ```ts
 * const result = safeExplain('go:a');
 * result.ok && result.value.kind; // 'go'
 * ```
 */
export const safeExplain: (url: UrlInput, options?: ExplainOptions) => Safe<Resolution> =
  /* @__PURE__ */ safely(explain);

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
  /* @__PURE__ */ safely(resolve);

/**
 * As {@link resolver}, without an exception for a base that is not a URL. The resolver that it returns throws as
 * {@link resolve} does.
 *
 * @example
 * ```ts
 * safeResolver('a').ok; // false
 * ```
 */
export const safeResolver: (base: UrlInput, options?: Options) => Safe<(reference: UrlInput) => Canonical> =
  /* @__PURE__ */ safely(resolver);

/**
 * As {@link equivalent}, without an exception.
 *
 * @example
 * ```ts
 * safeEquivalent('go:a', 'GO:a'); // { ok: true, value: true }
 * ```
 */
export const safeEquivalent: (a: UrlInput, b: UrlInput, options?: Options) => Safe<boolean> =
  /* @__PURE__ */ safely(equivalent);

/**
 * As {@link relativize}, without an exception.
 *
 * @example
 * ```ts
 * safeRelativize('ftp://h.example/a', 'ftp://h.example/b'); // { ok: true, value: 'a' }
 * ```
 */
export const safeRelativize: (target: UrlInput, base: UrlInput, options?: Pick<Options, 'dialect'>) => Safe<string> =
  /* @__PURE__ */ safely(relativize);

/**
 * As {@link compare}, without an exception.
 *
 * @example
 * ```ts
 * const result = safeCompare('go:a', 'GO:a');
 * result.ok && result.value.because; // 'case'
 * ```
 */
export const safeCompare: (a: UrlInput, b: UrlInput, options?: Options) => Safe<Comparison> =
  /* @__PURE__ */ safely(compare);

/**
 * As {@link replaceParts}, without an exception.
 *
 * @example
 * ```ts
 * safeReplaceParts('gopher://h.example/', { host: 'a/b' }).ok; // false
 * ```
 */
export const safeReplaceParts: (url: UrlInput, parts: ReplacedParts) => Safe<Canonical> =
  /* @__PURE__ */ safely(replaceParts);
