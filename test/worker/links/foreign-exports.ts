/**
 * Exports as other shorteners write them, made for the tests: names, order, quoting, line ends, times and numbers are
 * those of each program.
 */

import type { ForeignExport, MovedLink } from './foreign-export.ts';
import { panelExports } from './panel-exports.ts';
import { publishedExports } from './published-exports.ts';

export const foreignExports: readonly ForeignExport[] = [
  ...publishedExports,
  ...panelExports,
  {
    program: 'plain CSV',
    type: 'text/csv',
    text: 'slug,url,created,clicks\nplain.Csv,HTTP://Example.org:80/a,2011-02-03,12\n',
    links: [
      {
        slug: 'plain.Csv',
        url: 'http://example.org/a',
        createdAt: '2011-02-03T00:00:00.000Z',
        clicks: 12,
        title: null,
      },
    ],
  },
  {
    program: 'YOURLS, as its plugin for exports writes it',
    type: 'text/csv',
    text:
      'keyword,url,title,timestamp,ip,clicks\r\n' +
      'ozh,http://ozh.org/,"Ozh, ""planet of""\r\nthe apes","2012-03-04 05:06:07",192.0.2.1,1001\r\n' +
      'Q9zL,https://example.org/?a=1,,"2012-03-05 00:00:00",2001:db8::1,0\r\n',
    links: [
      {
        slug: 'ozh',
        url: 'http://ozh.org/',
        createdAt: '2012-03-04T05:06:07.000Z',
        clicks: 1001,
        title: 'Ozh, "planet of"\r\nthe apes',
      },
      {
        slug: 'Q9zL',
        url: 'https://example.org/?a=1',
        createdAt: '2012-03-05T00:00:00.000Z',
        clicks: 0,
        title: null,
      },
    ],
  },
  {
    program: 'YOURLS, as `mysql --batch` prints its table',
    type: 'text/csv',
    text: 'keyword\turl\ttitle\ttimestamp\tip\tclicks\nmysql1\thttps://example.org/t\t"5 o\'clock\t2015-01-01 10:00:00\t192.0.2.1\t3\n',
    links: [
      {
        slug: 'mysql1',
        url: 'https://example.org/t',
        createdAt: '2015-01-01T10:00:00.000Z',
        clicks: 3,
        title: '"5 o\'clock',
      },
    ],
  },
  {
    program: 'bit.ly, as its API answers',
    type: 'application/json',
    text: JSON.stringify({
      links: [
        {
          created_at: '2019-07-08T09:10:11+0000',
          id: 'bit.ly/2XyZabC',
          link: 'https://bit.ly/2XyZabC',
          custom_bitlinks: ['https://bit.ly/Spring-Sale'],
          long_url: 'https://example.org/spring',
          title: 'Spring',
          archived: false,
          tags: ['sale'],
        },
      ],
      pagination: { prev: '', next: '', size: 50, page: 1, total: 1 },
    }),
    links: ['2XyZabC', 'Spring-Sale'].map((slug) => ({
      slug,
      url: 'https://example.org/spring',
      createdAt: '2019-07-08T09:10:11.000Z',
      clicks: 0,
      title: 'Spring',
    })),
  },
  {
    program: 'bit.ly, in CSV',
    type: 'text/csv',
    text: 'link,long_url,title,created_at,clicks\nhttp://bit.ly/1dfPmzu,https://example.org/b,B,2014-01-02T03:04:05+0000,7\n',
    links: [
      { slug: '1dfPmzu', url: 'https://example.org/b', createdAt: '2014-01-02T03:04:05.000Z', clicks: 7, title: 'B' },
    ],
  },
  {
    program: 'Shlink, as its web client exports it',
    type: 'text/csv',
    text:
      'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n' +
      '2021-05-06T07:08:09+02:00,s.test,xK3vB,https://s.test/xK3vB,https://example.org/shlink,,"a|b",42\n',
    links: [
      {
        slug: 'xK3vB',
        url: 'https://example.org/shlink',
        createdAt: '2021-05-06T05:08:09.000Z',
        clicks: 42,
        title: null,
        warnings: ['query-unknown'],
      },
    ],
  },
  {
    program: 'Shlink, as its API answers',
    type: 'application/json',
    text:
      '{"shortUrls":{"data":[{"shortCode":"12C18","shortUrl":"https://s.test/12C18","longUrl":"https://store.steampowered.com/",' +
      '"dateCreated":"2016-08-21T20:34:16+02:00","visitsSummary":{"total":328,"nonBots":328,"bots":0},"tags":["games"],' +
      '"meta":{"validSince":null,"validUntil":null,"maxVisits":null},"domain":null,"title":"Steam","crawlable":false,' +
      '"forwardQuery":false,"hasRedirectRules":false}],' +
      '"pagination":{"currentPage":1,"pagesCount":1}}}',
    links: [
      {
        slug: '12C18',
        url: 'https://store.steampowered.com/',
        createdAt: '2016-08-21T18:34:16.000Z',
        clicks: 328,
        title: 'Steam',
      },
    ],
  },
  {
    program: 'Shlink, as its importer reads CSV',
    type: 'text/csv',
    text: 'Long URL;Tags;Domain;Short code;Title\nhttps://example.org/;foo|bar;;semi;A title\n',
    links: [
      {
        slug: 'semi',
        url: 'https://example.org/',
        createdAt: null,
        clicks: 0,
        title: 'A title',
        warnings: ['query-unknown'],
      },
    ],
  },
  {
    program: 'Sink',
    type: 'application/json',
    text: JSON.stringify({
      version: '1.0',
      exportedAt: '2025-06-01T00:00:00.000Z',
      count: 1,
      links: [
        {
          id: 'x3k9v2m1',
          url: 'https://example.org/sink',
          slug: 'sink_One',
          comment: 'why',
          createdAt: 1_718_119_809,
          updatedAt: 1_718_119_809,
          expiration: 4_102_444_800,
          title: 'Sink',
        },
      ],
    }),
    links: [
      {
        slug: 'sink_One',
        url: 'https://example.org/sink',
        createdAt: '2024-06-11T15:30:09.000Z',
        clicks: 0,
        title: 'Sink',
        warnings: ['query-unknown'],
      },
    ],
  },
  {
    program: 'Sink, one link in a line',
    type: 'application/x-ndjson',
    text: `${JSON.stringify({ slug: 'sinkLine', url: 'https://example.org/line', createdAt: 1_718_119_809 })}\n`,
    links: [
      {
        slug: 'sinkLine',
        url: 'https://example.org/line',
        createdAt: '2024-06-11T15:30:09.000Z',
        clicks: 0,
        title: null,
        warnings: ['query-unknown'],
      },
    ],
  },
  {
    program: 'YOURLS 1.9, every column, as `mysql --batch` escapes them',
    type: 'text/csv',
    text:
      'keyword\turl\ttitle\ttimestamp\tip\tclicks\n' +
      'mb1\thttp://example.org/b1\tline one\\nline two\t2016-01-02 03:04:05\t192.0.2.1\t1\n' +
      'mb2\thttp://example.org/b2?p=C:\\\\dir\tNULL\t2016-01-02 03:04:05\t192.0.2.1\t2\n' +
      'mb3\thttp://example.org/b3\ta\\tb\t0000-00-00 00:00:00\t192.0.2.1\t3\n',
    links: [
      {
        slug: 'mb1',
        url: 'http://example.org/b1',
        createdAt: '2016-01-02T03:04:05.000Z',
        clicks: 1,
        title: 'line one\nline two',
      },
      {
        slug: 'mb2',
        url: 'http://example.org/b2?p=C:%5Cdir',
        createdAt: '2016-01-02T03:04:05.000Z',
        clicks: 2,
        title: null,
      },
      {
        slug: 'mb3',
        url: 'http://example.org/b3',
        createdAt: null,
        clicks: 3,
        title: 'a\tb',
        warnings: ['created-not-read'],
      },
    ],
  },
  {
    program: 'Shlink 4.2, as its API answers, every member',
    type: 'application/json',
    text:
      '{"shortUrls":{"data":[' +
      [
        shlink(
          'shLimit',
          '"meta":{"maxVisits":5,"validSince":null,"validUntil":null},"visitsSummary":{"total":328,"nonBots":328,"bots":0}',
        ),
        shlink('shRoom', '"meta":{"maxVisits":500,"validSince":null,"validUntil":null}'),
        shlink('shLater', '"meta":{"maxVisits":null,"validSince":"2999-01-01T00:00:00+00:00","validUntil":null}'),
        shlink('shPast', '"meta":{"maxVisits":null,"validSince":"2001-01-01T00:00:00+00:00","validUntil":null}'),
        shlink('shOver', '"meta":{"maxVisits":null,"validSince":null,"validUntil":"2020-01-01T00:00:00+00:00"}'),
        shlink('shQuery', '"forwardQuery":true'),
        shlink('shRules', '"hasRedirectRules":true'),
        shlink('shDevice', '"deviceLongUrls":{"android":"https://example.org/android","ios":null,"desktop":null}'),
        shlink('shNoDevice', '"deviceLongUrls":{"android":null,"ios":null,"desktop":null}'),
        shlink('shDomain', '"domain":"x.test","shortUrl":"https://x.test/shDomain"'),
      ].join(',') +
      '],"pagination":{"currentPage":1,"pagesCount":1,"itemsPerPage":10,"itemsInCurrentPage":10,"totalItems":10}}}',
    links: [
      { ...ofShlink('shLimit', 328), warnings: ['max-visits-dropped'], followed: 410 },
      { ...ofShlink('shRoom'), warnings: ['max-visits-dropped'] },
      { ...ofShlink('shLater'), warnings: ['not-yet-valid'], followed: 451 },
      ofShlink('shPast'),
      { ...ofShlink('shOver'), followed: 410 },
      { ...ofShlink('shQuery'), warnings: ['query-not-forwarded'] },
      { ...ofShlink('shRules'), warnings: ['targeting-dropped'] },
      { ...ofShlink('shDevice'), warnings: ['targeting-dropped'] },
      ofShlink('shNoDevice'),
      { ...ofShlink('shDomain'), warnings: ['domain-dropped'] },
    ],
  },
  {
    program: 'Sink, every member of its schema of links',
    type: 'application/json',
    text: JSON.stringify({
      version: '1.0',
      links: [
        sink('sinkUnsaid', { redirectWithQuery: undefined }),
        sink('sinkProxy', { proxy: true }),
        sink('sinkPreview', { image: '/_assets/images/x.png' }),
        sink('sinkUnsafe', { unsafe: true }),
        sink('sinkQuery', { redirectWithQuery: true }),
        sink('sinkApple', { apple: 'https://apps.example/apple', google: 'https://apps.example/google' }),
        sink('sinkGeo', { geo: { DE: 'https://example.org/de' } }),
        sink('sinkCloak', { cloaking: true }),
        sink('sinkPlain', { unsafe: false, cloaking: false, redirectWithQuery: false, comment: 'c', description: 'd' }),
        sink('sinkOver', { expiration: 1_718_119_810 }),
      ],
    }),
    links: [
      { ...ofSink('sinkUnsaid'), warnings: ['query-unknown'] },
      { ...ofSink('sinkProxy'), warnings: ['cloaking-dropped'] },
      { ...ofSink('sinkPreview'), warnings: ['preview-dropped'] },
      { ...ofSink('sinkUnsafe'), warnings: ['interstitial-dropped'] },
      { ...ofSink('sinkQuery'), warnings: ['query-not-forwarded'] },
      { ...ofSink('sinkApple'), warnings: ['targeting-dropped'] },
      { ...ofSink('sinkGeo'), warnings: ['targeting-dropped'] },
      { ...ofSink('sinkCloak'), warnings: ['cloaking-dropped'] },
      // The description was of its preview, which it did not have.
      { ...ofSink('sinkPlain'), warnings: ['value-dropped'] },
      { ...ofSink('sinkOver'), followed: 410 },
    ],
  },
  {
    program: 'dub, as its API answers, every member of its SDK 0.73.5',
    type: 'application/json',
    text: JSON.stringify([
      dub('dubPlain', { clicks: 12, title: 'Dub' }),
      dub('dubApp', {
        ios: 'https://apps.example/ios',
        expiresAt: '2999-01-01T00:00:00.000Z',
        expiredUrl: 'https://x.org/',
      }),
      dub('dubProxy', { rewrite: true }),
      dub('dubOff', { disabledAt: '2024-03-01T00:00:00.000Z' }),
      dub('dubCard', { proxy: true, image: 'https://d.test/card.png', video: null }),
      dub('dubTest', { testVariants: [{ url: 'https://example.org/b', percentage: 50 }] }),
    ]),
    links: [
      { ...ofDub('dubPlain'), clicks: 12, title: 'Dub' },
      { ...ofDub('dubApp'), warnings: ['targeting-dropped', 'expired-url-dropped', 'query-not-forwarded'] },
      { ...ofDub('dubProxy'), warnings: ['cloaking-dropped', 'query-not-forwarded'] },
      { ...ofDub('dubOff'), followed: 410 },
      { ...ofDub('dubCard'), warnings: ['query-not-forwarded', 'preview-dropped'] },
      { ...ofDub('dubTest'), warnings: ['targeting-dropped', 'query-not-forwarded'] },
    ],
  },
  {
    program: 'Polr 2.3, its table as CSV',
    type: 'text/csv',
    text:
      'id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api,long_url_hash,created_at,updated_at\n' +
      '1,polr1,https://example.org/polr,192.0.2.1,admin,7,,0,1,0,ab12,2017-05-06 07:08:09,2017-05-06 07:08:09\n' +
      '2,polr2,https://example.org/polr,192.0.2.1,admin,0,,1,1,0,ab12,2017-05-06 07:08:09,2017-05-06 07:08:09\n',
    links: [
      {
        slug: 'polr1',
        url: 'https://example.org/polr',
        createdAt: '2017-05-06T07:08:09.000Z',
        clicks: 7,
        title: null,
      },
      {
        slug: 'polr2',
        url: 'https://example.org/polr',
        createdAt: '2017-05-06T07:08:09.000Z',
        clicks: 0,
        title: null,
        followed: 410,
      },
    ],
  },
  {
    program: 'Rebrandly, as its API answers',
    type: 'application/json',
    text: JSON.stringify([
      {
        id: 'ffs24cc5',
        title: 'Burn',
        slashtag: 'burn10M',
        destination: 'https://example.org/burn',
        shortUrl: 'r.test/burn10M',
        domain: { id: '8f104cc5', ref: '/domains/8f104cc5', fullName: 'r.test' },
        domainId: '8f104cc5',
        domainName: 'r.test',
        createdAt: '2016-07-13T10:54:12.000Z',
        updatedAt: '2016-07-13T10:54:12.000Z',
        clicks: 42,
        lastClickAt: '2016-07-13T10:55:13.000Z',
        favourite: false,
        forwardParameters: true,
        https: false,
        isPublic: false,
        status: 'active',
        tags: [],
        scripts: [],
      },
    ]),
    links: [
      {
        slug: 'burn10M',
        url: 'https://example.org/burn',
        createdAt: '2016-07-13T10:54:12.000Z',
        clicks: 42,
        title: 'Burn',
        warnings: ['query-not-forwarded'],
      },
    ],
  },
  {
    program: 'Short.io, as its API answers, every member of its client 3.3.1',
    type: 'application/json',
    text: JSON.stringify({
      count: 2,
      links: [
        shortIo('shioUnsaid', {}),
        shortIo('shioPlain', { skipQS: true }),
        shortIo('shioUtm', { skipQS: true, utmMedium: 'mail' }),
        shortIo('shioAll', {
          clicksLimit: 10,
          androidURL: 'https://apps.example/android',
          cloaking: true,
          expiresAt: 4_102_444_800_000,
          expiredURL: 'https://example.org/over',
        }),
      ],
    }),
    links: [
      { ...ofShortIo('shioUnsaid'), warnings: ['query-unknown'] },
      ofShortIo('shioPlain'),
      { ...ofShortIo('shioUtm'), warnings: ['utm-unknown'] },
      {
        ...ofShortIo('shioAll'),
        warnings: [
          'max-visits-dropped',
          'targeting-dropped',
          'cloaking-dropped',
          'expired-url-dropped',
          'query-unknown',
        ],
      },
    ],
  },
];

