/**
 * The characters of 3270 screens: EBCDIC code pages 037, 1047 and "bracket", and the set of APL and line-drawing
 * characters that graphic escapes select (IBM code page 310).
 */
import { CONTROL } from './codes.ts';

/** Code page 037 from X'40' to X'FE'. */
const PAGE_037 =
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="' +
  'Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×' +
  '{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ';

/**
 * Where code page 1047 has another character than 037: it is the one of C programmers, with brackets as Unix has them.
 */
const PAGE_1047: Readonly<Record<number, string>> = {
  95: '^',
  173: '[',
  176: '¬',
  186: 'Ý',
  187: '¨',
  189: ']',
};

/**
 * What x3270 calls "bracket" and begins with: 037 with the brackets of 1047, and what stood there in their old places.
 */
const BRACKET: Readonly<Record<number, string>> = { 173: '[', 186: 'Ý', 187: '¨', 189: ']' };

export const CODE_PAGES = [37, 1047, 'bracket'] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** The characters of each page that are not those of 037. */
const DIFFERENCES: Readonly<Record<CodePage, Readonly<Record<number, string>>>> = {
  37: {},
  1047: PAGE_1047,
  bracket: BRACKET,
};

const FIRST = 0x40;

/** Parts of code page 310, each from its first code. The underlined letters are made by {@link graphicCharacter}. */
const PAGE_310: readonly (readonly [from: number, characters: string])[] = [
  [0x70, '⋄∧¨⌻⍸⍷⊢⊣∨'],
  [0x80, '∼║═⎸⎹│'],
  [0x8a, '↑↓≤⌈⌊→⎕▌▐▀▄■'],
  [0x9a, '⊃⊂¤○±←¯°─•ₙ'],
  [0xaa, '∩∪⊥[≥∘⍺∊⍳⍴⍵'],
  [0xb6, '×\\÷'],
  [0xba, '∇∆⊤]≠∣{⁽⁺∎└┌├┴§'],
  [0xca, '⍲⍱⌷⌽⍂⍉}⁾⁻┼┘┐┤┬¶'],
  [0xda, '⌶!⍒⍋⍞⍝≡₁₂₃⍤⍥⍪€'],
  [0xea, '⌿⍀∵⊖⌹⍕⁰¹²³⁴⁵⁶⁷⁸⁹'],
  [0xfb, '⍫⍙⍟⍎'],
];

/** The underlined letters of code page 310 have the codes of the small letters of code page 037, less X'40'. */
const SMALL_LETTERS = /[a-z]/;
const CAPITALS_BELOW = 0x40;
const COMBINING_LOW_LINE = '\u0332';

const graphic = new Map(
  PAGE_310.flatMap(([from, characters]) =>
    [...characters].map((character, index) => [from + index, character] as const),
  ),
);

/** The characters of all codes of a set. */
const charactersBy = (characterOf: (code: number) => string): readonly string[] =>
  Array.from({ length: 0x100 }, (_, code) => characterOf(code));

const baseOf = (page: CodePage): readonly string[] =>
  charactersBy((code) => {
    if (code === CONTROL.duplicate) return '*';
    if (code === CONTROL.fieldMark) return ';';
    if (code === CONTROL.eightOnes) return '●';
    if (code === CONTROL.substitute) return '■';
    return DIFFERENCES[page][code] ?? PAGE_037[code - FIRST] ?? ' ';
  });

const base: Readonly<Record<CodePage, readonly string[]>> = {
  37: baseOf(37),
  1047: baseOf(1047),
  bracket: baseOf('bracket'),
};

/**
 * The character that a code of the base set shows. Controls look like a blank, except DUP, FM,
 * EO and SUB.
 * `baseCharacter(0xc1, 37)` is `'A'`, and `baseCharacter(0xad, 1047)` is `'['`.
 */
export function baseCharacter(code: number, page: CodePage): string {
  return base[page][code] ?? ' ';
}

const graphics = charactersBy((code) => {
  const letter = baseCharacter(code + CAPITALS_BELOW, 37);
  const isLetter = code > FIRST && code < 0x70 && SMALL_LETTERS.test(letter);
  return isLetter ? letter.toUpperCase() + COMBINING_LOW_LINE : (graphic.get(code) ?? ' ');
});

/** The character that a code of the graphic set shows; a blank if there is none. `graphicCharacter(0xc5)` is `'┌'`. */
export function graphicCharacter(code: number): string {
  return graphics[code] ?? ' ';
}

const codesOf = (page: CodePage): ReadonlyMap<string, number> =>
  new Map(Array.from(PAGE_037, (_, index) => [baseCharacter(FIRST + index, page), FIRST + index] as const));

const codes: Readonly<Record<CodePage, ReadonlyMap<string, number>>> = {
  37: codesOf(37),
  1047: codesOf(1047),
  bracket: codesOf('bracket'),
};

const graphicCodes = new Map([...graphic].map(([code, character]) => [character, code] as const));

/** What a typed character is on the screen; `null` if the terminal does not have it. */
export interface CodedCharacter {
  readonly code: number;
  /** Whether the code is of the graphic set. */
  readonly graphic: boolean;
}

/** The code of a typed character. `characterCode('A', 37)?.code` is `0xc1`, and `characterCode('日', 37)` is `null`. */
export function characterCode(character: string, page: CodePage): CodedCharacter | null {
  const base = codes[page].get(character);
  if (base !== undefined) return { code: base, graphic: false };
  const other = graphicCodes.get(character);
  return other === undefined ? null : { code: other, graphic: true };
}
