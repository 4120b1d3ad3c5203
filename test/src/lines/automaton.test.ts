/** The automaton recognises what the expressions of the schemes match from end to end, and so nothing that changes. */
import { describe, expect, it, test } from 'vitest';
import { createCanonicalizer } from '../../../src/canonicalizer.ts';
import { toAscii } from '../../../src/idna/idna.ts';
import { createWaypost, octetForms, type Scheme, safeCanonicalize, safely, type Waypost } from '../../../src/index.ts';
import { Automaton } from '../../../src/lines/automaton.ts';
import { automatonOf, FIRST_URLS } from '../../../src/lines/octet-forms.ts';
import { http } from '../../../src/schemes/http/definition.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { rules } from '../../../src/schemes/rules.ts';
import { bareUrlError } from '../../../src/uri/bare-error.ts';
import { canonicalPattern } from '../../../src/uri/pattern.ts';
import { unknownRules } from '../../../src/uri/scheme-rules.ts';
import { makeCorpus } from '../../bench/corpus.ts';
import fc, { PROPERTY_TIMEOUT, runs, scaled } from '../../fast-check.ts';
import { mutated } from '../generators/noise.ts';
import { anyInput, anyModel } from '../generators.ts';

const automaton = automatonOf(definitions);

/** What the expressions match, by name. */
const expressions = new Map(
  definitions.map((scheme) => [scheme.name, new RegExp(`^(?:${canonicalPattern(scheme) ?? '(?!)'})$`)]),
);

function isMatched(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon === -1) return false;
  return expressions.get(text.slice(0, colon))?.test(text.slice(colon + 1)) ?? false;
}

/** The pass, which recognises nothing. */
const { canonicalizeLine } = createCanonicalizer(
  rules,
  unknownRules,
  { idna: { available: true, toAscii } },
  bareUrlError,
).lineReader;

const canonical = fc
  .oneof(
    anyInput,
    anyModel.map(({ b }) => b),
  )
  .map((url) => {
    const answer = safeCanonicalize(url);
    return answer.ok ? answer.value : url;
  });

describe('the schemes of Waypost', () => {
  it(
    'are recognised as their expressions match, and only if they are canonical',
    () => {
      fc.assert(
        fc.property(fc.oneof(canonical, mutated(canonical)), (url) => {
          const isRecognized = automaton.recognizes(url);
          expect(isRecognized).toBe(isMatched(url));
          if (isRecognized) expect(canonicalizeLine(url)).toBe(url);
        }),
        runs(4),
      );
    },
    PROPERTY_TIMEOUT,
  );

  test('nearly every canonical link of an archive is recognised, by a new automaton too', () => {
    const links = makeCorpus(scaled(5000), 7).map(({ url }) => canonicalizeLine(url));
    const recognized = links.filter((url) => automaton.recognizes(url));
    expect(recognized.length / links.length).toBeGreaterThan(0.98);
    const other = automatonOf(definitions);
    expect(links.filter((url) => other.recognizes(url))).toEqual(recognized);
    expect(links.filter((url) => other.recognizes(url))).toEqual(recognized);
  });
});

