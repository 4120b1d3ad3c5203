/**
 * The named character references of HTML 2 to 4 for ISO Latin-1, in the form that postal-mime looks them up in.
 * wrangler.toml puts this in the place of its own table of 2,231 names (12 KiB after gzip), which the one use we
 * make of it, the text of a letter that has only HTML, does not need.
 */

/** U+00A0 to U+00FF in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

const OTHERS: readonly (readonly [name: string, character: string])[] = [
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['hellip', '…'],
  ['bull', '•'],
  ['euro', '€'],
];

export const htmlEntities: Readonly<Record<string, string>> = Object.fromEntries([
  ...LATIN_1.split(' ').map((name, index) => [`&${name};`, String.fromCharCode(0xa0 + index)] as const),
  ...OTHERS.map(([name, character]) => [`&${name};`, character] as const),
]);
