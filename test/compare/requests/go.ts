/** CNRP: names, ids, properties, services, referrals, statuses and redirects, in each framing, with faults. */
import type { Session } from '../session.ts';
import { withEachFault } from './faults.ts';
import { askAll, askAspects, askForCopy, FORMATS, hostLinks, open, variants, withParameters } from './links.ts';

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

/** Names that the service knows. */
const FOUND: readonly string[] = ['fidonet', 'Gopherspace', 'D%C3%BCrst', 'Trojan%20horse', 'Elsewhere'];

export async function go(session: Session): Promise<void> {
  const { servers } = session;
  for (const query of QUERIES) {
    for (const format of FORMATS) await session.ask(open(`go://${servers.at('cnrp')}${query}`, `&format=${format}`));
    for (const server of ['cnrpChunked', 'cnrpEnd'] as const)
      await session.ask(open(`go://${servers.at(server)}${query}`, '&format=json'));
    await session.ask(open(`go://${servers.at('cnrp')}${query}`, '&redirect=1'));
    await session.ask({ profile: 'varied', path: open(`go://${servers.at('cnrp')}${query}`) });
    const name = query.replace('?', '');
    await askAll(session, [open(`go:${name}`, '&format=json'), open(`go:${name}`)]);
  }
  const link = open(`go://${servers.at('cnrp')}?fidonet`);
  await askAspects(
    session,
    FOUND.flatMap((name) => [open(`go://${servers.at('cnrp')}?${name}`), open(`go:${name}`)]),
  );
  for (const name of FOUND) {
    for (const language of ['de', 'fr-CA, en;q=0.5', '*', 'x'.repeat(100)]) {
      const headers = { 'Accept-Language': language };
      await askAll(session, [
        { path: open(`go:${name}`), headers },
        { path: open(`go:${name}`, '&format=json'), headers },
      ]);
    }
    await askAll(session, [
      open(`go:${name}`, '&redirect=1'),
      { path: open(`go:${name}`), method: 'HEAD' },
      { profile: 'based', path: `/below/here${open(`go:${name}`)}` },
    ]);
  }
  await askAll(session, [{ profile: 'bare', path: open('go:fidonet') }, '/go/fidonet']);
  await askAll(session, variants(link));
  await askAll(session, withParameters(link));
  await askForCopy(session, link);
  await askAll(session, hostLinks('go', '?x'));
  await withEachFault(
    session,
    'cnrp',
    'cnrp',
    ['json', 'html', 'raw'].map((format) => `${link}&format=${format}`),
  );
}
