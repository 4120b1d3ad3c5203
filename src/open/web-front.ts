/** The Web front of a link: where web servers of the same host may have what the link names, and what kind it is. */
import type { Canonical, Resolution } from '../index.ts';
import { canonicalOrNull } from './links.ts';
import { mediaTypeOf, UNKNOWN } from './media-type.ts';

/** Where web servers of the same host may have what a link names. */
export interface WebFront {
  /** The likeliest first. */
  readonly urls: readonly Canonical[];
  /** The media type that is expected there, without parameters; `null` = any. */
  readonly mediaType: string | null;
  /** Whether the link names octets that can be compared. A directory and a menu are pages on the Web. */
  readonly isFile: boolean;
}

interface FrontOptions {
  /** Whether http is asked, too, after https. Absent = `true`. */
  readonly isPlainToo?: boolean;
  /** Absent = it follows from the name. */
  readonly mediaType?: string | null;
  /** Absent = whatever does not end in a slash is one. */
  readonly isFile?: boolean;
}

const PAGE = 'text/html';

/**
 * The Web front of a link at a path; `null` = a port of its own says that this server is not the usual one of the host.
 *
 * @param path - percent-encoded, perhaps with a query
 * @example
 * ```ts
 * webFrontAt(explain('ftp://ftp.example/pub/a.txt'), '/pub/a.txt')?.urls[0]; // 'https://ftp.example/pub/a.txt'
 * ```
 */
export function webFrontAt(
  { components: { host, explicitPort } }: Pick<Resolution, 'components'>,
  path: string,
  { isPlainToo = true, mediaType, isFile }: FrontOptions = {},
): WebFront | null {
  if (!host || explicitPort !== null) return null;
  const addresses = [`https://${host}${path}`, ...(isPlainToo ? [`http://${host}${path}`] : [])];
  // An address may be longer than its link, and too long.
  const urls = addresses.flatMap((address) => canonicalOrNull(address) ?? []);
  const [name = ''] = path.split('?', 1);
  const isDirectory = name.endsWith('/');
  const expected = mediaType === undefined ? (isDirectory ? PAGE : typeOfName(name)) : mediaType;
  return urls.length === 0 ? null : { urls, mediaType: expected, isFile: isFile ?? !isDirectory };
}

function typeOfName(name: string): string | null {
  const type = mediaTypeOf(name, null);
  return type === UNKNOWN ? null : type;
}

/** What people take a media type for; `null` = it says nothing. */
type MediaKind = 'page' | 'image' | 'audio' | 'video' | 'other' | null;

const PAGES: ReadonlySet<string> = new Set([PAGE, 'application/xhtml+xml']);
/** Whether a media type is that of a page. */
export const isPage = (mediaType: string | null): boolean => kindOf(mediaType) === 'page';

function kindOf(mediaType: string | null): MediaKind {
  if (mediaType === null || mediaType === UNKNOWN) return null;
  if (PAGES.has(mediaType)) return 'page';
  const top = topOf(mediaType);
  return top === 'image' || top === 'audio' || top === 'video' ? top : 'other';
}

/**
 * Whether a media type is what was expected. `kindsAgree('text/plain', 'text/html')` is `false`; it is `null` where
 * nobody can tell, as with `application/octet-stream`.
 */
export function kindsAgree(expected: string | null, declared: string | null): boolean | null {
  const [wanted, found] = [kindOf(expected), kindOf(declared)];
  if (wanted === null || found === null) return null;
  if (wanted === found) return wanted !== 'other' || topOf(expected) === topOf(declared) || null;
  const kinds = [wanted, found];
  // Servers have many names for data, but only one for a page.
  return kinds.includes('other') && !kinds.includes('page') ? null : false;
}

const topOf = (mediaType: string | null) => mediaType?.split('/', 1)[0];
