/** Dates of articles: RFC 5322 with its obsolete forms, RFC 850, ctime, ISO 8601. */
import { describe, expect, it, test } from 'vitest';
import { parseDate } from '../../../src/message/message.ts';
import fc, { runs } from '../../fast-check.ts';

describe('the forms that news programs wrote', () => {
  it.each([
    ['Tue, 16 Nov 1993 08:12:00 GMT', '1993-11-16T08:12:00.000Z'],
    ['16 Nov 1993 08:12 +0200 (EET)', '1993-11-16T06:12:00.000Z'],
    ['Fri, 16 Nov 84 10:00:00 JST', '1984-11-16T10:00:00.000Z'],
    ['16-Nov-84 12:00:00 MET', '1984-11-16T12:00:00.000Z'],
    ['Friday, 19-Nov-82 16:14:55 EST', '1982-11-19T21:14:55.000Z'],
    ['Fri Nov 19 16:14:55 1982', '1982-11-19T16:14:55.000Z'],
    ['Fri Nov 19 16:14:55 EST 1982', '1982-11-19T21:14:55.000Z'],
    ['Fri, Nov 19, 1982', '1982-11-19T00:00:00.000Z'],
    ['1 January 1994', '1994-01-01T00:00:00.000Z'],
    ['1993-11-16T08:12:00Z', '1993-11-16T08:12:00.000Z'],
    ['1993-11-16 08:12:00.5+01:00', '1993-11-16T07:12:00.000Z'],
    ['Sat, 31 Dec 2016 23:59:60 +0000', '2017-01-01T00:00:00.000Z'],
    // RFC 5322 §4.3: years of two and three digits.
    ['1 Jan 49 00:00:00 GMT', '2049-01-01T00:00:00.000Z'],
    ['1 Jan 50 00:00:00 GMT', '1950-01-01T00:00:00.000Z'],
    ['Sat, 1 Jan 100 00:00:01 GMT', '2000-01-01T00:00:01.000Z'],
    ['7 Mar 103 12:00 GMT', '2003-03-07T12:00:00.000Z'],
    ['Mon, 1 Jan 1990 00:00:00 ZZZ', '1990-01-01T00:00:00.000Z'],
  ])('%s', (text, iso) => {
    expect(parseDate(text)?.toISOString()).toBe(iso);
  });

  it.each([
    ...['', 'yesterday', '31 Feb 1994', '1 Foo 1994', '32 Jan 1994', '1 Jan 1994 10:60', '1994', 'Nov 1994'],
    // A year of five digits is not the year of its first four.
    ...['Sat, 1 Jan 10000', '1 Jan 12345 00:00 GMT', 'Jan 1, 12345', 'Sat Jan 1 00:00:00 10000', '10000-01-01'],
  ])('%j is not a date', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test('every moment that toUTCString writes is read back', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const date = new Date(second * 1000);
        expect(parseDate(date.toUTCString())?.getTime()).toBe(date.getTime());
      }),
      runs(),
    );
  });
});
