/**
 * What settings change everywhere: rates that are used up, wrong values, and invited crawlers.
 */
import { type ProfileName, TOKENS } from '../profiles.ts';
import type { Session } from '../session.ts';
import { askAll, open } from './links.ts';

const CRAWLERS: readonly string[] = [
  ...['archive.org_bot', 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/)', 'Googlebot/2.1', 'bingbot'],
  ...['curl/8', 'Mozilla/5.0 Firefox/140', ''],
];

export async function settings(session: Session): Promise<void> {
  const { servers } = session;
  const opened = [
    `/gopher/${servers.at('gopher')}/`,
    `/gopher/${servers.at('gopher')}/0/about/welcome.txt`,
    `/gopher/${servers.at('gopher')}/1/large`,
    `/ftp/${servers.at('ftp')}/pub/`,
    `/ftp/${servers.at('ftp')}/pub/README`,
    `/nntp/${servers.at('nntp')}/museum.history`,
    `/wais/${servers.at('wais')}/history`,
    `/telnet/${servers.at('telnet')}/`,
    open(`go://${servers.at('cnrp')}?fidonet`),
    open(`prospero://${servers.at('prospero')}//museum`),
  ];
  const others = [
    ...['/', '/health', '/v1/schemes', '/v1/resolve?url=go:x', '/r?url=go:x', '/docs', '/v1/links', '/metrics', '/x'],
    ...['/v1/validate?url=https://public.example.com/', `/v1/check?url=gopher://${servers.at('gopher')}/`],
  ];
  for (const profile of ['wrong', 'limited'] as const satisfies readonly ProfileName[]) {
    // A period of the rates is a minute from the first request on.
    for (const path of [...opened, ...others]) {
      for (const Accept of ['application/json', 'text/html']) await session.ask({ path, profile, headers: { Accept } });
    }
    for (const owner of ['alice', 'alice', 'alice', 'bob'] as const) {
      await session.ask({ path: '/v1/links', profile, headers: { Authorization: `Bearer ${TOKENS[owner]}` } });
    }
  }
  for (const path of opened) {
    for (const agent of CRAWLERS) {
      for (const profile of ['main', 'varied'] as const satisfies readonly ProfileName[]) {
        await session.ask({ path, profile, headers: { 'User-Agent': agent, Accept: 'text/html' } });
      }
    }
    await askAll(session, [
      { path, headers: { 'User-Agent': 'NCSA_Mosaic/2.0 (Windows 3.1)' } },
      { path, headers: { 'User-Agent': 'Lynx/2.8.9', Accept: 'text/html;q=0.5' } },
    ]);
  }
}
