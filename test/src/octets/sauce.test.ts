/** SAUCE records, written here as their specification (revision 5) has them. */
import { describe, expect, test } from 'vitest';
import { latin1Of, octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { splitSauce } from '../../../src/octets/sauce.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { mutated } from '../protocols/telnet/mutations.ts';
import { record, SAUCE } from './sauce-record.ts';

const split = (text: string) => {
  const { text: octets, sauce } = splitSauce(octetsOfLatin1(text));
  return { text: latin1Of(octets), sauce };
};

describe('a record', () => {
  test('has 128 octets', () => expect(record()).toHaveLength(128));

  test.each([
    ['behind SUB', `Tea\x1a${record()}`, 'Tea', SAUCE],
    ['without SUB', `Tea${record()}`, 'Tea', SAUCE],
    ['before the line end of a gopher server', `Tea\x1a${record()}\r\n`, 'Tea', SAUCE],
    ['before another line end', `Tea\x1a${record()}\n`, 'Tea', SAUCE],
    ['alone', record(), '', SAUCE],
    ['only one SUB is its own', `Tea\x1a\x1a${record()}`, 'Tea\x1a', SAUCE],
    ['with a comment', `Tea\x1a${record({ comments: ['One', 'two.'] })}`, 'Tea', { ...SAUCE, comment: 'One\ntwo.' }],
    ['a count without a comment', `Tea\x1a${record({ counted: 1 })}`, 'Tea', SAUCE],
    ['a long count without a comment', `${'x'.repeat(80)}\x1a${record({ counted: 1 })}`, 'x'.repeat(80), SAUCE],
    ['with the widest screen', record({ columns: 320 }), '', { ...SAUCE, columns: 320 }],
    ['with a screen that is too wide', record({ columns: 321 }), '', { ...SAUCE, columns: null }],
    ['without a width', record({ columns: 0 }), '', { ...SAUCE, columns: null }],
    ['of a screen that does not blink', record({ flags: 0x13 }), '', { ...SAUCE, brightBackgrounds: true }],
    ['of a screen with other flags', record({ flags: 0x12 }), '', SAUCE],
    ['of a bitmap that does not blink', record({ type: 2, flags: 1 }), '', { ...SAUCE, columns: null }],
    ['of a bitmap, whose width is in pixels', record({ type: 2 }), '', { ...SAUCE, columns: null }],
  ])('%s', (_what, written, text, sauce) => {
    expect(split(written)).toEqual({ text, sauce });
  });

  test.each([
    ['an empty text', ''],
    ['a short text', 'SAUCE00'],
    ['a text that ends in the middle of one', `Tea\x1a${record()}`.slice(0, -1)],
    ['a text with more behind it', `Tea\x1a${record()}more`],
    ['a text with two line ends behind it', `Tea\x1a${record()}\n\n`],
    ['another version', record().replace('SAUCE00', 'SAUCE01')],
  ])('is not in %s', (_what, text) => {
    expect(split(text)).toEqual({ text, sauce: null });
  });
});

const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const texts = mutated([
  hexOf(`Tea\x1a${record()}`),
  hexOf(`Tea\x1a${record({ comments: ['one', 'two'] })}\r\n`),
  hexOf(record({ columns: 320, counted: 255 })),
]);

test(
  'of whatever octets, the text is their beginning, and what a record says is bounded',
  () => {
    fc.assert(
      fc.property(texts, (octets) => {
        const { text, sauce } = splitSauce(octets);
        expect(text).toEqual(octets.subarray(0, text.length));
        if (sauce === null) {
          expect(text).toHaveLength(octets.length);
          return;
        }
        expect(octets.length - text.length).toBeGreaterThanOrEqual(128);
        expect(octets.length - text.length).toBeLessThanOrEqual(128 + 5 + 255 * 64 + 3);
        for (const [name, length] of [
          ['title', 35],
          ['author', 20],
          ['group', 20],
          ['date', 8],
        ] as const) {
          expect(sauce[name].length).toBeLessThanOrEqual(length);
        }
        expect(sauce.columns ?? 1).toBeGreaterThan(0);
        expect(sauce.columns ?? 320).toBeLessThanOrEqual(320);
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);
