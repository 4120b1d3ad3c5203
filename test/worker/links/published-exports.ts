/**
 * Exports with each member that the published code of a program writes, in its order. The comment of each says which
 * code that is.
 */
import type { ForeignExport, MovedLink } from './foreign-export.ts';

/** A member with a word of the program that is none of ours. */
const member = (name: string, value: unknown): object => ({ [name]: value });

const utm = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null };
const noLimits = { validSince: null, validUntil: null, ...member('maxVisits', null) };
const shlink4 = {
  ...{ tags: [], meta: noLimits, domain: null, title: 'Shlink', crawlable: false, forwardQuery: false },
  ...member('visitsSummary', { total: 3, nonBots: 2, bots: 1 }),
};

export const publishedExports: readonly ForeignExport[] = [
  {
    // `selectable` in server/queries/link.queries.js, through `sanitize.link` in server/utils/utils.js.
    program: 'Kutt 3, `GET /api/v2/links`, every member',
    type: 'application/json',
    text: JSON.stringify({
      total: 4,
      limit: 10,
      skip: 0,
      data: [
        kutt('kuttPlain', {}),
        kutt('kuttOver', { expire_in: '2020-01-01T00:00:00.000Z', description: 'Ends' }),
        kutt('kuttBanned', { banned: true }),
        kutt('kuttOther', { domain: 'x.test', link: 'http://x.test/kuttOther' }),
      ],
    }),
    links: [
      ofKutt('kuttPlain'),
      { ...ofKutt('kuttOver'), followed: 410 },
      { ...ofKutt('kuttBanned'), followed: 451 },
      { ...ofKutt('kuttOther'), warnings: ['domain-dropped'] },
    ],
  },
  {
    // `selectable_admin`, through `sanitize.link_admin`: `link` is an object, and the count has commas. SQLite has 0
    // and 1 for a boolean, and no zone in its times, which are in UTC.
    program: 'Kutt 3, `GET /api/v2/links/admin`, every member, from SQLite',
    type: 'application/json',
    text: JSON.stringify({
      total: 1,
      limit: 10,
      skip: 0,
      data: [
        {
          ...kutt('kuttAdmin', { expire_in: '2999-01-01 00:00:00', banned: 0, ...member('visit_count', '1,234') }),
          domain_id: null,
          user_id: 1,
          uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
          domain: 'kutt.test',
          email: 'a@example.org',
          relative_created_at: '3 days ago',
          relative_expire_in: '355000 days',
          link: { address: 'kuttAdmin', link: 'kutt.test/kuttAdmin', url: 'https://kutt.test/kuttAdmin' },
        },
      ],
    }),
    links: [{ ...ofKutt('kuttAdmin'), clicks: 1234 }],
  },
  {
    // server/migrations/20260325180240_utm_params.js of pull request 997, which no release has.
    program: 'Kutt with `utm_` columns',
    type: 'application/json',
    text: JSON.stringify({ data: [kutt('kuttUtm', { ...utm, utm_source: 'news' }), kutt('kuttNoUtm', utm)] }),
    links: [{ ...ofKutt('kuttUtm'), warnings: ['utm-unknown'] }, ofKutt('kuttNoUtm')],
  },
  {
    // docs/swagger/definitions/ShortUrl.json of Shlink 2.0 to 2.5: the query was forwarded, and no member
    // says it.
    program: 'Shlink 2.5, `GET /rest/v2/short-urls`, every member',
    type: 'application/json',
    text: shlink({ shortCode: 'shlink25', ...member('visitsCount', 3), tags: [], meta: noLimits, domain: null }),
    links: [{ ...ofShlink('shlink25', null), warnings: ['query-unknown'] }],
  },
  {
    // The same file at Shlink 2.9 to 3.4.
    program: 'Shlink 3.0, `GET /rest/v2/short-urls`, every member',
    type: 'application/json',
    text: shlink({
      ...{ shortCode: 'shlink30', ...member('visitsCount', 3), tags: [], meta: noLimits, domain: null },
      ...{ title: 'Shlink', crawlable: true, forwardQuery: true },
    }),
    links: [{ ...ofShlink('shlink30'), warnings: ['query-not-forwarded'] }],
  },
  {
    // ShortUrlDataTransformer of Shlink 3.5 to 3.7: `visitsCount` beside its summary, and targets for devices.
    program: 'Shlink 3.7, `GET /rest/v3/short-urls`, every member',
    type: 'application/json',
    text: shlink({
      ...{ shortCode: 'shlink37', deviceLongUrls: { android: null, ios: 'https://example.org/ios', desktop: null } },
      ...{
        ...member('visitsCount', 3),
        ...member('visitsSummary', { total: 3, nonBots: 2, bots: 1 }),
        tags: [],
        meta: noLimits,
        domain: null,
      },
      ...{ title: 'Shlink', crawlable: false, forwardQuery: false },
    }),
    links: [{ ...ofShlink('shlink37'), warnings: ['targeting-dropped'] }],
  },
  {
    // `ShortUrl::toArray` of Shlink 4 without and with `hasRedirectRules`.
    program: 'Shlink 4, `GET /rest/v3/short-urls`, every member',
    type: 'application/json',
    text: shlink(
      { shortCode: 'shlink40', ...shlink4 },
      { shortCode: 'shlink42', ...shlink4, hasRedirectRules: true },
      { shortCode: 'shlinkEnd', ...shlink4, meta: { ...noLimits, validUntil: '2020-01-01T00:00:00+00:00' } },
    ),
    links: [
      ofShlink('shlink40'),
      { ...ofShlink('shlink42'), warnings: ['targeting-dropped'] },
      { ...ofShlink('shlinkEnd'), followed: 410 },
    ],
  },
  {
    // bit.ly publishes no code: the members of its documentation of `updateBitlink`, which answers a link.
    program: 'bit.ly, as its API answers, every documented member',
    type: 'application/json',
    text: JSON.stringify({
      links: [bitly('bitPlain', []), bitly('bitApp', [{ app_uri_path: '/a', install_url: 'https://apps.example/a' }])],
    }),
    links: [ofBitly('bitPlain'), { ...ofBitly('bitApp'), warnings: ['targeting-dropped'] }],
  },
  {
    // The migrations of Polr 2.3, and `expiry_date` of pull request 615, which no release has.
    program: 'Polr with `expiry_date`, its table as CSV',
    type: 'text/csv',
    text:
      'id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api,created_at,updated_at,long_url_hash,' +
      'expiry_date\n' +
      '1,polrEnd,https://example.org/polr,192.0.2.1,,7,,0,1,0,2017-05-06 07:08:09,2017-05-06 07:08:09,ab12,2027-01-01\n',
    links: [
      {
        slug: 'polrEnd',
        url: 'https://example.org/polr',
        createdAt: '2017-05-06T07:08:09.000Z',
        clicks: 7,
        title: null,
        warnings: ['expires-not-read'],
      },
    ],
  },
  {
    // The columns of the panel's dialog, and apps/web/app/api/links/export/route.ts: tags are joined with commas.
    program: 'dub, as its panel exports CSV, every column',
    type: 'text/csv',
    text:
      'Short link,Destination URL,Clicks,Created at,Updated at,Tags,Archived\n' +
      'https://d.test/dubAll,https://example.org/panel,1234,2024-02-03T04:05:06.000Z,2024-02-03T04:05:06.000Z,"a, b",true\n',
    links: [
      {
        slug: 'dubAll',
        url: 'https://example.org/panel',
        createdAt: '2024-02-03T04:05:06.000Z',
        clicks: 1234,
        title: null,
        warnings: ['query-not-forwarded'],
      },
    ],
  },
];

