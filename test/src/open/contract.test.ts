/** What all openers and their callers share: what is asked of a link by default, and what servers may say of it. */
import { expect, test } from 'vitest';
import { ALIVE, EXCLUDED, FOUND, NOTHING_ASKED } from '../../../src/open/contract.ts';

test('who asks for nothing gets all, as anybody would', () => {
  expect(NOTHING_ASKED).toEqual({
    ...{ isBrief: false, charset: null, languages: [], options: {}, credentials: null, form: [], robot: null },
  });
});

test('each status that a server decides has a sentence for people', () => {
  expect(FOUND).toEqual({
    alive: 'The server has it.',
    moved: 'The server names another address, which was not followed.',
    restricted: 'The server answers, but wants a login or denies access.',
    gone: 'The server says that it does not have it.',
    unavailable: 'The server answers, but cannot serve it now.',
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
