/** FTP: every directory and file on servers of every kind, formats, ranges, logins, TLS, faults and attacks. */
import type { ServerName } from '../servers.ts';
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

const CURATOR = { Authorization: `Basic ${Buffer.from('curator:museum').toString('base64')}` };
const WRONG = { Authorization: `Basic ${Buffer.from('curator:wrong').toString('base64')}` };

export async function ftp(session: Session): Promise<void> {
  const { servers } = session;
  const at = (path: string, server: ServerName = 'ftp'): string => `/ftp/${servers.at(server)}${path}`;

  const below = [
    at('/pub/texts'),
    at('/pub/names'),
    at('/pub/gallery'),
    at('/pub/charsets'),
    at('/pub/pictures'),
    at('/pub/sounds'),
    at('/pub/here'),
    at('/README'),
    at('/welcome'),
  ];
  const found = await crawl(session, [at('/'), at('/pub/'), at('/pub/texts/')], {
    formats: ['json', 'html', 'raw'],
    below: [...below, at('/pub/?')],
    most: 150,
  });
  await askAspects(session, everyNth(found, 5));
  for (const path of [
    '/',
    '/pub/',
    '/pub/README',
    '/pub/latest',
    '/pub/texts/',
    '/pub/nowhere',
    '/pub/circle',
    '/pub/outside',
    '/pub/empty/',
    '/pub/many/',
    '/pub/nothing.txt',
    '/private/',
    '/nothing',
    '/pub/pictures/',
    '/pub/names/',
  ]) {
    for (const format of FORMATS) await session.ask(at(`${path}?format=${format}`));
  }
  for (const server of ['ftpPlain', 'ftpWindows', 'ftpEplf'] as const) {
    for (const path of [
      '/',
      '/pub/',
      '/pub/names/',
      '/pub/README',
      '/pub/texts',
      '/nothing',
      '/pub/latest',
      '/pub/nowhere',
    ]) {
      for (const format of ['json', 'html', 'raw', 'atom']) await session.ask(at(`${path}?format=${format}`, server));
    }
  }
  await crawl(session, [at('/', 'ftpVms')], { formats: ['json', 'html', 'raw'], below: [at('/', 'ftpVms')], most: 25 });
  for (const server of ['ftpTls', 'ftpImplicit'] as const) {
    const root = `/ftps/${servers.at(server)}/`;
    await crawl(session, [root], { formats: ['json', 'html'], below: [root], most: 15 });
    await askAll(session, [`${root}pub/README?format=raw`, `${root}pub/README?format=html`]);
  }
  for (const path of ['/', '/pub/README']) {
    await askAll(session, [
      at(path, 'ftpDistrusted'),
      at(path, 'ftpClosed'),
      at(`${path}?format=json`, 'ftpClosed'),
      at(`${path}?tls=explicit`),
      at(`${path}?tls=explicit&format=json`),
      at(`${path}?tls=on`),
      at(`${path}?tls=off`),
      at(`${path}?tls=explicit`, 'ftpPlain'),
      at(`${path}?tls=explicit`, 'ftpDistrusted'),
    ]);
  }
  for (const path of ['/private/', '/private/ledger.txt', '/', '/?login=', '/private/?login=', '/pub/README']) {
    for (const headers of [CURATOR, WRONG, {}]) {
      for (const format of ['json', 'html']) {
        await askAll(session, [{ path: at(`${path}${path.includes('?') ? '&' : '?'}format=${format}`), headers }]);
      }
    }
  }
  for (const type of ['a', 'i', 'd', 'x']) {
    await askAll(
      session,
      ['/pub/README', '/pub/texts', '/pub/', '/pub/charsets/letter.txt'].flatMap((path) => [
        at(`${path};type=${type}`),
        at(`${path};type=${type}?format=json`),
      ]),
    );
  }
  for (const path of [at('/pub/README'), at('/pub/'), at('/pub/gallery/'), at('/pub/pictures/'), at('/pub/many/')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askForCopy(session, path);
  }
  await askAll(
    session,
    ['bytes=0-0', 'bytes=100-199', 'bytes=-1', 'bytes=1000000-1000010', 'bytes=2-1'].map((Range) => ({
      path: at('/pub/large/heavy.bin'),
      headers: { Range },
    })),
  );
  await crawl(session, [at('/pub/large/?format=json')], { formats: ['json'], below: [at('/pub/large/')], most: 8 });
  await askAll(session, attacks(at('/pub/')));
  await askAll(session, attacks(`/ftp/a%0d@${servers.at('ftp')}/`).slice(0, 4));
  await askAll(session, hosts('ftp', 'x'));
  await askAll(
    session,
    ['ftp://curator:museum@', 'ftp://a%0D%0AB@', 'ftp://'].flatMap((start) =>
      ['/private/', '/%2Fpub/', '/pub/../README', '//pub', '/~root'].map((path) =>
        open(`${start}${servers.at('ftp')}${path}`),
      ),
    ),
  );
  await withEachFault(session, 'ftp', 'ftp', [
    ...['json', 'html', 'raw'].map((format) => at(`/pub/?format=${format}`)),
    at('/pub/README'),
    at('/pub/pictures/'),
    { path: at('/pub/texts/timeline.txt'), headers: { Range: 'bytes=5-' } },
    at('/pub/?tls=explicit&format=json'),
  ]);
  await withEachFault(session, 'ftpPlain', 'ftp', [at('/pub/?format=json'), at('/pub/README?format=json')]);
}