function kutt(address: string, more: object): object {
  return {
    id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    address,
    banned: false,
    created_at: '2020-11-12T13:14:15.167Z',
    updated_at: '2020-11-12T13:14:15.167Z',
    password: false,
    description: null,
    expire_in: null,
    target: 'https://example.org/kutt',
    ...member('visit_count', 5),
    domain: null,
    link: `https://kutt.test/${address}`,
    ...more,
  };
}

function ofKutt(slug: string): MovedLink {
  return { slug, url: 'https://example.org/kutt', createdAt: '2020-11-12T13:14:15.167Z', clicks: 5, title: null };
}

function shlink(...rows: readonly { readonly shortCode: string; readonly [member: string]: unknown }[]): string {
  const data = rows.map((row) => ({
    shortUrl: `https://s.test/${row.shortCode}`,
    longUrl: 'https://example.org/sh',
    dateCreated: '2024-01-02T10:00:00+01:00',
    ...row,
  }));
  return JSON.stringify({ shortUrls: { data, pagination: { currentPage: 1, pagesCount: 1 } } });
}

function ofShlink(slug: string, title: string | null = 'Shlink'): MovedLink {
  return { slug, url: 'https://example.org/sh', createdAt: '2024-01-02T09:00:00.000Z', clicks: 3, title };
}

function bitly(slug: string, deeplinks: readonly object[]): object {
  return {
    references: { group: 'https://api-ssl.bitly.com/v4/groups/g' },
    link: `https://bit.ly/${slug}`,
    id: `bit.ly/${slug}`,
    long_url: 'https://example.org/bit',
    title: 'Bit',
    archived: false,
    created_at: '2019-07-08T09:10:11+0000',
    created_by: 'a',
    client_id: 'c',
    custom_bitlinks: [],
    tags: ['sale'],
    launchpad_ids: [],
    deeplinks,
  };
}

function ofBitly(slug: string): MovedLink {
  return { slug, url: 'https://example.org/bit', createdAt: '2019-07-08T09:10:11.000Z', clicks: 0, title: 'Bit' };
}
