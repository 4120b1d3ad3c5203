/** `/v1/check`: links of every scheme, alive, gone and unreachable, singly and in batches, and servers with faults. */

import { WEB_PATHS } from '../../servers/web-answers.ts';
import { HOSTILE_PATHS } from '../odd-servers.ts';
import type { Session } from '../session.ts';
import { wrongBodies } from './api.ts';
import { faultsOf } from './faults.ts';
import { askAll, hosts, variants } from './links.ts';

/** Servers that may say nothing to a protocol which is not theirs. */
const SILENT = ['ssh', 'smtp', 'cnrp', 'tlsOnly', 'empty'] as const;

const check = (url: string): string => `/v1/check?url=${encodeURIComponent(url)}`;

export async function checks(session: Session): Promise<void> {
  const { servers } = session;
  const at = servers.at.bind(servers);
  const links = [
    ...[
      '',
      '0/about/welcome.txt',
      '1/about',
      '9/gallery/lamp.gif',
      '0/nothing',
      '7/search',
      '7/search%09gopher',
      '0/plus/gone%09%09+',
      '0/plus/moved%09%09+',
      '0/plus/moved',
      '0/plus/busy',
      '8/x',
      'h/URL:http://h/',
      '0/plus/motto%09%09!',
    ].flatMap((path) =>
      (['gopher', 'gopherUmn', 'gopherBare'] as const).map((server) => `gopher://${at(server)}/${path}`),
    ),
    ...HOSTILE_PATHS.map((path) => `gopher://${at('hostile')}/0${path}`),
    ...(['footer', 'empty', 'hostile', 'ssh', 'smtp'] as const).map((server) => `gopher://${at(server)}/0/x`),
    `gophers://${at('gopher')}/`,
    ...[
      '',
      'pub/',
      'pub/README',
      'nothing',
      'pub/nothing/',
      'private/',
      'pub/latest',
      'pub/nowhere',
      'pub/README;type=a',
      'pub;type=d',
      'pub/texts',
    ].flatMap((path) =>
      (['ftp', 'ftpPlain', 'ftpWindows', 'ftpClosed', 'ftpVms', 'locked'] as const).map(
        (server) => `ftp://${at(server)}/${path}`,
      ),
    ),
    `ftps://${at('ftpTls')}/pub/README`,
    `ftp://curator:museum@${at('ftp')}/private/`,
    ...[
      'museum.history',
      'museum.deluge',
      'museum.nothing',
      '*',
      'deluge.5@museum.test',
      'x@museum.test',
      'museum.private',
      'museum.deluge/5',
    ].flatMap((name) => [
      `news:${name}`,
      `news://${at('nntpOld')}/${name}`,
      `nntp://${at('nntp')}/${name}`,
      `nntp://${at('oddNews')}/${name}`,
      `snews://${at('nntpTls')}/${name}`,
    ]),
    ...['history', 'history?wais', 'nothing', 'history/TEXT/1/1=a;2=b;3=c', 'diagnostics?AL', ''].map(
      (path) => `wais://${at('wais')}/${path}`,
    ),
    ...['/museum', '/museum/welcome.txt', '/nowhere', 'museum'].map((path) => `prospero://${at('prospero')}/${path}`),
    ...['', 'curator', 'nobody', '/W'].map((user) => `finger://${at('finger')}/${user}`),
    ...['', 'd:gopher', 'd:nothing-at-all', 'm:go:*:prefix', 'm:go:*:none', 'd:gopher:none'].map(
      (path) => `dict://${at('dict')}/${path}`,
    ),
    ...['?fidonet', '?nothing-at-all', '?busy', '?broken', '?id=7070', ''].flatMap((query) => [
      `go://${at('cnrp')}${query}`,
      `go:${query.slice(1)}`,
    ]),
    ...(['telnet', 'tn3270', 'ssh', 'smtp', 'gopher', 'ftp'] as const).flatMap((server) =>
      ['telnet', 'rlogin', 'tn3270'].map((scheme) => `${scheme}://${at(server)}/`),
    ),
    ...WEB_PATHS.flatMap((path) => [`http://${at('web')}${path}`, `http://${at('web')}/private${path}`]),
    ...(['ssh', 'smtp', 'gopher', 'ftp', 'cnrp', 'tlsOnly'] as const).flatMap((server) => [
      `http://${at(server)}/`,
      `https://${at(server)}/`,
    ]),
    ...['gopher', 'ftp', 'nntp', 'wais', 'prospero', 'telnet', 'rlogin', 'tn3270', 'http', 'go', 'finger', 'dict'].map(
      (scheme) => `${scheme}://localhost:7079/`,
    ),
    ...[
      'mailto:a@h.example',
      'mid:a@b',
      'cid:a',
      'file:///etc/motd',
      'afs://cell/x',
      'javascript:alert(1)',
      'x-y:z',
      'http://public.example.com:22/',
      '',
      'no',
      'gopher://h/%0d%0a',
    ],
  ];
  for (const url of links) {
    const isSilent = SILENT.some((server) => url.includes(at(server)));
    await session.ask({ path: check(url), ...(isSilent ? { profile: 'hasty' } : {}) });
  }
  for (const url of links.slice(0, 20)) await session.ask({ profile: 'bare', path: check(url) });
  await askAll(
    session,
    hosts('gopher', '').map((path) => check(`gopher://${path.split('/')[2]}/`)),
  );
  await askAll(
    session,
    hosts('http', '').map((path) => check(`http://${path.split('/')[2]}/`)),
  );

  const some = [...new Set([...links.filter((_, index) => index % 9 === 0), 'no', 7, { url: 'gopher://h', x: 1 }])];
  const bodies = [
    { body: JSON.stringify(some), headers: { 'Content-Type': 'application/json' } },
    { body: some.map((item) => JSON.stringify(item)).join('\n'), headers: { 'Content-Type': 'application/x-ndjson' } },
  ];
  await askAll(
    session,
    bodies.map((request) => ({ path: '/v1/check', ...request, unordered: true })),
  );
  await askAll(session, wrongBodies('/v1/check').slice(0, 12));
  await askAll(session, variants(check(`gopher://${at('gopher')}/0/about/welcome.txt`)));

  const faulty = [
    ['gopher', 'gopher', [`gopher://${at('gopher')}/0/about/welcome.txt`, `gopher://${at('gopher')}/1/about`]],
    ['ftp', 'ftp', [`ftp://${at('ftp')}/pub/README`, `ftp://${at('ftp')}/pub/`]],
    ['nntp', 'nntp', [`nntp://${at('nntp')}/museum.deluge`, 'news:deluge.5@museum.test']],
    ['wais', 'wais', [`wais://${at('wais')}/history`]],
    ['finger', 'finger', [`finger://${at('finger')}/curator`]],
    ['dict', 'dict', [`dict://${at('dict')}/d:gopher`]],
    ['cnrp', 'cnrp', [`go://${at('cnrp')}?fidonet`]],
    ['telnet', 'telnet', [`telnet://${at('telnet')}/`]],
    ['tn3270', 'tn3270', [`tn3270://${at('tn3270')}/`]],
    ['web', 'http', [`http://${at('web')}/`, `http://${at('web')}/old`]],
  ] as const;
  for (const [server, protocol, urls] of faulty) {
    for (const fault of faultsOf(protocol)) {
      if (fault.kind === 'drip') continue;
      await session.withFault(server, fault, () =>
        askAll(
          session,
          urls.map((url) => ({ profile: 'hasty', path: check(url) })),
        ),
      );
    }
  }
}
