/** `/r`, `/u/…`, `/open` and `/inspect`: where every kind of link is sent, and the pages that explain links. */
import fc from 'fast-check';
import { anyInput } from '../../src/generators.ts';
import type { ProfileName } from '../profiles.ts';
import type { Session } from '../session.ts';
import { askAll, variants } from './links.ts';

const PROFILES: readonly ProfileName[] = ['main', 'bare', 'varied', 'based'];

export async function redirects(session: Session): Promise<void> {
  const { servers } = session;
  const links = [
    `gopher://${servers.at('gopher')}/`,
    ...[
      'GOPHER://H.example:70/1',
      'gophers://h/',
      'ftp://u:p@h/x;type=a',
      'ftp://h/',
      'news:a.b',
      'news:a@b',
      'nntp://h/a/1',
      'telnet://u@h:23',
      'rlogin://u@h',
      'tn3270://h',
      'wais://h/d?q',
      'prospero://h//x',
    ],
    ...[
      'go:x',
      'go://h?x',
      'mailto:a@h.example?subject=x',
      'mid:a@b',
      'cid:a',
      'file:///etc/motd',
      'file://h/x',
      'afs://cell.example/x',
      'afs://other/x',
      'http://trusted.example/x',
      'http://h.example/',
      'https://h.example:22/',
    ],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'x-y:z',
      'gemini://h/',
      'no scheme',
      '',
      'http://10.0.0.1/',
      'gopher://10.0.0.1/',
      '<URL:gopher://h/>',
      'gopher://h/%0d%0a',
      'http://[',
      'http://waypost.test/r?url=go:x',
    ],
  ];
  for (const url of links) {
    const value = encodeURIComponent(url);
    for (const profile of PROFILES) {
      const base = profile === 'based' ? '/below/here' : '';
      await askAll(
        session,
        [
          `/r?url=${value}`,
          `/r?url=${value}&format=json`,
          `/r?url=${value}&status=301`,
          `/u/${url}`,
          `/inspect?url=${value}`,
        ].map((path) => ({ path: base + path, profile })),
      );
    }
    await askAll(session, [
      ...['html', 'raw', 'x'].map((format) => `/r?url=${value}&format=${format}`),
      ...['302', '303', '307', '308', '300', 'x'].map((status) => `/r?url=${value}&status=${status}`),
      { path: `/r?url=${value}`, headers: { Accept: 'application/json' } },
      { path: `/inspect?url=${value}`, headers: { Accept: 'application/json' } },
      `/u/${value}`,
      `/r?url=${value}&base=gopher://h/1/&lax=true`,
      `/inspect?url=${value}&dialect=url-1994`,
    ]);
  }
  for (const url of fc.sample(anyInput, { seed: 21, numRuns: 100 })) {
    const query = new URLSearchParams({ url });
    await askAll(session, [`/r?${query}`, `/inspect?${query}`]);
  }
  const known = `/r?url=${encodeURIComponent('gopher://h.example/1/x')}`;
  await askAll(session, [
    ...variants(known),
    ...variants('/u/gopher://h.example/1/x'),
    ...variants('/inspect?url=gopher://h/'),
    '/u/',
    '/u',
    '/r',
    '/u/gopher:/h',
    '/u/gopher:/h/1?a=b&c',
    '/u//gopher://h',
    '/U/gopher://h',
  ]);
}
