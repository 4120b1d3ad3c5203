/** A pass, and what it records: each change once, with its range in the input. */
import { describe, expect, test } from 'vitest';
import { UrlError } from '../../../src/uri/bare-error.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { RecordedRewrite } from '../../../src/uri/recorded-rewrite.ts';
import { Rewrite } from '../../../src/uri/rewrite.ts';

const passOver = (text: string): RecordedRewrite => new RecordedRewrite(withoutIdna).begin(text, text, null);
const told = ({ findings }: RecordedRewrite): readonly string[] =>
  findings.items.map(({ code, at, before, after }) => `${code} ${at ?? 'nowhere'}: ${before} > ${after}`);

describe('changes', () => {
  test.each(['percent-encoded', 'percent-encoded-latin1', 'percent-case', 'percent-unreserved'])(
    'beside each other are one if they are %s',
    (code) => {
      const pass = passOver('abcdef');
      for (const [at, by] of [...'AB'].entries()) pass.replace(at, at + 1, by, code);
      pass.replace(3, 4, 'D', code);
      pass.replace(4, 5, 'E', 'other');
      pass.replace(5, 6, 'F', 'other');
      pass.replace(6, 6, 'G', code);
      expect(pass.end()).toBe('ABcDEFG');
      expect(told(pass)).toEqual([
        `${code} 0,2: ab > AB`,
        `${code} 3,4: d > D`,
        'other 4,5: e > E',
        'other 5,6: f > F',
        `${code} 6,6:  > G`,
      ]);
    },
  );

  test('are not joined over another one, or to one without characters before them', () => {
    const pass = passOver('abc');
    pass.replace(0, 1, 'A', 'percent-case');
    pass.note('x', 1, 2);
    pass.replace(1, 2, 'B', 'percent-case');
    pass.replace(2, 2, '', 'percent-case');
    pass.replace(2, 3, 'C', 'percent-case');
    expect(told(pass)).toEqual([
      'percent-case 0,1: a > A',
      'x 1,2: b > b',
      'percent-case 1,2: b > B',
      'percent-case 2,3: c > C',
    ]);
  });

  test('beyond the hundredth are counted, whole runs as one', () => {
    const pass = passOver('a'.repeat(400));
    for (let at = 0; at < 400; at++) if (at % 3 > 0) pass.replace(at, at + 1, 'A', 'percent-case');
    expect([pass.findings.items.length, pass.findings.omitted]).toEqual([100, 33]);
    expect(told(pass).at(-1)).toBe('percent-case 298,300: aa > AA');
  });

  test.each([
    ['ab', [4, 5, 6], ['x 4,6: 45 > X']],
    ['ab', [4, 8, 9], ['x 4,9: 45678 > X']],
    ['ab', [-1, 5, 6], ['x nowhere: ab > X']],
    ['ab', [4, -1, 6], ['x nowhere: ab > X']],
    ['ab', [], ['x nowhere: ab > X']],
  ])('in %j have their place in the input by %j', (text, origin, findings) => {
    const pass = new RecordedRewrite(withoutIdna).begin(text, '0123456789', () => Int32Array.from(origin));
    pass.replace(0, 2, 'X', 'x');
    expect(told(pass)).toEqual(findings);
  });

  test('that are not from the input are not joined', () => {
    const pass = new RecordedRewrite(withoutIdna).begin('abcd', '01', () => Int32Array.of(-1, -1, 0, 1, 2));
    for (let at = 0; at < 4; at++) pass.replace(at, at + 1, 'X', 'percent-case');
    expect(told(pass)).toEqual([
      'percent-case nowhere: a > X',
      'percent-case nowhere: b > X',
      'percent-case 0,2: 01 > XX',
    ]);
  });
});

