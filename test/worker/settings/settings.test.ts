/** The settings of the gateways: their effect, and the values that are refused. */
import { describe, expect, test } from 'vitest';
import { isListed } from '../../../src/egress/host-list.ts';
import { explain, schemes } from '../../../src/index.ts';
import { templateVariables, variablesOf } from '../../../src/templates/templates.ts';
import { destinationOf } from '../../../worker/gateway/contract/destination.ts';
import { builtInGateways } from '../../../worker/gateway/open/built-in.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { faultsIn } from '../../../worker/settings/faults.ts';
import { parseClickDelay, parseShards, parseSize } from '../../../worker/settings/limits.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = (variables: object) => environmentOf({ ASSETS, ...variables }, builtInGateways);

/** The destination of a link if `GATEWAYS` has only this entry. */
function hrefUnder(template: string, link: string): string | null {
  const found = explain(link);
  const destination = destinationOf(found, environment({ GATEWAYS: { [found.scheme]: template } }));
  return 'href' in destination ? destination.href : null;
}

test.each(['GATEWAYS', 'EXAMPLES', 'AFS_WEB', 'ARCHIVES'])('%s that is wrong shows a table that is right', (name) => {
  const [fault = ''] = faultsIn({ [name]: 'ftp=none' });
  const [, shown] = /such as `(.*?)`\.\n/.exec(fault) ?? [];
  expect(faultsIn({ [name]: shown })).toEqual([]);
  expect(JSON.parse(shown ?? '')).toBeTypeOf('object');
});

describe('GATEWAYS: templates of RFC 6570', () => {
  const FLOODGAP = 'https://gopher.floodgap.com/gopher/gw?a={url}';
  const MEULIE = 'https://gopherproxy.meulie.net/{+authority}/{+path}';
  const MOZZ = 'https://portal.mozz.us/{scheme}/{+authority}/{+path}';
  const GOOGLE = 'https://groups.google.com/g/{group}';

  test.each([
    [
      'Floodgap',
      FLOODGAP,
      'gopher://lycuid.dev',
      'https://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2Flycuid.dev%2F',
    ],
    [
      'Floodgap',
      FLOODGAP,
      'gopher://h.example:7070/7v2/vs%09a%20b',
      'https://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2Fh.example%3A7070%2F7v2%2Fvs%2509a%2520b',
    ],
    [
      'gopherproxy.meulie.net',
      MEULIE,
      'gopher://sdf.org/0/sdf/faq/BASICS/02',
      'https://gopherproxy.meulie.net/sdf.org/0/sdf/faq/BASICS/02',
    ],
    ['portal.mozz.us', MOZZ, 'gopher://mozz.us', 'https://portal.mozz.us/gopher/mozz.us/'],
    ['portal.mozz.us', MOZZ, 'gemini://mozz.us:1966/a%20b', 'https://portal.mozz.us/gemini/mozz.us:1966/a%20b'],
    ['Google Groups', GOOGLE, 'news:comp.lang.vhdl', 'https://groups.google.com/g/comp.lang.vhdl'],
    ['Google Groups', GOOGLE, 'nntp://h.example/comp.mail.mutt/17', 'https://groups.google.com/g/comp.mail.mutt'],
  ])('the links of %s: %s', (_, template, link, href) => {
    expect(hrefUnder(template, link)).toBe(href);
  });

  test.each<[name: string, link: string, value: string]>([
    ['url', 'ftp://u:p@h.example/a#b', 'ftp://h.example/a'],
    ['scheme', 'GOPHER://h.example', 'gopher'],
    ['host', 'gopher://B%C3%BCcher.example', 'xn--bcher-kva.example'],
    ['host', 'gopher://[::1]/', '[::1]'],
    ['port', 'gopher://h.example', '70'],
    ['authority', 'gopher://h.example:70/', 'h.example'],
    ['authority', 'gopher://h.example:71/', 'h.example:71'],
    ['path', 'gopher://h.example/0/a%20b', '0/a%20b'],
    ['query', 'wais://h.example/db?a%20b', 'a%20b'],
    ['type', 'gopher://h.example/7x', '7'],
    ['type', 'ftp://h.example/x;type=a', 'a'],
    ['selector', 'gopher://h.example/0/a%20b', '/a b'],
    ['search', 'gopher://h.example/7x%09a%20b', 'a b'],
    ['search', 'wais://h.example/db?two+words', 'two words'],
    ['search', 'wais://h.example/db?C%2B%2B', 'C++'],
    ['query', 'wais://h.example/db?two+words', 'two%20words'],
    ['name', 'ftp://h.example/pub/a%20b', 'a b'],
    ['group', 'news:comp.lang.c', 'comp.lang.c'],
    ['messageId', 'news:a@b.example', 'a@b.example'],
    ['database', 'wais://h.example/db', 'db'],
    ['commonName', 'go:Mercedes%20Benz', 'Mercedes Benz'],
    ['hsoname', 'prospero://h.example/a/b', 'a/b'],
    ['to', 'mailto:a@h.example,b@h.example', 'a@h.example,b@h.example'],
    ['to', 'mailto:a@h.example?to=b@h.example', 'a@h.example,b@h.example'],
  ])('{%s} of %s is %s', (name, link, value) => {
    expect(String(templateVariables[name]?.of(explain(link)))).toBe(value);
    const href = hrefUnder(`https://w.example/?q={${name}}`, link);
    expect(new URL(href ?? '').searchParams.get('q')).toBe(value);
  });

  test.each([...schemes.values()])(
    '$name offers details that its links have',
    ({ example, templateVariables = {} }) => {
      const link = explain(example);
      const details = new Map<string, unknown>(Object.entries(link.details));
      for (const [name, about] of Object.entries<string>(templateVariables)) {
        expect(about).toMatch(/\.$/);
        const detail = details.get(name);
        expect(detail, name).toBeDefined();
        expect(variablesOf(link)[name]).toBe(detail === null ? null : String(detail));
      }
    },
  );

  test('a variable that the scheme does not have is left out', () => {
    expect(hrefUnder('https://w.example/{?search,group}', 'gopher://h.example/0a')).toBe('https://w.example/');
  });

  test.each([
    ['a table of wrangler.toml', { gopher: 'none' }],
    ['its text in JSON', '{"gopher":"none"}'],
  ])('may be %s', (_, GATEWAYS) => {
    const { kind } = destinationOf(explain('gopher://h.example'), environment({ GATEWAYS }));
    expect(kind).toBe('none');
  });

  test('self has no effect without a gateway of this Worker', () => {
    const { kind } = destinationOf(explain('x-mine:a'), environment({ GATEWAYS: { 'x-mine': 'self' } }));
    expect(kind).toBe('none');
  });

  test.each([
    ['a template that runs code', { gopher: 'javascript:alert({url})' }],
    ['a template without a host', { gopher: 'https:///{url}' }],
    ['a relative template', { gopher: '/x/{url}' }],
    ['an unsafe scheme', { javascript: 'https://w.example/{url}' }],
    ['an unsafe scheme, to itself', { data: 'self' }],
    ['no scheme', { Gopher: 'self' }],
    ['no JSON', '{'],
    ['a list', '["gopher"]'],
    ['null', 'null'],
    ['numbers', '{"gopher": 1}'],
  ])('refuses %s', (_, GATEWAYS) => {
    expect(() => environment({ GATEWAYS })).toThrow('missing or wrong: GATEWAYS');
  });
});

