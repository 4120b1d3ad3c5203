/** The parts of canonical URLs, the errors of others, and the tables of both. */
import { describe, expect, test } from 'vitest';
import { UrlError as BareUrlError, bareUrlError, catching } from '../../../src/uri/bare-error.ts';
import { type Canonical, canonicalParts, parsedUrlOf } from '../../../src/uri/canonical-parts.ts';
import { DIGIT } from '../../../src/uri/characters.ts';
import { decodeOptional, octetStringOf, octetsOfText, textOfOctets } from '../../../src/uri/decode.ts';
import { defineDiagnostics, described, error, info, warning } from '../../../src/uri/diagnostic.ts';
import { safely, UrlError } from '../../../src/uri/error.ts';
import { generic } from '../../../src/uri/generic-diagnostics.ts';
import { removeDotSegments } from '../../../src/uri/generic-path.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { readUrl } from '../../../src/uri/read-url.ts';
import { RecordedRewrite } from '../../../src/uri/recorded-rewrite.ts';
import { Rewrite } from '../../../src/uri/rewrite.ts';
import { dialects, SchemeIndex, type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';
import { browserSyntax, genericSyntax, internetSyntax, policies, syntaxOf } from '../../../src/uri/syntax.ts';
import { hrefOf, writtenUrl } from '../../../src/uri/url-object.ts';
import { withoutPassword, withoutUserInfo, withoutUserInfoAndFragment } from '../../../src/uri/user-info.ts';

const rules: SchemeRules = { name: 'x-y', defaultPort: 70, syntax: internetSyntax(70) };

describe('the parts of', () => {
  test.each([
    ['x-y://u:p@h:8/a?b#c', 'u', 'p', 'h', 8, 8, '/a', 'b', 'c'],
    ['x-y://h/?#', null, null, 'h', 70, null, '/', '', ''],
    ['x-y:a', null, null, null, null, null, 'a', null, null],
    ['x-y://@/', '', null, '', 70, null, '/', null, null],
  ])('%s', (url, user, password, host, port, explicitPort, path, query, fragment) => {
    const parts = { scheme: 'x-y', user, password, host, hostUnicode: host, port, explicitPort, path, query, fragment };
    expect(canonicalParts(url as Canonical, rules, withoutIdna)).toEqual(parts);
  });

  test.each([
    ['X-Y://U:P@H:08/A?B#C', 'U', 'P', 'H', '08', '/A', 'B', 'C', { host: 'h', port: 8 }],
    ['X-Y://U:@H:/?#', 'U', '', 'H', '', '/', '', '', { host: 'h', port: 70 }],
    ['X-Y://H', null, null, 'H', null, '', null, null, { host: 'h', port: 70 }],
  ])('%s, as it is written', (url, user, password, host, port, path, query, fragment, effective) => {
    const pass = new Rewrite<string>(withoutIdna).begin(url, url, null);
    readUrl(pass, new SchemeIndex([rules], unknownRules), dialects.current);
    const parts = { input: 'x', scheme: 'x-y', user, password, host, port, path, query, fragment, effective };
    expect(parsedUrlOf(pass, pass.end() as Canonical, 'x', rules)).toEqual(parts);
  });

  test.each([
    ['a://user:secret@h/a@b#c', 'a://h/a@b#c', 'a://user@h/a@b#c', 'a://h/a@b'],
    ['a://u@h', 'a://h', 'a://u@h', 'a://h'],
    ['a://:p@h', 'a://h', 'a://@h', 'a://h'],
    ['a://h/u:p@h', 'a://h/u:p@h', 'a://h/u:p@h', 'a://h/u:p@h'],
    ['a://h?u:p@#x', 'a://h?u:p@#x', 'a://h?u:p@#x', 'a://h?u:p@'],
    ['a:u:p@h#', 'a:u:p@h#', 'a:u:p@h#', 'a:u:p@h'],
    ['1://u:p@h', '1://u:p@h', '1://u:p@h', '1://u:p@h'],
    ['x:a://u:p@h', 'x:a://u:p@h', 'x:a://u:p@h', 'x:a://u:p@h'],
    ['a0+.-z://u:p@h', 'a0+.-z://h', 'a0+.-z://u@h', 'a0+.-z://h'],
  ])('%s, without secrets', (url, ...without) => {
    expect([withoutUserInfo(url), withoutPassword(url), withoutUserInfoAndFragment(url)]).toEqual(without);
  });
});

test.each([
  ['/a/../b/./c/.', '/b/c/'],
  ['/a/..', '/'],
  ['/..', '/'],
  ['/.', '/'],
  ['/./', '/'],
  ['/..a/.b/...', '/..a/.b/...'],
  ['/a/b/../../../c', '/c'],
  ['/a/.b/../c', '/a/c'],
  ['/a//../b', '/a/b'],
  ['/', '/'],
])('%s without dot segments is %s', (path, clean) => {
  expect(removeDotSegments(path)).toBe(clean);
});

test('a first segment may be kept', () => {
  const isKept = (segment: string): boolean => segment === 'C:';
  expect(['/C:/..', '/C:/a/../..', '/D:/..', '/a/C:/..'].map((path) => removeDotSegments(path, isKept))).toEqual([
    ...['/C:/', '/C:/', '/', '/a/'],
  ]);
});

describe('an error', () => {
  test.each([
    ['a%41b', 1, undefined, [1, 4]],
    ['a%4', 1, undefined, [1, 2]],
    ['a%g1', 1, undefined, [1, 2]],
    ['a\u{10000}b', 1, undefined, [1, 3]],
    ['a\n', 1, undefined, [1, 2]],
    ['ab', 2, undefined, [2, 2]],
    ['abc', 0, 2, [0, 2]],
    ['abc', 1, 1, [1, 2]],
  ])('in %j at %i to %s has the range %j', (input, index, end, at) => {
    expect(bareUrlError('x', index, input, end === undefined ? {} : { end }).at).toEqual(at);
  });

  test('says what is wrong, as an object too', () => {
    const bare = new BareUrlError('x', 1, 'ab');
    expect(bare.toJSON()).toEqual({ name: 'UrlError', code: 'x', message: 'Not a URL: x.', index: 1, input: 'ab' });
    expect([bare.name, Object.hasOwn(bare, 'cause')]).toEqual(['UrlError', false]);
    expect(new BareUrlError('y', 0, '', { cause: bare }).cause).toBe(bare);
    const { spec, message } = generic['host-missing'];
    const full = new UrlError(generic['host-missing'], 3, 'abc', { cause: bare, end: 9 });
    expect(full.toJSON()).toEqual({ name: 'UrlError', code: 'host-missing', message, index: 3, input: 'abc', spec });
    expect([full.at, full.cause]).toEqual([[3, 9], bare]);
  });

  test('is returned, but not one of another kind', () => {
    const failure = new UrlError(generic.wrapper, 0, '');
    const fail = (thrown: unknown): never => {
      throw thrown;
    };
    expect(safely(fail)(failure)).toEqual({ ok: false, error: failure });
    expect(catching(BareUrlError, (a: number, b: number) => a + b)(1, 2)).toEqual({ ok: true, value: 3 });
    expect(() => safely(fail)(bareUrlError('x', 0, ''))).toThrow(BareUrlError);
    expect(() => catching(BareUrlError, fail)(new TypeError('x'))).toThrow(TypeError);
  });
});

test('a table of diagnostics describes findings', () => {
  const table = defineDiagnostics({ e: error('E.', 'A', '1'), w: warning('W.', 'B', '2'), i: info('I.', 'C', '3') });
  expect(described({ code: 'w', at: [1, 2], before: 'b', after: 'a' }, table)).toEqual({
    ...{ code: 'w', severity: 'warning', at: [1, 2], before: 'b', after: 'a', message: 'W.' },
    spec: { document: 'B', section: '2' },
  });
  expect([table.e, table.i]).toEqual([
    { code: 'e', severity: 'error', message: 'E.', spec: { document: 'A', section: '1' } },
    { code: 'i', severity: 'info', message: 'I.', spec: { document: 'C', section: '3' } },
  ]);
  expect(() => described({ code: 'x', at: null, before: '', after: '' }, table)).toThrow(TypeError);
});

test('every generic diagnostic names its document and section', () => {
  for (const [code, entry] of Object.entries(generic)) {
    expect(entry.code).toBe(code);
    expect(entry.spec.document).toMatch(/^(?:RFC \d{4}|UTS 46|WHATWG URL|draft-[a-z]+-[\w-]+)$/);
    expect(entry.spec.section).toMatch(/^(?:[1-9C][.\d]*|[A-Z][a-z ]+)$/);
  }
});

describe('octets and texts', () => {
  test.each([
    ['a', 'a', 'a'],
    ['%41', 'A', 'A'],
    ['%C3%A9', '\u00e9', '\u00c3\u00a9'],
    ['%E9', '\u00e9', '\u00e9'],
    ['%E9%41', '\u00e9A', '\u00e9A'],
    ['%C2%80%zz', '\u0080%zz', '\u00c2\u0080%zz'],
    ['%E2%82%AC', '\u20ac', '\u00e2\u0082\u00ac'],
  ])('of %s are known from each other', (encoded, text, octets) => {
    expect(octetStringOf(encoded, text)).toBe(octets);
    expect(String.fromCharCode(...octetsOfText(encoded, text))).toBe(octets);
    expect(textOfOctets(encoded, octets)).toBe(text);
  });

  test('may be absent', () => {
    expect([decodeOptional(null), decodeOptional('%41')]).toEqual([null, 'A']);
  });
});

describe('rules', () => {
  const named = (name: string): SchemeRules => ({ ...rules, name });
  const index = new SchemeIndex([named('go'), named('gopher'), named('ga-1'), named('wo')], unknownRules);

  test.each([
    ['go:a', 'go'],
    ['GO:a', 'go'],
    ['gO:', 'go'],
    ['wo:', 'wo'],
    ['gopher:', 'gopher'],
    ['gophe:', ''],
    ['gophers:', ''],
    ['gx:', ''],
    ['ga-1:', 'ga-1'],
    ['a-very-long-scheme:', ''],
    [':', ''],
  ])('of %j are found', (text, name) => {
    expect(index.find(text, text.indexOf(':')).name).toBe(name);
    expect(index.findPlain(text)?.name ?? '').toBe(text.startsWith(name) ? name : '');
  });

  test('are complete', () => {
    const authority = (_pass: unknown, from: number): number => from;
    const transform = (base: string): string => base;
    const of = (changes: Partial<SchemeRules>) => {
      const changed = { ...rules, ...changes };
      return new SchemeIndex([changed], unknownRules).find(`${rules.name}:`, rules.name.length);
    };
    expect(of({ authority })).toMatchObject({ authority, path: null, query: null, opaque: null });
    expect(of({ path: authority, query: authority })).toMatchObject({
      authority: null,
      path: authority,
      query: authority,
    });
    expect(of({}).transform('a://h/b', 'c')).toBe('a://h/c');
    expect(of({ transform }).transform).toBe(transform);
    expect(of({}).recognized).toBeUndefined();
    expect(canonicalParts('a://h' as Canonical, unknownRules, withoutIdna).port).toBeNull();
    expect(new SchemeIndex([], unknownRules).find('a:', 1)).toMatchObject({ name: '', syntax: genericSyntax });
    expect([dialects.current.latin1, dialects['url-1994'].latin1]).toEqual([false, true]);
  });

  test('note what is unusual in the scheme, the path and the query', () => {
    const index = new SchemeIndex<SchemeRules>(
      [
        {
          ...rules,
          noteScheme: (scheme) => `scheme-${scheme}`,
          notePath: (pass, mark) => pass.note(`path-${mark}`, pass.pathFrom, pass.pathTo),
          noteQuery: (pass, mark) => pass.note(`query-${mark}`, pass.pathTo + 1, pass.queryTo),
        },
      ],
      unknownRules,
    );
    const pass = new RecordedRewrite(withoutIdna).begin('x-y://h:70/a?b#c', '', null);
    readUrl(pass, index, dialects.current);
    expect(pass.findings.items.map(({ code, at }) => `${code} ${at}`)).toEqual([
      ...['scheme-x-y 0,3', 'port-default 7,10', 'path-7 10,12', 'query-10 13,14'],
    ]);
  });

  test('have a syntax, whose defaults are those of RFC 3986', () => {
    const { policies: own, ...generically } = syntaxOf({});
    expect(generically).toEqual({
      ...{ authority: 'optional', host: 'registered', emptyHost: true, userInfo: 'allowed', port: null },
      ...{
        portAllowed: true,
        asBrowsersRead: false,
        dotSegments: false,
        rootPath: false,
        query: true,
        utf8Only: false,
      },
    });
    expect(internetSyntax(7)).toMatchObject({
      authority: 'required',
      host: 'network',
      emptyHost: false,
      port: 7,
      rootPath: true,
    });
    expect(browserSyntax(8)).toMatchObject({
      authority: 'browser',
      host: 'web',
      asBrowsersRead: true,
      dotSegments: true,
      port: 8,
    });
    const login = DIGIT.or('a');
    const [one, two] = [policies({ login, browser: true }), policies({ login, query: false, mark: ';', dots: true })];
    expect([one.user, one.password]).toEqual([two.user, two.password]);
    expect([one.user === two.user, one.query === two.query, two.query === own.query]).toEqual([true, false, true]);
    const actions = (policy: (typeof one)['path'], characters: string) =>
      [...characters].map((c) => policy.raw[c.charCodeAt(0)]);
    // 0 = plain, 1 = escaped, 3 = the end, 4 = a dot, 5 = a mark, 6 = read again
    expect(actions(one.path, 'a?#\\\t.;"')).toEqual([0, 3, 3, 6, 6, 0, 0, 1]);
    expect(actions(two.path, 'a?#\\\t.;/:@')).toEqual([0, 1, 3, 1, 1, 4, 5, 0, 0, 0]);
    expect([actions(one.query, '?/#\\\t\n\r'), actions(one.fragment, '#\t\\')]).toEqual([
      [0, 0, 3, 1, 6, 6, 6],
      [1, 6, 1],
    ]);
    expect([actions(two.query, '#\t'), actions(two.fragment, '\n')]).toEqual([[3, 1], [1]]);
    expect([actions(one.user, ':;@/a'), actions(one.password, ':')]).toEqual([[3, 0, 1, 1, 0], [1]]);
    expect([one.user.decoded[0x61], one.user.decoded[0x62], own.user.decoded[0x62], own.path.decoded[0x7e]]).toEqual([
      1, 0, 1, 1,
    ]);
  });
});

test('the URL of an object is asked of the platform', () => {
  const url = new URL('http://h/');
  class Own extends URL {
    override get href(): string {
      return 'x';
    }
  }
  const others = ['http://h/', null, undefined, 7, { href: 'http://h/' }, Object.create(URL.prototype)];
  expect([hrefOf(url), hrefOf(new Own('http://h/')), ...others.map(hrefOf)]).toEqual([
    'http://h/',
    'http://h/',
    ...others.map(() => null),
  ]);
  expect([writtenUrl('a'), writtenUrl(url)]).toEqual(['a', 'http://h/']);
  expect(() => writtenUrl({} as URL)).toThrow(new TypeError('A URL must be a string or a URL object.'));
});
