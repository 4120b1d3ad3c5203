/** Policies: their errors, and what a pass makes of a component under them. */
import { describe, expect, it, test } from 'vitest';
import { ALPHA, CharacterSet, DIGIT, UNRESERVED, UNRESERVED_2396 } from '../../../src/uri/characters.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import {
  EXCLUDED,
  type Excluded,
  isPlain,
  octetAt,
  octetEncoder,
  type PieceCodes,
  type Policy,
  policy,
  rewriteComponent,
  rewriteWords,
} from '../../../src/uri/percent.ts';
import { RecordedRewrite } from '../../../src/uri/recorded-rewrite.ts';
import type { Rewrite } from '../../../src/uri/rewrite.ts';

const raw = DIGIT.or('.;?/');

describe('a policy decodes only characters that may appear raw', () => {
  it.each([
    ['a character that is not raw', 'a', {}],
    ['the percent sign', '%', {}],
    ['a character beyond ASCII', 'ü', {}],
    ['a character that ends the component', '?', { stop: '?' }],
    ['a character that the scheme asks about', ';', { mark: ';' }],
    ['a character that browsers replace', '/', { reread: '/' }],
  ])('%s', (_, character, options) => {
    expect(() => policy(raw, { decode: new CharacterSet(character), ...options })).toThrow(RangeError);
  });

  it('unreserved characters, which are decoded by default, must appear raw too', () => {
    expect(() => policy(DIGIT)).toThrow(RangeError);
  });

  it('a dot may be decoded if the policy looks for dot segments', () => {
    expect(() => policy(raw, { decode: raw, dots: true })).not.toThrow();
  });
});

const ODD = { delimiter: 'x-delimiter', capital: 'x-capital' };

/** What a pass makes of a text without its first and last two characters, what it reports, and what it finds. */
function passOver(text: string, used: Policy, codes?: PieceCodes<string>, settings: Partial<Rewrite> = {}) {
  const pass = Object.assign(new RecordedRewrite(withoutIdna).begin(text, text, null), settings);
  const end = rewriteComponent<string>(pass, 2, text.length - 2, used, codes);
  const { dotSegment, marked, control, lineBreak } = pass;
  const findings = pass.findings.items.map(({ code, at, before, after }) => `${code} ${at} ${before} ${after}`);
  return { written: pass.end(), end, findings, found: { dotSegment, marked, control, lineBreak } };
}

