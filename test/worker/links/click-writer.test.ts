/** Clicks of a shard: when they are written, and what of a link they change. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClickWriter } from '../../../worker/links/click-writer.ts';
import { ChangeClock, LinkTable } from '../../../worker/links/link-table.ts';
import { migrate } from '../../../worker/links/migrations.ts';
import { AT, memoryState, NOW } from './storage.ts';

let links: LinkTable;
let storage: DurableObjectStorage;
let clicks: ClickWriter;
let errors: number;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  ({ storage } = memoryState().context);
  migrate(storage);
  const clock = new ChangeClock(storage.sql);
  links = new LinkTable(storage.sql, clock);
  links.add('a', 'go:a', AT);
  clicks = new ClickWriter(storage, clock);
  errors = 0;
  vi.spyOn(console, 'error').mockImplementation(() => void errors++);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const count = () => links.expect('a').clicks;

test('clicks are written after the answer, all of them in one transaction', () => {
  const writes = vi.spyOn(storage, 'transactionSync');
  for (const slug of ['a', 'none', 'a']) clicks.add(slug);
  expect([count(), vi.getTimerCount()]).toEqual([0, 1]);
  vi.advanceTimersByTime(0);
  expect([links.expect('a'), vi.getTimerCount()]).toMatchObject([{ clicks: 2, lastClickAt: AT }, 0]);
  clicks.add('a');
  clicks.flush();
  vi.advanceTimersByTime(0);
  clicks.write([]);
  expect([count(), writes.mock.calls.length]).toEqual([3, 2]);
});

test('clicks that the disk refuses are written a second later', () => {
  const refused = vi.spyOn(storage, 'transactionSync').mockImplementationOnce(() => {
    throw new Error('disk full');
  });
  clicks.add('a');
  vi.advanceTimersByTime(999);
  expect([count(), errors, refused.mock.calls.length]).toEqual([0, 1, 1]);
  vi.advanceTimersByTime(1);
  expect([count(), errors]).toEqual([1, 1]);
});

test.each([
  ['in their order', ['2026-01-30T23:59:59.999Z', '2026-01-31T00:00:00.000Z']],
  ['in any other', ['2026-01-31T00:00:00.000Z', '2026-01-30T23:59:59.999Z']],
])('the last click is the latest one, of clicks %s', (_, times) => {
  clicks.write(times.map((last, index) => ({ slug: 'a', count: index + 1, last })));
  expect(links.expect('a')).toMatchObject({ clicks: 3, lastClickAt: '2026-01-31T00:00:00.000Z' });
  expect(
    links
      .expect('a')
      .days?.map(({ day }) => day)
      .toSorted(),
  ).toEqual(['2026-01-30', '2026-01-31']);
  clicks.write([{ slug: 'a', count: Number.MAX_SAFE_INTEGER, last: '2026-01-01T00:00:00.000Z' }]);
  expect(links.expect('a')).toMatchObject({ clicks: Number.MAX_SAFE_INTEGER, lastClickAt: '2026-01-31T00:00:00.000Z' });
});
