/**
 * Relative references to a URL: the inverse of RFC 3986 §5.2. Both URLs are canonical. Schemes resolve references by
 * rules of their own, so these are candidates, of which the first one is taken that leads back to the target.
 */
import { checkMembers, requireLibrary } from './arguments.ts';
import { catching, UrlError } from './bare-error.ts';
import { type Offsets, splitUrl } from './components.ts';
import { type DialectName, READING_OPTIONS } from './scheme-rules.ts';
import type { UrlInput } from './url-object.ts';

/** How `relativize` reads both URLs. */
export interface RelativizeOptions {
  readonly dialect?: DialectName | undefined;
}

/** What each option may be. */
const RELATIVIZE_OPTIONS = { dialect: READING_OPTIONS.dialect };

/** A short reference that leads from a base to a target. */
export type Relativize = (target: UrlInput, base: UrlInput, options?: RelativizeOptions) => string;

/** What `relativize` needs of a library. */
interface Resolving {
  canonicalize(url: UrlInput, options?: RelativizeOptions): string;
  resolver(base: UrlInput, options?: RelativizeOptions): (reference: string) => string;
}

/**
 * Makes the inverse of `resolve` for the schemes of a library. It is no member of the library, so that a program that
 * does not use it does not ship it.
 *
 * @param library - what `createWaypost` returns
 * @example
 * ```ts
 * const relativizeFile = relativizeOf(createWaypost([ftp]));
 * relativizeFile('ftp://h.example/a/b', 'ftp://h.example/a/c/d'); // '../b'
 * ```
 */
export function relativizeOf(library: Resolving): Relativize {
  requireLibrary(library, 'canonicalize', 'resolver');
  const { canonicalize, resolver } = library;
  return (target, base, options) => {
    if (options !== undefined) checkMembers(options, RELATIVIZE_OPTIONS);
    const settings = { dialect: options?.dialect };
    const resolveReference = catching(UrlError, resolver(base, settings));
    const absolute = canonicalize(base, settings);
    const wanted = canonicalize(target, settings);
    const leadsBack = (reference: string): boolean => {
      const found = resolveReference(reference);
      return found.ok && found.value === wanted;
    };
    return candidateReferences(wanted, absolute).find(leadsBack) ?? wanted;
  };
}

/**
 * The references that may lead from a base to a target, the shortest first. The last one is the target itself.
 *
 * @param target - a canonical URL
 * @param base - a canonical URL, from which the reference starts; its fragment is ignored
 */
function candidateReferences(target: string, base: string): readonly string[] {
  const T = splitUrl(target);
  const B = splitUrl(base);
  const scheme = target.slice(0, T.schemeTo + 1);
  if (scheme !== base.slice(0, B.schemeTo + 1)) return [target];
  const sameAuthority = target.slice(0, T.pathFrom) === base.slice(0, B.pathFrom);
  const local = sameAuthority && T.hasAuthority === B.hasAuthority ? localReferences(target, T, base, B) : [];
  // A reference that begins with the authority; the rest of a URL without one is a reference in news links.
  const rest = target.slice(scheme.length);
  return [...local, rest, target].sort((a, b) => a.length - b.length);
}

/** The references to a target with the base's authority: to the same document, to its query, and by a path. */
function localReferences(target: string, T: Offsets, base: string, B: Offsets): readonly string[] {
  const path = target.slice(T.pathFrom, T.pathTo);
  const basePath = base.slice(B.pathFrom, B.pathTo);
  const query = target.slice(T.pathTo, T.queryTo);
  const fragment = target.slice(T.queryTo);
  const tail = query + fragment;
  const samePath = path === basePath;
  return [
    ...(samePath && query === base.slice(B.pathTo, B.queryTo) ? [fragment] : []),
    ...(samePath && query !== '' ? [tail] : []),
    // Of two references of one length, the first is taken: the relative path.
    relativePath(path, basePath) + tail,
    ...(path.startsWith('/') ? [rootedPath(path) + tail] : []),
  ];
}

/** The path from one file to another, such as `../d` from `/a/b/c` to `/a/d`. */
function relativePath(path: string, basePath: string): string {
  let same = 0;
  for (let slash = basePath.indexOf('/'); slash !== -1 && path.startsWith(basePath.slice(same, slash + 1), same); ) {
    same = slash + 1;
    slash = basePath.indexOf('/', same);
  }
  const rest = path.slice(same);
  const up = '../'.repeat(basePath.slice(same).split('/').length - 1);
  // `./` stands before what would be an empty reference, an absolute path, or a scheme (RFC 3986 §4.2).
  return up === '' && /^(?:$|\/|[^/]*:)/.test(rest) ? `./${rest}` : up + rest;
}

/** A path as a reference. Two slashes at its beginning would name a host (RFC 3986 §4.2). */
export function rootedPath(path: string): string {
  return path.startsWith('//') ? `/.${path}` : path;
}
