/**
 * Keys of indexes of web archives: what the programs answered, a row or more for each rule, and what keys are for.
 * `npm run judge` asks the programs again.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { equivalent, UrlError } from '../../src/index.ts';
import {
  SURT_PROFILES,
  SURT_RULES,
  type SurtOptions,
  type SurtProfileName,
  type SurtRuleName,
  surtOf,
} from '../../src/surt.ts';
import fc, { runs } from '../fast-check.ts';
import { anyString } from './generators.ts';
import { expectLinear } from './growth.ts';
import { archivedUrl } from './surt/urls.ts';

const SESSION = '0123456789abcdef0123456789abcdef';
const ASP = 'abcdefghijklmnopqrstuvwx';
const HEADING = 'ABCDEFGH';
const PROFILES = SURT_PROFILES.map(({ name }) => name);

/** The key, or the code of the error. */
function keyOrCode(url: string, options?: SurtOptions): string {
  try {
    return surtOf(url, options);
  } catch (error) {
    if (error instanceof UrlError) return error.code;
    throw error;
  }
}

describe('what the programs answered (test/src/surt/write-answers.ts)', () => {
  const read = (name: string): readonly unknown[] =>
    readFileSync(join(import.meta.dirname, 'surt', name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test.each(PROFILES)('%s', (profile) => {
    const answers = read('answers.jsonl').map((row) => Object(row));
    const keyOf = (url: string): string | null => {
      try {
        return surtOf(url, { profile });
      } catch (error) {
        if (error instanceof UrlError) return null;
        throw error;
      }
    };
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.map(({ url }) => [url, keyOf(url)])).toEqual(answers.map((row) => [row.url, row[profile]]));
  });

  test('the options of the Python package are the rules', () => {
    const answers = read('answers-of-options.jsonl').map((row) => Object(row));
    expect(new Set(answers.flatMap(({ without }) => without))).toEqual(new Set(SURT_RULES.map(({ name }) => name)));
    const keys = answers.map(({ url, without, withScheme }) => surtOf(url, { without, withScheme }));
    expect(keys).toEqual(answers.map(({ key }) => key));
  });
});

describe('keys', () => {
  test.each<[url: string, key: string]>([
    ['http://archive.org', 'org,archive)/'],
    ['HTTP://WWW.Archive.ORG:80/Goo/', 'org,archive)/goo'],
    ['https://archive.org/goo', 'org,archive)/goo'],
    ['http://archive.org:8080/goo', 'org,archive:8080)/goo'],
    ['http://www2.archive.org/', 'org,archive)/'],
    ['http://archive.org./x', 'org,archive)/x'],
    ['http://[::1]:81/', '::1:81)/'],
    ['http://bücher.example/ü', 'example,xn--bcher-kva)/%c3%bc'],
    ['http://user:secret@archive.org/#F', 'org,archive)/'],
    ['http://h/wiki/It%27s', "h)/wiki/it's"],
    ['http://h/%2541//b/./../%5Bc%5d?q=%22a%22', 'h)/a/[c]?q="a"'],
    ['gopher://www.h.example:7070/1/A/', 'example,h:7070)/1/a'],
    ['ftp://me:secret@h.example/A;type=i', 'example,h)/a;type=i'],
    ['telnet://h.example/', 'example,h)/'],
    ['mailto:Me@h.example', 'mailto:me@h.example'],
    ['news:*', 'news:*'],
    ['file:///etc/motd', 'file:/etc/motd'],
    ['dns:h.example', 'dns:h.example'],
    ['h.example/a', 'example,h)/a'],
    ['', '-'],
  ])('%s: %s', (url, key) => {
    expect(surtOf(url)).toBe(key);
  });

  test.each<[profile: SurtProfileName, key: string]>([
    ['ia', 'ss,d)/%e9'],
    ['webarchive-commons', 'ss,d)/%e9'],
    ['warcio.js', 'xn--zca,d)/a%2f../%e9/'],
  ])('of %s', (profile, key) => {
    expect(surtOf('http://www.d.ß/A%2F../%e9/', { profile })).toBe(key);
  });
});

const WHOLE = `http://u:p@www.h.example:80/A/(${ASP})/X.aspx/?sid=${SESSION}&B=2&A=1#F`;

test.each<[rule: SurtRuleName, key: string]>([
  ['www', 'example,h,www)/a/x.aspx?a=1&b=2'],
  ['default-port', 'example,h:80)/a/x.aspx?a=1&b=2'],
  ['path-case', 'example,h)/A/X.aspx?a=1&b=2'],
  ['path-session', `example,h)/a/(${ASP})/x.aspx?a=1&b=2`],
  ['final-slash', 'example,h)/a/x.aspx/?a=1&b=2'],
  ['query-session', `example,h)/a/x.aspx?a=1&b=2&sid=${SESSION}`],
  ['query-case', 'example,h)/a/x.aspx?A=1&B=2'],
  ['query-order', 'example,h)/a/x.aspx?b=2&a=1'],
  ['empty-query', 'example,h)/a/x.aspx?a=1&b=2'],
])('without the rule %s: %s', (rule, key) => {
  expect(surtOf(WHOLE, { without: [rule] })).toBe(key);
});

test('an empty query stays without its rule, and the scheme if it is wanted', () => {
  const options: SurtOptions = { without: ['empty-query'], withScheme: true };
  expect(surtOf('http://h.example/?', options)).toBe('http://(example,h)/?');
  expect(surtOf('mailto:me@h?', options)).toBe('mailto:me@h?');
});

test.each<[options: object, message: string]>([
  [
    { without: ['www', 'nonsense'] },
    `The option without must be a list of some of ${SURT_RULES.map(({ name }) => name).join(', ')}.`,
  ],
  [
    { without: ['toString'] },
    `The option without must be a list of some of ${SURT_RULES.map(({ name }) => name).join(', ')}.`,
  ],
  [{ profile: 'pywb' }, 'The option profile must be one of ia, webarchive-commons, warcio.js.'],
  [
    { profile: 'warcio.js', withScheme: true },
    'Keys of warcio.js have no options: leave out `without` and `withScheme`.',
  ],
  [
    { profile: 'warcio.js', without: ['www'] },
    'Keys of warcio.js have no options: leave out `without` and `withScheme`.',
  ],
])('%j: %s', (options, message) => {
  expect(() => surtOf('http://h.example/', JSON.parse(JSON.stringify(options)))).toThrow(new TypeError(message));
});

describe('errors', () => {
  const errorOf = (url: string, profile: SurtProfileName = 'ia'): string => {
    try {
      return surtOf(url, { profile });
    } catch (error) {
      if (error instanceof UrlError) return `${error.code} ${url.slice(error.index)}`;
      throw error;
    }
  };

  test.each<[url: string, error: string]>([
    ['http://h:8x/a\tb ', 'port-character 8x/a\tb '],
    ['u@h:65536', 'port-range 65536'],
    ['http://h:65535/', 'h:65535)/'],
    [' \t', 'scheme-missing  \t'],
  ])('%j: %j', (url, error) => {
    expect(errorOf(url)).toBe(error);
  });

  test.each<[url: string, error: string]>([
    ['http://h:+80/', 'h)/'],
    ['http://h:8x/', 'port-character 8x/'],
    ['http://h:2147483647/', 'h:2147483647)/'],
    ['http://h:2147483648/', 'port-range 2147483648/'],
    ['http://h:-2147483648/', 'h:-2147483648)/'],
    ['http://h:-2147483649/', 'port-range -2147483649/'],
    ['ftp:///a', 'host-missing /a'],
    ['http://u@/a', 'host-missing /a'],
    ['dns:', 'host-missing '],
  ])('of webarchive-commons, %j: %j', (url, error) => {
    expect(errorOf(url, 'webarchive-commons')).toBe(error);
  });

  test('64 KiB are read, and no more', () => {
    expect(surtOf(`http://h/${'a'.repeat(65_536 - 9)}`)).toHaveLength(65_530);
    expect(errorOf(`http://h/${'a'.repeat(65_536 - 8)}`)).toBe('too-long a');
  });
});

test('every profile and every rule has a sentence and a source', () => {
  for (const { about, source } of SURT_PROFILES) expect(`${about} ${source}`).toMatch(/\. \S+\/\S+ [\d.]+$/);
  for (const { about, source } of SURT_RULES) expect(`${about} ${source}`).toMatch(/\. [a-z_]+$/);
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

test.each(PROFILES)('nothing but a UrlError is thrown, and keys have no blanks: %s', (profile) => {
  fc.assert(
    fc.property(fc.oneof(archivedUrl, anyString), (url) => {
      const key = keyOrCode(url, { profile });
      // A program gives back what it does not read.
      if (key !== url && profile === 'ia') expect(key).toMatch(/^[!-~]+$/);
    }),
    runs(),
  );
});

test('equivalent URLs may have two keys, and one key many URLs that are not equivalent', () => {
  const [upper, lower] = ['http://h.example/A', 'http://h.example/a'];
  expect([equivalent(upper, lower), surtOf(upper) === surtOf(lower)]).toEqual([false, true]);
  const [slash, backslash] = ['http://h.example/a/b', 'http://h.example/a\\b'];
  expect([equivalent(slash, backslash), surtOf(slash) === surtOf(backslash)]).toEqual([true, false]);
});

test.each<[what: string, of: (length: number) => string]>([
  ['nested escapes', (length) => `http://h/%${'25'.repeat(length / 2)}`],
  ['digits that escapes stand for', (length) => `http://h/${'%3'.repeat(length / 2)}5`],
  ['blanks', (length) => `http://h/a${' '.repeat(length)}b`],
  ['identifiers of sessions', (length) => `http://h/?${'cfid='.repeat(length / 5)}`],
  ['segments of sessions', (length) => `http://h${`/(${ASP})`.repeat(length / 27)}/?`],
  ['international letters', (length) => `http://${'ü'.repeat(length / 20)}/`],
  ['digits of an address', (length) => `http://${'9'.repeat(length)}/`],
])('the time grows with the length of %s', (_what, of) => {
  expectLinear(60_000, (size) => {
    const url = of(size);
    return () => {
      for (const profile of PROFILES) keyOrCode(url, { profile });
    };
  });
});

test('sessions of ASP have a name of eight letters', () => {
  expect(surtOf(`http://h/?ASPSESSIONID${HEADING}=${ASP}&a`)).toBe('h)/?a');
});
