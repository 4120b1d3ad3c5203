/**
 * Pages, documents, static files and everything that has no path of its own, at the root of a host and below a path.
 */
import type { Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { askAll, variants } from './links.ts';

const PATHS: readonly string[] = [
  ...[
    '/',
    '/inspect',
    '/check',
    '/owners',
    '/links',
    '/docs',
    '/privacy',
    '/openapi.json',
    '/llms.txt',
    '/problems',
    '/health',
    '/opensearch.xml',
  ],
  ...[
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/robots.txt',
    '/.well-known/security.txt',
    '/metrics',
    '/v1/schemes',
    '/open',
    '/r',
  ],
];

/** Static files whose octets are not those of a bundle. */
const ASSETS: readonly string[] = [
  '/assets/icon.svg',
  '/assets/card.png',
  '/assets/favicon.ico',
  '/assets/apple-touch-icon.png',
];

const NOWHERE: readonly string[] = [
  ...[
    '/nothing',
    '/v1',
    '/v1/',
    '/v2/resolve',
    '/v1/resolve/',
    '//',
    '/%',
    '/%00',
    '/%2e%2e',
    '/..',
    '/a/b',
    '/docs/nothing',
    '/docs/',
    '/Docs',
    '/assets/',
    '/assets/nothing.js',
  ],
  ...[
    '/llms.txt/',
    '/openapi.json?x=1',
    '/health?x=1',
    '/favicon.ico?x',
    '/waypost.js',
    '/_headers',
    '/gallery.fragment',
    '/terminal.fragment',
    '/.assetsignore',
    '/index.html',
    `/${'a'.repeat(3000)}`,
  ],
];

export async function pages(session: Session): Promise<void> {
  await crawl(session, ['/docs'], { formats: ['html'], below: ['/docs'], most: 40 });
  for (const path of PATHS) {
    await session.ask(path);
    await askAll(session, variants(path));
    await session.revalidate(path);
    await askAll(session, [
      { path, profile: 'bare' },
      { path: `/below/here${path}`, profile: 'based' },
      { path, profile: 'based' },
      { path, profile: 'varied' },
    ]);
  }
  for (const path of ['/docs', '/docs/urls', '/docs/none', '/problems', '/', '/owners', '/links']) {
    for (const format of ['json', 'raw']) await session.ask(`${path}?format=${format}`);
    await session.ask({ path, headers: { 'User-Agent': 'Mozilla/1.0 (Win3.1)', Accept: 'text/html' } });
  }
  for (const path of ASSETS) {
    await session.ask(path);
    await session.ask({ path, method: 'HEAD' });
    await session.ask({ path: `/below/here${path}`, profile: 'based' });
  }
  await askAll(session, NOWHERE);
  await askAll(
    session,
    NOWHERE.map((path) => ({ path, headers: { Accept: 'text/html' } })),
  );
  await askAll(
    session,
    NOWHERE.map((path) => ({ path: `/below/here${path}`, profile: 'based' })),
  );
  await askAll(
    session,
    ['/below/here', '/below', '/below/here/', '/below/hereafter', '/'].map((path) => ({ path, profile: 'based' })),
  );
  await crawl(session, ['/below/here/', '/below/here/docs'], {
    profile: 'based',
    formats: ['html', 'json'],
    below: ['/below/here/'],
    except: /\/open\?|\/gopher\/|\/ftp\//,
    most: 60,
  });
}
