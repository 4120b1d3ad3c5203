/** Prospero: directories, files, unions, Archie, attributes, faults and attacks, through the relay of each side. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import {
  askAll,
  askAspects,
  askForCopy,
  attacks,
  FORMATS,
  hostLinks,
  hosts,
  open,
  variants,
  withParameters,
} from './links.ts';

/** Objects of the test server. Only these are asked about in every way: its largest directory has 5,000 entries. */
const OBJECTS: readonly string[] = [
  '/museum',
  '/museum/welcome.txt',
  "/museum/it's%20here.txt",
  '/museum/docs',
  '/museum/docs/plan.txt',
  '/museum/more',
  '/museum/merged.txt',
  '/museum/unions',
  '/museum/remote',
  '/museum/forwarded',
  '/museum/empty',
  '/museum/page.html',
  '/museum/old',
  'ARCHIE/MATCH(100,0,s)/gopher',
  'ARCHIE/MATCH(100,0,c)/README',
];

/** Names that the server refuses, or answers with what cannot be read. */
const REFUSED: readonly string[] = [
  ...['/nowhere', '/museum/circle', '/museum/away', '/museum/private', '/museum/broken', '/museum/quote'],
  ...['/museum/lost', '/forbidden', '/museum/', 'museum', '', '/', '/museum;1=x', '/museum;VERSION=2'],
];

const SEARCHES: readonly string[] = ['gopher', 'README', 'nothing-at-all', 'gopher%20it', 'a/b', '%5B', '%C3%A9', ''];

export async function prospero(session: Session): Promise<void> {
  const { servers } = session;
  const at = (path: string): string => `/prospero/${servers.at('prospero')}/${path}`;
  const link = (path: string): string => open(`prospero://${servers.at('prospero')}/${path}`);
  await crawl(session, [link('/museum'), at('/museum')], {
    formats: ['json', 'html', 'raw'],
    below: [at(''), open(`prospero://${servers.at('prospero')}`)],
    except: /many(?:%2F|\/)./,
    most: 60,
  });
  await askAspects(session, OBJECTS.map(at));
  for (const name of [...OBJECTS, ...REFUSED]) {
    for (const format of FORMATS) await session.ask(`${link(name)}&format=${format}`);
  }
  for (const words of SEARCHES) {
    for (const match of ['s', 'c', '=', 'r', 'x']) {
      const search = at(`ARCHIE/MATCH(100,0,${match})/${words}`);
      await askAll(session, [search, `${search}?format=json`, at(`ARCHIE?search=${words}&match=${match}`)]);
    }
  }
  for (const path of [link('/museum'), at('/museum/welcome.txt'), at('ARCHIE'), at('/museum/page.html')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askForCopy(session, path);
  }
  for (const profile of ['bare', 'varied', 'based'] as const) {
    const base = profile === 'based' ? '/below/here' : '';
    await askAll(
      session,
      OBJECTS.slice(0, 4).map((name) => ({ profile, path: base + at(name) })),
    );
  }
  await askAll(session, attacks(at('/museum/')));
  await askAll(session, attacks(at('/museum;x=')).slice(0, 15));
  await askAll(session, hosts('prospero', '/x'));
  await askAll(session, hostLinks('prospero', '//x').slice(0, 10));
  const asked = [`${link('/museum')}&format=json`, link('/museum'), `${link('/museum/welcome.txt')}&format=raw`];
  await withEachFault(
    session,
    'prospero',
    'prospero',
    asked.map((path) => ({ path, profile: 'brief' })),
  );
}
