/** What a page says about an ftp link that no gateway opens. */
import { withoutUserInfo } from '../../uri/user-info.ts';
import type { Explanation, ResolutionOf } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';
import { directoryPath, directorySteps, type FtpDetails } from './path.ts';

export function explanation({ canonical, details }: ResolutionOf<'ftp', FtpDetails, unknown>): Explanation {
  return {
    what: 'A file or a directory on an FTP server.',
    command: `curl ${shellQuoted(withoutUserInfo(canonical))}`,
    details: [
      ['Directory', directoryPath(details.cwd) ?? directorySteps(details.cwd)],
      ['Name', details.name],
    ],
  };
}
