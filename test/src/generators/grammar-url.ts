/**
 * URLs that are made from the words of grammars: delimiters, keywords and fields of each scheme, some of their letters
 * escaped. They find rules that hold for the spelling of a keyword and not for what it means.
 */
import { definitions } from '../../../src/schemes/registry.ts';

/** A whole number from 0 to below the parameter. */
export type Random = (below: number) => number;

/** Makes the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const CHARACTERS: readonly string[] = [
  ...'abzAZ019-._~!$&\'()*+,;=:@/?#%|\\ "<>^`{}[]',
  ...['é', '€', '\u{10348}', '\ud800', '\t', '\n', '\r', '\0', '\x7f'],
];

const ESCAPES: readonly string[] = [
  ...['%2e', '%2E', '%41', '%7e', '%7E', '%2f', '%2F', '%00', '%0A', '%0d', '%25', '%e9', '%E9', '%09', '%30', '%31'],
  ...['%3B', '%3b', '%3D', '%2C', '%40', '%3A', '%26', '%2B', '%3C', '%3E', '%C3%A9', '%F2', '%', '%4'],
];

/** Keywords, fields, hosts and ports of every grammar: each may stand in the URL of another scheme. */
const WORDS: readonly string[] = [
  ...['..', './', '/../', '//', ':80', ':70', ':1096', ':0', ':', ';;', '&&', '&', '=', ',', 'u:p@', 'u@'],
  ...['h', 'H.example', 'localhost', 'LOCALHOST', '127.0.0.1', '0x7f.1', '[::1]', '[2001:DB8::1]', 'xn--', '1', '00'],
  ...['/0', '/1', 'C:', 'c|', ';type=a', ';TYPE=I', ';type=', 'id=', 'ID=', 'to=', 'To=', 'to', '&to=', '?to=a@b'],
  ...['subject=', 'Subject=', 'X-A=', 'a@b', 'A@B.Example', '<a@b>', '%3Ca@b%3E', '1=a;', '01=b;', '12/', '1=%2fa;'],
  ...['x;y=z', 'x;y', ';a=b,c', ';a=b=c', 'isbn:', 'ISBN:', 'd:', 'm:', 'D:', '/d:a', 'show:db', ':!', ':.', ':001'],
];

const BEGINNINGS: readonly string[] = [
  ...['', '', '//', '//h', '//h/', '//h/', '//h/', '//H', '//h?', '///', '//localhost', '//h:1/', '//u@h/', '/'],
];

/** What the example of a scheme consists of: words, and the delimiters between them. */
const examples: readonly (readonly string[])[] = definitions.map(({ example }) =>
  example.slice(example.indexOf(':') + 1).split(/(?<=[^\w.%-])|(?=[^\w.%-])/),
);

const names: readonly string[] = definitions.map(({ name }) => name);

/** A URL of a known scheme, or of another one, of up to eight words. */
export function grammarUrl(random: Random): string {
  const scheme = random(names.length + 1);
  const lists = [CHARACTERS, ESCAPES, WORDS, WORDS, examples[scheme] ?? WORDS];
  let url = `${oneOf(names, scheme, 'x-y')}:`;
  if (random(6) === 0) url = url.toUpperCase();
  url += oneOf(BEGINNINGS, random(BEGINNINGS.length), '');
  for (let words = random(8); words >= 0; words--) {
    const list = lists[random(lists.length)] ?? WORDS;
    const word = oneOf(list, random(list.length), '');
    url += random(8) === 0 ? withEscape(word, random) : word;
  }
  return url;
}

function oneOf(list: readonly string[], index: number, otherwise: string): string {
  return list[index] ?? otherwise;
}

/** A word with one of its characters escaped, if that is in ASCII. */
function withEscape(word: string, random: Random): string {
  if (word === '') return word;
  const at = random(word.length);
  const code = word.charCodeAt(at);
  if (code > 0x7f) return word;
  const digits = code.toString(16).padStart(2, '0');
  return `${word.slice(0, at)}%${random(2) === 0 ? digits : digits.toUpperCase()}${word.slice(at + 1)}`;
}
