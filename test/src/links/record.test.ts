/** The forms of the parts of a record. */
import { expect, test } from 'vitest';
import { isPurged, isTime, OWNER, recordOfTombstone } from '../../../src/links/record.ts';

test.each([
  ['2026-01-31T12:00:00.000Z', true],
  ['0001-01-01T00:00:00.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['2026-02-31T12:00:00.000Z', false],
  ['2026-01-31T12:00:00Z', false],
  ['2026-01-31T13:00:00.000+01:00', false],
  ['+010000-01-01T00:00:00.000Z', false],
  ['-000001-01-01T00:00:00.000Z', false],
  ['2026-13-01T00:00:00.000Z', false],
  ['2026-01-31', false],
  ['never', false],
  ['', false],
])('a time: %s, %s', (text, expected) => {
  expect(isTime(text)).toBe(expected);
});

test.each([
  ['aZ0._-', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['a b', false],
  ['ä', false],
  ['', false],
  [' a', false],
])('a name of an owner: %s, %s', (text, expected) => {
  expect(OWNER.test(text)).toBe(expected);
});

test('a tombstone has nothing but its slug', () => {
  const record = recordOfTombstone('x');
  const nothing = { url: '', createdAt: '', clicks: 0, lastClickAt: null, blocked: null, claims: [] };
  expect([record, isPurged(record), isPurged({ url: 'go:x' })]).toEqual([{ slug: 'x', ...nothing }, true, false]);
});
