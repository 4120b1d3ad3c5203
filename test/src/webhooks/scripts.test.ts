/** Labels that look like others: UTS 39 §4 (confusables) and §5.1 (mixed scripts). */
import { describe, expect, test } from 'vitest';
import { asciiLookalike, foreignLettersIn, mixedScripts } from '../../../src/webhooks/scripts.ts';

describe('mixed scripts', () => {
  test.each([
    ['example', []],
    ['bücher', []],
    ['straße-42', []],
    ['президент', []],
    ['παράδειγμα', []],
    ['例え', []],
    ['テスト', []],
    ['東京タワー', []],
    ['sony東京タワー', []],
    ['테스트', []],
    ['kbs한국어漢字', []],
    ['測試ㄅ', []],
    ['উদাহরণ', []],
    ['مثال', []],
    ['דוגמה', []],
    ['ตัวอย่าง', []],
    ['1-2-3', []],
    ['', []],
    ['pаypal', ['Latin', 'Cyrillic']],
    ['αpple', ['Greek', 'Latin']],
    ['аβв', ['Cyrillic', 'Greek']],
    ['テスт', ['Katakana', 'Cyrillic']],
    ['한국ひら', ['Hangul', 'Hiragana']],
    ['bücherд', ['Latin', 'Cyrillic']],
    ['a𐐷', ['Latin', 'another script']],
    ['𐐷𐐨', []],
    // Digits of two scripts.
    ['مثال٤', []],
    ['ހ٤', []],
    ['д٤', ['Cyrillic', 'Arabic']],
  ])('%s: %j', (label, scripts) => {
    expect(mixedScripts(label)).toEqual(scripts);
  });
});

/** A letter of each script in UAX 31, table 5. */
const LETTERS = {
  ...{ Arabic: 'ؠ', Armenian: 'ՠ', Bengali: 'ঀ', Bopomofo: 'ㄅ', Devanagari: 'ऄ', Ethiopic: 'ሀ', Georgian: 'ა' },
  ...{ Greek: 'ͱ', Gujarati: 'અ', Gurmukhi: 'ਅ', Han: '㐀', Hangul: 'ᄀ', Hebrew: 'א', Hiragana: 'ぁ', Kannada: 'ಀ' },
  ...{ Katakana: 'ァ', Khmer: 'ក', Lao: 'ກ', Latin: 'ª', Malayalam: 'ഄ', Myanmar: 'က', Oriya: 'ଅ', Sinhala: 'අ' },
  ...{ Tamil: 'ஃ', Telugu: 'అ', Thaana: 'ހ', Thai: 'ก', Tibetan: 'ༀ' },
};

test.each(Object.entries(LETTERS))('%s beside Cyrillic is named', (script, letter) => {
  expect(mixedScripts(`д${letter}`)).toEqual(['Cyrillic', script]);
});

describe('whole-script confusables with ASCII', () => {
  test.each([
    ['аррӏе', 'apple'],
    ['ѕсоре', 'scope'],
    ['раураӏ', 'paypal'],
    ['οοο', 'ooo'],
    ['νοκια', 'vokia'],
    ['սոօ', 'uno'],
    ['ɡooɡle', 'google'],
    ['арр1е-7', 'app1e-7'],
    ['იოყხ', 'omyb'],
    ['ⲟⲣⲥ', 'opc'],
    ['ꮃꭱꮪ', 'wrs'],
    ['וסן', 'lol'],
    ['ꓐꓳꓧ', 'boh'],
    ['ဝပ', 'ou'],
    ['ทพอ', 'nwo'],
    ['президент', null],
    ['вот', null],
    ['bücher', null],
    ['apple', null],
    ['αβγδ', null],
    ['例え', null],
    ['', null],
  ])('%s: %j', (label, lookalike) => {
    expect(asciiLookalike(label)).toBe(lookalike);
  });

  test('every entry of the table pairs a lower-case letter of its script with a letter or digit of ASCII', () => {
    // The lookalike of each single letter is exactly one character.
    for (let code = 0x80; code < 0x1_1000; code++) {
      const letter = String.fromCodePoint(code);
      const lookalike = asciiLookalike(letter);
      if (lookalike === null) continue;
      expect(lookalike).toMatch(/^[a-z\d]$/);
      expect(letter.toLowerCase()).toBe(letter);
    }
  });
});

describe('foreignLettersIn', () => {
  test.each([
    ['аpple.com', ['а Cyrillic']],
    ['www.аррӏе.com', ['а Cyrillic', 'р Cyrillic', 'ӏ Cyrillic', 'е Cyrillic']],
    ['gοοgle.example', ['ο Greek']],
    // One script that looks like no ASCII name deceives nobody.
    ['münchen.de', []],
    ['пример.испытание', []],
    ['日本語.jp', []],
    ['apple.com', []],
    // Only the label that deceives.
    ['пример.аpple.com', ['а Cyrillic']],
  ])('%s: %j', (host, letters) => {
    expect(foreignLettersIn(host).map(({ letter, script }) => `${letter} ${script}`)).toEqual(letters);
  });
});