describe('a part that is written once more', () => {
  /** Rewrites all but the first letter, when that letter, capitals and some escapes have been replaced. */
  function rewritten(text: string, by: string): readonly string[] {
    const pass = passOver(text);
    pass.replace(0, 1, 'long', 'first');
    const mark = pass.mark(1);
    for (const { 0: found, index } of text.matchAll(/[A-Z]|%7e/g)) {
      pass.replace(index, index + found.length, found === '%7e' ? '~' : found.toLowerCase(), 'case');
    }
    pass.rewrite(mark, 1, text.length, by, 'again');
    expect(pass.end()).toBe(`long${by}`);
    return told(pass).filter((finding) => finding.startsWith('again'));
  }

  test.each([
    ['x/a/./b', '/a/b', 'again 4,6: ./ > '],
    ['x/a/../b', '/b', 'again 2,7: a/../ > '],
    ['x/A/../b', '/b', 'again 2,7: A/../ > '],
    ['x/%7e/./b', '/~/b', 'again 6,8: ./ > '],
    ['x/%7e%7e', '/~', 'again 5,8: %7e > '],
    ['xabc', 'abd', 'again 3,4: c > d'],
    ['xabc', 'zbc', 'again 1,2: a > z'],
    ['xabc', 'abcd', 'again 4,4:  > d'],
    ['xabc', 'bc', 'again 1,2: a > '],
    ['xaa', 'a', 'again 2,3: a > '],
    ['xa', 'aa', 'again 2,2:  > a'],
    ['xa%22b', 'a%25b', 'again 2,5: %22 > %25'],
    ['xa%22b', 'a%35b', 'again 2,5: %22 > %35'],
    ['xa%22', 'a%2', 'again 2,5: %22 > %2'],
    ['xa%22%22', 'a%22', 'again 5,8: %22 > '],
    ['x%22a', '2a', 'again 1,4: %22 > 2'],
    ['x%22ab', '22ab', 'again 1,4: %22 > 22'],
    ['xabc', 'abc', 'again 4,4:  > '],
  ])('%s, as %s: %s', (text, by, finding) => {
    expect(rewritten(text, by)).toEqual([finding]);
  });

  test('behind many replacements has its own place', () => {
    const text = `x${'A'.repeat(50)}/a/./b`;
    expect(rewritten(text, `${'a'.repeat(50)}/a/b`)).toEqual(['again 54,56: ./ > ']);
    const pass = passOver(text);
    for (let at = 1; at < 51; at++) pass.replace(at, at + 1, 'long', 'first');
    pass.rewrite(pass.mark(51), 51, text.length, '/a/b', 'again');
    expect([pass.end(), told(pass).at(-1)]).toEqual([`x${'long'.repeat(50)}/a/b`, 'again 54,56: ./ > ']);
  });

  test('and then again has places in the text as it was', () => {
    const pass = passOver('x/a/./b/../c');
    const mark = pass.mark(1);
    pass.rewrite(mark, 1, 7, '/a/b', 'one');
    pass.rewrite(mark, 1, 12, '/a/c', 'two');
    expect([pass.end(), ...told(pass)]).toEqual(['x/a/c', 'one 4,6: ./ > ', 'two 1,11: /a/./b/../ > ']);
  });
});

describe('notes', () => {
  test('name the scheme in lower case, user names, and components', () => {
    const pass = passOver('GO:a');
    pass.noteScheme((scheme) => `x-${scheme}`, 2);
    pass.noteScheme(() => null, 2);
    pass.noteScheme(undefined, 2);
    pass.noteUserInfo(3, 4, true);
    pass.noteUserInfo(3, 4, false);
    pass.noteUserInfo(3, 3, true);
    pass.noteUserInfo(3, 3, false);
    pass.replace(0, 2, 'other', 'y');
    pass.beginComponent(3);
    pass.noteComponent((_pass, mark) => pass.note(`mark-${mark}`, 3, 4));
    pass.noteComponent(undefined);
    pass.noteHost('a_b', 3, 4);
    expect(told(pass)).toEqual([
      'x-go 0,2: GO > GO',
      'user-info-ignored 3,4: a > a',
      'credentials-in-url 3,4: a > a',
      'credentials-in-url 3,4: a > a',
      'user-info-ignored 3,3:  > ',
      'y 0,2: GO > other',
      'mark-6 3,4: a > a',
    ]);
    const host = passOver('//a_b-');
    host.noteHost('a_b-', 2, 6);
    expect(told(host)).toEqual(['host-underscore 2,6: a_b- > a_b-', 'host-hyphen 2,6: a_b- > a_b-']);
    expect([host.recording, new Rewrite(withoutIdna).recording]).toEqual([true, false]);
  });
});

describe('a pass', () => {
  const errorIn = (pass: Rewrite<string>, index: number, to?: number): readonly unknown[] => {
    try {
      return pass.fail('x', index, to);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      return [error.code, error.index, error.at];
    }
  };

  test.each([
    [null, 1, undefined, 1, [1, 2]],
    [null, 1, 3, 1, [1, 3]],
    [null, 9, undefined, 6, [6, 6]],
    [[2, 3, 5, 6], 1, 3, 3, [3, 6]],
    [[2, 3, 5, 6], 9, undefined, 6, [6, 6]],
    [[-1, 4, 9], 0, 2, 0, [0, 5]],
    [[-1, 4, 9], 2, undefined, 6, [6, 6]],
    [[], 0, undefined, 0, [0, 1]],
  ])('with the offsets %j fails from %i to %s in the input at %i', (origin, index, to, at, range) => {
    const pass = new Rewrite<string>(withoutIdna).begin('abc', '012345', origin && (() => Int32Array.from(origin)));
    expect(errorIn(pass, index, to)).toEqual(['x', at, range]);
  });

  test('knows what it has written, and begins anew', () => {
    const pass = new Rewrite<string>(withoutIdna).begin('abcdef', 'abcdef', null, true);
    const mark = pass.mark(2);
    expect([pass.written(mark, 4), pass.changedSince(mark, 2), pass.end(), pass.cleaned]).toEqual([
      'cd',
      false,
      'abcdef',
      true,
    ]);
    pass.replace(0, 1, '', 'x');
    expect([pass.mark(2), pass.written(1, 3), pass.end()]).toEqual([1, 'c', 'bcdef']);
    const later = pass.mark(3);
    pass.replace(4, 5, 'EE', 'x');
    expect([pass.changedSince(later, 3), pass.written(later, 6), pass.end()]).toEqual([true, 'dEEf', 'bcdEEf']);
    pass.rewrite(later, 3, 6, '!', 'x');
    expect(pass.end()).toBe('bc!');
    expect([pass.begin('a', 'b', null).end(), pass.cleaned, pass.input]).toEqual(['a', false, 'b']);
  });
});
