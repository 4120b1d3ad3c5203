/** Links behind the addresses of gateways: a row or more for each template, and addresses that are none. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain, explainBehindGateway, GATEWAY_TEMPLATES, linkBehindGateway } from '../../src/index.ts';
import { openHref } from '../../worker/gateway/contract/gateway-path.ts';
import fc, { runs } from '../fast-check.ts';

const FLOODGAP = 'https://gopher.floodgap.com/gopher/gw';
const WAYPOST = 'https://waypost.example';

const rows: readonly (readonly [address: string, link: string])[] = [
  [`${FLOODGAP}?a=gopher%3A%2F%2FH.example%3A70%2F1%2Fa`, 'gopher://h.example/1/a'],
  [`${FLOODGAP}?a=gopher://h.example/0/a%2520b`, 'gopher://h.example/0/a%20b'],
  [`${FLOODGAP}?a=gopher%3A%2F%2Fh.example%2F7find%2509gold+coin&b=2#top`, 'gopher://h.example/7find%09gold%20coin'],
  [`${FLOODGAP}?a=gopher%3A%2F%2Fh.example%2F0%25FC`, 'gopher://h.example/0%FC'],
  [`${FLOODGAP}?a=gopher%3A%2F%2Fh.example%2F0%FC`, 'gopher://h.example/0%FC'],
  [`${FLOODGAP}?ss=gopher%3A%2F%2Fh.example%2F7%2Fv2%2Fvs&sq=old+gold`, 'gopher://h.example/7/v2/vs%09old%20gold'],
  [`${FLOODGAP}?=gopher.club+70+312f70686c6f67732f`, 'gopher://gopher.club/1/phlogs/'],
  [`${FLOODGAP}?gopher://comp.example:7070/1`, 'gopher://comp.example:7070/'],
  [`${FLOODGAP}?gopher.floodgap.com/1/v2`, 'gopher://gopher.floodgap.com/1/v2'],
  ['http://gopher.floodgap.com/gopher/gw.lite?gopher://h.example', 'gopher://h.example/'],
  ['http://gopher.floodgap.com/gopher/gw.lite?a=gopher://h.example', 'gopher://h.example/'],
  ['https://gopherproxy.meulie.net/sdf.org/1/users/x', 'gopher://sdf.org/1/users/x'],
  ['https://gopherproxy.meulie.net/sdf.org:7070', 'gopher://sdf.org:7070/'],
  ['https://portal.mozz.us/gopher/mozz.us/0/a?raw=1', 'gopher://mozz.us/0/a%3Fraw=1'],
  ['https://portal.mozz.us/spartan/mozz.us', 'spartan://mozz.us/'],
  ['https://web.archive.org/web/19970126045828/http://h.example/a?b#c', 'http://h.example/a?b#c'],
  ['https://web.archive.org/web/2001id_/ftp://h.example/a', 'ftp://h.example/a'],
  ['https://web.archive.org/web/*/ftp://h.example/a', 'ftp://h.example/a'],
  ['https://web.archive.org/web/2001/http:/h.example/a', 'http://h.example/a'],
  ['https://web.archive.org/web/2001/h.example:8080/a', 'http://h.example:8080/a'],
  ['http://web.archive.org/web/http://h.example/', 'http://h.example/'],
  [`https://web.archive.org/web/2009/${FLOODGAP}?a=gopher%3A%2F%2Fh.example`, 'gopher://h.example/'],
  [`${WAYPOST}/open?url=go%3A%2F%2F%3Fx&format=json`, 'go://?x'],
  [`${WAYPOST}/r?url=news:comp.lang.c`, 'news:comp.lang.c'],
  [`${WAYPOST}/inspect?url=mailto%3Ame%40h.example`, 'mailto:me@h.example'],
  [`${WAYPOST}/v1/resolve?url=ftp%3A%2F%2Fh.example%2Fa%2520b`, 'ftp://h.example/a%20b'],
  [`${WAYPOST}/u/http://h.example/?a=b`, 'http://h.example/?a=b'],
  [`${WAYPOST}/gopher/h.example:7070/1/a?format=json`, 'gopher://h.example:7070/1/a'],
  [`${WAYPOST}/gopher/h.example`, 'gopher://h.example/'],
  [`${WAYPOST}/news/~/comp.lang.c`, 'news:comp.lang.c'],
];

describe('the link behind', () => {
  test.each(rows)('%s: %s', (address, link) => {
    expect(linkBehindGateway(address, { wayposts: [`${WAYPOST}/`] })).toBe(link);
  });

  test('every template has a row', () => {
    const hosts = new Set(GATEWAY_TEMPLATES.map(({ address }) => address.slice(0, address.search(/[/?]/))));
    for (const host of hosts) expect(rows.some(([address]) => address.includes(`//${host}`))).toBe(true);
  });
});

test.each([
  'https://h.example/gopher/h.example/1/a',
  'https://waypost.example.evil.example/gopher/h.example/1/a',
  `${WAYPOST}/docs`,
  `${WAYPOST}/http/h.example/`,
  `${FLOODGAP}`,
  `${FLOODGAP}?a=`,
  'https://gopherproxy.meulie.net/',
  'https://web.archive.org/web/',
  'https://web.archive.org/about/',
  'gopher://gopher.floodgap.com/gopher/gw?a=gopher://h.example',
])('%s is not the address of a link', (address) => {
  expect(linkBehindGateway(address, { wayposts: [WAYPOST] })).toBe(null);
});

test('a reference is resolved first', () => {
  expect(linkBehindGateway('../h.example/0/b', { base: 'https://gopherproxy.meulie.net/a/b' })).toBe(
    'gopher://h.example/0/b',
  );
});

test('every gateway path leads back to its link', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abc/?#%41:@;=&+~. é'), maxLength: 16 });
  const start = fc.constantFrom('gopher://h.example/', 'ftp://h.example:2121/', 'news:', 'wais://h.example/', 'go://');
  fc.assert(
    fc.property(start, text, (prefix, rest) => {
      const parsed = safely(`${prefix}${rest}`);
      if (parsed === null) return;
      const href = WAYPOST + openHref(parsed);
      expect(linkBehindGateway(href, { wayposts: [WAYPOST] })).toBe(parsed);
    }),
    runs(),
  );
});

/** The canonical link without what a gateway path leaves out; `null` if the text is not a link. */
function safely(url: string) {
  try {
    const canonical = canonicalize(url);
    return canonical.includes('#') || canonical.includes('@') ? null : canonical;
  } catch {
    return null;
  }
}

describe('its explanation', () => {
  test('has the diagnostic behind-gateway, and places of no other', () => {
    const address = `${FLOODGAP}?a=GOPHER://h.example`;
    const { input, canonical, diagnostics } = explainBehindGateway(address);
    expect({ input, canonical }).toEqual({ input: address, canonical: 'gopher://h.example/' });
    const [unwrapped] = diagnostics;
    expect(unwrapped).toMatchObject({ code: 'behind-gateway', at: [0, address.length], after: 'gopher://h.example/' });
  });

  test('is that of any other URL elsewhere', () => {
    expect(explainBehindGateway('GO:x')).toEqual(explain('GO:x'));
  });
});
