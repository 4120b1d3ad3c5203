/** The segments of an ftp path, its transfer type, and what they mean (draft-hoffkohn-rfc1738bis §2.2.2). */
import { type OctetString, octetStringOf } from '../../octets/charset.ts';
import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets, decodeText } from '../../uri/decode.ts';
import { octetEncoder } from '../../uri/percent.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';

/** `a` ASCII, `i` image (binary), `d` directory listing. */
export type TypeCode = 'a' | 'i' | 'd';

/** The length of `;type=a`. */
export const TYPE_LENGTH = 7;

interface FtpPath {
  /** Percent-encoded; the parts between slashes after the first slash. At least one; the last is the file name. */
  readonly segments: readonly string[];
  readonly type: TypeCode | null;
}

/** Whether a character is a transfer type in its canonical, lower-case form. */
export function isTypeCode(character: string): character is TypeCode {
  return character === 'a' || character === 'i' || character === 'd';
}

/** Splits a canonical ftp path. It may end after `most` segments. */
export function splitFtpPath(path: string, most?: number): FtpPath {
  const { untyped, type } = withoutType(path);
  return { segments: untyped.slice(1).split('/', most), type };
}

function withoutType(path: string): { readonly untyped: string; readonly type: TypeCode | null } {
  const type = path.at(-1) ?? '';
  const typed = path.slice(-TYPE_LENGTH, -1) === ';type=' && isTypeCode(type);
  return typed ? { untyped: path.slice(0, -TYPE_LENGTH), type } : { untyped: path, type: null };
}

export interface FtpDetails {
  /** Whether the first directory is `%2F…`: a path from the server's root. */
  readonly absolute: boolean;
  /** The arguments of the CWD commands, decoded. */
  readonly cwd: readonly string[];
  /** The last segment, decoded; empty for a directory. */
  readonly name: string;
  readonly type: TypeCode | null;
}

/** The list of the directories in a resolution. */
export const DIRECTORIES = 'details.cwd';

/** Reads the path of a canonical URL. */
export function ftpDetails({ path }: Parts, extent: Extent = new Extent()): FtpDetails {
  const { untyped, type } = withoutType(path);
  // A search from the end takes long in a long name, so it is only made if there are directories.
  const slash = untyped.includes('/', 1) ? untyped.lastIndexOf('/') : 0;
  const directories = slash === 0 ? [] : extent.split(DIRECTORIES, untyped.slice(1, slash), '/');
  const name = decodeText(untyped.slice(slash + 1));
  return { absolute: path.startsWith('/%2F'), cwd: directories.map(decodeText), name, type };
}

/**
 * The path of a directory, by the segments that lead to it; `null` = no path says it, because a segment is empty or
 * begins at the root again: `//etc` is not `/%2Fetc`.
 */
export function directoryPath(segments: readonly string[]): string | null {
  const isPath = segments.every((segment, index) => segment !== '' && (index === 0 || !segment.startsWith('/')));
  return isPath ? segments.join('/').replace(/^\/{2,}/, '/') : null;
}

/** The segments that lead to a directory, one after another. */
export function directorySteps(segments: readonly string[]): string {
  return segments.map((segment) => (segment === '' ? 'an empty name' : quote(segment))).join(', then ');
}

/**
 * Makes a segment of a canonical ftp URL from a name. The octets stay the same in any charset. A raw semicolon would
 * begin a type: `encodeSegment('K\xe4se;1 #2')` is `'K%E4se%3B1%20%232'`.
 */
export const encodeSegment: (name: OctetString) => string = /* @__PURE__ */ octetEncoder(
  /* @__PURE__ */ PCHAR.without(';'),
  /^[\w.~-]*$/,
);

/** The name in a percent-encoded segment, decoded once. */
export function decodeSegment(segment: string): OctetString {
  return segment.includes('%') ? octetStringOf(decodeOctets(segment)) : segment;
}
