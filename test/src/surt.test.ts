/** Sort-friendly keys of URLs: a row or more for each rule, and what keys are for. */
import { describe, expect, test } from 'vitest';
import { canonicalize, safeCanonicalize } from '../../src/index.ts';
import { SURT_RULES, type SurtOptions, type SurtRuleName, surtOf } from '../../src/surt.ts';
import fc, { runs } from '../fast-check.ts';

const SESSION = '0123456789abcdef0123456789abcdef';
const ASP = 'abcdefghijklmnopqrstuvwx';

describe('keys', () => {
  test.each<[url: string, key: string]>([
    ['http://archive.org/', 'org,archive)/'],
    ['http://archive.org', 'org,archive)/'],
    ['HTTP://WWW.Archive.ORG:80/Goo/', 'org,archive)/goo'],
    ['https://archive.org/goo', 'org,archive)/goo'],
    ['http://archive.org:8080/goo', 'org,archive:8080)/goo'],
    ['http://www2.archive.org/', 'org,archive)/'],
    ['http://www.org/', 'org)/'],
    ['http://www/', 'www)/'],
    ['http://wwwfoo.archive.org/', 'org,archive,wwwfoo)/'],
    ['http://archive.org./x', 'org,archive)/x'],
    ['http://192.168.1.254/', '254,1,168,192)/'],
    ['http://[::1]:81/', '[::1]:81)/'],
    ['http://bücher.example/ü', 'example,xn--bcher-kva)/%c3%bc'],
    ['http://user:secret@archive.org/', 'org,archive)/'],
    ['http://archive.org/goo/?a=2&b&a=1', 'org,archive)/goo?a=1&a=2&b'],
    ['http://archive.org/goo/?', 'org,archive)/goo'],
    ['http://archive.org/goo/?a=B#C', 'org,archive)/goo?a=b'],
    [`http://archive.org/index.php?PHPSESSID=${SESSION}&action=profile`, 'org,archive)/index.php?action=profile'],
    [`http://archive.org/index.php?sid=${SESSION}`, 'org,archive)/index.php'],
    ['http://archive.org/index.php?sid=9', 'org,archive)/index.php?sid=9'],
    ['http://archive.org/index.html?cfid=1&cftoken=2&x=3', 'org,archive)/index.html?x=3'],
    [`http://archive.org/a;jsessionid=${SESSION}?b`, 'org,archive)/a?b'],
    [`http://archive.org/(S(${ASP}))/page.aspx`, 'org,archive)/page.aspx'],
    [`http://archive.org/(${ASP})/page.aspx`, 'org,archive)/page.aspx'],
    [`http://archive.org/(${ASP})/page.html`, `org,archive)/(${ASP})/page.html`],
  ])('%s: %s', (url, key) => {
    expect(surtOf(url)).toBe(key);
  });

  test.each<[url: string, key: string]>([
    ['gopher://www.h.example:7070/1/A/', 'gopher://(example,h,www:7070)/1/A/'],
    ['ftp://me:secret@h.example/A;type=i', 'ftp://(example,h)/A;type=i'],
    ['telnet://h.example/', 'telnet://(example,h)/'],
    ['mailto:me@h.example', 'mailto:me@h.example'],
    ['news:*', 'news:*'],
    ['file:///etc/motd', 'file:///etc/motd'],
  ])('of other schemes keep the scheme and the case: %s is %s', (url, key) => {
    expect(surtOf(url)).toBe(key);
  });
});

const WHOLE = `http://u:p@www.h.example/A;jsessionid=${SESSION}/?B=2&A=1&sid=${SESSION}#F`;

test.each<[rule: SurtRuleName, key: string]>([
  ['fragment', 'example,h)/a?a=1&b=2#F'],
  ['user-info', 'example,h@u:p)/a?a=1&b=2'],
  ['www', 'example,h,www)/a?a=1&b=2'],
  ['path-session', `example,h)/a;jsessionid=${SESSION}?a=1&b=2`],
  ['path-case', 'example,h)/A?a=1&b=2'],
  ['final-slash', 'example,h)/a/?a=1&b=2'],
  ['query-session', `example,h)/a?a=1&b=2&sid=${SESSION}`],
  ['query-case', 'example,h)/a?A=1&B=2'],
  ['query-order', 'example,h)/a?b=2&a=1'],
])('without the rule %s: %s', (rule, key) => {
  expect(surtOf(WHOLE, { without: [rule] })).toBe(key);
});

test('an empty query stays without its rule, and the scheme if it is wanted', () => {
  const options: SurtOptions = { without: ['empty-query'], withScheme: true };
  expect(surtOf('http://h.example/?', options)).toBe('http://(example,h)/?');
});

test.each(['nonsense', 'toString', null])('a rule %j that does not exist is named, with those that do', (name) => {
  const options = JSON.parse(JSON.stringify({ without: ['www', name] }));
  expect(() => surtOf('http://h.example/', options)).toThrow(
    new TypeError(
      `The rules of keys are ${SURT_RULES.map((rule) => rule.name).join(', ')}; there is no rule ${String(name)}.`,
    ),
  );
});

test('every rule has a sentence and a source', () => {
  for (const { about, source } of SURT_RULES)
    expect([about, source]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/^webarchive-commons/)]);
});

test('a site and what is below it stand together in the order of octets', () => {
  const urls = [
    'http://b.example/',
    'http://x.a.example/',
    'http://a.example/z',
    'http://a.example:81/',
    'http://a.example/',
  ];
  expect(urls.map((url) => surtOf(url)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'example,a)/',
    'example,a)/z',
    'example,a,x)/',
    'example,a:81)/',
    'example,b)/',
  ]);
});

test('URLs with one canonical form have one key, which is ASCII without blanks', () => {
  const text = fc.string({ unit: fc.constantFrom(...'htp:/www.a&=?#%4é@ ;'), maxLength: 20 });
  fc.assert(
    fc.property(text, (rest) => {
      const canonical = safeCanonicalize(`http://h.example/${rest}`);
      if (!canonical.ok) return;
      const key = surtOf(`http://h.example/${rest}`);
      expect(key).toBe(surtOf(canonicalize(canonical.value)));
      expect(key).toMatch(/^[!-~]+$/);
    }),
    runs(),
  );
});
