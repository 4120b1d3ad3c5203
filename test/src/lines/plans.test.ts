/** How the rules of a scheme become the tables of the octet pass. */
import { describe, expect, test } from 'vitest';
import { octetForms } from '../../../src/lines/octet-forms.ts';
import { hostOctets, SCHEME_OCTETS, Tables } from '../../../src/lines/tables.ts';
import { ALPHA, UNRESERVED } from '../../../src/uri/characters.ts';
import { policy } from '../../../src/uri/percent.ts';
import { type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';
import { internetSyntax, policies, type Syntax } from '../../../src/uri/syntax.ts';

const rulesOf = (syntax: Partial<Syntax>, rules: Partial<SchemeRules> = {}): SchemeRules => ({
  name: 'x-y',
  defaultPort: null,
  syntax: internetSyntax(70, syntax),
  ...rules,
});
const DOTS = { dotSegments: true, policies: policies({ dots: true }) };
const noChange = (): number => 0;

describe('a scheme with', () => {
  test.each<[about: string, rules: SchemeRules, ...rows: (readonly [url: string, form: string | null])[]]>([
    ['nothing of its own', rulesOf({}), ['X-Y://H:70', 'x-y://h/'], ['X-Y:a', null], ['X-Y:///a', null]],
    ['a function for the authority', rulesOf({}, { authority: noChange }), ['X-Y://h/a', null]],
    ['a function for the path', rulesOf({}, { path: noChange }), ['X-Y://h/a', null]],
    ['a function for the query', rulesOf({}, { query: noChange }), ['X-Y://h/a', null]],
    [
      'a function for the query, and octets',
      rulesOf({}, { query: noChange, octets: {} }),
      ['X-Y://h/a', 'x-y://h/a'],
      ['X-Y://h/a?b', null],
    ],
    [
      'a function for the query, and its pieces',
      rulesOf({}, { query: noChange, octets: { query: { a: {} } } }),
      ['X-Y://h/a?%7e', 'x-y://h/a?~'],
    ],
    [
      'an optional authority',
      rulesOf({ authority: 'optional' }),
      ['X-Y:a', 'x-y:a'],
      ['X-Y:/a', null],
      ['X-Y://h', 'x-y://h/'],
    ],
    ['no authority', rulesOf({ authority: 'none' }), ['X-Y:a', 'x-y:a'], ['X-Y://h', null]],
    ['the authority of browsers', rulesOf({ authority: 'browser' }), ['X-Y://h', 'x-y://h/'], ['X-Y:h', null]],
    [
      'opaque octets',
      rulesOf({ authority: 'optional' }, { octets: { opaque: true } }),
      ['X-Y:a', 'x-y:a'],
      ['X-Y://h', null],
    ],
    ['registered names', rulesOf({ host: 'registered' }), ['X-Y://A.1', 'x-y://a.1/'], ['X-Y://1', 'x-y://1/']],
    ['an empty host', rulesOf({ emptyHost: true }), ['X-Y:///a', 'x-y:///a'], ['X-Y://:1/', null]],
    ['ignored user names', rulesOf({ userInfo: 'ignored' }), ['X-Y://U@H', 'x-y://U@h/']],
    ['no user names', rulesOf({ userInfo: 'error' }), ['X-Y://u@h', null], ['X-Y://h', 'x-y://h/']],
    ['no port', rulesOf({ portAllowed: false }), ['X-Y://h:1', null], ['X-Y://h:', null]],
    ['no default port', rulesOf({ port: null }), ['X-Y://h:70', 'x-y://h:70/'], ['X-Y://h:0', 'x-y://h:0/']],
    ['no path by default', rulesOf({ rootPath: false }), ['X-Y://H', 'x-y://h'], ['X-Y://H?a', 'x-y://h?a']],
    ['dot segments', rulesOf(DOTS), ['X-Y://h/a/..', 'x-y://h/']],
    [
      'dot segments that are not removed',
      rulesOf({ ...DOTS, dotSegments: false }),
      ['X-Y://h/a/..', null],
      ['X-Y://h/..a', 'x-y://h/..a'],
    ],
    [
      'dot segments that are removed only from paths with a slash',
      rulesOf({ ...DOTS, rootPath: false }),
      ['X-Y://h/a/..', 'x-y://h/'],
      ['X-Y://h', 'x-y://h'],
    ],
    [
      'no path',
      rulesOf({ rootPath: false }, { octets: { noPath: true } }),
      ['X-Y://H', 'x-y://h'],
      ['X-Y://H?%7e', 'x-y://h?~'],
      ['X-Y://H/', null],
    ],
    [
      'a host that is dropped',
      rulesOf({ emptyHost: true }, { octets: { droppedHost: 'hi' } }),
      ['X-Y://HI/a', 'x-y:///a'],
      ['X-Y://HA/a', 'x-y://ha/a'],
      ['X-Y://HIT/a', 'x-y://hit/a'],
      ['X-Y://U@H/a', null],
    ],
    [
      'a path that is dropped',
      rulesOf({}, { octets: { droppedPath: '/ab' } }),
      ['X-Y://h/ab', 'x-y://h/'],
      ['X-Y://h/ab?c', 'x-y://h/?c'],
      ['X-Y://h/ac', 'x-y://h/ac'],
      ['X-Y://h/abc', 'x-y://h/abc'],
    ],
    [
      'drives',
      rulesOf(DOTS, { octets: { keepsDrive: true } }),
      ['X-Y://h/a:/..', null],
      ['X-Y://h/a:/.', 'x-y://h/a:/'],
      ['X-Y://h/ab:/..', 'x-y://h/'],
    ],
    ['colons that are no drives', rulesOf(DOTS), ['X-Y://h/a:/..', 'x-y://h/']],
  ])('%s', (_about, rules, ...rows) => {
    const { of } = octetForms([rules], unknownRules);
    expect(rows.map(([url]) => [url, of(url)])).toEqual(rows);
  });

  test('a name of nine letters is not the one of eight at its end', () => {
    const { of } = octetForms([rulesOf({}, { name: 'abcdefgh' }), rulesOf({}, { name: 'abcdefghi' })], unknownRules);
    expect(['ABCDEFGH', 'XABCDEFGH', 'ABCDEFGHI', 'XABCDEFGHI'].map((name) => of(`${name}://h:70`))).toEqual([
      'abcdefgh://h/',
      'xabcdefgh://h:70',
      'abcdefghi://h/',
      'xabcdefghi://h:70',
    ]);
  });

  test('the name of the wrapper is no scheme', () => {
    const { of } = octetForms([rulesOf({}, { name: 'url' }), rulesOf({}, { name: 'urn' })], unknownRules);
    expect([of('URL://h'), of('URN://h'), of('1x://h'), of('+://h'), of('a://h'), of('aa://h')]).toEqual([
      null,
      'urn://h/',
      null,
      null,
      null,
      'aa://h',
    ]);
  });
});

describe('the tables', () => {
  test('of schemes and hosts keep what may stand there, in lower case', () => {
    const keptIn = (octets: Uint8Array): string =>
      String.fromCharCode(...octets.filter((to, from) => to === from)).replaceAll('\0', '');
    expect(keptIn(SCHEME_OCTETS)).toBe('+-.0123456789abcdefghijklmnopqrstuvwxyz');
    expect([SCHEME_OCTETS[0x41], SCHEME_OCTETS[0x5a], SCHEME_OCTETS[0x3a], SCHEME_OCTETS[0xe9]]).toEqual([
      0x61, 0x7a, 0, 0,
    ]);
    expect(keptIn(hostOctets('network'))).toBe("!$&'()*+,-.0123456789;=_abcdefghijklmnopqrstuvwxyz~");
    expect(keptIn(hostOctets('registered'))).toBe("!$&'()*+,-.0123456789;=_abcdefghijklmnopqrstuvwxyz~");
    expect(hostOctets('network')).toBe(hostOctets('network'));
  });

  test('are made once for each policy and each list of pieces', () => {
    const tables = new Tables('\n');
    const [plain, letters] = [policy(UNRESERVED), policy(ALPHA, { decode: ALPHA })];
    const [pieces, others] = [{ a: {} }, { a: {} }];
    const first = tables.of(pieces, { policy: plain });
    expect(tables.of(pieces, { policy: plain })).toBe(first);
    expect(tables.of(pieces, { policy: letters })).not.toBe(first);
    expect(tables.of(others, { policy: plain })).not.toBe(first);
  });
});
