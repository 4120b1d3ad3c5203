/** The meaning of the segments of an ftp path (draft-hoffkohn-rfc1738bis §2.2.2). */
import { decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import { splitFtpPath, type TypeCode } from './path.ts';

export interface FtpDetails {
  /** Whether the first directory is `%2F…`: a path from the server's root. */
  readonly absolute: boolean;
  /** The arguments of the CWD commands, decoded. */
  readonly cwd: readonly string[];
  /** The last segment, decoded; empty for a directory. */
  readonly name: string;
  readonly type: TypeCode | null;
}

/** Reads the path of a canonical URL. */
export function ftpDetails(parts: Parts): FtpDetails {
  const { segments, type } = splitFtpPath(parts.path);
  return {
    absolute: /^%2F/.test(segments[0] ?? ''),
    cwd: segments.slice(0, -1).map(decodeText),
    name: decodeText(segments.at(-1) ?? ''),
    type,
  };
}
