/** The pages of long texts: where each begins and ends, whatever the text is and however it arrives. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { KnownOctets } from '../../../src/open/known-octets.ts';
import { type LongTextPart, partOfText, TEXT_PAGE, textPart } from '../../../src/open/text-pages.ts';
import { DotTerminator } from '../../../src/protocols/gopher/period.ts';
import { runs } from '../../fast-check.ts';

/** How far a line goes on behind the end of its page, in octets. */
const LONGEST_LINE = 64 * 1024;

/** A text of letters, with other octets at some places. */
function text(length: number, at: Readonly<Record<number, string>> = {}): Uint8Array {
  const octets = new Uint8Array(length).fill(0x61);
  for (const [place, written] of Object.entries(at)) octets.set(octetsOfLatin1(written), Number(place));
  return octets;
}

/** Octets that arrive in pieces of a length. */
function arriving(octets: Uint8Array, piece: number): KnownOctets {
  const body = new KnownOctets(new Uint8Array());
  const pieces = Math.ceil(octets.length / piece);
  for (let index = pieces - 1; index >= 0; index--) body.unread(octets.subarray(index * piece, (index + 1) * piece));
  return body;
}

/** Where each page of a text begins, and where the text ends. */
async function beginnings(octets: Uint8Array, charset = 'windows-1252', piece = 100_000): Promise<number[]> {
  const places = [0];
  for (let number = 1, part: LongTextPart | null; ; number++) {
    part = await textPart(arriving(octets, piece), number, { charset });
    const same = partOfText(octets, charset, number);
    if (part === null || same === null) {
      expect(same).toBe(part);
      return places;
    }
    expect([Buffer.compare(same.octets, part.octets), same.isLast]).toEqual([0, part.isLast]);
    expect(part.isLast).toBe((places.at(-1) ?? 0) + part.octets.length === octets.length);
    places.push((places.at(-1) ?? 0) + part.octets.length);
  }
}

describe('a page ends', () => {
  const end = TEXT_PAGE;
  const whole = 2 * TEXT_PAGE;
  test.each<[what: string, at: Readonly<Record<number, string>>, expected: number]>([
    ['with its last octet, if that ends a line', { [end - 1]: '\n' }, end],
    ['behind the line that its last octet is in', { [end]: '\n' }, end + 1],
    ['there, and not at the line end before', { [end - 2]: '\n', [end + 9]: '\n', [end + 20]: '\n' }, end + 10],
    ['behind CR LF', { [end - 1]: '\r\n' }, end + 1],
    ['behind CR, where no line ends with LF', { [end + 9]: '\r' }, end + 10],
    ['behind LF, where some line ends with it', { [end + 9]: '\r', [end + 20]: '\n' }, end + 21],
    ['behind the longest line', { [end + LONGEST_LINE - 2]: '\n' }, end + LONGEST_LINE - 1],
    ['within a longer line', { [end + LONGEST_LINE - 1]: '\n' }, end + LONGEST_LINE - 1],
  ])('%s', async (_, at, expected) => {
    expect(await beginnings(text(whole, at))).toEqual([0, expected, whole]);
  });

  test('behind a character of UTF-8, where a line is cut', async () => {
    const cut = TEXT_PAGE + LONGEST_LINE - 1;
    const octets = text(whole, { [cut - 2]: '\xf0\x9f\x98\x80' });
    expect(await beginnings(octets, 'utf-8')).toEqual([0, cut + 2, whole]);
    expect(await beginnings(octets)).toEqual([0, cut, whole]);
  });

  test.each(['utf-16le', 'utf-16be'])('behind a whole unit of %s', async (charset) => {
    const units = Buffer.from('line\n'.repeat(TEXT_PAGE / 8), 'utf16le');
    const octets = new Uint8Array(charset === 'utf-16le' ? units : units.swap16());
    const [, second = 0] = await beginnings(octets, charset);
    expect([second % 2, new TextDecoder(charset).decode(octets.subarray(second, second + 10))]).toEqual([0, 'line\n']);
  });
});

test.each([
  [0, [0, 0]],
  [1, [0, 1]],
  [TEXT_PAGE - 1, [0, TEXT_PAGE - 1]],
  [TEXT_PAGE, [0, TEXT_PAGE]],
])('a text of %i octets has one page', async (length, expected) => {
  expect(await beginnings(text(length))).toEqual(expected);
});

test('a text that ends within the last line of a page has no page behind it', async () => {
  const length = TEXT_PAGE + LONGEST_LINE - 1;
  expect(await beginnings(text(length))).toEqual([0, length]);
  expect(await beginnings(text(length + 1))).toEqual([0, length, length + 1]);
});

test('what a filter takes away is on no page', async () => {
  const octets = concatOctets([text(TEXT_PAGE, { [TEXT_PAGE - 1]: '\n' }), octetsOfLatin1('end\r\n.\r\n')]);
  const page = (number: number) =>
    textPart(arriving(octets, 1000), number, { charset: 'utf-8', filter: new DotTerminator() });
  expect(latin1Of((await page(2))?.octets ?? new Uint8Array())).toBe('end\r\n');
  expect([(await page(1))?.isLast, (await page(2))?.isLast, await page(3)]).toEqual([false, true, null]);
  const only = octetsOfLatin1('.\r\n');
  expect(await textPart(arriving(only, 1), 1, { charset: 'utf-8', filter: new DotTerminator() })).toMatchObject({
    isLast: true,
  });
});

test('nothing is read behind a page', async () => {
  let read = 0;
  const source = { unread() {}, read: async () => (++read > 0 ? text(100_000, { 50000: '\n' }) : null) };
  expect((await textPart(source, 3, { charset: 'utf-8' }))?.isLast).toBe(false);
  expect(read * 100_000).toBeLessThan(3 * TEXT_PAGE + LONGEST_LINE + 200_000);
});

test('every octet is on one page, and every line begins one that is not too long', () => {
  const near = fc.integer({ min: -3, max: LONGEST_LINE + 3 });
  const ends = fc.array(fc.record({ page: fc.integer({ min: 1, max: 3 }), near, end: fc.constantFrom('\n', '\r\n') }));
  return fc.assert(
    fc.asyncProperty(ends, fc.integer({ min: -5, max: LONGEST_LINE + 5 }), async (lines, more) => {
      const length = 3 * TEXT_PAGE + more;
      const at = lines.map(({ page, near, end }) => [Math.min(page * TEXT_PAGE + near, length - 2), end] as const);
      const octets = text(length, Object.fromEntries(at));
      const places = await beginnings(octets, 'utf-8', 300_000);
      expect(places.at(-1)).toBe(length);
      for (const [index, place] of places.slice(1, -1).entries()) {
        const first = (index + 1) * TEXT_PAGE;
        expect(place).toBeGreaterThanOrEqual(first);
        expect(place).toBeLessThan(first + LONGEST_LINE);
        expect(octets[place - 1] === 0x0a || place === first + LONGEST_LINE - 1).toBe(true);
      }
    }),
    runs(0.1),
  );
});
