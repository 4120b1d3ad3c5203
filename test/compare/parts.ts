/** The parts of the comparison by their names, in the order in which they run. */
import { compareCommandLines } from './command-line.ts';
import type { Comparison } from './comparison.ts';
import { compareLibraries } from './library.ts';
import { api } from './requests/api.ts';
import { checks } from './requests/check.ts';
import { dict } from './requests/dict.ts';
import { finger } from './requests/finger.ts';
import { ftp } from './requests/ftp.ts';
import { go } from './requests/go.ts';
import { gopher } from './requests/gopher.ts';
import { hooks } from './requests/hooks.ts';
import { mailto } from './requests/mailto.ts';
import { news } from './requests/news.ts';
import { pages } from './requests/pages.ts';
import { prospero } from './requests/prospero.ts';
import { redirects } from './requests/redirects.ts';
import { settings } from './requests/settings.ts';
import { shortLinks } from './requests/short-links.ts';
import { terminals } from './requests/terminals.ts';
import { wais } from './requests/wais.ts';
import type { Session } from './session.ts';

/** The parts that send requests to both Workers. */
const requests: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  ...{ gopher, ftp, news, wais, prospero, go, dict, finger, mailto, terminals },
  ...{ api, check: checks, redirects, links: shortLinks, hooks, pages, settings },
};

export const parts: ReadonlyMap<string, (comparison: Comparison) => Promise<void>> = new Map([
  ['library', compareLibraries],
  ['command-line', compareCommandLines],
  ...Object.entries(requests).map(([name, run]) => [name, withWorkers(run)] as const),
]);

function withWorkers(run: (session: Session) => Promise<void>) {
  return async (comparison: Comparison): Promise<void> => {
    const session = await comparison.session();
    await run(session);
    await session.compareLogs();
  };
}
