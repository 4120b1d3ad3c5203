/** Short links: created, found, changed, followed, blocked, listed, deleted, exported and imported, by each owner. */
import { setTimeout as sleep } from 'node:timers/promises';
import { foreignExports } from '../../worker/links/foreign-exports.ts';
import { METRICS_TOKEN, TOKENS } from '../profiles.ts';
import type { Request, Session } from '../session.ts';
import { wrongBodies } from './api.ts';
import { askAll, variants } from './links.ts';

type Owner = keyof typeof TOKENS;

/** Clicks are written a little later. */
const CLICKS_WRITTEN_MS = 2000;

const TARGETS: readonly string[] = [
  ...[
    'GOPHER://Gopher.Floodgap.com:70/1/world%2f',
    'gopher://gopher.floodgap.com/1/world/',
    'ftp://anonymous@ftp.funet.fi/pub/',
    'news:comp.infosystems.gopher',
    'telnet://freechess.org/',
    'wais://quake.think.com/d',
  ],
  ...[
    'prospero://prospero.isi.edu/pub',
    'go:x',
    'mailto:gopher@example.org',
    'mid:1993.AA1@host.org',
    'file:///etc/motd',
    'http://trusted.example/',
    'https://h.example/a?b#c',
    'javascript:alert(1)',
    'data:,x',
    'x-y:z',
  ],
  ...[
    '',
    'no scheme',
    'http://10.0.0.1/',
    'gopher://localhost:70/',
    'http://waypost.test/x',
    'http://denied.example/',
    'ftp://u:p@h.example/',
    'gopher://h/%0d%0a',
    `gopher://h/${'a'.repeat(9000)}`,
  ],
];

const NEW_LINKS: readonly unknown[] = [
  { url: 'go:alias', alias: 'My-Alias' },
  { url: 'go:alias', alias: 'my-alias' },
  { url: 'go:other', alias: 'MY-ALIAS' },
  ...['v1', 'docs', 'a', 'a b', 'ä', '', 'x'.repeat(100), 'robots.txt', 'ok.txt', 'a+b'].map((alias) => ({
    url: 'go:y',
    alias,
  })),
  { url: 'go:ends', expiresAt: '2999-12-31T23:00:00+01:00' },
  { url: 'go:ended', expiresAt: '2001-01-01T00:00:00Z' },
  { url: 'go:ends', expiresAt: null },
  { url: 'go:ends', expiresAt: 'soon' },
  { url: 'go:titled', title: 'A title <b>', note: 'A note\nof two lines' },
  { url: 'go:titled', title: 'x'.repeat(1000) },
  { url: 'go:titled', title: 7 },
  { url: 'go:x', unknown: 1 },
  ...[{}, [], null, 7, 'go:x'],
];

