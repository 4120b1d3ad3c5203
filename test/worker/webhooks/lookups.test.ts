/** The lookups of a request: a platform that refuses subrequests, and a resolver that does not answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatAddress } from '../../../src/egress/address.ts';
import { SubrequestLimit, Subrequests } from '../../../worker/settings/subrequests.ts';
import { type Lookup, Lookups, mostLookups } from '../../../worker/webhooks/lookups.ts';

/** The answer to a query: an address of the name in it. */
function answerTo(query: Uint8Array): Uint8Array<ArrayBuffer> {
  const record = Buffer.from('c00c000100010000003c00045db8d70e', 'hex');
  const message = Uint8Array.from([...query, ...record]);
  // A response without an error, with one record.
  message.set([0x81, 0x80], 2);
  message.set([0, 1], 6);
  return message;
}
const URL = 'https://doh.example/dns-query';

/** The queries so far, and the answer to the next one. */
let queries: number;
let answer: (query: number, signal: AbortSignal, body: Uint8Array) => Promise<Response>;
beforeEach(() => {
  vi.useFakeTimers();
  queries = 0;
  vi.stubGlobal('fetch', (_url: string, { signal, body }: { signal: AbortSignal; body: Uint8Array }) =>
    answer(queries++, signal, body),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answered = (_query: number, _signal: AbortSignal, body: Uint8Array) =>
  Promise.resolve(new Response(answerTo(body)));
const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const lookupsOf = (names: number, limit = new SubrequestLimit(1000)) =>
  new Lookups({ milliseconds: 1000, names }, new Subrequests(limit), new AbortController().signal);
const find = (lookups: Lookups, count: number, from = 0): Promise<Lookup[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => lookups.find(`n${from + index}.example`, URL)));
const reasons = (found: readonly Lookup[]) => found.map(({ undetermined }) => undetermined);

test.each([
  [50, 20],
  [1000, 495],
  [1, 1],
])('%i subrequests are enough for %i names', (subrequests, names) => {
  expect(mostLookups(subrequests)).toBe(names);
});

test('a name that is asked about again takes no lookup', async () => {
  answer = answered;
  const lookups = lookupsOf(1);
  const [first, again] = [await lookups.find('a.example', URL), await lookups.find('a.example', URL)];
  expect(again).toBe(first);
  expect(first.addresses.map(formatAddress)).toEqual(['93.184.215.14']);
  expect(reasons([await lookups.find('b.example', URL)])).toEqual(['lookup-limit']);
  expect(queries).toBe(2);
});

test('a platform that refuses a subrequest is not asked for another one', async () => {
  answer = (query, signal, body) =>
    query < 7 ? answered(query, signal, body) : Promise.reject(new Error('Too many subrequests by single Worker.'));
  const lookups = lookupsOf(100);
  const found = [...(await find(lookups, 3)), await lookups.find('x.example', URL), ...(await find(lookups, 50, 3))];
  // The fourth name has its IPv4 address, but not all addresses.
  expect(reasons(found)).toEqual([null, null, null, ...Array(51).fill('lookup-limit')]);
  expect(found[3]?.addresses.map(formatAddress)).toEqual(['93.184.215.14']);
  expect(queries).toBe(8);
});

test('the limit is learned from the first refusal', async () => {
  answer = (query, signal, body) =>
    query < 30 ? answered(query, signal, body) : Promise.reject(new Error('Too many subrequests by single Worker.'));
  const limit = new SubrequestLimit(1000);
  const found = await find(lookupsOf(100, limit), 100);
  expect(found.filter(({ undetermined }) => undetermined === null)).toHaveLength(15);
  // Some to spare, as lookups take turns.
  expect(limit.limit).toBeGreaterThanOrEqual(30);
  expect(limit.limit).toBeLessThanOrEqual(36);
});

test('a resolver that does not answer is left alone for ten seconds', async () => {
  answer = (_, signal) => silence(signal);
  const lookups = lookupsOf(100);
  const waiting = find(lookups, 30);
  await vi.advanceTimersByTimeAsync(3000);
  expect(new Set(reasons(await waiting))).toEqual(new Set(['resolver-silent']));
  const before = queries;
  answer = answered;
  expect(reasons(await find(lookups, 3, 30))).toEqual(Array(3).fill('resolver-silent'));
  expect(queries).toBe(before);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reasons(await find(lookups, 3, 40))).toEqual([null, null, null]);
  expect(queries).toBe(before + 6);
});

test('the answer has its time', async () => {
  vi.setSystemTime(Date.UTC(2026, 0, 31));
  answer = answered;
  expect((await lookupsOf(1).find('a.example', URL)).at).toBe(Date.UTC(2026, 0, 31));
});
