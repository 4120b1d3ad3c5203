/** Texts as most servers have them. */
import { expect, test } from 'vitest';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { asReadableText, decodedText } from '../../../src/open/text.ts';
import { record, SAUCE } from '../octets/sauce-record.ts';
import { LINKS } from './gopher/double.ts';

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

test('the record behind a text is no part of it, but of its octets', () => {
  const octets = octetsOfLatin1(`Tea\x1a${record()}`);
  const { json, ...read } = asReadableText({ noun: 'file', name: 'a.ans', octets, charset: null });
  const shown = { charset: 'utf-8', text: 'Tea', sauce: SAUCE };
  expect(read).toEqual({ shape: 'text', noun: 'file', name: 'a.ans', octets, ...shown });
  expect(json(LINKS)).toEqual({ kind: 'text', ...shown });
});
