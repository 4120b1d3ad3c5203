/**
 * Finds host names that look like others: labels that mix scripts (UTS 39 §5.1, "highly restrictive"), and labels in
 * which every letter looks like an ASCII letter. Neither is forbidden; both deserve a second look.
 */

/**
 * A sentence about the label of a decoded host that looks like another one; `null` if no label does.
 * `lookalikeIn('www.аррӏе.com')` is `'The name “аррӏе” looks like “apple”, but is different.'`.
 */
export function lookalikeIn(host: string): string | null {
  for (const label of host.split('.')) {
    const mixed = mixedScripts(label);
    if (mixed.length > 0) return `The name “${label}” mixes ${mixed.join(' and ')} letters, as fake addresses do.`;
    const lookalike = asciiLookalike(label);
    if (lookalike !== null) return `The name “${label}” looks like “${lookalike}”, but is different.`;
  }
  return null;
}

/** A letter of a host name, and the script that it belongs to. */
interface ForeignLetter {
  readonly letter: string;
  /** Its name in Unicode, such as `Cyrillic`. */
  readonly script: string;
}

/**
 * The letters by which a host name deceives: those beyond ASCII in a name that looks like another. Each is listed once.
 * `foreignLettersIn('аpple.com')` is `[{ letter: 'а', script: 'Cyrillic' }]`, and `foreignLettersIn('münchen.de')` is
 * `[]`. `host` has its A-labels decoded. Returns none if the name looks like no other.
 */
export function foreignLettersIn(host: string): readonly ForeignLetter[] {
  const labels = host.split('.').filter((label) => lookalikeIn(label) !== null);
  const letters = [...new Set(labels.join(''))].filter((letter) => !/[\0-\x7f]/.test(letter));
  return letters.map((letter) => ({ letter, script: scriptsOf(letter)[0] ?? OTHER }));
}

/** The scripts in common use (UAX 31, table 5). */
const SCRIPTS: readonly string[] = [
  ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...['Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Latin'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
];

/** Patterns of the letters of each script. They take a millisecond, so they are made when a name first needs them. */
let scriptPatterns: readonly (readonly [script: string, pattern: RegExp])[] | null = null;

/** Writing systems of several scripts (UTS 39 §5.1); each may be mixed with Latin. */
const SYSTEMS: readonly (readonly [system: string, scripts: readonly string[]])[] = [
  ['Japanese', ['Han', 'Hiragana', 'Katakana']],
  ['Chinese', ['Han', 'Bopomofo']],
  ['Korean', ['Han', 'Hangul']],
];

/** Digits, hyphens and marks belong to every script. */
const EVERY_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** The scripts that a label mixes in an unusual way. `mixedScripts('pаypal')` is `['Latin', 'Cyrillic']`. */
export function mixedScripts(label: string): readonly string[] {
  const letters = [...label].filter((character) => !EVERY_SCRIPT.test(character));
  const each = letters.map(scriptsOf);
  const fits = (scripts: readonly string[]) => each.every((own) => own.some((script) => scripts.includes(script)));
  const all = [...new Set(each.flat())];
  if (all.some((script) => fits([script]))) return [];
  return SYSTEMS.some(([, scripts]) => fits(['Latin', ...scripts]))
    ? []
    : [...new Set(each.map(([first]) => first ?? OTHER))];
}

/** The name for every script that is not in the table. */
const OTHER = 'another script';

function scriptsOf(letter: string): readonly string[] {
  scriptPatterns ??= SCRIPTS.map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')]);
  const scripts = scriptPatterns.filter(([, pattern]) => pattern.test(letter)).map(([script]) => script);
  return scripts.length === 0 ? [OTHER] : scripts;
}

/** Letters beyond ASCII, each followed by the ASCII letter that it looks like. Host names have no capitals. */
const LOOKALIKES: readonly (readonly [script: string, pairs: string])[] = [
  ['Latin', 'ɑaɡgıiɩiʟlᴏoᴄcꜱsᴠvᴡwᴢzɢgʀrɴnƅbƽsᶎzꞌl'],
  ['Cyrillic', 'аaеeоoрpсcуyхxѕsіiјjһhԁdԛqԝwӏlьbгrпnѵvѡwҽeкkүyꙅsԍg'],
  ['Greek', 'αaβbγyεeηnιiκkνvοoρpσoτtυuχxωwϲcϳjζzςc'],
  ['Armenian', 'աwգqզqհhոnսuցgօoյjլlւiքpֆfբpհhէtյjՙl'],
  ['Georgian', 'იoოmყyძdხbჿoზz'],
  ['Coptic', 'ⲁaⲃbⲅrⲉeⲏhⲓiⲕkⲙmⲛnⲟoⲣpⲥcⲧtⲩyⲭxⲱwⲍz'],
  ['Cherokee', 'ꭰdꭱrꭲtꭵiꭹyꭻjꭼeꮃwꮋhꮑmꮓzꮖiꮜsꮞ4ꮟbꮢrꮤwꮩvꮪsꮯcꮲpꮶkꮷd'],
  ['Hebrew', 'וlןlסo'],
  ['Lisu', 'ꓐbꓑpꓒdꓓdꓔtꓖgꓗkꓙjꓚcꓜzꓝfꓟmꓠnꓡlꓢsꓣrꓦvꓧhꓪwꓫxꓬyꓮaꓰeꓲiꓳoꓴu'],
  ['Myanmar', 'ဝoပu'],
  ['Thai', 'รsทnนuพwษuหnอoภn'],
];

const ASCII_LOOKALIKE: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.flatMap(([, pairs]) =>
    [...pairs.matchAll(/(.)(.)/gu)].map(([, letter = '', ascii = '']) => [letter, ascii]),
  ),
);

/** The ASCII label that a label looks like in each letter, or `null`. `asciiLookalike('аррӏе')` is `'apple'`. */
export function asciiLookalike(label: string): string | null {
  let lookalike = '';
  for (const character of label) {
    const ascii = /[a-z\d-]/.test(character) ? character : ASCII_LOOKALIKE.get(character);
    if (ascii === undefined) return null;
    lookalike += ascii;
  }
  return lookalike === label ? null : lookalike;
}