/** A short URL with every member of Shlink's API. Of two members of one name, the last counts. */
function shlink(shortCode: string, more: string): string {
  return (
    `{"shortCode":"${shortCode}","shortUrl":"https://s.test/${shortCode}","longUrl":"https://example.org/sh",` +
    '"dateCreated":"2024-01-02T10:00:00+01:00","visitsSummary":{"total":3,"nonBots":3,"bots":0},"tags":["t"],' +
    '"meta":{"validSince":null,"validUntil":null,"maxVisits":null},"domain":null,"title":null,"crawlable":false,' +
    `"forwardQuery":false,"hasRedirectRules":false,${more}}`
  );
}

function ofShlink(slug: string, clicks = 3): MovedLink {
  return { slug, url: 'https://example.org/sh', createdAt: '2024-01-02T09:00:00.000Z', clicks, title: null };
}

function sink(slug: string, more: object): object {
  const url = 'https://example.org/sink';
  const times = { createdAt: 1_718_119_809, updatedAt: 1_718_119_809 };
  return { id: 'x3k9v2m1', url, slug, ...times, title: 'Sink', redirectWithQuery: false, tags: ['sale'], ...more };
}

function ofSink(slug: string): MovedLink {
  return {
    slug,
    url: 'https://example.org/sink',
    createdAt: '2024-06-11T15:30:09.000Z',
    clicks: 0,
    title: 'Sink',
  };
}

