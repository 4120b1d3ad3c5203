/**
 * The library with every scheme of the registry. It is separate from `index.ts`, so that a program that calls
 * `createWaypost` ships only the schemes that it names.
 */

import { idna } from './idna/idna.ts';
import { definitions } from './schemes/registry.ts';
import type { Scheme } from './schemes/scheme.ts';
import type { Canonical } from './uri/canonical-parts.ts';
import type { ParsedUrl } from './uri/parsed-url.ts';
import { createWaypost, type Options, type Waypost } from './waypost.ts';

const waypost: Waypost<(typeof definitions)[number]> = createWaypost(definitions, { idna });

/** Everything that {@link explain} knows about one URL. `kind` is the discriminant. Serializable as JSON. */
export type Resolution = ReturnType<typeof waypost.explain>;

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
export const canonicalize: (url: string, options?: Options) => Canonical = waypost.canonicalize;

/**
 * The components of a URL as they were written, percent-encoded and not normalized.
 *
 * @param url - as for {@link canonicalize}
 * @throws {@link UrlError}
 * @see RFC 3986 §3
 * @example
 * ```ts
 * parse('FTP://Foo:@HOST.example:021/%7Ea').host; // 'HOST.example'
 * ```
 */
export const parse: (url: string, options?: Options) => ParsedUrl = waypost.parse;

/**
 * Everything about a URL: canonical form, parts, their meaning in the scheme, the request of a client, and a diagnostic
 * for each change and each warning.
 *
 * @param url - as for {@link canonicalize}
 * @throws {@link UrlError}
 * @example
 * ```ts
 * const found = explain('gopher://h.example/7find%09gold');
 * if (found.kind === 'gopher') found.details.search; // 'gold'
 * ```
 */
export const explain: (url: string, options?: Options) => Resolution = waypost.explain;

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
export const resolve: (reference: string, base: string, options?: Options) => Canonical = waypost.resolve;

/**
 * Whether two URLs have the same canonical form.
 *
 * @throws {@link UrlError} if either is not a URL
 * @example
 * ```ts
 * equivalent('news:%3C1993.AA1@Host.Example%3E', 'news:1993.AA1@Host.Example'); // true
 * ```
 */
export const equivalent: (a: string, b: string, options?: Options) => boolean = waypost.equivalent;

/** Every scheme of the registry, by its name. */
export const schemes: ReadonlyMap<string, Scheme> = waypost.schemes;
