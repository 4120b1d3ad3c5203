/** The octet pass behind `canonicalize` gives what the pass over texts gives. */
import { describe, expect, it, test } from 'vitest';
import { createWaypost, idna, octetForms, safely } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import type { SchemeRules } from '../../../src/uri/scheme-rules.ts';
import { syntaxOf } from '../../../src/uri/syntax.ts';
import { makeCitations, makeCorpus } from '../../bench/corpus.ts';
import fc, { PROPERTY_TIMEOUT, runs, scaled } from '../../fast-check.ts';
import { grammarUrl, randomOf } from '../generators/grammar-url.ts';
import { anyInput, anyModel } from '../generators.ts';

const texts = createWaypost(definitions, { idna });
const octets = createWaypost(definitions, { idna, octets: octetForms });

/** The canonical form, or what is wrong and where. */
function answerOf({ canonicalize }: typeof texts, url: string): string {
  const answer = safely(canonicalize)(url);
  return answer.ok ? answer.value : `${answer.error.code} at ${answer.error.index}`;
}

/** The target of a reference, or what is wrong and where. */
function targetOf({ resolve }: typeof texts, reference: string, base: string): string {
  const answer = safely(resolve)(reference, base);
  return answer.ok ? answer.value : `${answer.error.code} at ${answer.error.index}`;
}

/** Beginnings of bases whose scheme is hierarchical, and of others. */
const BASES: readonly string[] = [
  ...['http://h/', 'HTTP://H:80', 'http:/', 'http:///', 'ftp://u:p@h/', 'FTP://h/', 'ftps://h/', 'file:///'],
  ...[
    'file://h/',
    'file://C:/',
    'ws://[::1]/',
    'http://\u00fc.example/',
    'afs://h/',
    'http://h:99999/',
    'gopher://h/0',
    'x-a:b/',
    'urn:a:',
  ],
];
const PIECES: readonly string[] = [
  ...['a', 'b', '/', '/', '/', '.', '..', '../', './', ';', '?', '#', '%2e', '%2E', '%2F', '%00', '%0a', '%7e'],
  ...['%', '\\', '\t', ' ', '<', '>', ':', '@', '|', 'C:', '/C|/', '%43:', '\u00e9', '\ud800'],
  ...[';type=a', ';TYPE=I', '\0'],
];

/** How many links of an archive are read. */
const LINKS = Math.max(1000, scaled(5000));

