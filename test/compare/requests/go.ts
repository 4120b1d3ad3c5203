/** CNRP: names, ids, properties, services, referrals, statuses and redirects, in each framing, with faults. */
import type { Session } from '../session.ts';
import { withEachFault } from './faults.ts';
import { askAll, FORMATS, hosts, open, variants, withParameters } from './links.ts';

const QUERIES: readonly string[] = [
  ...[
    '?fidonet',
    '?Fidonet',
    '?Dürst',
    '?D%C3%BCrst',
    '?id=7070',
    '?id=00133',
    '?id=none',
    '?Gopherspace',
    '?Trojan%20horse',
    '?Elsewhere',
  ],
  ...[
    '?busy',
    '?broken',
    '?nothing-at-all',
    '?',
    '',
    '?fidonet;language=fr-CA',
    '?fidonet;language=',
    '?a;geography=US-MN',
    '?a;range=1-2',
  ],
  ...[
    '?a;range=rfc,2-3',
    '?a;unknown=x',
    '?a;category=freeform,history',
    '?fidonet;dataseturi=urn:museum:archive',
    '?%22%3Cscript%3E',
    '?a%0D%0Ab',
    '?a%00b',
  ],
];

export async function go(session: Session): Promise<void> {
  const { servers } = session;
  for (const query of QUERIES) {
    for (const format of FORMATS) await session.ask(open(`go://${servers.at('cnrp')}${query}`, `&format=${format}`));
    for (const server of ['cnrpChunked', 'cnrpEnd'] as const)
      await session.ask(open(`go://${servers.at(server)}${query}`, '&format=json'));
    await session.ask(open(`go://${servers.at('cnrp')}${query}`, '&redirect=1'));
    await session.ask({ profile: 'varied', path: open(`go://${servers.at('cnrp')}${query}`) });
    const name = query.replace('?', '');
    await askAll(session, [
      open(`go:${name}`, '&format=json'),
      { profile: 'bare', path: open(`go:${name}`) },
      `/go/${name}`,
    ]);
  }
  const link = open(`go://${servers.at('cnrp')}?fidonet`);
  await askAll(session, variants(link));
  await askAll(session, withParameters(link));
  await askAll(session, hosts('go', 'x'));
  await askAll(
    session,
    hosts('go', 'x').map((path) => open(`go://${path.split('/')[2]}?x`)),
  );
  await withEachFault(
    session,
    'cnrp',
    'cnrp',
    ['json', 'html', 'raw'].map((format) => `${link}&format=${format}`),
  );
}
