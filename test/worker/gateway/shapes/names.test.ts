/** The pages of what name services have found. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import type { CnrpService, NamedResult, NameService } from '../../../../src/open/names.ts';
import type { Names } from '../../../../src/open/opened.ts';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'go://h.example?tea';
/** A character that would reverse the text around it: no page shows it. */
const R = '\u202e';

const SERVICE: NameService = {
  name: 'h.example',
  url: canonicalize(URL),
  error: null,
  results: [],
  referrals: [],
  statuses: [],
  described: [],
};
const NOTHING: Names = {
  shape: 'names',
  freshFor: 60,
  title: 'tea',
  query: { commonName: 'tea', id: null, attributes: [], defaults: [] },
  isAboutServices: false,
  narrowed: null,
  services: [SERVICE],
};
const RESULT: NamedResult = {
  commonName: 'Tea House',
  id: '1',
  uri: `gopher://h.example/0/tea${R}`,
  description: 'All about tea',
  service: null,
  dataset: `leaves${R}`,
  properties: [
    { name: 'language', type: 'rfc1766', value: 'en-US' },
    { name: 'Language', type: 'RFC1766', value: 'xx-no-code-' },
    { name: 'geography', type: 'iso3166-1', value: 'gb' },
    { name: 'geography', type: 'iso3166-2', value: 'GB-ENG' },
    { name: 'geography', type: 'iso3166-2', value: 'GB' },
    { name: 'geography', type: 'iso3166-1', value: 'ZZZZ' },
    { name: 'geography', type: `lat${R}lon`, value: `1${R} 2` },
    { name: 'category', type: 'freeform', value: `tea${R} and cake` },
    { name: 'range', type: null, value: '1-10' },
    { name: `own${R}`, type: null, value: '' },
  ],
};
const POOR: NamedResult = {
  ...{ commonName: '', id: null, uri: null, description: null, service: null, dataset: null, properties: [] },
};
const DESCRIBED: CnrpService = {
  uri: `http://h.example/cnrp${R}`,
  description: `A service${R} for names`,
  ttl: 3600,
  servers: [`http://a.example/${R}`, 'http://b.example/'].map((uri) => ({ uri, properties: [] })),
  datasets: [`urn:x:leaves${R}`, null].map((uri) => ({ uri, properties: [] })),
  properties: [{ name: 'language', type: 'rfc1766', value: 'de' }],
  declarations: [
    {
      name: `language${R}`,
      types: ['rfc1766', `freeform${R}`],
      defaultType: null,
      usedIn: [
        { part: 'query', required: true },
        { part: 'result', required: false },
      ],
    },
    { name: 'range', types: [], defaultType: null, usedIn: [] },
  ],
};

const FULL: Names = {
  ...NOTHING,
  narrowed: { text: 'In Great Britain only.', everywhere: 'go://h.example?tea;geography=' },
  services: [
    {
      ...SERVICE,
      results: [RESULT, POOR],
      referrals: [
        { service: `http://other.example/${R}`, dataset: `dry${R}`, url: canonicalize('go://other.example?tea') },
        { service: null, dataset: null, url: null },
      ],
      statuses: [
        { code: '2.1.3', class: 2, meaning: 'Some results are left out.', text: 'Too many', about: 'leaves' },
        { code: '1.0.0', class: 1, meaning: 'Fine.', text: '', about: null },
      ],
      described: [DESCRIBED],
    },
    { ...SERVICE, name: 'other.example', url: canonicalize('go://other.example?tea') },
    { ...SERVICE, name: 'down.example', error: { code: 'unreachable', detail: 'It does not answer.' } },
    { ...SERVICE, name: 'late.example', error: { code: 'timeout', detail: 'It is too slow.' } },
  ],
};

const page = async (names: Names, asked: Asked = {}) => outlineOf(await shown(URL, names, asked));

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60
  kicker: Common names
  way: h.example → /open?url=go%3A%2F%2Fh.example / tea (aria-current=page)
  h1: tea
  canonical: go://h.example?tea
  More: [JSON → /open?url=go%3A%2F%2Fh.example%3Ftea&format=json (a view)]
