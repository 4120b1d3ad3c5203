/** The errors of `policy`. */
import { describe, expect, it } from 'vitest';
import { CharacterSet, DIGIT } from '../../../src/uri/characters.ts';
import { policy } from '../../../src/uri/percent.ts';

const raw = DIGIT.or('.;?/');

describe('a policy decodes only characters that may appear raw', () => {
  it.each([
    ['a character that is not raw', 'a', {}],
    ['the percent sign', '%', {}],
    ['a character beyond ASCII', 'ü', {}],
    ['a character that ends the component', '?', { stop: '?' }],
    ['a character that the scheme asks about', ';', { mark: ';' }],
    ['a character that browsers replace', '/', { reread: '/' }],
  ])('%s', (_, character, options) => {
    expect(() => policy(raw, { decode: new CharacterSet(character), ...options })).toThrow(RangeError);
  });

  it('unreserved characters, which are decoded by default, must appear raw too', () => {
    expect(() => policy(DIGIT)).toThrow(RangeError);
  });

  it('a dot may be decoded if the policy looks for dot segments', () => {
    expect(() => policy(raw, { decode: raw, dots: true })).not.toThrow();
  });
});
