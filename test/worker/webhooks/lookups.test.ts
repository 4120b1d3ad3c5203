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
/** A response without an error, and without a record. */
const absent = (_query: number, _signal: AbortSignal, body: Uint8Array) => {
  const message = Uint8Array.from(body);
  message.set([0x81, 0x80], 2);
  return Promise.resolve(new Response(message));
};
const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const lookupsOf = (names: number, limit = new SubrequestLimit(1000)) =>
  new Lookups({ milliseconds: 1000, names }, new Subrequests(limit), new AbortController().signal);
const find = (lookups: Lookups, count: number, from = 0): Promise<Lookup[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => lookups.find(`n${from + index}.example`, URL)));
const reasons = (found: readonly Lookup[]) => found.map(({ undetermined }) => undetermined);

test.each([
  [50, 20],
  [51, 20],
  [52, 21],
  [1000, 495],
  [13, 1],
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

/** Looks up one name after another, each of which the resolver answers as told. */
async function findEach(lookups: Lookups, answers: readonly ('silence' | 'answer')[]): Promise<Lookup[]> {
  const found: Lookup[] = [];
  for (const [index, kind] of answers.entries()) {
    answer = kind === 'answer' ? answered : (_, signal) => silence(signal);
    const waiting = lookups.find(`m${index}.example`, URL);
    await vi.advanceTimersByTimeAsync(kind === 'answer' ? 0 : 1000);
    found.push(await waiting);
  }
  return found;
}

test.each<[answers: readonly ('silence' | 'answer')[], isAsked: boolean]>([
  [['silence', 'silence'], true],
  [['silence', 'silence', 'silence'], false],
  [['silence', 'silence', 'answer', 'silence', 'silence'], true],
  [['silence', 'silence', 'answer', 'silence', 'silence', 'silence'], false],
])('after %j, the resolver is asked: %s', async (answers, isAsked) => {
  const lookups = lookupsOf(100);
  await findEach(lookups, answers);
  answer = answered;
  const before = queries;
  expect(reasons([await lookups.find('next.example', URL)])).toEqual([isAsked ? null : 'resolver-silent']);
  expect(queries - before).toBe(isAsked ? 2 : 0);
});

test('the pause after timeouts ends after ten seconds, and not a millisecond before', async () => {
  const lookups = lookupsOf(100);
  await findEach(lookups, ['silence', 'silence', 'silence']);
  answer = answered;
  await vi.advanceTimersByTimeAsync(9999);
  expect(reasons([await lookups.find('early.example', URL)])).toEqual(['resolver-silent']);
  await vi.advanceTimersByTimeAsync(1);
  expect(reasons([await lookups.find('late.example', URL)])).toEqual([null]);
});

test('three names are looked up at the same time, and the next one when one of them is known', async () => {
  const asked: (() => void)[] = [];
  answer = (query, signal, body) => new Promise((resolve) => asked.push(() => resolve(answered(query, signal, body))));
  const found = find(lookupsOf(100), 5);
  await vi.advanceTimersByTimeAsync(0);
  expect(queries).toBe(6);
  // The first name has two queries.
  for (const respond of asked.slice(0, 2)) respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(queries).toBe(8);
  for (let index = 2; index < 10; index++) {
    asked[index]?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(reasons(await found)).toEqual(Array(5).fill(null));
});

test('a thousand names are remembered, and then the oldest is forgotten', async () => {
  const subrequests = new Subrequests(new SubrequestLimit(1000));
  // Nothing is asked, and every name is remembered nevertheless.
  subrequests.refuse();
  const lookups = new Lookups({ milliseconds: null, names: 2000 }, subrequests, new AbortController().signal);
  const first = lookups.find('first.example', URL);
  void find(lookups, 999);
  expect(lookups.find('first.example', URL)).toBe(first);
  const newest = lookups.find('newest.example', URL);
  expect(lookups.find('newest.example', URL)).toBe(newest);
  expect(lookups.find('first.example', URL)).not.toBe(first);
});

test('a name without an address is known', async () => {
  answer = absent;
  const found = await lookupsOf(1).find('a.example', URL);
  expect(found).toEqual({ addresses: [], undetermined: null, at: Date.now() });
});

test('an answer that is not one leaves the name open, and later names are asked about', async () => {
  answer = async () => new Response(null, { status: 500 });
  const lookups = lookupsOf(100);
  const open = await lookups.find('a.example', URL);
  expect(open).toEqual({ addresses: [], undetermined: 'resolver-failed', at: Date.now() });
  answer = answered;
  expect(reasons([await lookups.find('b.example', URL)])).toEqual([null]);
});

test('a lookup ends with its request, and leaves no timer', async () => {
  const leaving = new AbortController();
  const limit = { milliseconds: 1000, names: 10 };
  const lookups = new Lookups(limit, new Subrequests(new SubrequestLimit(1000)), leaving.signal);
  answer = answered;
  await lookups.find('a.example', URL);
  expect(vi.getTimerCount()).toBe(0);
  answer = (_, signal) => silence(signal);
  const waiting = lookups.find('b.example', URL);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  expect(reasons([await waiting])).toEqual(['resolver-silent']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a defect is not taken for a silent resolver, and the next name is looked up', async () => {
  answer = answered;
  const subrequests = new Subrequests(new SubrequestLimit(1000));
  const count = vi.spyOn(subrequests, 'count').mockImplementationOnce(() => {
    throw new TypeError('a defect');
  });
  const lookups = new Lookups({ milliseconds: 1000, names: 10 }, subrequests, new AbortController().signal);
  await expect(lookups.find('a.example', URL)).rejects.toThrow('a defect');
  expect(reasons(await find(lookups, 3))).toEqual([null, null, null]);
  expect(count.mock.calls).toEqual(Array(4).fill([2]));
});

test('the answer has its time', async () => {
  vi.setSystemTime(Date.UTC(2026, 0, 31));
  answer = answered;
  expect((await lookupsOf(1).find('a.example', URL)).at).toBe(Date.UTC(2026, 0, 31));
});