describe('a component is rewritten', () => {
  const own = policy(UNRESERVED.or('/;:'), { stop: '#', dots: true, mark: ';', reread: '\\', data: '=' });

  test.each<[text: string, written: string, ...findings: string[]]>([
    ['__a%41%7e__', '__aA~__', 'percent-unreserved 3,9 %41%7e A~'],
    ['__%c3%A9%cA__', '__%C3%A9%CA__', 'percent-case 2,5 %c3 %C3', 'percent-case 8,11 %cA %CA'],
    ['__%af%fA__', '__%AF%FA__', 'percent-case 2,8 %af%fA %AF%FA'],
    ['__%__', '__%25__', 'percent-malformed 2,3 % %25'],
    ['__%4__', '__%254__', 'percent-malformed 2,3 % %25'],
    ['__%4g%g4__', '__%254g%25g4__', 'percent-malformed 2,3 % %25', 'percent-malformed 5,6 % %25'],
    ['__%4\u0144__', '__%254%C5%84__', 'percent-malformed 2,3 % %25', 'percent-encoded 4,5 \u0144 %C5%84'],
    ['__%441', '__%25441', 'percent-malformed 2,3 % %25'],
    ['__ "\u007f__', '__%20%22%7F__', 'percent-encoded 2,5  "\u007f %20%22%7F'],
    ['__??__', '__%3F%3F__', 'question-mark-as-data 2,3 ? %3F', 'question-mark-as-data 3,4 ? %3F'],
    ['__\u0080\u07ff__', '__%C2%80%DF%BF__', 'percent-encoded 2,4 \u0080\u07ff %C2%80%DF%BF'],
    ['__\u0800\uffff__', '__%E0%A0%80%EF%BF%BF__', 'percent-encoded 2,4 \u0800\uffff %E0%A0%80%EF%BF%BF'],
    ['__\ud7ff\ue000__', '__%ED%9F%BF%EE%80%80__', 'percent-encoded 2,4 \ud7ff\ue000 %ED%9F%BF%EE%80%80'],
    [
      '__\u{10000}\u{10ffff}__',
      '__%F0%90%80%80%F4%8F%BF%BF__',
      'percent-encoded 2,6 \u{10000}\u{10ffff} %F0%90%80%80%F4%8F%BF%BF',
    ],
    ['__\ud800__', '__%EF%BF%BD__', 'lone-surrogate 2,3 \ud800 %EF%BF%BD'],
    ['__\udfff__', '__%EF%BF%BD__', 'lone-surrogate 2,3 \udfff %EF%BF%BD'],
    ['__a==b__', '__a%3D%3Db__', 'x-delimiter 3,4 = %3D', 'x-delimiter 4,5 = %3D'],
  ])('%j becomes %j', (text, written, ...findings) => {
    expect(passOver(text, own, ODD)).toMatchObject({ written, end: text.length - 2, findings });
  });

  test.each([
    ['__a#b__', 3],
    ['__ab__', 4],
    ['____', 2],
    ['__b__#', 4],
  ])('%j ends at %i', (text, end) => {
    expect(passOver(text, own)).toMatchObject({ written: text, end });
  });

  const NONE = { dotSegment: -1, marked: -1, control: -1, lineBreak: -1 };
  test.each([
    ['__a/.b/.c__', { ...NONE, dotSegment: 4 }],
    ['__a/%2eb/.c__', { ...NONE, dotSegment: 4 }],
    ['__.%2e/%2fa__', NONE],
    ['_/./a__', { ...NONE, dotSegment: 2 }],
    ['__a;;__', { ...NONE, marked: 3 }],
    ['__%1f%7f%00__', { ...NONE, control: 2 }],
    ['__%20%7e\u007f\u0001__', { ...NONE, control: 8 }],
    ['__\u001f\n\r__', { ...NONE, control: 2, lineBreak: 3 }],
    ['__%0b%0d%0a__', { ...NONE, control: 2, lineBreak: 5 }],
    ['__\r__', { ...NONE, control: 2, lineBreak: 2 }],
    ['__ \u0080__', NONE],
  ])('in %j it finds %j', (text, found) => {
    expect(passOver(text, own).found).toEqual(found);
  });

  test('what browsers replace is read again, unless that was done', () => {
    expect(() => passOver('__a\\__', own)).toThrow(expect.objectContaining({ reread: true }));
    expect(passOver('__a\\__', own, undefined, { cleaned: true }).written).toBe('__a%5C__');
  });

  test('characters are octets of Latin-1 in the syntax of 1994', () => {
    expect(passOver('__\u00e9\u0080__', own, undefined, { latin1: true })).toMatchObject({
      written: '__%E9%80__',
      findings: ['percent-encoded-latin1 2,4 \u00e9\u0080 %E9%80'],
    });
  });

  test.each<[codes: PieceCodes<string> | undefined, ...findings: string[]]>([
    [ODD, 'x-capital 3,6 BcD bcd', 'percent-unreserved 7,10 %45 e', 'x-capital 11,12 F f'],
    [{ delimiter: 'x' }, 'x 3,6 BcD bcd', 'percent-unreserved 7,10 %45 e', 'x 11,12 F f'],
  ])('capitals become lower case by the codes %j', (codes, ...findings) => {
    const small = policy(ALPHA.or(';'), { decode: ALPHA, lower: true, mark: ';' });
    expect(passOver('__aBcDe%45;F__', small, codes)).toMatchObject({ written: '__abcdee;f__', findings });
  });

  test('a plus among search words is a blank', () => {
    const text = 'a+b\n+%0A++c"+d';
    const pass = new RecordedRewrite(withoutIdna).begin(text, text, null);
    rewriteWords(pass, 0, text.length - 3, policy(UNRESERVED), 'x-plus');
    expect([pass.end(), pass.lineBreak]).toEqual(['a%20b%0A%20%0A%20%20c"+d', 3]);
    expect(pass.findings.items.map(({ code, at }) => [code, at?.[0]])).toEqual([
      ['x-plus', 1],
      ['percent-encoded', 3],
      ...[4, 8, 9].map((at) => ['x-plus', at]),
    ]);
  });
});

test.each([
  ['%41', 0, 0x41],
  ['a%fF', 1, 0xff],
  ['%4', 0, -1],
  ['%', 0, -1],
  ['%g0', 0, -1],
  ['%0g', 0, -1],
  ['%\u01410', 0, -1],
])('the octet of %j at %i is %i', (text, index, octet) => {
  expect(octetAt(text, index)).toBe(octet);
});

test('RFC 2396 has more unreserved characters', () => {
  expect([...UNRESERVED_2396].slice(-5).join('')).toBe("!*'()");
});

test('an encoder escapes all octets but the raw ones', () => {
  const encode = octetEncoder('ab', /^a*$/);
  expect(['', 'aa', 'ab', 'bc\u0000\u00ff'].map(encode)).toEqual(['', 'aa', 'ab', 'b%63%00%FF']);
});

test.each<[Excluded, readonly number[]]>([
  ['none', []],
  ['line breaks', [0x0a, 0x0d]],
  ['controls', [0, 0x0a, 0x0d, 0x1f, 0x7f]],
  ['all but printable ASCII', [0, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0xff]],
])('%s excludes the octets %j', (name, octets) => {
  const tried = [0, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff];
  const controls = octets.includes(0) ? [0x09, 0x0b, 0x0c] : [];
  expect(tried.filter(EXCLUDED[name])).toEqual([...octets, ...controls].toSorted((a, b) => a - b));
});

test('a policy leaves plain characters and dots alone', () => {
  const own = policy(UNRESERVED.or(';'), { dots: true, mark: ';' });
  expect(['a', '.', ';', '%', ' ', '\u00e9'].map((character) => isPlain(own, character))).toEqual([
    ...[true, true],
    ...[false, false, false, false],
  ]);
});
