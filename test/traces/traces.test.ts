/**
 * The traces in the documents are true: each request calls the functions that its trace names, in that order. The
 * number of files that a request executes has a limit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differencesOf, filesOf } from './differences.ts';
import { traces } from './documents.ts';
import { EXECUTED, excessOf } from './figures.ts';
import { COUNTED, checkMenu, getMenu, REQUESTS, startTraced, type Traced } from './requests.ts';

let traced: Traced;
beforeAll(async () => {
  traced = await startTraced();
});
afterAll(() => traced?.close());

test('each request has one trace', () => {
  expect(
    traces()
      .map(({ request }) => request)
      .toSorted(),
  ).toEqual([...REQUESTS.keys()].toSorted());
});

test.for(traces())('$document: $request', async (trace) => {
  const request = REQUESTS.get(trace.request);
  if (request === undefined) throw new Error(`test/traces/requests.ts does not make “${trace.request}”.`);
  const calls = await request(traced);
  expect(calls.flatMap((called) => differencesOf(trace, called)).join('\n')).toBe('');
});

describe('the files that a request executes', () => {
  test.for(Object.entries(COUNTED))('%s', async ([name, request]) => {
    const figure = EXECUTED[name as keyof typeof EXECUTED];
    expect(excessOf(name, [...filesOf(await request(traced))], figure)).toBeNull();
  });

  test('are those that V8 counts, where it can', async () => {
    const use = async () => {
      await getMenu(traced);
      await checkMenu(traced);
    };
    const counted = await traced.program.coverageOf(use);
    expect(filesOf(await traced.program.callsOf(use))).toEqual(counted);
  });
});
