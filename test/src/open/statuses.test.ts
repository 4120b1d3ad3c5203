/** The statuses of checks: their order, their words, and what follows from each. */
import { expect, test } from 'vitest';
import { FOUND, isStatus, STATUS_NAMES, STATUSES, wordsOfStatus } from '../../../src/open/statuses.ts';

test('each has a sentence, and a place', () => {
  expect(STATUS_NAMES.map((status) => [status, STATUSES[status].meaning])).toEqual([
    ['alive', 'The server has it.'],
    ['moved', 'The server names another address, which was not followed.'],
    ['restricted', 'The server answers, but wants a login or denies access.'],
    ['gone', 'The server says that it does not have it.'],
    ['unavailable', 'The server answers, but cannot serve it now.'],
    ['unreachable', 'No server answers.'],
    ['other-protocol', 'A server of another protocol answers at this address.'],
    ['not-checked', 'Waypost did not ask about it; `reason` says why.'],
  ]);
  expect(STATUS_NAMES.slice(0, 5)).toEqual(Object.keys(FOUND));
});

test.each([
  ['isProblem', ['gone', 'unavailable', 'unreachable', 'other-protocol']],
  ['isClear', ['alive', 'moved', 'restricted']],
  ['mayBeDead', ['gone', 'unreachable', 'other-protocol']],
] as const)('%s is true of %j', (property, statuses) => {
  expect(STATUS_NAMES.filter((status) => STATUSES[status][property])).toEqual(statuses);
});

test('only its name is a status, and words have no hyphen', () => {
  expect(['gone', 'Gone', 'toString', '429'].map(isStatus)).toEqual([true, false, false, false]);
  expect([wordsOfStatus('gone'), wordsOfStatus('other-protocol')]).toEqual(['gone', 'other protocol']);
});
