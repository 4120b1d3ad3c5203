/**
 * Exports as other shorteners write them, made for the tests: names, order, quoting, line ends, times and numbers are
 * those of each program.
 */

/** A link that must be there after the import. */
export interface MovedLink {
  readonly slug: string;
  readonly url: string;
  /** `null` = the export has no time. */
  readonly createdAt: string | null;
  readonly clicks: number;
  readonly title: string | null;
}

export interface ForeignExport {
  readonly program: string;
  readonly type: 'text/csv' | 'application/json' | 'application/x-ndjson';
  readonly text: string;
  readonly links: readonly MovedLink[];
}

export const foreignExports: readonly ForeignExport[] = [
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
      'createdAt,domain,longUrl,shortCode,shortUrl,tags,title,visits\n' +
      '2021-05-06T07:08:09+02:00,,https://example.org/shlink,xK3vB,https://s.test/xK3vB,"a|b",,42\n',
    links: [
      {
        slug: 'xK3vB',
        url: 'https://example.org/shlink',
        createdAt: '2021-05-06T05:08:09.000Z',
        clicks: 42,
        title: null,
      },
    ],
  },
  {
    program: 'Shlink, as its API answers',
    type: 'application/json',
    text:
      '{"shortUrls":{"data":[{"shortCode":"12C18","shortUrl":"https://s.test/12C18","longUrl":"https://store.steampowered.com/",' +
      '"dateCreated":"2016-08-21T20:34:16+02:00","visitsSummary":{"total":328,"nonBots":328,"bots":0},"tags":["games"],' +
      '"meta":{"validSince":null,"validUntil":null,"maxVisits":null},"domain":null,"title":"Steam"}],' +
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
    links: [{ slug: 'semi', url: 'https://example.org/', createdAt: null, clicks: 0, title: 'A title' }],
  },
  {
    program: 'Kutt, as its API answers',
    type: 'application/json',
    text:
      '{"limit":10,"skip":0,"total":1,"data":[{"address":"mTq8Zf","banned":false,"created_at":"2020-11-12T13:14:15.167Z",' +
      '"id":"3fa85f64-5717-4562-b3fc-2c963f66afa6","link":"https://kutt.test/mTq8Zf","password":false,' +
      '"target":"https://example.org/kutt","description":"A remark","updated_at":"2020-11-12T13:14:15.167Z","visit_count":5}]}',
    links: [
      {
        slug: 'mTq8Zf',
        url: 'https://example.org/kutt',
        createdAt: '2020-11-12T13:14:15.167Z',
        clicks: 5,
        title: null,
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
      },
    ],
  },
];
