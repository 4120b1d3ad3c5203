/** The limits of a guarded call. */
import { describe, expect, test } from 'vitest';
import { limitsOf } from '../../../src/guarded-fetch/options.ts';

const DEFAULTS = {
  redirects: 0,
  connectTime: 10_000,
  answerTime: 15_000,
  totalTime: 60_000,
  maxHeader: 16_384,
  maxBody: 1_048_576,
};

test('have defaults, also for those that are undefined', () => {
  expect(limitsOf({})).toEqual(DEFAULTS);
  expect(limitsOf({ maxBody: undefined, redirects: 3 })).toEqual({ ...DEFAULTS, redirects: 3 });
});

test('have nothing else of the options', () => {
  const options = { redirects: 1, schemes: ['https'] };
  expect(limitsOf(options)).toEqual({ ...DEFAULTS, redirects: 1 });
});

describe.each(Object.keys(DEFAULTS))('%s', (name) => {
  test.each([0, 1, 0.5, Number.POSITIVE_INFINITY])('may be %d', (value) => {
    expect(limitsOf({ [name]: value })).toEqual({ ...DEFAULTS, [name]: value });
  });

  test.each([-1, -0.5, Number.NaN, '5', null])('may not be %j', (value) => {
    expect(() => limitsOf({ [name]: value })).toThrow(new TypeError(`${name} must be a number from 0 on.`));
  });
});
