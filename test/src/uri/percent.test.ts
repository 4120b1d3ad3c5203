/** What a policy refuses when it is made. */
import { describe, expect, it } from 'vitest';
import { CharacterSet, DIGIT } from '../../../src/uri/characters.ts';
import { policy } from '../../../src/uri/percent.ts';

const raw = DIGIT.or('.;?/');

describe('a policy decodes only what may stand raw', () => {
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

  it('and decodes unreserved characters by default, which must be raw too', () => {
    expect(() => policy(DIGIT)).toThrow(RangeError);
  });

  it('a dot may be decoded where dot segments are looked for', () => {
    expect(() => policy(raw, { decode: raw, dots: true })).not.toThrow();
  });
});
