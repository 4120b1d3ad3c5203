/** International domain names: rows with their reasons, and a generator that likes what is difficult in UTS 46. */
import fc from 'fast-check';
import { encodePunycode } from '../../../src/idna/punycode.ts';

/** A name, its A-labels or `null` if it is not valid, and what the row is about. */
export type NameRow = readonly [name: string, ascii: string | null, about: string];

export const rows: readonly NameRow[] = [
  ['Bücher.example', 'xn--bcher-kva.example', 'letters are mapped to lower case'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example', 'NFC composes'],
  ['BÜCHER。EXAMPLE', 'xn--bcher-kva.example', 'the ideographic full stop is a dot'],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com', 'full-width letters and dots'],
  ['exam\u00adple.com', 'example.com', 'a soft hyphen is ignored'],
  ['\u00ad', null, 'nothing is left'],
  ['ex\u2100.com', 'exa/c.com', 'a character that is mapped to a slash'],
  ['faß.example', 'xn--fa-hia.example', 'ß is kept (nontransitional)'],
  ['STRAẞE.de', 'xn--strae-oqa.de', 'the capital ẞ is mapped to ß'],
  ['βόλος.com', 'xn--nxasmm1c.com', 'the final ς is kept'],
  ['ΒΌΛΟΣ.com', 'xn--nxasmq6b.com', 'a capital Σ is mapped to σ, whatever follows'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'an A-label stays'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example', 'an A-label in capitals'],
  ['xn--Bcher-Kva.bü', 'xn--bcher-kva.xn--b-eha', 'both kinds of labels'],
  ['xn--a.example', null, 'an A-label that is not Punycode'],
  ['xn--', null, 'an empty A-label'],
  ['xn--a-.example', null, 'an A-label that has no character outside of ASCII'],
  ['xn--é.example', null, 'an A-label with a character outside of ASCII'],
  ['xn--tda.xn--tda-', null, 'one A-label is not valid'],
  ['xn--eda-', null, 'Punycode without numbers'],
  ['xn--xn---epa', null, 'a label that begins with xn-- when it is decoded'],
  [`xn--${encodePunycode('Ü')}`, null, 'an A-label of a capital'],
  [`xn--${encodePunycode('u\u0308')}`, null, 'an A-label that is not in NFC'],
  [`xn--${encodePunycode('a\u00adü')}`, null, 'an A-label with an ignored character'],
  ['xn--99999999', null, 'Punycode that overflows'],
  ['a\u0301', 'xn--1ca', 'a letter with a mark'],
  ['\u0301a', null, 'a mark at the beginning'],
  ['a.\u0301b', null, 'a mark at the beginning of the second label'],
  ['a\u200cb', null, 'a non-joiner between Latin letters'],
  ['\u0915\u094d\u200c\u0937', 'xn--11b2ezcs70k', 'a non-joiner after a virama'],
  ['\u0915\u094d\u200d\u0937', 'xn--11b2ezcw70k', 'a joiner after a virama'],
  ['\u0628\u200c\u0628', 'xn--ngba799q', 'a non-joiner between letters that join'],
  ['\u0628\u064e\u200c\u064e\u0628', 'xn--ngba7ia3604a', 'a non-joiner between transparent marks'],
  ['\u0628\u200d\u0628', null, 'a joiner between letters that join'],
  ['\u0628\u200c', null, 'a non-joiner at the end'],
  ['\u200c\u0628', null, 'a non-joiner at the beginning'],
  ['\u0628\u200c\u0627\u200c\u0628', null, 'the second of two non-joiners stands after a letter that does not join it'],
  ['\u05d0.example', 'xn--4db.example', 'a right-to-left label'],
  ['\u05d0a', null, 'a right-to-left label with a left-to-right letter'],
  ['\u05d01\u0661', null, 'European and Arabic numbers in one label'],
  ['1a.\u05d0', null, 'a label of a Bidi domain name that begins with a number'],
  ['1a.ü', '1a.xn--tda', 'a number may begin a label elsewhere'],
  ['\u05d0\u0301', 'xn--lsa15l', 'a right-to-left label that ends with a mark'],
  ['a-.\u05d0', null, 'a left-to-right label of a Bidi domain name that ends with a hyphen'],
  ['\u05d0..example', 'xn--4db..example', 'an empty label of a Bidi domain name'],
  ['\u0661.example', null, 'an Arabic number makes a Bidi domain name, but cannot begin a label'],
  ['-ü-.example', 'xn-----xka.example', 'hyphens are not checked'],
  ['ü--ü', 'xn-----wkac', 'hyphens in the third place are not checked'],
  ['a_ü!.example', 'xn--a_!-ioa.example', 'other ASCII characters are not checked'],
  ['<\u0338.example', 'xn--gdh.example', '< with a solidus overlay is one character'],
  ['>\u0338.example', 'xn--hdh.example', '> with a solidus overlay is one character'],
  ['=\u0338.example', 'xn--1ch.example', '= with a solidus overlay is one character'],
  ['ü<.example', 'xn--<-dha.example', 'a character that the host parser refuses'],
  [`${'ü'.repeat(64)}.example`, `xn--tda${'a'.repeat(63)}.example`, 'lengths are not checked'],
  ['.ü.', '.xn--tda.', 'empty labels'],
  ['\ud800ü', null, 'half of a surrogate pair'],
  ['\ufffd', null, 'the replacement character'],
  ['\u{1f600}.example', 'xn--e28h.example', 'an emoji'],
  ['\u{1f468}\u200d\u{1f469}', null, 'a joiner between emoji'],
  ['☃.net', 'xn--n3h.net', 'a symbol'],
  ['㍿.jp', 'xn--6oqv20b1zgzxr.jp', 'a ligature, which is mapped to four characters'],
  ['ﷺ', null, 'a ligature, which is mapped to words with spaces between them'],
  ['한글.kr', 'xn--bj0bj06e.kr', 'Hangul syllables'],
  ['\u1112\u1161\u11ab\u1100\u1173\u11af.kr', 'xn--bj0bj06e.kr', 'NFC composes Hangul'],
  ['q\u0307\u0323', 'xn--q-9bb7f', 'NFC orders marks'],
  ['\u{11382}\u{113c9}', 'xn--sq1d', 'NFC composes characters of Unicode 16, which Node 20.0 does not know'],
  ['\u020d\u0323', 'xn--zsa713l', 'NFC decomposes, orders the marks, and composes'],
  ['\u09dc', 'xn--15b8c', 'a composition exclusion'],
  ['\u{2f868}', 'xn--snl', 'a compatibility ideograph'],
  ['日本語。ＪＰ', 'xn--wgv71a119e.jp', 'Han characters'],
  ['\u0378.example', null, 'an unassigned code point'],
  ['\u{b53}.example', null, 'a code point of Unicode 18'],
  ['\u{e0100}a', 'a', 'a variation selector is ignored'],
  ['\u3164', null, 'a Hangul filler is not allowed'],
  ['\u2260', 'xn--1ch', 'a composite that is valid'],
];

/** Where difficult characters are: ranges of scripts, marks, numbers, dots and joiners. */
const POOLS: readonly (readonly [from: number, to: number])[][] = [
  [
    [0x61, 0x7a],
    [0xc0, 0x17f],
    [0x300, 0x345],
  ],
  [
    [0x1e00, 0x1eff],
    [0x300, 0x36f],
    [0x41, 0x5a],
  ],
  [
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
    [0x300, 0x345],
  ],
  [
    [0x400, 0x52f],
    [0x30, 0x39],
  ],
  [
    [0x590, 0x5ff],
    [0x30, 0x39],
    [0x2d, 0x2d],
  ],
  [
    [0x600, 0x6ff],
    [0x620, 0x64a],
    [0x200c, 0x200d],
    [0x660, 0x669],
  ],
  [
    [0x700, 0x8ff],
    [0x200c, 0x200c],
  ],
  [
    [0x900, 0x97f],
    [0x915, 0x939],
    [0x94d, 0x94d],
    [0x200c, 0x200d],
  ],
  [
    [0x980, 0xdff],
    [0x200c, 0x200d],
  ],
  [
    [0xe00, 0xfff],
    [0x1000, 0x109f],
  ],
  [
    [0x1100, 0x11ff],
    [0xac00, 0xd7a3],
  ],
  [
    [0x1ab0, 0x1aff],
    [0x1dc0, 0x1dff],
    [0x61, 0x7a],
  ],
  [
    [0x2000, 0x2bff],
    [0x338, 0x338],
    [0x3c, 0x3e],
  ],
  [
    [0x3000, 0x33ff],
    [0x4e00, 0x4fff],
  ],
  [
    [0xf900, 0xffff],
    [0x2f800, 0x2fa1f],
  ],
  [
    [0x10800, 0x10fff],
    [0x30, 0x39],
    [0x660, 0x669],
  ],
  [
    [0x11000, 0x11fff],
    [0x11380, 0x113d0],
    [0x16100, 0x1613f],
  ],
  [
    [0x1d100, 0x1d24f],
    [0x1d400, 0x1d7ff],
    [0x1f100, 0x1f2ff],
  ],
  [
    [0x1e000, 0x1efff],
    [0x1e900, 0x1e95f],
  ],
  [[0, 0x7f]],
  [[0x80, 0x2fff]],
  [[0, 0xffff]],
  [
    [0x10000, 0x323af],
    [0xe0000, 0xe01ff],
  ],
];

const fromPool = (ranges: (typeof POOLS)[number]): fc.Arbitrary<string> =>
  fc
    .oneof(...ranges.map(([from, to]) => fc.integer({ min: from, max: to })))
    .map((codePoint) => String.fromCodePoint(codePoint));

const pool = fc.constantFrom(...POOLS.map(fromPool));

/** A label in Unicode: mostly of one script. */
const unicodeLabel = fc.oneof(
  { weight: 4, arbitrary: pool.chain((unit) => fc.string({ unit, minLength: 1, maxLength: 6 })) },
  { weight: 1, arbitrary: fc.string({ unit: fc.oneof(...POOLS.map(fromPool)), maxLength: 4 }) },
);

/** A label that begins with `xn--`: the Punycode of a label as it is or in lower case and NFC, damaged, or random. */
const encodedLabel = fc.oneof(
  unicodeLabel.map((label) => `xn--${encodePunycode(label) ?? ''}`),
  unicodeLabel.map((label) => `xn--${encodePunycode(label.toLowerCase().normalize('NFKC')) ?? ''}`),
  fc.tuple(unicodeLabel, fc.nat(20)).map(([label, cut]) => `Xn--${(encodePunycode(label) ?? '').slice(0, cut)}`),
  fc.stringMatching(/^[a-z0-9-]{0,10}$/).map((digits) => `xn--${digits}`),
);

const asciiLabel = fc.constantFrom('', 'a', 'WWW', '-', '1', 'a1', 'example', 'x_y', '3com');

const dot = fc.constantFrom('.', '.', '.', '。', '．', '｡');

/** A domain name, valid or not. Most have characters outside of ASCII. */
export const domainName: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 5, arbitrary: unicodeLabel },
        { weight: 2, arbitrary: encodedLabel },
        { weight: 1, arbitrary: asciiLabel },
      ),
      dot,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((labels) => labels.map(([label, separator], index) => (index === 0 ? label : separator + label)).join(''));

/**
 * Many domain names, each once.
 *
 * @param count - how many are generated
 */
export function manyNames(count: number): readonly string[] {
  return [...new Set(fc.sample(domainName, count))];
}