describe('the same as the pass over texts', () => {
  it(
    'for any input',
    () => {
      const anyUrl = anyModel.map(({ b }) => b);
      fc.assert(
        fc.property(fc.oneof(anyInput, anyUrl), (url) => {
          expect(answerOf(octets, url)).toBe(answerOf(texts, url));
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'for URLs made from the words of grammars, in canonical forms and errors',
    () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const url = grammarUrl(randomOf(seed));
          const wanted = safely(texts.lineReader.canonicalizeLine)(url);
          expect(answerOf(octets, url)).toBe(answerOf(texts, url));
          if (!wanted.ok) return;
          expect([texts.canonicalize(url), octets.canonicalize(wanted.value)]).toEqual([wanted.value, wanted.value]);
        }),
        runs(20),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it('for the links of an archive, of which it leaves one of 20', () => {
    const form = octetForms(definitions, unknown);
    const corpus = makeCorpus(LINKS, 12).map(({ url }) => url);
    for (const url of corpus) expect(answerOf(octets, url)).toBe(answerOf(texts, url));
    expect(corpus.filter((url) => form.of(url) !== null).length / corpus.length).toBeGreaterThan(0.95);
  });

  it('for the references of an archive, of which it leaves one of 20', () => {
    const form = octetForms(definitions, unknown);
    const citations = makeCitations(LINKS, 12);
    for (const { reference, base } of citations)
      expect(octets.resolve(reference, base)).toBe(texts.resolve(reference, base));
    const resolved = citations.filter(({ reference, base }) => form.ofTarget(reference, base) !== null);
    expect(resolved.length / citations.length).toBeGreaterThan(0.95);
  });

  it(
    'for any reference and base',
    () => {
      const anyBase = fc.tuple(fc.constantFrom(...BASES), fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }));
      const anyReference = fc.tuple(
        fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...BASES, '//h', '/', '///')),
        fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }),
      );
      fc.assert(
        fc.property(anyReference, anyBase, (reference, base) => {
          const [from, to] = [base, reference].map(([start, pieces]) => start + pieces.join(''));
          expect(targetOf(octets, to ?? '', from ?? '')).toEqual(targetOf(texts, to ?? '', from ?? ''));
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  test.each([
    ['x', 'http://h/a\\b', 'http://h/a/x'],
    ['x', 'http://h\\a/b', 'http://h/a/x'],
    ['/\t/x', 'http://h/a', 'http://x/'],
    ['/x', 'file:///%43:/a', 'file:///C:/x'],
    ['?x', 'ftp://h/a;TYPE=I', 'ftp://h/a%3Btype=i%3Fx'],
    ['?x', 'ftp://h/a/..', 'ftp://h/%3Fx'],
    ['#x', 'http://h/a ', 'http://h/a#x'],
    [' x', 'http://h/a', 'http://h/x'],
    ['<x>', 'http://h/a', 'http://h/x'],
    ['.//x', 'http://h/a/b', 'http://h/a//x'],
    ['x', 'http://h/a/..', 'http://h/x'],
    ['x', 'http:///h/a', 'http://h/x'],
    ['http:x', 'HTTP://h/a/b', 'http://h/a/x'],
    ['gopher://h', 'http://h:99999/', 'base-invalid at 9'],
    ['//x', 'ftp://u%00@h/a', 'base-invalid at 7'],
    ['/x', 'ftp://h/%0A', 'base-invalid at 8'],
  ])('%j against %j is %s', (reference, base, answer) => {
    expect([targetOf(octets, reference, base), targetOf(texts, reference, base)]).toEqual([answer, answer]);
  });

  test.each([
    ['HTTP://H/a\nb', 'http://h/ab'],
    ['HTTP://H/a\r\nb', 'http://h/ab'],
    ['HTTP://H/a\r\nhttp://b', 'http://h/ahttp://b'],
    ['GOPHER://H/0a\n', 'gopher://h/0a'],
    ['HTTP://H/\ud800', 'http://h/%EF%BF%BD'],
    ['HTTP://H/\ufeff', 'http://h/%EF%BB%BF'],
    ['\ufeffhttp://h/', 'scheme-invalid at 0'],
    ['HTTP://H/\u{10348}'.repeat(2), 'http://h/%F0%90%8D%88HTTP://H/%F0%90%8D%88'],
    ['URL:HTTP://H', 'http://h/'],
    ['C:/a', 'c:/a'],
    ['FTP://H/%0A', 'ftp-control at 8'],
  ])('%j is %s', (url, answer) => {
    expect([answerOf(octets, url), answerOf(texts, url)]).toEqual([answer, answer]);
  });

  test('for every short host of what numbers have', () => {
    let hosts = [''];
    for (let length = 1; length <= 4; length++) {
      hosts = hosts.flatMap((host) => [...'0x1aFg.-8'].map((character) => host + character));
      const urls = hosts.map((host) => `HTTP://${host}/`);
      expect(urls.map((url) => answerOf(octets, url))).toEqual(urls.map((url) => answerOf(texts, url)));
    }
  });

  test.each(['a', 'é', '\u20ac', '\u{10348}', ' ', '%7e'])('for URLs of every length with %j', (character) => {
    for (let length = 500; length < 520; length++) {
      const url = `HTTP://H/${character.repeat(length)}`.slice(0, length);
      expect(answerOf(octets, url)).toBe(answerOf(texts, url));
    }
  });
});

describe('the octet pass itself', () => {
  const form = octetForms(definitions, unknown);

  test('takes URLs, and references with their base, of up to 512 characters', () => {
    const long = (length: number): string => 'HTTP://h/'.padEnd(length, '\u20ac');
    expect([form.of(long(512)), form.of(long(513))]).toEqual([`http://h/${'%E2%82%AC'.repeat(503)}`, null]);
    expect([form.ofTarget(long(500), 'http://h/a/b'), form.ofTarget(long(501), 'http://h/a/b')]).toEqual([
      `http://h/${'%E2%82%AC'.repeat(491)}`,
      null,
    ]);
  });

  test('sees a difference in every place of a URL', () => {
    for (let length = 'http://h/%c3'.length; length < 24; length++) {
      const url = `${'http://h/'.padEnd(length - 3, 'a')}%c3`;
      expect(form.of(url)).toBe(url.replace('%c', '%C'));
      expect(form.of(url.replace('%c', '%C'))).toBe(url.replace('%c', '%C'));
      expect(form.of(url.replace('http', 'httP').replace('%c', '%C'))).toBe(url.replace('%c', '%C'));
    }
  });

  test.each([
    ['a\nb', 'http://h/', null],
    ['b', ' http://h/', null],
    ['b', '\u00e9://h/', null],
    ['HTTP://H/%7e', 'http://h.example/', 'http://h/~'],
    ['http://h:99999/', 'http://h.example/', null],
    ['gopher://H', 'http://H:80/', 'gopher://h/'],
    ['gopher://h', 'http://h:99999/', null],
    ['../%7e', 'HTTP://H/a/b/c', 'http://h/a/~'],
    ['b', 'http://h:99999/', null],
    ['', 'http://h/', null],
  ])('%j against %j is %j', (reference, base, target) => {
    expect(form.ofTarget(reference, base)).toBe(target);
  });
});

describe('the octet pass resolves references to a base', () => {
  const transform = (base: string): string => base;
  const slashed = { authority: 'required', host: 'network', dotSegments: true, rootPath: true } as const;
  const targetWith = (changes: Partial<SchemeRules>): string | null => {
    const rules = { name: 'x', defaultPort: null, syntax: syntaxOf(slashed), ...changes };
    return octetForms([rules], unknown).ofTarget('c', 'x://h.example/a/b');
  };

  it.each<readonly [string, string | null, Partial<SchemeRules>]>([
    ['whose scheme resolves them as RFC 3986 does', 'x://h.example/a/c', {}],
    ['not without dot segments', null, { syntax: syntaxOf({ ...slashed, dotSegments: false }) }],
    ['not without a path for the root', null, { syntax: syntaxOf({ ...slashed, rootPath: false }) }],
    ['not by the own rule of a scheme', null, { transform }],
    ['unless the rule is for other bases and references', 'x://h.example/a/c', { transform, transformOn: /z/ }],
    ['not if the rule is for the base', null, { transform, transformOn: /b/ }],
    ['not if the rule is for the reference', null, { transform, transformOn: /^c/ }],
  ])('%s', (_, target, changes) => {
    expect(targetWith(changes)).toBe(target);
  });
});
