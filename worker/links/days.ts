/**
 * The clicks of a link by day, as its row has them: a few octets for each day with clicks. So a click changes one row,
 * which is what the platform bills, and a year of days has about two thousand octets.
 *
 * ```
 * gx4.1 1.a 5.2     days since 1970 and clicks, in base 36; each day but the first as its distance to the one before
 * ```
 */
import type { DayClicks } from '../../src/links/record.ts';
import { MOST_CLICKS } from '../../src/links/record.ts';

const DAY_MS = 86_400_000;
const BASE = 36;

/** The clicks of a day are kept for this number of days. */
const DAYS_KEPT = 400;

/** @param days - in any order; of a day that occurs twice, the last counts */
export function encodeDays(days: readonly DayClicks[]): string | null {
  let before = 0;
  const counts = new Map(days.map(({ day, clicks }) => [Date.parse(day) / DAY_MS, clicks]));
  const parts = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([number, clicks]) => {
      const distance = number - before;
      before = number;
      return `${distance.toString(BASE)}.${clicks.toString(BASE)}`;
    });
  return parts.length === 0 ? null : parts.join(' ');
}

/** @param text - as {@link encodeDays} wrote it; `null` = no days */
export function decodeDays(text: string | null): readonly DayClicks[] {
  if (text === null) return [];
  let number = 0;
  return text.split(' ').map((part) => {
    const [distance = '', clicks = ''] = part.split('.');
    number += Number.parseInt(distance, BASE);
    return { day: new Date(number * DAY_MS).toISOString().slice(0, 10), clicks: Number.parseInt(clicks, BASE) };
  });
}

/** Adds clicks to a day, and forgets days that are too old if it is a new one. */
export function addToDay(days: readonly DayClicks[], day: string, count: number): readonly DayClicks[] {
  const index = days.findIndex((known) => known.day === day);
  const known = days[index];
  if (known !== undefined) return days.with(index, { day, clicks: Math.min(known.clicks + count, MOST_CLICKS) });
  const oldest = new Date(Date.parse(day) - DAYS_KEPT * DAY_MS).toISOString().slice(0, 10);
  const kept = days.filter((one) => one.day >= oldest);
  return [...kept, { day, clicks: count }];
}
