/** Finger: who is there, users by login and by name, in every format, with faults and attacks. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import { askAll, askAspects, askForCopy, attacks, FORMATS, hosts, open, variants, withParameters } from './links.ts';

export async function finger(session: Session): Promise<void> {
  const at = (path: string): string => `/finger/${session.servers.at('finger')}/${path}`;
  const below = [at(''), open(`finger://${session.servers.at('finger')}`)];
  const users = ['', '/W', 'curator', '/W%20curator', 'nobody', 'a@b', '%C3%A9'];
  const found = await crawl(session, users.map(at), { formats: ['json', 'html', 'raw'], below, most: 60 });
  await askAspects(session, found.slice(0, 6));
  for (const user of users) {
    for (const format of FORMATS) {
      await session.ask(`${open(`finger://${session.servers.at('finger')}/${user}`)}&format=${format}`);
    }
  }
  for (const path of [at(''), at('curator')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askForCopy(session, path);
  }
  await askAll(session, attacks(at('')));
  await askAll(session, hosts('finger', ''));
  await withEachFault(
    session,
    'finger',
    'finger',
    ['json', 'html', 'raw'].map((format) => `${at('curator')}?format=${format}`),
  );
}
