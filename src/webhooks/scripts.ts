/**
 * Finds host names that look like others: labels that mix scripts (UTS 39 §5.1, "highly restrictive"), and labels in
 * which every letter looks like one of ASCII. Neither is forbidden; both deserve a second look.
 */

/**
 * A sentence about the label of a host that looks like another one; `null` if no label does.
 *
 * @param host - with its A-labels decoded
 * @example
 * ```ts
 * likenessIn('www.аррӏе.com'); // 'The label “аррӏе” looks like “apple”, and is not.'
 * ```
 */
export function likenessIn(host: string): string | null {
  for (const label of host.split('.')) {
    const mixed = mixedScripts(label);
    if (mixed.length > 0) return `The label “${label}” mixes ${mixed.join(' and ')}.`;
    const double = asciiDouble(label);
    if (double !== null) return `The label “${label}” looks like “${double}”, and is not.`;
  }
  return null;
}

/** The scripts in common use (UAX 31, table 5). */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map(
  [
    ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
    ...['Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Latin'],
    ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
  ].map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')]),
);

/** Writing systems of several scripts (UTS 39 §5.1); each may stand beside Latin. */
const SYSTEMS: readonly (readonly [system: string, scripts: readonly string[]])[] = [
  ['Japanese', ['Han', 'Hiragana', 'Katakana']],
  ['Chinese', ['Han', 'Bopomofo']],
  ['Korean', ['Han', 'Hangul']],
];

/** Digits, hyphens and marks belong to every script. */
const EVERY_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * The scripts that a label mixes; empty if it has one script, or a usual mixture.
 *
 * @example
 * ```ts
 * mixedScripts('pаypal'); // ['Latin', 'Cyrillic']
 * ```
 */
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

/** Stands for every script that is not in the table. */
const OTHER = 'another script';

function scriptsOf(letter: string): readonly string[] {
  const scripts = [...SCRIPTS].filter(([, pattern]) => pattern.test(letter)).map(([script]) => script);
  return scripts.length === 0 ? [OTHER] : scripts;
}

/** Letters beyond ASCII, each followed by the one that it looks like. Host names have no capitals. */
const DOUBLES: readonly (readonly [script: string, pairs: string])[] = [
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

const ASCII_DOUBLE: ReadonlyMap<string, string> = new Map(
  DOUBLES.flatMap(([, pairs]) => [...pairs.matchAll(/(.)(.)/gu)].map(([, letter = '', ascii = '']) => [letter, ascii])),
);

/**
 * The ASCII label that a label beyond ASCII looks like; `null` if some letter of it does not look like one of ASCII.
 *
 * @example
 * ```ts
 * asciiDouble('аррӏе'); // 'apple'
 * ```
 */
export function asciiDouble(label: string): string | null {
  let double = '';
  for (const character of label) {
    const ascii = /[a-z\d-]/.test(character) ? character : ASCII_DOUBLE.get(character);
    if (ascii === undefined) return null;
    double += ascii;
  }
  return double === label ? null : double;
}
