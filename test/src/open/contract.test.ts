/** What all openers and their callers share: what is asked of a link by default, and findings. */
import { expect, test } from 'vitest';
import { ALIVE, EXCLUDED, NOTHING_ASKED } from '../../../src/open/contract.ts';

test('who asks for nothing gets all, as anybody would', () => {
  expect(NOTHING_ASKED).toEqual({
    ...{ isBrief: false, charset: null, languages: [], options: {}, credentials: null, form: [], robot: null },
  });
});

test('a server that wants no robots was not checked, and says so', () => {
  expect([ALIVE, EXCLUDED]).toEqual([
    { status: 'alive' },
    {
      ...{ status: 'not-checked', reason: 'robots' },
      detail: 'The robots.txt of this server asks robots to stay away from this.',
    },
  ]);
});
