/**
 * Encoded words (RFC 2047): text beyond ASCII in header fields, `=?charset?encoding?text?=`.
 *
 * Programs split long texts at any octet, so the octets of words beside each other are joined before they are decoded.
 */
import { concatOctets, latin1Of, octetsOfLatin1 } from '../octets/octets.ts';
import { declaredCharset, decodeAsDeclared, decodeWithLabel } from './charset.ts';
import { decodeEscapes, decodeTransfer } from './transfer-encoding.ts';

/** One word. No two repetitions beside each other share a character, so the expressions take linear time. */
const WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=/;
/** Words with nothing but blanks between them, which are no text (§6.2). */
const WORDS = new RegExp(`${WORD.source}(?:\\s*${WORD.source})*`, 'g');
const ONLY_WORDS = new RegExp(`^\\s*${WORDS.source}\\s*$`);

interface Word {
  readonly label: string;
  readonly octets: Uint8Array;
}

/**
 * Decodes the encoded words in a text. What is not a word stays as it is.
 *
 * @example
 * ```ts
 * decodeWords('=?utf-8?q?caf=C3=A9?= noir'); // 'café noir'
 * ```
 */
export function decodeWords(text: string): string {
  return text.replace(WORDS, (words) => sameLabelRuns(wordsOf(words)).map(decodeRun).join(''));
}

/** Whether a text consists of encoded words. */
export function isEncodedWords(text: string): boolean {
  return ONLY_WORDS.test(text);
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(new RegExp(WORD, 'g'))].map(([, label = '', encoding, encoded = '']) => ({
    label: label.toLowerCase(),
    octets: encoding === 'B' || encoding === 'b' ? decodeB(encoded) : decodeQ(encoded),
  }));
}

function decodeB(encoded: string): Uint8Array {
  return decodeTransfer(octetsOfLatin1(encoded.replace(/[^A-Za-z\d+/]+/g, '')), 'base64');
}

/** §4.2, and lines that were broken within an escape. */
function decodeQ(encoded: string): Uint8Array {
  const text = encoded.replace(/=\s+(?=[\dA-Fa-f])/g, '=').replace(/[_\s]/g, ' ');
  return octetsOfLatin1(decodeEscapes(latin1Of(concatOctets([text]))));
}

function sameLabelRuns(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0]?.label === word.label) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

function decodeRun(words: readonly Word[]): string {
  const label = words[0]?.label ?? '';
  const joined = concatOctets(words.map(({ octets }) => octets));
  return (
    decodeAsDeclared(joined, declaredCharset(label)) ??
    words.map(({ octets }) => decodeWithLabel(octets, label)).join('')
  );
}
