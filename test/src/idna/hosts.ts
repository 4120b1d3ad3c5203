/** A generator of hosts of every kind that the URL Standard's host parser tells apart. */
import fc from 'fast-check';
import { domainName } from './names.ts';

const spell = (weight: number, arbitrary: fc.Arbitrary<string>) => ({ weight, arbitrary });

/** Characters that end a host, or that `canonicalize` takes for a wrapper; they occur in hosts as escapes only. */
const NOT_RAW = /[\0- /\\?#@:<>\u007f]/g;

const asciiLabel = fc.string({ unit: fc.constantFrom(...'abcxyzNXn019--_~!$&\'()*+,;="`{}'), maxLength: 6 });
const aLabel = fc.oneof(
  fc.constantFrom('xn--bcher-kva', 'XN--BCHER-KVA', 'xn--4db', 'xn--1ca', 'xn--11b2ezcs70k', 'xn--e28h'),
  fc.constantFrom('xn--', 'xn--a', 'xn--a-', 'xN--99999999', 'xn--xn---epa', 'xn--board-ngr', 'xn--8i7caa'),
  fc.stringMatching(/^[a-z0-9-]{0,8}$/).map((digits) => `xn--${digits}`),
);
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const numberPart = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map(String),
  fc.nat(0xffff).map((number) => `0x${number.toString(16)}`),
  fc.nat(0o777).map((number) => `0${number.toString(8)}`),
  fc.constantFrom('0x', '09', '4294967295', '4294967296', '0X7F', '1e3', ''),
);
const numeric = fc.array(numberPart, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
const dot = fc.constantFrom('.', '.', '.', '.', '。', '．', '｡');

/** Labels of one or several kinds. */
const labels = (label: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(label, dot), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([text, separator], index) => (index === 0 ? text : separator + text)).join(''));

const ascii = labels(fc.oneof(spell(2, asciiLabel), spell(1, aLabel))).map((host) => host.replace(/[。．｡]/g, '.'));

const plain = fc.oneof(
  spell(3, ascii),
  spell(3, domainName),
  spell(2, labels(fc.oneof(asciiLabel, aLabel, domainName))),
  spell(1, numeric),
  spell(1, fc.oneof(ascii, numeric).map(wide)),
  // Right to left beside left to right, and joiners with and without their context
  spell(1, labels(fc.constantFrom('\u05d0', '\u05d0\u05d1', '1a', 'a', '\u06281', '\u0661', 'xn--4db', '\u05d0-'))),
  spell(
    1,
    labels(fc.constantFrom('\u0915\u094d\u200d', 'a\u200cb', '\u0628\u200c\u0628', '\u200d', 'xn--11b2ezcw70k')),
  ),
);

/** Some characters as escapes of UTF-8, and perhaps an escape that is not UTF-8. */
const escaped = fc
  .tuple(
    plain,
    fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }),
    fc.constantFrom('', '', '', '', '%FF', '%', '%4'),
  )
  .map(
    ([host, styles, end]) =>
      Array.from(host.toWellFormed(), (character, index) => {
        const octets = encodeURIComponent(character);
        if (styles[index] !== 0) return character;
        return octets === character ? `%${character.charCodeAt(0).toString(16)}` : octets.toLowerCase();
      }).join('') + end,
  );

/** A host as it is written in a URL, valid or not. */
export const anyHost: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(spell(3, plain), spell(1, escaped)), fc.constantFrom('', '', '', '.', '..'))
  .map(([host, end]) => (host + end).toWellFormed().replace(NOT_RAW, encodeURIComponent))
  .filter((host) => host !== '');
