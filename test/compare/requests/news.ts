/** News: every group, article, range, list and message, with each news server, faults and attacks. */
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

export async function news(session: Session): Promise<void> {
  const { servers } = session;
  const nntp = (path: string): string => `/nntp/${servers.at('nntp')}/${path}`;
  const old = (path: string): string => `/nntp/${servers.at('nntpOld')}/${path}`;
  const below = ['/news/', '/nntp/', '/open?url=news', '/open?url=nntp'];

  const found = await crawl(session, ['/news/~/museum.history', '/news/~/*', nntp('museum.history')], {
    formats: ['json', 'html', 'raw', 'atom'],
    below,
    most: 130,
  });
  await askAspects(session, everyNth(found, 4));
  await crawl(session, [old('museum.history')], { formats: ['json', 'html'], below: [old('')], most: 30 });
  for (const url of [
    'news:*',
    'news:museum.*',
    'news:museum.history',
    'news:museum.nothing',
    'news:museum.private',
    'news:museum.deluge',
    'news:nothing@museum.test',
    'news:deluge.5@museum.test',
    'news:museum.deluge/5',
    'news:museum.curiosities',
    'news:',
    'news:a/b',
    `news://${servers.at('nntp')}/museum.history`,
    `snews://${servers.at('nntpTls')}/museum.history`,
    `nntps://${servers.at('nntpTls')}/museum.deluge`,
    `nntp://${servers.at('nntp')}/museum.deluge/250`,
    `nntp://${servers.at('nntp')}/museum.deluge/9999`,
    `nntp://${servers.at('nntp')}/museum.deluge/1-20`,
    `nntp://${servers.at('nntp')}/museum.deluge/290-`,
    `nntp://${servers.at('nntp')}/`,
    `snews://${servers.at('nntpSecure')}/museum.history`,
    `nntps://${servers.at('nntpSecure')}/museum.history/3`,
  ]) {
    for (const format of FORMATS) await session.ask(open(url, `&format=${format}`));
    for (const format of ['json', 'html'])
      await session.ask({ profile: 'varied', path: open(url, `&format=${format}`) });
    await session.ask({ profile: 'bare', path: open(url, '&format=json') });
  }
  for (const path of ['museum.deluge', 'museum.history', 'museum.deluge/5', 'museum.deluge?to=20']) {
    await askAll(session, variants(nntp(path)));
    await askAll(session, withParameters(nntp(path)));
    await askForCopy(session, nntp(path));
  }
  for (const id of ['opening.1@museum.test', 'deluge.5@museum.test', 'nothing@museum.test']) {
    for (const scheme of ['news', 'mid']) {
      await askAspects(session, [open(`${scheme}:${id}`)]);
      await session.ask({ profile: 'bare', path: open(`${scheme}:${id}`) });
    }
  }
  await askAll(
    session,
    ['match=museum', 'match=deluge', 'match=*.history', 'match=nothing', 'match='].flatMap((match) =>
      ['json', 'html', 'raw'].map((format) => `/news/~/*?${match}&format=${format}`),
    ),
  );
  await askAll(
    session,
    ['to=1', 'to=100', 'to=299', 'to=300', 'to=9999', 'to=x'].flatMap((to) =>
      ['json', 'html', 'raw', 'atom'].map((format) => nntp(`museum.deluge?${to}&format=${format}`)),
    ),
  );
  await askAll(session, attacks('/news/~/'));
  await askAll(session, attacks(nntp('')));
  await askAll(session, hosts('nntp', 'a.b'));
  await withEachFault(session, 'nntp', 'nntp', [
    ...['json', 'html', 'raw'].map((format) => nntp(`museum.deluge/5?format=${format}`)),
    ...['json', 'html', 'raw'].map((format) => nntp(`museum.deluge?format=${format}`)),
    nntp('museum.deluge/1-20?format=json'),
    '/news/~/*?format=json',
    open('news:deluge.5@museum.test', '&format=json'),
  ]);
}