describe('an expression', () => {
  /** All texts of up to `length` characters. */
  function textsOf(characters: string, length: number): readonly string[] {
    if (length === 0) return [''];
    const shorter = textsOf(characters, length - 1);
    return ['', ...shorter.flatMap((text) => [...characters].map((character) => character + text))];
  }

  test.each([
    '',
    'a',
    'ab|ba|',
    'a*b+c?',
    '(?:ab|c)*',
    '(?:a|b|ab)*c',
    'a{3}',
    'a{1,3}b{0,2}',
    '(?:ab?){2,3}',
    '(?:(?:a{0,2}b)*c){1,2}',
    '[ab][^c]',
    '[a-b]+[\\]c-]',
    '\\.\\*?a',
    '(?!ab)[abc]*',
    '(?!a$)[abc]*',
    '(?!a(?:b|$))[abc]*c?',
    '(?:(?!ab)[abc])*',
    '(?:(?!aa)[ab]*c)*',
    'a(?!b|c{2})(?:b|c)*',
    '(?:a(?!b))?[abc]*',
    '(?:a|a*b)*(?!c)[ac]*$',
    'a$b|c$',
  ])('%s', (source) => {
    const expression = new RegExp(`^(?:${source})$`);
    const own = new Automaton([{ name: 'x', pattern: () => source }]);
    const texts = textsOf('abc.*]-', 5);
    expect(texts.filter((text) => own.recognizes(`x:${text}`))).toEqual(texts.filter((text) => expression.test(text)));
  });

  test.each([
    '(a)',
    '(?=a)a',
    '\\d',
    '\\1',
    '^a',
    '.',
    'a*?',
    'a**',
    'a{,2}',
    '[]',
    '(?:a',
    'a)',
    '[a',
    'a{2',
    '\\',
    '(?:a?)*',
    '(?:(?!$)a*)+',
    '(?:|a){2}',
    'a{2,1}',
    'a{100}',
  ])('%s is not read, and recognises nothing', (source) => {
    const own = new Automaton([
      { name: 'x', pattern: () => source },
      { name: 'y', pattern: () => null },
      { name: 'z', pattern: () => 'a' },
    ]);
    const recognized = (...texts: string[]): string[] => texts.filter((text) => own.recognizes(text));
    expect([recognized('y:', 'y:a', 'z:a', 'z:'), own.readsAll]).toEqual([['z:a'], true]);
    expect([recognized('x:', 'x:a', 'x:aa', 'x:1', 'z:a'), own.readsAll]).toEqual([['z:a'], false]);
  });

  test('of more states than there is room for recognises less, and nothing else', () => {
    const source = '(?:a|b)*a(?:a|b){14}';
    const own = new Automaton([{ name: 'x', pattern: () => source }]);
    const expression = new RegExp(`^${source}$`);
    const texts = Array.from({ length: 1 << 12 }, (_, number) =>
      [...((number * 2654435761) >>> 0).toString(2).padStart(32, '0')].map((digit) => 'ab'[Number(digit)]).join(''),
    );
    const wrong = texts.filter((text) => own.recognizes(`x:${text}`) && !expression.test(text));
    expect(wrong).toEqual([]);
    expect(texts.some((text) => own.recognizes(`x:${text}`))).toBe(true);
    expect(texts.some((text) => !own.recognizes(`x:${text}`) && expression.test(text))).toBe(true);
  });
});

describe('a library gives the same before and after it makes a table', () => {
  const PATHS: readonly string[] = [
    ...['//h.example/', '//H.example/', '//h.example/%7e', '//h.example/../a', '//h.example/a%2Fb?c#d', '//h.example'],
    ...['', 'a', 'a b', '//h.example/\u00e9', `//h.example/${'a'.repeat(70)}`, '//u:p@h.example:8080/', '//h a/'],
  ];

  /** The forms of URLs of the schemes, or what is wrong and where. */
  function answersOf({ canonicalize }: Waypost, names: readonly string[]): readonly string[] {
    return names.flatMap((name) =>
      PATHS.map((path) => {
        const answer = safely(canonicalize)(`${name}:${path}`);
        return answer.ok ? answer.value : `${answer.error.code} at ${answer.error.index}`;
      }),
    );
  }

  function expectSame(names: readonly string[], definitionsOf: (library: () => Waypost) => readonly Scheme[]): void {
    const library: Waypost = createWaypost(
      definitionsOf(() => library),
      { octets: octetForms },
    );
    const other: Waypost = createWaypost(definitionsOf(() => other));
    const answers = answersOf(library, names);
    for (let url = 0; url < FIRST_URLS; url++) library.canonicalize('http://h.example/');
    expect(answersOf(library, names)).toEqual(answers);
    expect(answersOf(library, names)).toEqual(answers);
    expect(answersOf(other, names)).toEqual(answers);
  }

  test('with any names', () => {
    const names = ['empty', 'end', 'everything', 'union', 'deferred', 'x', 'x+y', 'x+y.z', 'x-y', 'xx', 'http'];
    expectSame(names, () => [...names.map((name) => ({ ...http, name })), { ...http, name: 'x' }]);
  });

  test('with patterns that only the engine reads', () => {
    const patterns = ['//h\\.example/\\w*', '(?=/)//h\\.example/[a-z]*', '//[a-z]+?\\.example/', 'a|//h\\.example/'];
    const names = patterns.map((_, index) => `x${index}`);
    expectSame(names, () =>
      patterns.map((pattern, index) => ({ ...http, name: `x${index}`, canonical: () => pattern })),
    );
  });

  test('with a pattern whose maker canonicalizes', () => {
    expectSame(['x', 'http'], (library) => {
      const canonical = (): string => {
        library().canonicalize('http://h.example/abc');
        return '//h\\.example/[a-z]*';
      };
      return [http, { ...http, name: 'x', canonical }];
    });
  });
});