test('REDIRECT_HOSTS is empty unless it is set', () => {
  expect(isListed('example.org', environment({}).redirectHosts)).toBe(false);
});

describe('other variables', () => {
  test.each([
    ['', 268_435_456],
    ['1024', 1024],
    ['64MiB', 67_108_864],
    ['1 GiB', 1_073_741_824],
  ])('DOWNLOAD_CAP %j is %d octets', (text, octets) => {
    expect(parseSize(text)).toBe(octets);
  });

  test.each([
    [{}, null],
    [{ PROSPERO_RELAY: 'https://relay.example:1526' }, null],
    [{ PROSPERO_RELAY_SECRET: 's' }, null],
    [{ PROSPERO_RELAY: 'https://relay.example:1526', PROSPERO_RELAY_SECRET: 's' }, 'https://relay.example:1526/'],
  ])('the relay of %j is %j', (variables, url) => {
    expect(environment(variables).prosperoRelay?.url ?? null).toBe(url);
  });

  test.each(['relay.example', 'ftp://relay.example/', 'http://', 'http://h:99999/'])(
    'PROSPERO_RELAY %j is refused',
    (PROSPERO_RELAY) => {
      expect(() => environment({ PROSPERO_RELAY })).toThrow('missing or wrong: PROSPERO_RELAY');
    },
  );

  test.each([
    ['CONTACT', 'curator@h.example', 'mailto:curator@h.example'],
    ['CONTACT', 'mailto:curator@h.example', 'mailto:curator@h.example'],
    ['CONTACT', 'https://h.example/contact', 'https://h.example/contact'],
  ])('%s %s is linked as %s', (_, CONTACT, href) => {
    expect(environment({ CONTACT }).contact?.href).toBe(href);
  });

  test('AFS_WEB sends links of a cell to its web server', () => {
    const AFS_WEB = { 'Andrew.CMU.edu': 'https://web.example/afs/' };
    const withCells = environment({ AFS_WEB });
    const href = (link: string) => destinationOf(explain(link), withCells);
    expect(href('afs://andrew.cmu.edu/usr/a%20b')).toEqual({
      kind: 'external',
      href: 'https://web.example/afs/usr/a%20b',
    });
    expect(href('afs://ANDREW.cmu.edu/x')).toMatchObject({ kind: 'external' });
    expect(href('afs://other.example/usr')).toEqual({ kind: 'none' });
  });

  test('URN_RESOLVERS sends names to their resolvers, and is off by default', () => {
    const destination = (link: string, bindings: object) => destinationOf(explain(link), environment(bindings));
    const isbn = 'urn:isbn:0395363411';
    expect(destination(isbn, {})).toEqual({ kind: 'none' });
    const href = 'https://openlibrary.org/isbn/0395363411';
    expect(destination(isbn, { URN_RESOLVERS: 'isbn' })).toEqual({ kind: 'external', href });
    expect(destination('urn:ietf:rfc:2648', { URN_RESOLVERS: 'isbn' })).toEqual({ kind: 'none' });
    // A template is for the names that no resolver knows.
    const both = { URN_RESOLVERS: '*', GATEWAYS: { urn: 'https://r.example/{+url}' } };
    expect(destination(isbn, both)).toEqual({ kind: 'external', href });
    expect(destination('urn:x-a:b', both)).toEqual({ kind: 'external', href: 'https://r.example/urn:x-a:b' });
  });

  test.each([
    { URN_RESOLVERS: 'doi' },
    { CONTACT: 'javascript:alert(1)' },
    { CONTACT: '"><script>@x' },
    { NEWS_SERVER: 'ftp://h' },
    { NEWS_SERVER: 'user@h' },
    { NEWS_SERVER: 'nonsense!' },
    { NEWS_SERVER: 'news.example:99999' },
    { CNRP_SERVICES: 'x=y' },
    { CNRP_SERVICES: 'go-.example' },
    { DOWNLOAD_CAP: 'much' },
    { DEADLINES: 'soon' },
    { AFS_WEB: { cell: 'file:///' } },
    { CNRP_GEOGRAPHY: 'Germany' },
    { CNRP_GEOGRAPHY: 'DE-' },
    { CNRP_SERVICES: 'https://names.example' },
    { CNRP_SERVICES: 'names.example/path' },
    { CNRP_SERVICES: 'user@names.example' },
    { CNRP_SERVICES: 'names.example:0' },
    { CNRP_SERVICES: 'names.example:65536' },
    { CNRP_SERVICES: 'a b c d e' },
    { EGRESS_ALLOW: 'everything' },
    { EGRESS_ALLOW: 'nonsense!:70' },
    { EGRESS_ALLOW: 'localhost:0' },
    { EGRESS_DENY: '10.1' },
    { HOSTS: 'a..b' },
    { HOSTS: `${'x'.repeat(64)}.org` },
    { HOSTS: 'waypost.example.org:0' },
    { GATEWAYS: { gopher: 'http:// ' } },
    { GATEWAYS: { gopher: 'https://h:99999/{url}' } },
    { GATEWAYS: { gopher: 'https://h/{url' } },
    { GATEWAYS: { gopher: 'https://h/{bogus}' } },
    { GATEWAYS: { gopher: 'https://h/{url}{?search,bogus}' } },
    { GATEWAYS: { gopher: 'https://h{/date}/{+url}' } },
    { ARCHIVES: { gopher: 'https://h{/when}/{+url}' } },
    { ARCHIVES: { gopher: 'https://h/{' } },
    { AFS_WEB: { cell: 'https://:80/' } },
    { AFS_WEB: { 'no cell': 'https://web.example/' } },
    { EXAMPLES: { '': 'gopher://h.example' } },
    { CONTACT: 'http://[' },
    { DOH_URL: 'https://' },
    { DEADLINES: 'connect=0s' },
    { DEADLINES: 'longest=501h' },
    { CACHE: '0' },
    { CACHE: '1023KiB' },
    { DOWNLOAD_CAP: '0' },
    { EGRESS_DENY: 'nonsense!' },
    { EGRESS_DENY: '10.0.0.0/33' },
    { REDIRECT_HOSTS: 'nonsense!' },
    { REDIRECT_HOSTS: 'https://example.org/' },
    { EGRESS_DNS: 'none' },
    { DOH_URL: 'ftp://h' },
    { EGRESS_DENY_PORTS: 'low' },
    { CLIENT_RATE: 'often' },
  ])('an error names only the key of a wrong value: %j', (variables) => {
    const [key] = Object.keys(variables);
    expect(() => environment(variables)).toThrow(`missing or wrong: ${key}`);
  });
});

describe('CLICK_DELAY', () => {
  test.each([
    ['', 60_000],
    ['0s', 0],
    ['1s', 1000],
    ['60s', 60_000],
  ])('%j is %d ms', (text, milliseconds) => expect(parseClickDelay(text)).toBe(milliseconds));

  test.each(['61s', '1', '1m', '-1s', '1.5s', ' 1s'])('%j is refused', (text) => {
    expect(() => parseClickDelay(text)).toThrow('not a time up to 60s');
  });
});

describe('LINK_SHARDS', () => {
  test.each([
    ['', null],
    ['1', 1],
    ['4096', 4096],
  ])('%j: %s', (text, shards) => {
    expect(parseShards(text)).toBe(shards);
  });

  test.each(['0', '4097', '-1', '1.5', 'many', '1e3', ' 16'])('%j is refused', (text) => {
    expect(() => parseShards(text)).toThrow('LINK_SHARDS must be a number from 1 to 4096');
  });
});
