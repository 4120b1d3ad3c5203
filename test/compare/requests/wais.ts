/** WAIS: databases, searches, documents of every type, diagnostics, faults and attacks. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import {
  askAll,
  askAspects,
  askForCopy,
  attacks,
  everyNth,
  FORMATS,
  hosts,
  open,
  variants,
  withParameters,
} from './links.ts';

export async function wais(session: Session): Promise<void> {
  const { servers } = session;
  for (const server of ['wais', 'waisSmall'] as const) {
    const at = (path: string): string => `/wais/${servers.at(server)}/${path}`;
    const link = (path: string): string => open(`wais://${servers.at(server)}/${path}`);
    const below = [at(''), open(`wais://${servers.at(server)}`)];
    const starts = [at(''), at('history'), link('history?wais'), at('diagnostics'), link('history?museum')];
    const found = await crawl(session, starts, { formats: ['json', 'html', 'raw'], below, most: 60 });
    await askAspects(session, everyNth(found, server === 'wais' ? 2 : 8));
  }
  const at = (path: string): string => `/wais/${servers.at('wais')}/${path}`;
  const link = (path: string): string => open(`wais://${servers.at('wais')}/${path}`);
  for (const code of ['SF', 'AL', 'AN', 'ED', 'DB', 'QS', 'nothing', 'a b c', '']) {
    for (const format of FORMATS)
      await session.ask(`${link(`diagnostics?${encodeURIComponent(code)}`)}&format=${format}`);
    await session.ask(at(`history?search=${encodeURIComponent(code)}`));
  }
  for (const path of [at('history'), link('history?wais'), at('')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askForCopy(session, path);
  }
  for (const words of ['wais', 'the', 'museum%20of', 'nothing-at-all', '%C3%A9', '']) {
    for (const hits of ['40', '100', '500', '7']) {
      await askAll(session, [
        at(`history?search=${words}&hits=${hits}`),
        `${link(`history?${words}`)}&hits=${hits}`,
        `${link(`history?${words}`)}&hits=${hits}&format=json`,
      ]);
    }
  }
  await askAll(session, attacks(at('')));
  await askAll(session, attacks(at('history/TEXT/')));
  await askAll(session, hosts('wais', 'history'));
  await withEachFault(
    session,
    'wais',
    'wais',
    ['json', 'html', 'raw'].flatMap((format) => [
      at(`history?format=${format}`),
      `${link('history?wais')}&format=${format}`,
    ]),
  );
}
