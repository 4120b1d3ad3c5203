/** Octets as text for people: names and texts of servers that declare no charset. */
import { expect, test } from 'vitest';
import { decoderFor } from '../../../src/octets/charset.ts';

test.each([
  ['ASCII', 'a b.txt', null, 'a b.txt'],
  ['UTF-8 (RFC 2640 §3.1)', 'K\xc3\xa4se', null, 'Käse'],
  ['windows-1252', 'K\xe4se \x96 2', null, 'Käse – 2'],
  ['code page 437, detected', 'K\x84se', null, 'Käse'],
  ['the charset that the visitor chooses', 'K\xc3\xa4se', 'windows-1252', 'KÃ¤se'],
  ['code page 437, as the visitor chooses', '\xc9\xcd\xbb', 'cp437', '╔═╗'],
  ['control characters', 'K\xe4se\x1b[2J', null, 'Käse\ufffd[2J'],
])('%s', (_what, octets, charset, text) => expect(decoderFor(charset)(octets)).toBe(text));