function dub(key: string, more: object): object {
  return {
    id: 'link_1',
    domain: 'd.test',
    key,
    externalId: null,
    url: 'https://example.org/dub',
    trackConversion: false,
    tenantId: null,
    programId: null,
    partnerId: null,
    archived: false,
    expiresAt: null,
    expiredUrl: null,
    disabledAt: null,
    password: null,
    proxy: false,
    title: null,
    description: null,
    image: null,
    video: null,
    rewrite: false,
    doIndex: false,
    ios: null,
    android: null,
    geo: null,
    testVariants: null,
    testStartedAt: null,
    testCompletedAt: null,
    publicStats: false,
    tags: [],
    folderId: null,
    tagId: null,
    comments: null,
    shortLink: `https://d.test/${key}`,
    qrCode: `https://api.dub.co/qr?url=https://d.test/${key}`,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
    userId: 'user_1',
    workspaceId: 'ws_1',
    projectId: 'ws_1',
    webhookIds: [],
    leads: 0,
    conversions: 0,
    sales: 0,
    saleAmount: 0,
    clicks: 0,
    lastClicked: null,
    createdAt: '2024-02-03T04:05:06.000Z',
    updatedAt: '2024-02-03T04:05:06.000Z',
    ...more,
  };
}

function ofDub(slug: string): MovedLink {
  const warnings = ['query-not-forwarded'] as const;
  return {
    slug,
    url: 'https://example.org/dub',
    createdAt: '2024-02-03T04:05:06.000Z',
    clicks: 0,
    title: null,
    warnings,
  };
}

