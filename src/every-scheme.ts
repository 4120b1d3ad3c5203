/**
 * The library with every scheme of the registry. It is separate from `index.ts`, so that a program that calls
 * `createWaypost` ships only the schemes that it names.
 */

import {
  type Canonicalizer,
  createCanonicalizer,
  createReader,
  lineReaderOf,
  type Options,
  type Reader,
} from './canonicalizer.ts';
import { type Compare, compareOf } from './comparison.ts';
import { type ExplainOptions, explainOf, type ResolutionOfScheme } from './explanation.ts';
import { idna, idnaToAscii } from './idna/idna.ts';
import type { LineCanonicalizer, Octets } from './lines/canonicalize-lines.ts';
import { type LineFunctions, type LineOptions, lineFunctionsOf } from './lines/line-functions.ts';
import { octetForms } from './lines/octet-forms.ts';
import type { LineStream, OctetSource } from './lines/streams.ts';
import { type ReplaceParts, replacePartsOf } from './replaced-parts.ts';
import { errors } from './schemes/errors.ts';
import { definitions } from './schemes/registry.ts';
import { rules } from './schemes/rules.ts';
import type { Scheme } from './schemes/scheme.ts';
import type { unknown } from './schemes/unknown.ts';
import type { Canonical } from './uri/canonical-parts.ts';
import { type UrlError, urlErrorsOf } from './uri/error.ts';
import { relativeForm } from './uri/relative-form.ts';
import { type Relativize, relativizeOf } from './uri/relativization.ts';
import { type SchemeRules, unknownRules } from './uri/scheme-rules.ts';
import type { UrlInput } from './uri/url-object.ts';
import { type Parse, parseOf, schemesOf } from './waypost.ts';

// Each function below is made from what it needs by pure calls, so that a bundle has nothing else.

/** Reads URLs by the rules of every scheme: without definitions, messages of diagnostics, and the octet pass. */
export const reader: Reader = /* @__PURE__ */ createReader<SchemeRules>(
  rules,
  unknownRules,
  idnaToAscii,
  /* @__PURE__ */ urlErrorsOf(errors),
);

const canonicalizer: Canonicalizer = /* @__PURE__ */ createCanonicalizer(
  reader,
  /* @__PURE__ */ octetForms(rules, unknownRules),
);

const lines: LineFunctions = /* @__PURE__ */ (() =>
  lineFunctionsOf({ ...canonicalizer, lineReader: lineReaderOf(reader) }))();

/** Every scheme of the registry, by its name. */
export const schemes: ReadonlyMap<string, Scheme> = /* @__PURE__ */ schemesOf<Scheme>(definitions);

/** Everything that {@link explain} knows about one URL. `kind` is the discriminant. Serializable as JSON. */
export type Resolution = ResolutionOfScheme<(typeof definitions)[number] | typeof unknown>;

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
  canonicalizer.canonicalize)();

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
export const parse: Parse = /* @__PURE__ */ parseOf(reader);

/**
 * Everything about a URL: canonical form, parts, their meaning in the scheme, the request of a client, and a diagnostic
 * for each change and each warning. Long lists and texts are cut, and `omitted` counts what they lack.
 *
 * @param url - as for {@link canonicalize}
 * @param options - also whether lists and texts are complete
 * @throws {@link UrlError}
 * @example
 * ```ts
 * const found = explain('gopher://h.example/7find%09gold');
 * if (found.kind === 'gopher') found.details.search; // 'gold'
 * ```
 */
export const explain: (url: UrlInput, options?: ExplainOptions) => Resolution = /* @__PURE__ */ explainOf<
  (typeof definitions)[number]
>({ schemes: /* @__PURE__ */ schemesOf(definitions), idna, lineReader: reader });

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
  canonicalizer.resolve)();

/**
 * Makes a function that resolves references against one base, which is read once: for a page with thousands of links.
 *
 * @param base - an absolute URL
 * @param options - as for {@link resolve}
 * @throws {@link UrlError} `base-invalid`; the function that it returns throws as {@link resolve} does
 * @see RFC 3986 §5.2
 * @example
 * ```ts
 * const link = resolver('gopher://h.example/1/users/a');
 * link('../b'); // 'gopher://h.example/1/b'
 * link('c'); // 'gopher://h.example/1/users/c'
 * ```
 */
export const resolver: (base: UrlInput, options?: Options) => (reference: UrlInput) => Canonical =
  /* @__PURE__ */ (() => canonicalizer.resolver)();

