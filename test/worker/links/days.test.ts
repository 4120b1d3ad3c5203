/** The days of a link in its row. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToDay, decodeDays, encodeDays } from '../../../worker/links/days.ts';

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('all days and counts survive', () => {
  const list = fc.uniqueArray(fc.record({ day, clicks: fc.maxSafeNat() }), { selector: (entry) => entry.day });
  fc.assert(
    fc.property(list, (days) => {
      const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
      expect(decodeDays(encodeDays(days))).toEqual(sorted);
    }),
  );
});

test('no days are nothing', () => {
  expect([encodeDays([]), decodeDays(null)]).toEqual([null, []]);
});

test('a year of days is short', () => {
  const days = Array.from({ length: 400 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    clicks: 1000 + index,
  }));
  expect(encodeDays(days)?.length).toBeLessThan(400 * 6);
});

test.each([
  ['a new day', '2026-02-02', 1, ['2026-01-31 3', '2026-02-02 1']],
  ['a known day', '2026-01-31', 2, ['2026-01-31 5']],
  ['a day before', '2026-01-01', 1, ['2026-01-01 1', '2026-01-31 3']],
  ['a day after 401 days', '2027-03-08', 1, ['2027-03-08 1']],
  ['a day after 400 days', '2027-03-07', 1, ['2026-01-31 3', '2027-03-07 1']],
  ['the largest number', '2026-01-31', Number.MAX_SAFE_INTEGER, [`2026-01-31 ${Number.MAX_SAFE_INTEGER}`]],
])('%s', (_, at, count, expected) => {
  const days = decodeDays(encodeDays(addToDay([{ day: '2026-01-31', clicks: 3 }], at, count)));
  expect(days.map((one) => `${one.day} ${one.clicks}`)).toEqual(expected);
});

test('days are a distance and a count in base 36', () => {
  const days = [
    { day: '2030-01-20', clicks: 2 },
    { day: '2030-01-14', clicks: 1 },
    { day: '2030-01-15', clicks: 10 },
  ];
  expect([encodeDays(days), encodeDays([...days, { day: '2030-01-20', clicks: 36 }])]).toEqual([
    ...['gx4.1 1.a 5.2', 'gx4.1 1.a 5.10'],
  ]);
});
