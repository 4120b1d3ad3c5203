/** Deadlines: how `DEADLINES` is read, and when waits end. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { abortReason, Deadline, timedOut, underSignal } from '../../../src/net/deadline.ts';
import { defaultDeadlines, parseDeadlines, parseDuration } from '../../../src/net/deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('DEADLINES', () => {
  it.each([
    [null, defaultDeadlines],
    ['', defaultDeadlines],
    ['idle=300ms', { ...defaultDeadlines, idle: 300 }],
    [
      'connect=1s,first=2s, idle=3s total=4m',
      { ...defaultDeadlines, connect: 1000, first: 2000, idle: 3000, total: 240_000 },
    ],
    ['connect=1ms longest=500h', { ...defaultDeadlines, connect: 1, longest: 1_800_000_000 }],
    ['session=1800000s longest=30000m', { ...defaultDeadlines, session: 1_800_000_000, longest: 1_800_000_000 }],
    ['session=90s longest=8h', { ...defaultDeadlines, session: 90_000, longest: 28_800_000 }],
  ])('%j', (text, deadlines) => {
    expect(parseDeadlines(text)).toEqual(deadlines);
  });

  it('a terminal session may be silent for ten minutes and last for four hours', () => {
    expect(defaultDeadlines).toMatchObject({ session: 600_000, longest: 14_400_000 });
  });

  it.each(['0ms', '1800001s', '30001m', '501h'])('longest=%s is out of range', (time) => {
    const fault = `DEADLINES: longest=${time} is not from 1ms to 500h`;
    expect(() => parseDeadlines(`longest=${time}`)).toThrow(new TypeError(fault));
  });

  it.each([
    ...['idle', 'idle=', 'idle=3', 'idle=3d', 'idle=-3s', 'idle=s', 'idle=3s!', '!idle=3s'],
    ...['read=3s', 'constructor=3s', '=3s'],
  ])('not %j', (text) => {
    expect(() => parseDeadlines(text)).toThrow(`DEADLINES: ${text} is not name=duration`);
  });
});

describe('a duration', () => {
  it.each([
    ['10s', 10_000],
    ['999999999ms', 999_999_999],
    ['1h', 3_600_000],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', '3', 's', ' 3s', '3s ', '1000000000ms'])('not %j', (text) => {
    expect(() => parseDuration(text)).toThrow(new TypeError(`${text} is not a duration`));
  });
});

test('each phase has an error of its own', () => {
  const errors = (['connect', 'handshake', 'total'] as const).map(timedOut);
  expect(new Set(errors.map(({ message }) => message)).size).toBe(3);
  for (const { code, message } of errors) expect([code, message]).toEqual(['timeout', expect.stringMatching(/\.$/)]);
});

const listening = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('a deadline', () => {
  it('aborts with its error when its time is up', () => {
    const deadline = new Deadline(1000, timedOut('total'), null);
    vi.advanceTimersByTime(999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(abortReason(deadline.signal)).toMatchObject({ code: 'timeout' });
  });

  it('does not abort once it is lifted, unless the parent signal aborts', () => {
    const client = new AbortController();
    const deadline = new Deadline(1000, timedOut('total'), client.signal);
    deadline.lift();
    vi.advanceTimersByTime(5000);
    expect(deadline.signal.aborted).toBe(false);
    client.abort();
    expect(abortReason(deadline.signal)).toMatchObject({ code: 'client-closed' });
  });

  it('lets go of the parent signal at its end', () => {
    const client = new AbortController();
    const deadline = new Deadline(1000, timedOut('total'), client.signal);
    deadline.end();
    client.abort();
    vi.advanceTimersByTime(5000);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('listens to the parent signal until its end, or until that aborts', () => {
    const client = new AbortController();
    const ended = new Deadline(null, timedOut('total'), client.signal);
    const aborted = new Deadline(null, timedOut('total'), client.signal);
    expect(listening(client.signal)).toBe(2);
    ended.end();
    expect(listening(client.signal)).toBe(1);
    client.abort();
    expect([aborted.signal.aborted, listening(client.signal)]).toEqual([true, 0]);
  });

  it('without a parent signal ends too', () => {
    const deadline = new Deadline(1000, timedOut('total'), null);
    deadline.end();
    vi.advanceTimersByTime(5000);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('passes on the failure that its parent signal aborts for', () => {
    const client = new AbortController();
    const deadline = new Deadline(null, timedOut('total'), client.signal);
    const failure = timedOut('connect');
    client.abort(failure);
    expect(deadline.signal.reason).toBe(failure);
  });

  it('aborts at once if the parent signal has aborted', () => {
    const deadline = new Deadline(1000, timedOut('total'), AbortSignal.abort());
    expect(deadline.signal.reason).toMatchObject({ code: 'client-closed' });
  });

  it('without a limit never aborts', () => {
    const deadline = new Deadline(null, timedOut('total'), null);
    vi.advanceTimersByTime(1_000_000);
    expect(deadline.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a wait under a signal', () => {
  it('returns the result of the promise', async () => {
    const { signal } = new AbortController();
    await expect(underSignal(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(underSignal(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const wait = underSignal(new Promise(() => {}), controller.signal);
    controller.abort(timedOut('connect'));
    await expect(wait).rejects.toMatchObject({ code: 'timeout' });
    await expect(underSignal(new Promise(() => {}), controller.signal)).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  it('listens to the signal until either ends', async () => {
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waits = [underSignal(promise, controller.signal), underSignal(new Promise(() => {}), controller.signal)];
    expect(listening(controller.signal)).toBe(2);
    resolve();
    await waits[0];
    await vi.advanceTimersByTimeAsync(0);
    expect(listening(controller.signal)).toBe(1);
    controller.abort(timedOut('connect'));
    expect(listening(controller.signal)).toBe(0);
    await expect(waits[1]).rejects.toMatchObject({ code: 'timeout' });
  });
});
