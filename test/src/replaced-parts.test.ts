/** New parts in a URL (RFC 3986 §5.3): each stays the part that it was, or there is no result. */
import { describe, expect, test } from 'vitest';
import {
  canonicalize,
  createWaypost,
  explain,
  MAX_LENGTH,
  parse,
  type ReplacedParts,
  replaceParts,
  replacePartsOf,
  safeReplaceParts,
  schemes,
  UrlError,
} from '../../src/index.ts';
import { ftp } from '../../src/schemes/ftp/definition.ts';
import { type SchemeRules, unknownRules } from '../../src/uri/scheme-rules.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../fast-check.ts';
import { anyModel } from './generators.ts';
import { expectLinear } from './growth.ts';

describe('replaceParts', () => {
  test.each<[url: string, parts: ReplacedParts, result: string]>([
    ['gopher://h.example/1/a', { host: 'Bücher.example' }, 'gopher://xn--bcher-kva.example/1/a'],
    ['gopher://h.example/1/a', { host: '[::1]' }, 'gopher://[::1]/1/a'],
    ['gopher://h.example/1/a', { port: 7070 }, 'gopher://h.example:7070/1/a'],
    ['gopher://h.example:7070/1/a', { port: 70 }, 'gopher://h.example/1/a'],
    ['gopher://h.example:7070/1/a', { port: null }, 'gopher://h.example/1/a'],
    ['gopher://h.example/1/a', { path: '/0/what?#' }, 'gopher://h.example/0/what%3F%23'],
    ['gopher://h.example/1/a', { path: '' }, 'gopher://h.example/'],
    ['gopher://h.example/1/a', { scheme: 'gophers' }, 'gophers://h.example/1/a'],
    ['http://h.example/a?b#c', { query: null, fragment: null }, 'http://h.example/a'],
    ['http://h.example/a?b#c', { query: '' }, 'http://h.example/a?#c'],
    ['http://h.example/a?b#c', { query: 'x#y z' }, 'http://h.example/a?x%23y%20z#c'],
    ['http://h.example/a', { fragment: ' top ' }, 'http://h.example/a#%20top%20'],
    ['http://h.example/a', { path: 'b/../c\\d' }, 'http://h.example/c%5Cd'],
    ['ftp://h.example/a', { user: 'me@work:x/y', password: 'a:b@c' }, 'ftp://me%40work%3Ax%2Fy:a%3Ab%40c@h.example/a'],
    ['ftp://me:secret@h.example/a', { password: null }, 'ftp://me@h.example/a'],
    ['ftp://me:secret@h.example/a', { user: null, password: null }, 'ftp://h.example/a'],
    ['mailto:a@h.example', { path: 'b@h.example', query: 'subject=x' }, 'mailto:b@h.example?subject=x'],
    ['x://h/a', { host: null }, 'x:/a'],
    ['x://u:p@h:1/a', { host: null }, 'x:/a'],
    ['x:/a', { host: 'h', port: 1 }, 'x://h:1/a'],
    ['news:a@h.example', { path: '%41@h.example' }, 'news:A@h.example'],
    // Between schemes of one shape
    ['http://u:p@h.example/a?b#c', { scheme: 'HTTPS' }, 'https://u:p@h.example/a?b#c'],
    ['http://h.example:443/', { scheme: 'https' }, 'https://h.example/'],
    ['http://h.example/1', { scheme: 'gopher' }, 'gopher://h.example/'],
    ['ftp://h.example/a;type=i', { scheme: 'http' }, 'http://h.example/a;type=i'],
    ['http://h.example/a;b', { scheme: 'ftp' }, 'ftp://h.example/a%3Bb'],
    ['mid:a@h.example', { scheme: 'cid' }, 'cid:a@h.example'],
    // A host that may be absent
    ['file://h.example/a', { host: null }, 'file:///a'],
    ['file:///a', { host: null }, 'file:///a'],
    ['go://localhost:8080?x', { port: null }, 'go://?x'],
    ['news:comp.x', { host: 'h.example' }, 'news://h.example/comp.x'],
    ['news://h.example/comp.x', { host: null }, 'news:comp.x'],
    ['nntp://h.example/comp.x/1', { host: null }, 'nntp:comp.x/1'],
    // A path that begins like an authority (RFC 3986 §3.3)
    ['x:a', { path: '//b' }, 'x:/.//b'],
    ['x://h//a', { host: null }, 'x:/.//a'],
    ['x:/.//a', { host: 'h' }, 'x://h//a'],
    ['http://h.example/a', { path: '//b' }, 'http://h.example//b'],
    ['urn:a:b', { path: '//b' }, 'urn:%2F/b'],
    ['mid:a@h.example', { path: '//b' }, 'mid:/%2Fb'],
    // There is no password without a user name.
    ['ftp://h.example/a', { password: 'p' }, 'ftp://:p@h.example/a'],
    ['ftp://u:p@h.example/a', { user: null }, 'ftp://:p@h.example/a'],
    // An empty query has no field.
    ['mailto:a@h.example?subject=x', { query: '' }, 'mailto:a@h.example'],
  ])('%s with %j is %s', (url, parts, result) => {
    expect(replaceParts(url, parts)).toBe(result);
  });

  test.each<[url: string, parts: ReplacedParts, code: string]>([
    ['gopher://h.example/', { host: 'a/b' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a@b' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a:70' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: '[::1]:70' }, 'host-forbidden-character'],
    ['gopher://h.example/', { host: 'a\nb' }, 'host-forbidden-character'],
    ['gopher://h.example/', { scheme: 'a b' }, 'scheme-invalid'],
    ['gopher://h.example/', { scheme: 'go:x' }, 'scheme-invalid'],
    ['x:/a', { port: 1 }, 'host-missing'],
    ['x://h/a', { host: null, user: 'u' }, 'host-missing'],
    ['gopher://h.example/', { port: 65_536 }, 'port-range'],
    ['gopher://h.example/', { port: 1.5 }, 'port-character'],
  ])('%s with %j is the error %s', (url, parts, code) => {
    const result = safeReplaceParts(url, parts);
    expect(result.ok ? result.value : result.error.code).toBe(code);
  });

  test.each<[url: string, parts: ReplacedParts, code: string, input: string, defect: string]>([
    // Read as a host
    ['http://h.example/evil.example/x', { host: null }, 'host-missing', 'http:/evil.example/x', '/evil.example/x'],
    ['https://h.example/evil.example/x', { host: null }, 'host-missing', 'https:/evil.example/x', '/evil.example/x'],
    ['ws://h.example/evil.example/x', { host: null }, 'host-missing', 'ws:/evil.example/x', '/evil.example/x'],
    ['wss://h.example/evil.example/x', { host: null }, 'host-missing', 'wss:/evil.example/x', '/evil.example/x'],
    ['ftp://h.example/evil.example/x', { host: null }, 'host-missing', 'ftp:/evil.example/x', '/evil.example/x'],
    ['file:///etc/passwd', { scheme: 'http' }, 'host-missing', 'http:///etc/passwd', '/etc/passwd'],
    ['news:a@evil.example', { scheme: 'http' }, 'host-missing', 'http:a@evil.example', 'a@evil.example'],
    ['http://h.example/', { host: null, path: '//a' }, 'host-missing', 'http:/.//a', '/.//a'],
    ['news:a@h.example', { path: '//a' }, 'part-misread', 'news://a', '//a'],
    ['go:a', { path: '//a' }, 'part-misread', 'go://a', '//a'],
    // Read as a path
    ['mailto:a@h.example', { path: '//a' }, 'part-misread', 'mailto://a', '//a'],
    ['mailto:a@h.example', { host: 'h' }, 'part-misread', 'mailto://h/a@h.example', 'h'],
    ['urn:a:b', { host: 'h' }, 'part-misread', 'urn://h/a:b', 'h'],
    ['http://u:p@h.example/a?q', { scheme: 'mailto' }, 'part-misread', 'mailto://u:p@h.example/a?q', 'u'],
    ['ftp://h.example/a;type=a', { query: 'x' }, 'part-misread', 'ftp://h.example/a;type=a?x', '?x'],
    ['http://h.example/a?x', { scheme: 'gopher' }, 'part-misread', 'gopher://h.example/a?x', '?x'],
    ['go://h.example?a', { host: null }, 'part-misread', 'go:?a', '?a'],
    ['news:comp.x', { host: '' }, 'part-misread', 'news:///comp.x', '/'],
    // The value of a `to` field is an address of the path (RFC 6068 §2).
    ['mailto:a@b.example', { query: 'to=c' }, 'part-misread', 'mailto:a@b.example?to=c', '?to=c'],
    ['x:a?to=b', { scheme: 'mailto' }, 'part-misread', 'mailto:a?to=b', '?to=b'],
    // A wrapper of a URL
    ['x:go:a', { scheme: 'url' }, 'part-misread', 'url:go:a', 'go:a'],
  ])('%s with %j is the error %s in %s at “%s”', (url, parts, code, input, defect) => {
    expect(() => replaceParts(url, parts)).toThrow(expect.objectContaining({ code, input }));
    const result = safeReplaceParts(url, parts);
    expect(result.ok ? null : input.slice(...result.error.at)).toBe(defect);
  });

  test('refuses a part that is longer than a URL before it reads it', () => {
    const tooLong = 'a'.repeat(MAX_LENGTH + 1);
    for (const part of ['scheme', 'user', 'password', 'host', 'path', 'query', 'fragment']) {
      const error = expect.objectContaining({ code: 'too-long', index: MAX_LENGTH, input: tooLong });
      expect(() => replaceParts('http://h/', { [part]: tooLong })).toThrow(error);
    }
  });

  test('takes linear time for a bracket that does not close', () => {
    expectLinear(MAX_LENGTH, (size) => {
      const host = `[${':'.repeat(size - 1)}`;
      return () => expect(safeReplaceParts('http://h/', { host }).ok).toBe(false);
    });
  });

  test('replacePartsOf, for a library of fewer schemes', () => {
    const replaceFileParts = replacePartsOf(createWaypost([ftp]));
    expect(replaceFileParts('ftp://h/a', { host: 'b' })).toBe('ftp://b/a');
    expect(replaceFileParts('gopher://h/a', { query: 'b' })).toBe('gopher://h/a?b');
  });

  test('no text in a part changes another part', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?#@:[]%\\<> \t\na1é'), maxLength: 8 });
    const url = canonicalize('x://u:p@h.example:1/a?b#c');
    const before = explain(url).components;
    fc.assert(
      fc.property(fc.constantFrom('user', 'password', 'path', 'query', 'fragment'), text, (part, value) => {
        const { components } = explain(replaceParts(url, { [part]: value }));
        expect({ ...components, [part]: null }).toEqual({ ...before, [part]: null });
      }),
      runs(),
    );
  });

  test('no text as host leads to another part', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?#@:[]%\\<> \t\na1é.'), maxLength: 8 });
    fc.assert(
      fc.property(text, (host) => {
        const result = safeReplaceParts('x://u:p@h.example:1/a?b#c', { host });
        if (!result.ok) {
          expect(result.error).toBeInstanceOf(UrlError);
          return;
        }
        const { user, password, port, path, query, fragment } = explain(result.value).components;
        expect([user, password, port, path, query, fragment]).toEqual(['u', 'p', 1, '/a', 'b', 'c']);
      }),
      runs(),
    );
  });
});

