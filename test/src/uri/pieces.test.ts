/** Pieces: the text pass, the octet pass and the expression read one grammar, and agree about it. */
import { describe, expect, it, test } from 'vitest';
import { createReader } from '../../../src/canonicalizer.ts';
import { octetForms } from '../../../src/lines/octet-forms.ts';
import { bareUrlError } from '../../../src/uri/bare-error.ts';
import { ALPHA, CharacterSet, DIGIT, UNRESERVED } from '../../../src/uri/characters.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { recognizer } from '../../../src/uri/pattern.ts';
import { policy } from '../../../src/uri/percent.ts';
import { type Leaves, type ReadPieces, rewritePieces } from '../../../src/uri/pieces.ts';
import { readUrl } from '../../../src/uri/read-url.ts';
import { RecordedRewrite } from '../../../src/uri/recorded-rewrite.ts';
import { dialects, SchemeIndex, type SchemeRules, unknownRules } from '../../../src/uri/scheme-rules.ts';
import { syntaxOf } from '../../../src/uri/syntax.ts';

/** The three readers of a scheme whose path has these pieces. */
function readersOf(pieces: ReadPieces, octets = pieces) {
  const [first = ''] = Object.keys(pieces);
  const codes = { delimiter: 'x-delimiter', capital: 'x-capital' };
  const rules: SchemeRules = {
    name: 'x-y',
    defaultPort: null,
    syntax: syntaxOf({ authority: 'none', query: false }),
    octets: { path: octets },
    path: (pass, from) => rewritePieces(pass, from, pass.text.length, pieces, first, codes),
  };
  const index = new SchemeIndex([rules], unknownRules);
  const texts = createReader<SchemeRules>([rules], unknownRules, withoutIdna, bareUrlError);
  return {
    text: (url: string) => texts.formOfText(url, dialects.current),
    octets: octetForms([rules], unknownRules).of,
    isRecognized: recognizer(index),
    /** The codes of what changes, with their places. */
    findings(url: string): readonly string[] {
      const pass = new RecordedRewrite(withoutIdna).begin(url, url, null);
      readUrl(pass, index, dialects.current);
      return pass.findings.items.map(({ code, at, before, after }) => `${code} at ${at?.[0]}: ${before} > ${after}`);
    },
  };
}

/** All texts of up to `length` parts. */
function textsOf(parts: readonly string[], length: number): readonly string[] {
  if (length === 0) return [''];
  return ['', ...textsOf(parts, length - 1).flatMap((text) => parts.map((part) => part + text))];
}

const plain = policy(UNRESERVED, { stop: '#' });
const data = policy(UNRESERVED, { data: ';=', stop: '#' });
const letters = policy(ALPHA, { decode: ALPHA, lower: true, stop: '#' });
const digits = policy(DIGIT, { decode: DIGIT, stop: '#' });

const pairs: ReadPieces = {
  name: { policy: data, next: { ';': 'field' } },
  field: { policy: letters, next: { '=': 'value', ';': 'field' }, missing: '=' },
  value: { policy: data, next: { ';': 'field' } },
};

describe('a name, and fields with values', () => {
  const { text, octets, isRecognized, findings } = readersOf(pairs);

  test('are read by the octet pass as by the text pass, and recognised if they are canonical', () => {
    for (const rest of textsOf(['a', 'B', '=', ';', '%41', '%2d', '%3b', 'é', '#'], 4)) {
      const url = `x-y:${rest}`;
      const wanted = text(url);
      expect([null, wanted], url).toContain(octets(url));
      expect(isRecognized(url), url).toBe(wanted === url && !rest.startsWith('/'));
      expect(text(wanted), url).toBe(wanted);
    }
  });

  test.each([
    ['x-y:a;B', 'x-y:a;b='],
    ['x-y:=a;b=c=d', 'x-y:%3Da;b=c%3Dd'],
    ['x-y:;;', 'x-y:;=;='],
    ['x-y:a;b#c', 'x-y:a;b=#c'],
    ['x-y:a;b=%3b%41', 'x-y:a;b=%3BA'],
  ])('the octet pass writes %s as %s', (url, canonical) => {
    expect([octets(url), text(url)]).toEqual([canonical, canonical]);
  });

  test('each change is reported where it is', () => {
    expect(findings('x-y:a=;xByCz;%41')).toEqual([
      'x-delimiter at 5: = > %3D',
      'x-capital at 8: ByC > byc',
      'x-delimiter at 12:  > =',
      'percent-unreserved at 13: %41 > a',
      'x-delimiter at 16:  > =',
    ]);
  });
});

describe('a number loses the zeros before it', () => {
  const number: ReadPieces = {
    number: { policy: digits, number: true, next: { '/': 'rest' } },
    rest: { policy: plain },
  };
  const { text, findings } = readersOf(number);

  test.each([
    ['x-y:0042', 'x-y:42'],
    ['x-y:0%307', 'x-y:7'],
    ['x-y:000/007', 'x-y:0/007'],
    ['x-y:0', 'x-y:0'],
    ['x-y:/', 'x-y:/'],
  ])('%s is %s', (url, canonical) => {
    expect(text(url)).toBe(canonical);
  });

  it('and says so', () => {
    expect(findings('x-y:007/')).toEqual(['x-delimiter at 4: 00 > ']);
  });
});

describe('what a piece leaves is left by the octet pass, and not recognised', () => {
  test.each<[leaves: Leaves, left: readonly string[], taken: readonly string[]]>([
    [{ octets: 'controls' }, ['a%00', '%7F/', 'a\x7f'], ['%C3%A9', '%20']],
    [{ octets: 'line breaks' }, ['a%0A', '%0D'], ['%00']],
    [{ octets: 'all but printable ASCII' }, ['%C3%A9', 'é', '%00'], ['%20']],
    [{ raw: '~' }, ['a~'], ['a', '']],
    [{ escapes: '@' }, ['a%40'], ['%41', '%2F']],
    [{ allBut: new CharacterSet('ab') }, ['c', 'a%20', 'é'], ['ab', 'a/c']],
    [{ allBut: new CharacterSet('a%') }, ['b'], ['a%20']],
    [{ beginning: 'b%' }, ['ba', '%20a'], ['ab', 'a%20', '']],
    [{ beginning: '0' }, ['0', '0/'], ['10', '%20']],
    [{ empty: true }, ['', '/a'], ['a', 'a/']],
    [{ end: true }, ['a'], ['', 'a/']],
    [{ text: 'to' }, ['to', 'to/a', 't%6F'], ['too', 't', 'a/to']],
  ])('%j', (leaves, left, taken) => {
    const piece = { policy: plain, next: { '/': 'rest' } };
    const whole: ReadPieces = { piece, rest: { policy: plain } };
    const { text, octets, isRecognized } = readersOf(whole, { ...whole, piece: { ...piece, leaves } });
    for (const rest of left) {
      expect(octets(`x-y:${rest}`), rest).toBeNull();
      expect(isRecognized(text(`x-y:${rest}`)), rest).toBe(false);
    }
    for (const rest of taken) expect(octets(`x-y:${rest}`), rest).toBe(text(`x-y:${rest}`));
  });
});

test('a policy may not decode what it does not leave raw, but for capitals', () => {
  expect(() => policy(ALPHA, { decode: DIGIT })).toThrow(RangeError);
  expect(() => policy(UNRESERVED, { data: '~' })).toThrow(RangeError);
  expect(() => policy(ALPHA, { decode: ALPHA, lower: true })).not.toThrow();
});
