/** What a page says about an ftp link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { FtpDetails } from './details.ts';

export function explanation({ details }: { readonly details: FtpDetails }): Explanation {
  return {
    what: 'A file or a directory of an FTP server.',
    details: [
      ['Directory', details.cwd.join('/')],
      ['Name', details.name],
    ],
  };
}