function shortIo(path: string, more: object): object {
  return {
    originalURL: 'https://example.org/shio',
    DomainId: 421680,
    archived: false,
    path,
    cloaking: null,
    redirectType: null,
    createdAt: '2022-06-19T10:41:23.708Z',
    updatedAt: '2022-06-19T10:41:23.708Z',
    OwnerId: 458432,
    secureShortURL: `https://io.test/${path}`,
    shortURL: `https://io.test/${path}`,
    idString: 'lnk_1LHi_2lgKw3',
    id: 'lnk_1LHi_2lgKw3',
    FolderId: null,
    ttl: null,
    duplicate: false,
    password: null,
    passwordContact: false,
    skipQS: false,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
    integrationAdroll: null,
    integrationFB: null,
    integrationGA: null,
    integrationGTM: null,
    integrationTT: null,
    User: { id: 458432, name: 'A', email: 'a@example.org', photoURL: '' },
    clicksLimit: null,
    title: null,
    icon: null,
    iphoneURL: null,
    androidURL: null,
    expiresAt: null,
    expiredURL: null,
    splitURL: null,
    splitPercent: null,
    hasPassword: false,
    source: 'api',
    tags: [],
    ...more,
  };
}

function ofShortIo(slug: string): MovedLink {
  return { slug, url: 'https://example.org/shio', createdAt: '2022-06-19T10:41:23.708Z', clicks: 0, title: null };
}