/** A canonical URL of any scheme. */
const canonicalUrl = anyModel.map(({ a }) => canonicalize(a));

const NAMES = ['user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

/** The parts of a URL as `replaceParts` takes them. */
/** Parts that are there, or were removed. */
type Parts = { readonly [Name in keyof ReplacedParts]: Exclude<ReplacedParts[Name], undefined> };

function partsOf(url: string): Required<Parts> {
  const { scheme, user, password, host, port, path, query, fragment } = parse(url);
  return { scheme, user, password, host, port: port === null ? null : Number(port), path, query, fragment };
}

const rulesOf = (scheme: string): SchemeRules => schemes.get(scheme) ?? unknownRules;

describe('a canonical URL', { timeout: PROPERTY_TIMEOUT }, () => {
  test('stays the same with its own parts, and without those that it does not have', () => {
    fc.assert(
      fc.property(canonicalUrl, fc.constantFrom('scheme', ...NAMES), (url, name) => {
        const parts = partsOf(url);
        expect(replaceParts(url, { [name]: parts[name] })).toBe(url);
        expect(replaceParts(url, parts)).toBe(url);
      }),
      runs(),
    );
  });

  /** Schemes of one shape. A URL of the first is one of the second. */
  const SECURE: Readonly<Record<string, string>> = {
    ...{ http: 'https', ws: 'wss', gopher: 'gophers', ftp: 'ftps', news: 'snews', nntp: 'nntps', mid: 'cid' },
    ...{ https: 'http', telnet: 'rlogin' },
  };

  test('takes every part that its scheme has', () => {
    fc.assert(
      fc.property(canonicalUrl, (url) => {
        const { scheme, host } = partsOf(url);
        const { query, userInfo, portAllowed } = rulesOf(scheme).syntax;
        const all: Parts = {
          fragment: 'top',
          // Without a server, a go URL has no query (RFC 3368 §3).
          ...(query && (scheme !== 'go' || host !== null) ? { query: scheme === 'mailto' ? 'a=b' : 'a' } : {}),
          ...(host === null ? {} : { host: 'other.example' }),
          ...(host === null || userInfo === 'error' ? {} : { user: 'me', password: 'secret' }),
          ...(host === null || !portAllowed ? {} : { port: 8080 }),
          ...(Object.hasOwn(SECURE, scheme) ? { scheme: SECURE[scheme] ?? '' } : {}),
        };
        const expected = { ...partsOf(url), ...all };
        // Each scheme has its own escapes in a path.
        expect({ ...partsOf(replaceParts(url, all)), path: '' }).toEqual({ ...expected, path: '' });
      }),
      runs(),
    );
  });

  /** Delimiters, escapes, blanks, and text. */
  const text = fc.string({ unit: fc.constantFrom(...'/?#@:[]%\\<> \ta1é'), maxLength: 8 });
  const part = fc.option(text);
  const replacement: fc.Arbitrary<Parts> = fc.record(
    {
      scheme: fc.constantFrom(...schemes.keys(), 'x', 'x-y', 'url'),
      ...{ user: part, password: part, path: text, query: part, fragment: part },
      host: fc.oneof(part, fc.constantFrom('', 'other.example', '[::1]', 'localhost')),
      port: fc.option(fc.constantFrom(0, 21, 70, 80, 443, 65_536)),
    },
    { requiredKeys: [] },
  );

  /** Schemes in which a path may be written in other ways than with other escapes. */
  const REWRITTEN = ['news', 'snews', 'nntp', 'nntps', 'mid', 'cid', 'mailto', 'gopher', 'gophers', 'prospero', 'go'];

  /** The octets of a part, as Latin-1 text. */
  function octetsOf(part: string | null): string | null {
    if (part === null) return null;
    const octetOf = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
    return Buffer.from(part)
      .toString('latin1')
      .replace(/%([\da-f]{2})/gi, octetOf);
  }

  /** The path without the slash behind the host, and without the `/.` before a path that begins like an authority. */
  const bare = (path: string): string => path.replace(/^\/\.(?=\/\/)/, '').replace(/^\//, '');

  /** A host as its scheme writes it. In file and go, an empty host is `localhost`. */
  function hostOf(scheme: string, host: string | null | undefined): string | null {
    if (host === null || host === undefined) return scheme === 'file' ? '' : null;
    const canonical = host === '' ? '' : parse(canonicalize(`${scheme}://${host}`)).host;
    return canonical === 'localhost' && /^(?:file|go)$/.test(scheme) ? '' : canonical;
  }

  /** The port that a client connects to. */
  function portOf(scheme: string, { host, port = null }: Parts): number | null {
    return hostOf(scheme, host) === null ? null : (port ?? rulesOf(scheme).defaultPort);
  }

  function expectAsked(url: string, parts: Parts, result: string): void {
    const [old, found] = [partsOf(url), partsOf(result)];
    const asked = { ...old, ...(parts.host === null ? { user: null, password: null, port: null } : {}), ...parts };
    const { scheme } = asked;
    expect(found.scheme).toBe(scheme);
    expect(octetsOf(found.user)).toBe(octetsOf(asked.password === null ? asked.user : (asked.user ?? '')));
    expect(octetsOf(found.password)).toBe(octetsOf(asked.password));
    expect(hostOf(scheme, found.host)).toBe(hostOf(scheme, asked.host));
    expect(portOf(scheme, found)).toBe(portOf(scheme, asked));
    expect(octetsOf(found.fragment)).toBe(octetsOf(asked.fragment));
    // A field of mailto has a name in any case and an equals sign.
    const fieldsOf = (query: string | null) => query?.replace(/=$/, '').toLowerCase() || null;
    const queryOf = (query: string | null) => (scheme === 'mailto' ? fieldsOf(query) : query);
    // That of another scheme has another grammar there, such as a plus sign for a space.
    const isOfOneGrammar = scheme === old.scheme || !['mailto', 'wais', 'go'].includes(scheme);
    if (isOfOneGrammar) expect(queryOf(octetsOf(found.query))).toBe(queryOf(octetsOf(asked.query)));
    // A path of one kind may be another text in the other: `/.` names a database of wais, and nothing behind a host.
    const isOfOneKind = rulesOf(scheme).syntax.dotSegments === rulesOf(old.scheme).syntax.dotSegments;
    const isKept = isOfOneKind && !REWRITTEN.includes(scheme) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(asked.path);
    if (isKept) expect(octetsOf(bare(found.path))).toBe(octetsOf(bare(asked.path)));
    if (scheme !== old.scheme) return;
    if (parts.path === undefined && isKept) expect(bare(found.path)).toBe(bare(old.path));
    if (parts.query === undefined) expect(found.query).toBe(old.query);
  }

  test('has exactly the parts that were asked for and its other ones, or there is an error', () => {
    fc.assert(
      fc.property(canonicalUrl, replacement, (url, parts) => {
        const result = safeReplaceParts(url, parts);
        if (result.ok) expectAsked(url, parts, result.value);
        else expect(result.error).toBeInstanceOf(UrlError);
      }),
      runs(4),
    );
  });
});
