/** WAIS: databases, searches, documents of every type, diagnostics, faults and attacks. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import { askAll, attacks, FORMATS, hosts, open, variants, withParameters } from './links.ts';

export async function wais(session: Session): Promise<void> {
  const { servers } = session;
  for (const server of ['wais', 'waisSmall'] as const) {
    const at = (path: string): string => `/wais/${servers.at(server)}/${path}`;
    const link = (path: string): string => open(`wais://${servers.at(server)}/${path}`);
    const below = [at(''), open(`wais://${servers.at(server)}`)];
    const starts = [at(''), at('history'), link('history?wais'), at('diagnostics'), link('history?museum')];
    await crawl(session, starts, { formats: ['json', 'html', 'raw'], below, most: 60 });
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
