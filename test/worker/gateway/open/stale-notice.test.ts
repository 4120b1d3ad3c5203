/** The age of a copy in words. */
import { expect, test } from 'vitest';
import { ageText } from '../../../../worker/gateway/open/stale-notice.tsx';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [1.9, '1 second'],
  [2, '2 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [119, '1 minute'],
  [120, '2 minutes'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [7300, '2 hours'],
  [86_399, '23 hours'],
  [86_400, '1 day'],
  [172_800, '2 days'],
])('%d seconds: %s', (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});