export async function shortLinks(session: Session): Promise<void> {
  const as = (
    owner: Owner,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Request => ({
    ...{ method, path },
    headers: {
      Authorization: `Bearer ${TOKENS[owner]}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const slugs = new Set<string>(['My-Alias', 'my-alias', 'ok.txt', 'nothing00', 'x']);
  for (const newLink of [...TARGETS.map((url) => ({ url })), ...NEW_LINKS]) {
    const { body } = await session.ask(as('alice', 'POST', '/v1/links', newLink));
    const slug = /"slug":"([^"]+)"/.exec(body.toString())?.[1];
    if (slug !== undefined) slugs.add(slug);
  }
  await askAll(
    session,
    TARGETS.slice(0, 5).map((url) => as('bob', 'POST', '/v1/links', { url, title: 'of Bob' })),
  );
  await askAll(session, [
    as(
      'alice',
      'POST',
      '/v1/links',
      TARGETS.slice(0, 8).map((url) => ({ url })),
    ),
    as('alice', 'POST', '/v1/links', [...TARGETS, ...NEW_LINKS].map((item) => JSON.stringify(item)).join('\n'), {
      'Content-Type': 'application/x-ndjson',
    }),
    as('alice', 'POST', '/v1/links', { url: 'go:once' }, { 'Idempotency-Key': 'key-1' }),
    as('alice', 'POST', '/v1/links', { url: 'go:once' }, { 'Idempotency-Key': 'key-1' }),
    as('alice', 'POST', '/v1/links', { url: 'go:twice' }, { 'Idempotency-Key': 'key-1' }),
    as('alice', 'POST', '/v1/links', { url: 'go:once' }, { 'Idempotency-Key': '' }),
    ...wrongBodies('/v1/links').map((request) => ({
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${TOKENS.alice}` },
    })),
  ]);
  const authorizations = ['', 'Bearer', 'Bearer wrong', 'Basic YTpi', `bearer ${TOKENS.bob}`, `Bearer  ${TOKENS.bob}`];
  for (const path of ['/v1/links', '/v1/links/export', '/v1/blocks', '/v1/links/x', '/metrics']) {
    await askAll(session, [
      path,
      ...authorizations.map((Authorization) => ({ path, headers: { Authorization } })),
      { path, profile: 'bare' as const },
    ]);
    await askAll(
      session,
      (['bob', 'root'] as const).map((owner) => as(owner, 'GET', path)),
    );
    await askAll(
      session,
      (['bob', 'root'] as const).map((owner) => as(owner, 'PUT', path, {})),
    );
  }
  for (const list of [
    '',
    '?limit=3',
    '?limit=0',
    '?limit=x',
    '?q=gopher',
    '?q=',
    '?q=%25',
    '?cursor=x',
    '?unknown=1',
    '?limit=2&q=go',
  ]) {
    await askAll(
      session,
      (['alice', 'bob', 'root'] as const).map((owner) => as(owner, 'GET', `/v1/links${list}`)),
    );
  }
  const first = await session.ask(as('alice', 'GET', '/v1/links?limit=3'));
  const next = /"next":"([^"]+)"/.exec(first.body.toString())?.[1] ?? '';
  await session.ask(as('alice', 'GET', next.replace(/^https?:\/\/[^/]*/, '') || '/v1/links?cursor='));

  for (const slug of slugs) {
    await askAll(session, [
      as('alice', 'GET', `/v1/links/${slug}`),
      as('bob', 'GET', `/v1/links/${slug}`),
      as('bob', 'PATCH', `/v1/links/${slug}`, { title: 'No' }),
      as('alice', 'PATCH', `/v1/links/${slug}`, { title: 'Changed', note: null }),
      ...[
        `/${slug}+`,
        `/${slug}.svg`,
        `/${slug}.png`,
        `/${slug}.txt`,
        `/${slug}+?format=json`,
        `/${slug.toUpperCase()}+`,
        `/${slug}.svg?size=5`,
      ].flatMap((path) => [path, { path, method: 'HEAD' }]),
      { path: `/${slug}+`, headers: { Accept: 'application/json' } },
    ]);
  }
  const [slug = ''] = [...slugs].slice(5);
  await askAll(session, [
    ...[
      { expiresAt: '2001-01-01T00:00:00Z' },
      { url: 'go:elsewhere' },
      { blocked: 'spam' },
      { unknown: 1 },
      {},
      [],
      7,
    ].map((change) => as('alice', 'PATCH', `/v1/links/${slug}`, change)),
    as('root', 'PATCH', `/v1/links/${slug}`, { blocked: 'It is <spam>' }),
    `/${slug}`,
    `/${slug}+`,
    as('root', 'PATCH', `/v1/links/${slug}`, { blocked: null }),
    as('alice', 'PATCH', '/v1/links', { from: 'gopher://gopher.floodgap.com/', to: 'gopher://new.example/' }),
    as('root', 'PATCH', '/v1/links', {
      from: 'gopher://gopher.floodgap.com/',
      to: 'gopher://new.example/',
      dryRun: true,
    }),
    as('alice', 'PATCH', '/v1/links', {}),
    ...[
      { kind: 'host', value: 'bad.example' },
      { kind: 'host', value: '*.bad.example', reason: 'spam' },
      { kind: 'x', value: 'y' },
      { kind: 'url', value: 'go:x' },
      {},
    ].flatMap((block) => [as('root', 'POST', '/v1/blocks', block), as('bob', 'POST', '/v1/blocks', block)]),
    as('root', 'GET', '/v1/blocks'),
    as('alice', 'POST', '/v1/links', { url: 'http://www.bad.example/' }),
    as('root', 'DELETE', '/v1/blocks?kind=host&value=bad.example'),
    as('root', 'DELETE', '/v1/blocks?kind=host&value=bad.example'),
    as('root', 'DELETE', '/v1/blocks'),
  ]);
  for (const known of slugs)
    await askAll(session, [
      `/${known}`,
      { path: `/${known}`, method: 'HEAD' },
      `/${known}?x=1`,
      `/${known.toUpperCase()}`,
    ]);
  await sleep(CLICKS_WRITTEN_MS);
  await askAll(
    session,
    (['alice', 'root'] as const).flatMap((owner) => [
      as(owner, 'GET', '/v1/links/export'),
      as(owner, 'GET', `/v1/links/export?after=${slug}`),
    ]),
  );
  for (const { type, text } of foreignExports) {
    await askAll(session, [
      as('root', 'POST', '/v1/links/import?owner=alice', text, { 'Content-Type': type }),
      as('root', 'POST', '/v1/links/import', text, { 'Content-Type': type }),
      as('bob', 'POST', '/v1/links/import', text, { 'Content-Type': type }),
    ]);
  }
  await askAll(session, [
    as('root', 'POST', '/v1/links/import?owner=%20', 'a', { 'Content-Type': 'text/csv' }),
    as('root', 'POST', '/v1/links/import', 'a,b\n1,2\n', { 'Content-Type': 'text/csv' }),
    as('root', 'GET', '/v1/links/export'),
    as('alice', 'GET', '/v1/links?limit=100'),
  ]);
  for (const known of [...slugs].slice(0, 8)) {
    await askAll(session, [
      as('bob', 'DELETE', `/v1/links/${known}`),
      as('alice', 'DELETE', `/v1/links/${known}`),
      as('alice', 'DELETE', `/v1/links/${known}`),
      as('root', 'DELETE', `/v1/links/${known}?purge=true`),
      `/${known}`,
      `/${known}+`,
      as('root', 'GET', `/v1/links/${known}`),
    ]);
  }
  await askAll(session, variants(`/${[...slugs].at(-1)}`));
  await session.ask({ path: '/metrics', headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
}
