/**
 * The recogniser accepts most canonical URLs, and only those: the others need a pass, which takes several times as
 * long.
 */
import { describe, expect, it, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { CharacterSet, DIGIT } from '../../../src/uri/characters.ts';
import { recognizer, runPattern } from '../../../src/uri/pattern.ts';
import { policy } from '../../../src/uri/percent.ts';
import { SchemeIndex, type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';
import { internetSyntax, policies, type Syntax } from '../../../src/uri/syntax.ts';

const digits = policy(DIGIT, { decode: DIGIT });
const DOTS = { dotSegments: true, policies: policies({ dots: true }) };
const isCanonical = recognizer(new SchemeIndex<SchemeRules>(definitions, unknownRules));

describe('a canonical URL is recognised', () => {
  it.each(
    [
      'http://h.example/',
      'https://198.51.100.7:8080/a%2Fb/~c?d=%E9#f',
      'ftp://anonymous@h.example/%2Fetc/motd;type=a',
      'ftp://u:p@h.example/',
      'gopher://u@h.example/1',
      'file://h.example/a',
      'file:///C:/a',
      'mailto:joe%25gw@h.example?subject=a%20b&body=c',
      'mailto:a@h.example',
      'news:comp.lang.c',
      'nntp://u:p@h.example/misc.test/42',
    ].map((url) => [canonicalize(url), url]),
  )('%s', (canonical) => {
    expect(isCanonical(canonical)).toBe(true);
  });

  it.each([
    // Addresses of IPv6 are left, canonical or not.
    'http://[2001:db8:1::53]/',
    'http://[2001:DB8::53]/',
    'http://u@H.example/',
    'http://u@h.example',
    'http://u@h.example:80/',
    'http://u:p:q@h.example/',
    'http://u@v@h.example/',
    'http://u@/',
    'prospero://u@h.example/x',
    'file://localhost/a',
    'file://u@h.example/a',
    'file:///C|/a',
    'ftp://h.example/%2E/a',
    'ftp://h.example/%2e/a',
    'ftp://h.example/a/./b',
    'mailto:a@h.example?Subject=x',
    'mailto:a@h.example?subject=x&Body=y',
    'mailto:a@h.example?subject=x#%zz',
    'nntp://h.example/misc.test/',
  ])('%s, another spelling, is not', (url) => {
    expect(isCanonical(url)).toBe(false);
  });
});

describe('the recogniser of a scheme with', () => {
  const rulesOf = (syntax: Partial<Syntax>, rules: Partial<SchemeRules> = {}): SchemeRules => ({
    name: 'x.y+z',
    defaultPort: null,
    syntax: internetSyntax(70, syntax),
    ...rules,
  });
  const unused = (): number => 0;
  const PLAIN = ['//h/', '//h-1.a/b%2F?c?%2F#d/?', '//1.2.3.255/', '//h:7/', '//h:7070/', '//u@h/', '//u:@1.2.3.4/'];
  const OTHER = [
    ...['', '/', '//h', '//H/', '//h_/', '//-h/', '//h./', '//1/', '//1.2.3.256/', '//1.2.3/', '//h:70/', '//h:07/'],
    ...[
      '//h:/',
      '//h:77777/',
      '//%41/',
      '///',
      '//h/%7E',
      '//h/%2f',
      '//h/ ',
      '//h/"',
      '//h/#"',
      '//h/?"',
      '//h/a?b#c#d',
    ],
    ...['//u%3A@h/', '//u@h', '//[::]/', '//[1:2:3:4:5:6:7:8]/', '//u:p:q@h/'],
  ];

  test.each<[about: string, rules: SchemeRules, recognized: readonly string[], others: readonly string[]]>([
    ['nothing of its own', rulesOf({}), [...PLAIN, '//h/./b'], OTHER],
    ['functions alone', rulesOf({}, { path: unused }), [], PLAIN],
    ['a function for the authority', rulesOf({}, { authority: unused }), [], PLAIN],
    ['a function for the query', rulesOf({}, { query: unused }), [], PLAIN],
    [
      'a function for the query, and octets',
      rulesOf({}, { query: unused, octets: {} }),
      ['//h/a#b'],
      ['//h/?', '//h/?a'],
    ],
    ['a pattern', rulesOf({}, { canonical: () => '//[ab]+' }), ['//a', '//ab'], ['//', '//abc', '//h/']],
    ['dot segments', rulesOf(DOTS), ['//h/a/b', '//h/a./b..', '//h/a//'], ['//h/.', '//h/a/..', '//h/.a', '//h/%2E']],
    ['no user names', rulesOf({ userInfo: 'error' }), ['//h:1/'], ['//u@h/', '//u:p@h/']],
    ['no default port', rulesOf({ port: null }), ['//h:70/'], ['//h:070/']],
    ['no query', rulesOf({ query: false, policies: policies({ query: false }) }), ['//h/a#b'], ['//h/?', '//h/a?b']],
    ['registered names', rulesOf({ host: 'registered' }), [], PLAIN],
    ['no path by default', rulesOf({ rootPath: false }), [], PLAIN],
    ['no authority', rulesOf({ authority: 'none' }), ['', 'a', 'a/b?c#d', '?'], ['/', '//h/', '/a', 'a"']],
    ['opaque octets', rulesOf({}, { octets: { opaque: true } }), ['a'], ['//h/', '/a']],
    ['no path', rulesOf({}, { octets: { noPath: true } }), ['a'], ['a?b', '//h/']],
    [
      'empty hosts',
      rulesOf({ emptyHost: true }),
      ['///', '//h/a', '///a?b#c'],
      ['//', '//1.2.3.4/', '//h:1/', '//u@h/'],
    ],
    [
      'a host that is dropped',
      rulesOf({ emptyHost: true }, { octets: { droppedHost: 'hi' } }),
      ['//hit/', '//a/hi', '///hi'],
      ['//hi/', '//hi/a'],
    ],
    [
      'a path that is dropped',
      rulesOf({}, { octets: { droppedPath: '/ab' } }),
      ['//h/a', '//h/abc', '//h/ab/c'],
      ['//h/ab', '//h/ab?c', '//h/ab#c'],
    ],
    [
      'endings',
      rulesOf({ policies: policies({ mark: ';' }) }, { octets: { endings: [';a', ';bc'] } }),
      ['//h/x', '//h/x;a', '//h/;bc#d', '//h/x;a?b'],
      ['//h/x;', '//h/x;b', '//h/x;a;a', '//h/x;ad'],
    ],
    [
      'pieces of digits',
      rulesOf({}, { octets: { path: { a: { policy: digits, next: { ':': 'b' } }, b: { policy: digits } } } }),
      ['//h/', '//h/1', '//h/1:2'],
      ['//h/undefined', '//h/1:undefined', '//h/1:2:3'],
    ],
    [
      'pieces',
      rulesOf(
        {},
        {
          octets: {
            path: { a: { next: { ':': 'b' } }, b: { leaves: { empty: true } } },
            query: { q: { leaves: { raw: 'z' } } },
          },
        },
      ),
      ['//h/a', '//h/a:b', '//h/:b?c', '//h/a:b:b'],
      ['//h/a:', '//h/?z', '//h/?az'],
    ],
  ])('%s', (_about, rules, recognized, others) => {
    const isRecognized = recognizer(new SchemeIndex([rules], unknownRules));
    const found = [...recognized, ...others].filter((rest) => isRecognized(`x.y+z:${rest}`));
    expect(found).toEqual(recognized);
    // A second time, and under names that only look like it.
    expect([...recognized, ...others].filter((rest) => isRecognized(`x.y+z:${rest}`))).toEqual(recognized);
    for (const name of ['X.y+z', 'xay+z', 'x.yyz', 'x.y+', '']) {
      expect(recognized.some((rest) => isRecognized(`${name}:${rest}`))).toBe(false);
    }
  });

  test.each([
    ['nothing', 'none', '', ['', 'a-b', '%2F%00%FF'], ['%41', '%2f', '%', ' ', ']', '#']],
    ['controls', 'controls', '', ['%20'], ['%00', '%7F', '%1F']],
    ['a character', 'none', 'a', ['b'], ['a', 'ba']],
  ] as const)('a run without %s', (_about, excluded, without, runs, others) => {
    const run = new RegExp(`^(?:${runPattern(policies({}).path, excluded, without)})$`);
    expect([...runs, ...others].filter((text) => run.test(text))).toEqual(runs);
  });

  test('a class keeps the characters that have a meaning in it', () => {
    const own = policy(new CharacterSet('^]\\-ac'), { decode: new CharacterSet('a') });
    const run = new RegExp(`^(?:${runPattern(own)})$`);
    expect([...'^]\\-acb[_Z'].filter((character) => run.test(character))).toEqual([...'^]\\-ac']);
    expect(['%61', '%62', '%5D', '%5d'].filter((text) => run.test(text))).toEqual(['%62', '%5D']);
  });
});
