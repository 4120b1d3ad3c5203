/** DICT: definitions, words by strategy, databases, a form, faults and attacks. */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import { askAll, askAspects, askForCopy, attacks, FORMATS, hosts, open, variants, withParameters } from './links.ts';

/** Paths of links (RFC 2229 §5) that the server answers, and words, databases and strategies that it does not have. */
const FOUND = ['', 'd:gopher', 'd:gopher:*', 'd:gopher:!', 'd:telnet', 'm:go:*:prefix', 'm:go', 'm:e:*:suffix'];
const REFUSED = [
  'd:nothing-at-all',
  'd:%C3%A9',
  'd:gopher::2',
  'm:go:*:no-such-strategy',
  'm:go:no-such-database',
  'x:y',
];

export async function dict(session: Session): Promise<void> {
  const at = (path: string): string => `/dict/${session.servers.at('dict')}/${path}`;
  const link = (path: string): string => open(`dict://${session.servers.at('dict')}/${path}`);
  const below = [at(''), open(`dict://${session.servers.at('dict')}`)];
  const found = await crawl(session, FOUND.map(at), { formats: ['json', 'html', 'raw'], below, most: 80 });
  await askAspects(session, found.slice(0, 20));
  for (const path of [...FOUND, ...REFUSED]) {
    for (const format of FORMATS) await session.ask(`${link(path)}&format=${format}`);
  }
  for (const path of [at(''), at('d:gopher'), at('m:go:*:prefix')]) {
    await askAll(session, variants(path));
    await askForCopy(session, path);
  }
  await askAll(session, withParameters(at('d:gopher')));
  for (const word of ['gopher', 'two words', '', '"']) {
    await session.ask(`${at('')}?search=${encodeURIComponent(word)}`);
  }
  await askAll(session, attacks(at('d:')));
  await askAll(session, hosts('dict', 'd:gopher'));
  await withEachFault(
    session,
    'dict',
    'dict',
    ['json', 'html', 'raw'].flatMap((format) => [
      `${at('d:gopher')}?format=${format}`,
      `${at('m:go:*:prefix')}?format=${format}`,
    ]),
  );
}
