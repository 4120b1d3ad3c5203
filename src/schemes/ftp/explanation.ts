/** What a page says about an ftp link that no gateway opens. */
import { withoutUserInfo } from '../../uri/user-info.ts';
import type { Explanation } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';
import type { FtpDetails } from './path.ts';

interface Link {
  readonly canonical: string;
  readonly details: FtpDetails;
}

export function explanation({ canonical, details }: Link): Explanation {
  return {
    what: 'A file or a directory on an FTP server.',
    command: `curl ${shellQuoted(withoutUserInfo(canonical))}`,
    details: [
      ['Directory', details.cwd.join('/')],
      ['Name', details.name],
    ],
  };
}