/**
 * A short reference that leads from a base to a target: the inverse of {@link resolve}.
 *
 * @param target - an absolute URL
 * @param base - an absolute URL
 * @param options - the dialect of both URLs and of the reference
 * @returns a relative reference, which `resolve` reads with and without `lax`; the canonical form of the target if no
 *   relative one leads to it, as between schemes and in opaque ones. For all URLs,
 *   `resolve(relativize(target, base), base)` is `canonicalize(target)`
 * @throws {@link UrlError}; `base-invalid` with the base's own error as `cause`
 * @see RFC 3986 §4.2, §5.2
 * @example
 * ```ts
 * relativize('http://h.example/a/d?q', 'http://h.example/a/b/c'); // '../d?q'
 * relativize('http://h.example/a#top', 'http://h.example/a'); // '#top'
 * relativize('mailto:a@h.example', 'mailto:b@h.example'); // 'mailto:a@h.example'
 * ```
 */
export const relativize: Relativize = /* @__PURE__ */ relativizeOf(canonicalizer);

/**
 * The normal form of a relative reference whose base is not known: escapes and dot segments (RFC 3986 §6.2.2). With
 * every base it leads to the same target as the reference; but news and nntp have partial forms of their own, and in
 * the ids of mid and cid, and in the names of urn, some escapes are data.
 *
 * @param reference - a relative reference; a URL gets its canonical form
 * @returns the reference as it is where its meaning depends on the base, as that of a backslash or `%2E` does
 * @throws {@link UrlError} for a URL that is not valid
 * @example
 * ```ts
 * normalizeReference('/a/./b/../%7ec'); // '/a/~c'
 * normalizeReference('../x?%c3%a9'); // '../x?%C3%A9'
 * ```
 */
export function normalizeReference(reference: UrlInput): string {
  return relativeForm(reference, canonicalize);
}

/**
 * The canonical form of a URL with some of its parts replaced. Delimiters in a part are percent-encoded, and the result
 * is read again, so a path cannot become a query, nor a user name a host.
 *
 * @param url - an absolute URL
 * @param parts - the new parts, percent-encoded or raw; `null` removes one
 * @throws {@link UrlError} if the result is not a URL of its scheme, or if scheme or host have a delimiter;
 *   `part-misread` if the scheme would read a part as another part, as the query of an ftp URL; `host-missing` if it
 *   would read the path as a host
 * @see RFC 3986 §5.3
 * @example
 * ```ts
 * replaceParts('ftp://h.example/a', { user: 'me@work', path: '/b?' }); // 'ftp://me%40work@h.example/b%3F'
 * replaceParts('ftp://h.example/a', { port: 2121, fragment: 'top' }); // 'ftp://h.example:2121/a#top'
 * ```
 */
export const replaceParts: ReplaceParts = /* @__PURE__ */ replacePartsOf({
  canonicalize,
  parse,
  schemes: /* @__PURE__ */ schemesOf<SchemeRules>(rules),
});

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
  canonicalizer.equivalent)();

/**
 * How two URLs compare: why they are the same (RFC 3986 §6.2), or in which parts they differ, at which octet of the
 * request, and by which clause.
 *
 * @throws {@link UrlError} if either is not a URL
 * @example
 * ```ts
 * compare('HTTP://h.example/', 'http://h.example/').because; // 'case'
 * const { differs, request, spec } = compare('gopher://h.example/0a', 'gopher://h.example/0b');
 * differs; // ['path']
 * request; // { sameServer: true, octet: 0, octets: [0x61, 0x62] }
 * spec; // { document: 'RFC 4266', section: '2' }
 * ```
 */
export const compare: Compare = /* @__PURE__ */ compareOf({ canonicalize, schemes, idna });

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
export function canonicalizeLines(
  source: OctetSource,
  options?: LineOptions<UrlError>,
): AsyncGenerator<Octets, void, undefined> {
  return lines.canonicalizeLines(source, options);
}

/**
 * {@link canonicalizeLines} as a stream that others are piped through, for Workers and browsers.
 *
 * @param options - as for `canonicalizeLines`
 * @throws as `canonicalizeLines`
 * @example
 * ```ts
 * const links = new Response('GOPHER://H.example/1\n').body;
 * const canonical = links?.pipeThrough(canonicalizeLinesStream());
 * await new Response(canonical).text(); // 'gopher://h.example/\n'
 * ```
 */
export function canonicalizeLinesStream(options?: LineOptions<UrlError>): LineStream {
  return lines.canonicalizeLinesStream(options);
}

/**
 * {@link canonicalizeLines} without streams: octets are pushed in as they come, and each call returns the lines that it
 * completes.
 *
 * @param options - as for `canonicalizeLines`
 * @throws as `canonicalizeLines`
 * @example
 * ```ts
 * const octets = new TextEncoder().encode('FTP://H.example/a\nGO:b');
 * const lines = lineCanonicalizer();
 * new TextDecoder().decode(lines.push(octets)); // 'ftp://h.example/a\n'
 * new TextDecoder().decode(lines.end()); // 'go:b\n'
 * ```
 */
export function lineCanonicalizer(options?: LineOptions<UrlError>): LineCanonicalizer {
  return lines.lineCanonicalizer(options);
}
