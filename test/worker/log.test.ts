/** The log has no words of servers or URLs, and says how streamed bodies ended. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayError } from '../../src/net/failure.ts';
import { StoreError } from '../../worker/errors/store-error.ts';
import { type BodyEnding, noteEnding } from '../../worker/http/text-stream.ts';
import { logChanges, logFault, logRequest, logTrouble, type Notes, newNotes } from '../../worker/log.ts';
import { fingerprint } from '../../worker/settings/fingerprint.ts';

const written: string[] = [];
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((line) => written.push(line));
});
afterEach(() => {
  written.length = 0;
  vi.restoreAllMocks();
});

test('a fault has its name and its place, but nothing of a message that looks like frames', () => {
  logFault(new RangeError('invalid value\n    at /secret/file.txt\n    at password'));
  const [line = ''] = written;
  const { fault, frames } = JSON.parse(line);
  expect([fault, frames[0], line.includes('secret'), line.includes('password')]).toEqual([
    'RangeError',
    expect.stringMatching(/log\.test\.ts/),
    false,
    false,
  ]);
});

test('a fault has its time and its request, once, and of a store what failed', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-31T12:00:00.007Z') });
  const error = new StoreError({
    ...{
      problem: 'store-away',
      store: 3,
      object: 'd36d',
      operation: 'page',
      cause: 'SQLITE_CORRUPT',
      retryable: false,
    },
  });
  logFault(error, 'request-1');
  logFault(error, 'request-1');
  logTrouble('FirstStoreBack', 'It answers.');
  vi.useRealTimers();
  expect(written.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ time: '2026-01-31T12:00:00.007Z', id: 'request-1', fault: 'StoreError' },
      ...{ store: 3, object: 'd36d', operation: 'page', cause: 'SQLITE_CORRUPT' },
      ...{ detail: error.advice, frames: expect.any(Array) },
    },
    { time: '2026-01-31T12:00:00.007Z', id: null, fault: 'FirstStoreBack', detail: 'It answers.', frames: [] },
  ]);
});

test('a line has the time at which its request began, in whichever second the line before began', () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  const last = Date.parse('2026-12-31T23:59:59.999Z');
  const times = [last, last + 1, last + 7, last + 1000, last - 1, 0, -1];
  for (const began of times) {
    logRequest({ began, id: 'request-1', method: 'GET', notes: newNotes(), status: 200, ms: 0 });
  }
  expect(lines.map((line) => JSON.parse(line).time)).toEqual(times.map((began) => new Date(began).toISOString()));
});

test('a fingerprint is a number below 2⁵³ in base 36, as the platform writes it', () => {
  const prints = Array.from({ length: 2000 }, (_, index) => fingerprint(`text ${index}`));
  expect(prints.map((print) => Number.parseInt(print, 36).toString(36))).toEqual(prints);
  expect(new Set(prints).size).toBe(prints.length);
  // Idempotency keys find their store by it, so it must stay the same.
  expect(fingerprint('alice key-1')).toBe('7oehe601g0');
});

describe('a body that ends', () => {
  const broken = new GatewayError('gateway-unreachable', 'The server says: secret');
  test.each<[method: string, ending: BodyEnding, aborted: boolean, faults: number]>([
    ['GET', { kind: 'complete' }, false, 0],
    ['GET', { kind: 'cancelled' }, true, 0],
    ['GET', { kind: 'broken', error: broken }, true, 0],
    ['GET', { kind: 'broken', error: new TypeError('a bug') }, true, 1],
    ['HEAD', { kind: 'cancelled' }, false, 0],
    ['HEAD', { kind: 'broken', error: broken }, true, 0],
  ])('%s %o', (method, ending, aborted, faults) => {
    const notes: Notes = { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
    noteEnding({ request: new Request('http://h.example/', { method }), notes }, ending);
    expect([notes.aborted, written.length]).toEqual([aborted, faults]);
  });
});

test.each([0, 1, 100, 101, 250])('the lines of %d changes have all slugs, up to 100 each', (count) => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  const slugs = Array.from({ length: count }, (_, index) => `s${index}`);
  logChanges({ id: 'request-1', notes: { ...newNotes(), owner: 'alice', action: 'create' } }, slugs);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.flatMap((line) => line.slugs)).toEqual(slugs);
  expect(logged).toHaveLength(Math.ceil(count / 100));
  for (const { time, slugs: _, ...facts } of logged) {
    expect([facts, new Date(time).toISOString()]).toEqual([
      { id: 'request-1', owner: 'alice', action: 'create' },
      time,
    ]);
  }
});
