/**
 * The segments of an ftp path and its transfer type (draft-hoffkohn-rfc1738bis §2.2.2).
 */

/** `a` ASCII, `i` image (binary), `d` directory listing. */
export type TypeCode = 'a' | 'i' | 'd';

/** The length of `;type=a`. */
export const TYPE_LENGTH = 7;

export interface FtpPath {
  /** Percent-encoded; the parts between slashes after the first slash. At least one; the last is the file name. */
  readonly segments: readonly string[];
  readonly type: TypeCode | null;
}

/** Whether a character is a transfer type in its canonical, lower-case form. */
export function isTypeCode(character: string): character is TypeCode {
  return character === 'a' || character === 'i' || character === 'd';
}

/** Splits a canonical ftp path. */
export function splitFtpPath(path: string): FtpPath {
  const type = path.at(-1) ?? '';
  const typed = path.slice(-TYPE_LENGTH, -1) === ';type=' && isTypeCode(type);
  const untyped = typed ? path.slice(0, -TYPE_LENGTH) : path;
  return { segments: untyped.slice(1).split('/'), type: typed ? type : null };
}
