/** Texts as most servers have them. */
import { expect, test } from 'vitest';
import { asReadableText, decodedText } from '../../../src/open/text.ts';

const LATIN = Uint8Array.of(0x4a, 0xf6, 0x72, 0x67, 0x0a);

test.each([
  [null, 'windows-1252', 'Jörg\n'],
  ['koi8-r', 'koi8-r', 'JЖrg\n'],
])('in the charset %s it is decoded as %s', (chosen, charset, text) => {
  expect(decodedText(LATIN, chosen)).toEqual({ charset, text });
});

test('a text has its octets, and the values of its page as JSON', () => {
  const text = asReadableText({
    noun: 'reply',
    name: 'a',
    octets: LATIN,
    charset: null,
    freshFor: 60,
  });
  expect(text).toMatchObject({ shape: 'text', noun: 'reply', name: 'a', octets: LATIN, freshFor: 60, text: 'Jörg\n' });
  expect(text.content).toBeUndefined();
  const links = { open: () => null, openCanonical: () => null, self: () => '' };
  expect(text.json(links)).toEqual({
    kind: 'text',
    charset: 'windows-1252',
    text: 'Jörg\n',
  });
});
