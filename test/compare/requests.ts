/** The parts of the comparison by their names, in the order in which they run. */
import { ftp } from './requests/ftp.ts';
import { go } from './requests/go.ts';
import { gopher } from './requests/gopher.ts';
import { mailto } from './requests/mailto.ts';
import { news } from './requests/news.ts';
import { prospero } from './requests/prospero.ts';
import { wais } from './requests/wais.ts';
import type { Session } from './session.ts';

export const groups: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  gopher,
  ftp,
  news,
  wais,
  prospero,
  go,
  mailto,
};
