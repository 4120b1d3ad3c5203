/** What is removed from an input before a pass reads it, and where the rest stood. */
import { describe, expect, test } from 'vitest';
import { bareUrlError } from '../../../src/uri/bare-error.ts';
import {
  cleanAsBrowsers,
  isBare,
  MAX_LENGTH,
  type PreparedInput,
  prepare,
  textOf,
  WRAPPED,
} from '../../../src/uri/prepare.ts';
import { RecordedSteps } from '../../../src/uri/recorded-rewrite.ts';
import { joinTraces, keepRuns, Steps } from '../../../src/uri/traced-text.ts';

/** Steps as `code from-to after`. */
const told = ({ steps }: Pick<PreparedInput, 'steps'>): readonly string[] =>
  steps.list.map(({ code, at, after }) => `${code} ${at.join('-')}${after === '' ? '' : ` ${after}`}`);

/** The text, and the steps to it. Each of its characters stands in the input where `origin` says. */
function preparedOf(input: string, clean = false): readonly string[] {
  const bare = prepare(input, new RecordedSteps());
  const prepared = clean ? cleanAsBrowsers(bare) : bare;
  const { text, origin, originOf } = prepared;
  expect(prepared).toMatchObject({ input, base: null, cleaned: clean });
  expect(originOf?.() ?? null).toBe(origin);
  const changed = /[\\\t\n\r\ud800-\udfff]/;
  for (const [at, from] of origin?.entries() ?? []) {
    const character = input.charAt(from);
    if (at < text.length && !changed.test(character)) expect(text.charAt(at)).toBe(character);
  }
  expect(prepare(input, new Steps()).text).toBe(bare.text);
  return [text, ...told(prepared)];
}

describe('wrappers are removed', () => {
  test.each([
    ['go:a', 'go:a'],
    ['', ''],
    [' \0go:a\x1f ', 'go:a', 'surrounding-blanks 0-2', 'surrounding-blanks 6-8'],
    ['!go:a', '!go:a'],
    [' ', '', 'surrounding-blanks 0-1'],
    ['URL:go:a', 'go:a', 'wrapper 0-4'],
    ['url:URL: url:a', 'a', 'wrapper 0-8', 'surrounding-blanks 8-9', 'wrapper 9-13'],
    ['urls:a', 'urls:a'],
    ['u', 'u'],
    ['<go:a>', 'go:a', 'wrapper 0-1', 'wrapper 5-6'],
    ['<URL:go:a>', 'go:a', 'wrapper 0-1', 'wrapper 9-10', 'wrapper 1-5'],
    ['<go:a', '<go:a'],
    ['go:a>', 'go:a>'],
    ['<b>a</b>', '<b>a</b>'],
    ['<url:>', '', 'wrapper 0-1', 'wrapper 5-6', 'wrapper 1-5'],
    ['<go:a\r\n b>', 'go:ab', 'wrapper 0-1', 'wrapper 9-10', 'folded-line 5-8'],
    ['<go:a\n b c>', 'go:a b c', 'wrapper 0-1', 'wrapper 10-11', 'folded-blank 5-7  '],
    ['<go:a b\nc>', 'go:a b c', 'wrapper 0-1', 'wrapper 9-10', 'folded-blank 7-8  '],
    ['<go:a b/\nc>', 'go:a b/c', 'wrapper 0-1', 'wrapper 10-11', 'folded-line 8-9'],
    ['<go:a /b>', 'go:a /b', 'wrapper 0-1', 'wrapper 8-9', 'blank-beside-slash 5-6  '],
    ['<go:a/ b>', 'go:a/ b', 'wrapper 0-1', 'wrapper 8-9', 'blank-beside-slash 6-7  '],
    ['<go:a /\nb>', 'go:a /b', 'wrapper 0-1', 'wrapper 9-10', 'blank-beside-slash 5-6  ', 'folded-line 7-8'],
    ['<a://h\nh/b c>', 'a://hh/b c', 'wrapper 0-1', 'wrapper 12-13', 'folded-line 6-7'],
    ['<a://h/\tb\n c>', 'a://h/\tbc', 'wrapper 0-1', 'wrapper 12-13', 'blank-beside-slash 7-8 \t', 'folded-line 9-11'],
    ['<UR\nL:go:a>', 'go:a', 'wrapper 0-1', 'wrapper 10-11', 'folded-line 3-4', 'wrapper 1-6'],
  ])('%j is %j', (input, ...prepared) => {
    expect(preparedOf(input)).toEqual(prepared);
  });

  test.each(['a', 'Z:', 'uRl', 'url', 'urlx:', 'v:'])('%j is bare', (input) => {
    expect(isBare(input)).toBe(true);
  });

  test.each(['', '@', '[', '`', '{', '1', ' a', 'a ', 'a\0', 'URL:', 'url:a', '<a>'])('%j is not', (input) => {
    expect(isBare(input)).toBe(false);
  });

  test.each([
    ['<a b>', true],
    [' \n<>\t', true],
    ['<<a>', false],
    ['<a>b', false],
    ['b<a>', false],
    ['<a>>', false],
  ])('%j is one URL in brackets: %s', (input, is) => {
    expect(WRAPPED.test(input)).toBe(is);
  });
});

