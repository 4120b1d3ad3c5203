/**
 * Text of any characters. `fc.string({ unit: 'binary' })`, and what fast-check makes from it (`fc.webUrl`,
 * `fc.stringMatching` with a negated class), fill a table of 1.1 million characters in each thread that runs tests,
 * which takes a second. These have no table.
 */
import fc from 'fast-check';

const SURROGATES = 0xd800;
const BEYOND_SURROGATES = 0xe000;
const SCALAR_VALUES = 0x110000 - (BEYOND_SURROGATES - SURROGATES);

/** Any character of Unicode, assigned or not. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(SCALAR_VALUES - 1)
  .map((index) => String.fromCodePoint(index < SURROGATES ? index : index - SURROGATES + BEYOND_SURROGATES));

/**
 * Text of any characters. One in eight is of ASCII and may have a name that is dangerous in JavaScript, such as
 * `__proto__`.
 */
export function anyText(constraints: Readonly<fc.ArrayConstraints> = {}): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.string({ unit: anyCharacter, ...constraints }) },
    { weight: 1, arbitrary: fc.string(constraints) },
  );
}

const escaped = anyCharacter.map((character) => {
  const text = encodeURIComponent(character);
  return text === character ? `%${character.charCodeAt(0).toString(16)}` : text;
});
const urlText = fc.string({
  unit: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@") },
    { weight: 1, arbitrary: escaped },
  ),
});

/** A URL of the Web, as `fc.webUrl` makes it. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(urlText))
  .map(([scheme, authority, segments]) => `${scheme}://${authority}${segments.map((text) => `/${text}`).join('')}`);
