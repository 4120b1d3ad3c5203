import { expect, test } from 'vitest';
import { SubrequestLimit, Subrequests } from '../../../worker/settings/subrequests.ts';

test('the first refusal of a request teaches the limit', () => {
  const limit = new SubrequestLimit(1000);
  const subrequests = new Subrequests(limit);
  subrequests.count(51);
  expect([limit.limit, subrequests.areRefused]).toEqual([1000, false]);
  subrequests.refuse();
  expect([limit.limit, subrequests.areRefused]).toEqual([50, true]);
  subrequests.count(2);
  subrequests.refuse();
  expect(limit.limit).toBe(50);
});

test('a refusal never raises a limit, and leaves enough for some connections', () => {
  const limit = new SubrequestLimit(40);
  const refusedAt = (made: number): number => {
    const subrequests = new Subrequests(limit);
    subrequests.count(made);
    subrequests.refuse();
    return limit.limit;
  };
  expect([refusedAt(60), refusedAt(31), refusedAt(45), refusedAt(1)]).toEqual([40, 30, 30, 20]);
});