`;

test('names with everything that services may say', async () => {
  expect(await page(FULL)).toBe(pageOf`
    p: In Great Britain only. [Search in all languages and regions → /open?url=go%3A%2F%2Fh.example%3Ftea%3Bgeography%3D (a stranger’s)]
    .notice.caution (role=note)
      p.notice-title: 2 services left out
      ul
        li: <code: down.example>: It does not answer.
        li: <code: late.example>: It is too slow.
    section.names
      h2: [h.example → /open?url=go%3A%2F%2Fh.example%3Ftea (a stranger’s)]
      .notice.info (role=note)
        p.notice-title: The service says
        ul
          li: Some results are left out. <q: Too many> About leaves. <.tag: 2.1.3>
          li: Fine. <.tag: 1.0.0>
      ol
        li
          p.name: [Tea House → /gopher/h.example/0/tea%E2%80%AE (a stranger’s)]
          p.uri: <code: gopher://h.example/0/tea>
          p: All about tea
          dl.details
            Language = American English (en-US)
            Language = xx-no-code- <.tag: RFC1766>
            Place = United Kingdom (gb)
            Place = United Kingdom (GB-ENG)
            Place = GB <.tag: iso3166-2>
            Place = ZZZZ <.tag: iso3166-1>
            Place = 1 2 <.tag: latlon>
            Category = tea and cake
            Range = 1-10
            own = 
            Dataset = leaves
        li
          p.name: (without a name)
          p.uri: The service does not give its address.
      h3: Other services that may know more
      ul
        li: [http://other.example/ → /open?url=go%3A%2F%2Fother.example%3Ftea (a stranger’s)] (dataset dry)
        li: A service without a name
    section.names
      h2: [other.example → /open?url=go%3A%2F%2Fother.example%3Ftea (a stranger’s)]
      p.empty: This service has no entry for it.
  `);
});

test('one service without an entry', async () => {
  expect(await page(NOTHING)).toBe(pageOf`
    section.names
      p.empty: This service has no entry for it.
  `);
});

test.each([
  ['3.0.0', 3, 'caution'],
  ['2.0.0', 2, 'info'],
  ['x', null, 'caution'],
])('the status %s', async (code, kind, tone) => {
  const statuses = [
    { code: '1.0.0', class: 1, meaning: 'Fine.', text: '', about: null },
    { code, class: kind, meaning: 'It failed.', text: '', about: null },
  ];
  const outline = await page({ ...NOTHING, services: [{ ...SERVICE, statuses }] });
  expect(outline).toContain(`.notice.${tone} (role=note)\n    p.notice-title: The service says\n`);
});

const ITSELF = lines`
  p: A service for names
  dl.details
    Service = <code: http://h.example/cnrp>
    Valid for = 3,600 seconds
    Server = <code: http://a.example/>
    Server = <code: http://b.example/>
    Dataset = <code: urn:x:leaves>
    Language = German (de)
`;
const PROPERTIES = lines`
  ul
    li: <code: language> (rfc1766, freeform): query, required; result
    li: <code: range>
`;

test('what one service says of itself', async () => {
  const services = [{ ...SERVICE, described: [DESCRIBED] }];
  expect(await page({ ...NOTHING, title: 'h.example', isAboutServices: true, services })).toBe(pageOf`
    h1: h.example

    section.names
      ${ITSELF}
      h2: Properties
      ${PROPERTIES}
  `);
});

test('what several services say of themselves', async () => {
  const bare = {
    ...DESCRIBED,
    uri: null,
    description: null,
    ttl: 0,
    servers: [],
    datasets: [],
    properties: [],
    declarations: [],
  };
  const services = [
    { ...SERVICE, described: [DESCRIBED] },
    { ...SERVICE, name: 'bare.example', described: [bare, { ...bare, ttl: null }, { ...bare, ttl: 1 }] },
  ];
  expect(await page({ ...NOTHING, title: 'All', isAboutServices: true, services })).toBe(pageOf`
    h1: All

    section.names
      h2: [h.example → /open?url=go%3A%2F%2Fh.example%3Ftea (a stranger’s)]
      ${ITSELF}
      h3: Properties
      ${PROPERTIES}
    section.names
      h2: [bare.example → /open?url=go%3A%2F%2Fh.example%3Ftea (a stranger’s)]
      dl.details
        Valid for = 1 second
  `);
});

test('referrals of one service', async () => {
  const referrals = [{ service: 'http://other.example/', dataset: null, url: canonicalize('go://other.example?tea') }];
  expect(await page({ ...NOTHING, services: [{ ...SERVICE, referrals }] })).toBe(pageOf`
    section.names
      h2: Other services that may know more
      ul
        li: [http://other.example/ → /open?url=go%3A%2F%2Fother.example%3Ftea (a stranger’s)]
  `);
});

describe('a redirect', () => {
  const to = async (results: readonly Partial<NamedResult>[], service: Partial<NameService> = {}) => {
    const services = [{ ...SERVICE, results: results.map((one) => ({ ...POOR, ...one })), ...service }, SERVICE];
    const vars = { REDIRECT_HOSTS: 'known.example' };
    const { status, headers } = await shown(URL, { ...NOTHING, services }, { query: 'redirect=', vars });
    return status === 302 ? [headers.get('Location'), headers.get('Cache-Control')] : status;
  };

  test.each([
    ['ftp://h.example/a', '/ftp/h.example/a'],
    ['GOPHER://h.example/0/a', '/gopher/h.example/0/a'],
    ['http://known.example/a', 'http://known.example/a'],
    ['http://h.example/a', '/r?url=http%3A%2F%2Fh.example%2Fa'],
  ])('leads from the only result to %s', async (uri, location) => {
    expect(await to([{ uri }])).toEqual([location, 'no-store']);
  });

  test.each(['telnet://h.example/', 'mailto:a@h.example', 'no url', 'http://'])('does not lead to %s', async (uri) => {
    expect(await to([{ uri }])).toBe(200);
  });

  test('needs a result with an address, and no other, and no other service', async () => {
    const uri = 'http://h.example/';
    expect(await to([])).toBe(200);
    expect(await to([{ uri: null }])).toBe(200);
    expect(await to([{ uri }, { uri }])).toBe(200);
    expect(await to([{ uri }], { referrals: [{ service: null, dataset: null, url: null }] })).toBe(200);
  });
});
