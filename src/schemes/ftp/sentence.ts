/** The sentence for an ftp URL. */
import type { ResolutionOf } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import type { FtpDetails } from './details.ts';

type FtpResolution = ResolutionOf<'ftp', FtpDetails, unknown>;

const TRANSFERS = { a: ', as text', i: ', as a binary file', d: '' } as const;

export function ftpSentence({ details, components }: FtpResolution): string {
  const { absolute, cwd, name, type } = details;
  const names = type === 'd' && name !== '' ? [...cwd, name] : cwd;
  const folder = `${absolute ? '/' : ''}${names.map((segment) => segment.replace(/^\//, '')).join('/')}`;
  const user = components.user === null ? '' : ` for the user ${quote(components.user)}`;
  const place = `${hostAndPort(components)}${user}`;
  if (type !== 'd' && name !== '') {
    const where = folder === '' ? '' : ` in the directory ${quote(folder)}`;
    return `The file ${quote(name)}${where} of the FTP server at ${place}${type === null ? '' : TRANSFERS[type]}.`;
  }
  if (folder === '') return `The directory in which one arrives at the FTP server at ${place}.`;
  return `The directory ${quote(folder)} of the FTP server at ${place}.`;
}