describe('a text is cleaned as browsers do', () => {
  test.each([
    ['a:\\b\\\\c', 'a:/b//c', 'backslash 2-3 /', 'backslash 4-6 //'],
    ['a\t\nb\rc', 'abc', 'tab-or-newline 1-3', 'tab-or-newline 4-5'],
    ['a?\\\t', 'a?\\', 'surrounding-blanks 3-4'],
    ['a\\#\\b\n\\', 'a/#\\b\\', 'backslash 1-2 /', 'tab-or-newline 5-6'],
    ['a\x0b\x0c\\?', 'a\x0b\x0c/?', 'backslash 3-4 /'],
    [' a\t\\b', 'a/b', 'surrounding-blanks 0-1', 'tab-or-newline 2-3', 'backslash 3-4 /'],
    [
      'a\ud83d\t\ude00b',
      'a\ufffd\ufffdb',
      'lone-surrogate 1-2 \ufffd',
      'tab-or-newline 2-3',
      'lone-surrogate 3-4 \ufffd',
    ],
  ])('%j is %j', (input, ...cleaned) => {
    expect(preparedOf(input, true)).toEqual(cleaned);
  });
});

describe('a traced text', () => {
  test('knows where each character stood, and its end', () => {
    const dropped = keepRuns('abcdef', 1, 6, new Steps(), (index) => (index === 2 ? -4 : index + 1));
    expect([dropped.text, [...(dropped.origin ?? [])]]).toEqual(['bef', [1, 4, 5, 6]]);
    const again = keepRuns(dropped.text, 0, 2, new Steps(), (index) => (index === 0 ? -1 : index + 1));
    expect([...(joinTraces(dropped, again).origin ?? [])]).toEqual([4, 5]);
    expect(joinTraces(dropped, { ...again, origin: null }).origin).toBeNull();
    expect([...(joinTraces({ ...dropped, origin: null }, again).origin ?? [])]).toEqual([1, 2]);
  });

  test('forgets its steps on the fast path', () => {
    const steps = new Steps();
    steps.add('wrapper', 0, 1);
    expect([steps.list, steps.omitted, steps.fresh(), steps.joined(steps, (at) => at)]).toEqual([[], 0, steps, steps]);
  });

  test('joins neighbours with one code, and counts what is not listed', () => {
    const steps = new RecordedSteps();
    for (let at = 0; at < 400; at += 2) steps.add('backslash', at, at + 1, '/');
    steps.add('backslash', 399, 400, '/');
    steps.add('backslash', 400, 400);
    steps.add('wrapper', 400, 401);
    steps.add('wrapper', 401, 402, 'x');
    steps.add('wrapper', 403, 404);
    expect([steps.list.length, steps.omitted, steps.fresh().list.length]).toEqual([100, 102, 0]);
    expect(steps.list.at(-1)).toEqual({ code: 'wrapper', at: [400, 402], after: 'x' });
    const joined = steps.joined(steps, (at) => at + 1000);
    expect([joined.list.length, joined.omitted, joined.list.at(-1)]).toEqual([
      100,
      304,
      { code: 'wrapper', at: [400, 402], after: 'x' },
    ]);
    const few = new RecordedSteps();
    few.add('wrapper', 1, 3);
    expect(new RecordedSteps().joined(few, (at) => 2 * at).list).toEqual([{ code: 'wrapper', at: [2, 5], after: '' }]);
  });
});

test('an input is a text or a URL object, of at most 65,536 characters', () => {
  expect(textOf(new URL('http://h/'), bareUrlError)).toBe('http://h/');
  expect(textOf('a'.repeat(MAX_LENGTH), bareUrlError)).toHaveLength(65_536);
  expect(() => textOf('a'.repeat(MAX_LENGTH + 1), bareUrlError)).toThrow(
    expect.objectContaining({ code: 'too-long', index: 65_536 }),
  );
  expect(() => textOf(7 as unknown as string, bareUrlError)).toThrow(
    expect.objectContaining({ code: 'not-a-string', index: 0, input: '' }),
  );
});
