/** The sentence for an ftp URL. */
import type { ResolutionOf } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import type { FtpDetails } from './details.ts';

type FtpResolution = ResolutionOf<'ftp', FtpDetails, unknown>;

const TRANSFERS = { a: ', as text', i: ', as binary', d: '' } as const;

export function ftpSentence({ details, components }: FtpResolution): string {
  const { absolute, cwd, name, type } = details;
  const names = type === 'd' && name !== '' ? [...cwd, name] : cwd;
  const folder = `${absolute ? '/' : ''}${names.map((segment) => segment.replace(/^\//, '')).join('/')}`;
  const user = components.user === null ? '' : ` (user ${quote(components.user)})`;
  const place = `${hostAndPort(components)}${user}`;
  if (type !== 'd' && name !== '') {
    const where = folder === '' ? '' : ` in the directory ${quote(folder)}`;
    return `The file ${quote(name)}${where} on the FTP server ${place}${type === null ? '' : TRANSFERS[type]}.`;
  }
  if (folder === '') return `The login directory on the FTP server ${place}.`;
  return `The directory ${quote(folder)} on the FTP server ${place}.`;
}
