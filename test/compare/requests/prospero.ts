/** Prospero: directories, files, unions, attributes, faults and attacks, through the relay of each side. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import { askAll, attacks, FORMATS, hosts, open, variants, withParameters } from './links.ts';

export async function prospero(session: Session): Promise<void> {
  const { servers } = session;
  const at = (path: string): string => `/prospero/${servers.at('prospero')}/${path}`;
  const link = (path: string): string => open(`prospero://${servers.at('prospero')}/${path}`);
  const below = [at(''), open(`prospero://${servers.at('prospero')}`)];
  await crawl(session, [link('/museum'), at('museum')], {
    formats: ['json', 'html', 'raw'],
    below,
    most: 60,
  });
  for (const name of [
    '/museum',
    '/museum/welcome.txt',
    '/nowhere',
    '/museum;1=x',
    '/museum;VERSION=2',
    '/museum/',
    '',
    '/',
    '/forbidden',
  ]) {
    for (const format of FORMATS) await session.ask(`${link(name)}&format=${format}`);
    await session.ask({ profile: 'bare', path: link(name) });
  }
  for (const path of [link('/museum'), link('/museum/welcome.txt')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
  }
  await askAll(session, attacks(at('')));
  await askAll(session, attacks(at('a;x=')));
  await askAll(session, hosts('prospero', 'x'));
  const asked = [`${link('/museum')}&format=json`, link('/museum'), `${link('/museum/welcome.txt')}&format=raw`];
  await withEachFault(
    session,
    'prospero',
    'prospero',
    asked.map((path) => ({ path, profile: 'brief' })),
  );
}
