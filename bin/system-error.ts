/** Errors of the operating system in our own words. */

/** By the codes of POSIX, which Node uses on every system. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'another program uses it',
  EEXIST: 'it exists already',
  EIO: 'the device has an input or output error',
  EISDIR: 'this is a folder',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of this path is not a folder',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk is read-only',
  EDQUOT: 'the disk quota is used up',
};

/** Whether a thrown value is an error of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/**
 * What is wrong, and with which file.
 * `systemErrorText(Object.assign(new Error('ENOENT: …'), { code: 'ENOENT', syscall: 'open', path: 'a.md' }))` is
 * `'a.md: no such file or folder'`.
 *
 * @param name - the name by which the user knows the file; absent = that of the error
 */
export function systemErrorText(error: NodeJS.ErrnoException, name: string | undefined = error.path): string {
  const words = WORDS[error.code ?? ''];
  const text = words ?? error.message;
  if (name !== undefined) return `${name}: ${text}`;
  return words === undefined || error.syscall !== 'write' ? text : `cannot write the output: ${words}`;
}
