/** Times for people. */
import { expect, it } from 'vitest';
import { durationText } from '../../../src/protocols/duration.ts';

it.each([
  [0.4, '0.4 seconds'],
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [600, '10 minutes'],
  [7199, '120 minutes'],
  [7200, '2 hours'],
  [9000, '2.5 hours'],
  [65_535, '18 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
