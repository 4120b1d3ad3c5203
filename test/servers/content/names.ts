/**
 * Difficult file names: legal, once in use, and a problem for software. Each is an octet string, and each file states
 * the difficulty of its name.
 */
import { type Octets, octets } from '../octets.ts';

export interface DifficultName {
  readonly name: Octets;
  readonly difficulty: string;
}

/** The names in the order of the menu. */
export const difficultNames: readonly DifficultName[] = [
  { name: 'two words.txt', difficulty: 'A space.' },
  { name: ' leading space.txt', difficulty: 'A space in front, which listings swallow.' },
  { name: 'trailing space ', difficulty: 'A space behind, which nobody sees.' },
  { name: 'semi;colon.txt', difficulty: 'A semicolon, which ends an FTP path in a link.' },
  { name: 'type;type=a', difficulty: 'A name that looks like the end of an FTP link.' },
  { name: 'hash#tag.txt', difficulty: 'A number sign, which begins a fragment.' },
  { name: '100%.txt', difficulty: 'A percent sign, alone.' },
  { name: 'literal%20escape.txt', difficulty: 'Something that looks like an escape but is not one.' },
  { name: 'what?.txt', difficulty: 'A question mark, which begins a query.' },
  { name: 'plus+and&amp;.txt', difficulty: 'A plus, an ampersand, and what looks like an entity.' },
  { name: 'equals=sign.txt', difficulty: 'An equals sign, which MLSD uses before the name.' },
  { name: 'back\\slash.txt', difficulty: 'A backslash, which browsers take for a slash.' },
  { name: 'colon:in:it.txt', difficulty: 'A colon, as in the name of a scheme.' },
  { name: '"><script>alert(1)<', difficulty: 'A name that would like to be markup.' },
  { name: "it's (bracketed) [twice] {thrice}.txt", difficulty: 'Brackets of three kinds and an apostrophe.' },
  { name: 'arrow -> target.txt', difficulty: 'What a listing writes between a symbolic link and its target.' },
  { name: octets('naïve café.txt'), difficulty: 'UTF-8.' },
  { name: octets('日本語 テキスト.txt'), difficulty: 'UTF-8, without any Latin letters.' },
  { name: 'J\xe4ger.txt', difficulty: 'An octet 0xE4, alone: Latin-1, and no UTF-8.' },
  { name: '.hidden', difficulty: 'A dot in front.' },
  { name: '..dots', difficulty: 'Two dots in front.' },
  { name: '-dash', difficulty: 'A hyphen in front, which commands take for an option.' },
  { name: 'UPPER.TXT', difficulty: 'Capital letters; upper.txt is another file.' },
  { name: 'upper.txt', difficulty: 'Small letters; UPPER.TXT is another file.' },
];
