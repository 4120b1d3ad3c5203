/** A limit of time, and a wait under a signal, by the clock of the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LimitDeadline, underSignal } from '../../../src/guarded-fetch/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONGEST_TIMER = 2_147_483_647;

describe('a deadline', () => {
  test.each([
    ['connectTime', 'The server did not accept a connection in time.'],
    ['answerTime', 'The server did not answer in time.'],
    ['totalTime', 'The whole answer took too long.'],
  ] as const)('%s expires at its time, not before', (limit, message) => {
    const { signal } = new LimitDeadline(new AbortController().signal, limit, 1000).start();
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ code: 'TIMEOUT', rule: limit, message });
  });

  test('does not run before it is started, and is started once', () => {
    const deadline = new LimitDeadline(new AbortController().signal, 'totalTime', 1000);
    vi.advanceTimersByTime(5000);
    expect(deadline.signal.aborted).toBe(false);
    expect(deadline.start()).toBe(deadline);
    vi.advanceTimersByTime(600);
    deadline.start();
    vi.advanceTimersByTime(400);
    expect(deadline.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of more milliseconds than a timer can hold is none', () => {
    const parent = new AbortController().signal;
    new LimitDeadline(parent, 'totalTime', LONGEST_TIMER + 1).start();
    new LimitDeadline(parent, 'totalTime', Number.POSITIVE_INFINITY).start();
    expect(vi.getTimerCount()).toBe(0);
    new LimitDeadline(parent, 'totalTime', LONGEST_TIMER).start();
    expect(vi.getTimerCount()).toBe(1);
  });

  test('follows another signal, from the beginning too', () => {
    const parent = new AbortController();
    const { signal } = new LimitDeadline(parent.signal, 'totalTime', 1000);
    expect(signal.aborted).toBe(false);
    parent.abort('enough');
    expect([signal.reason, new LimitDeadline(parent.signal, 'totalTime', 1000).signal.reason]).toEqual([
      'enough',
      'enough',
    ]);
  });

  test('that has ended neither expires nor follows', () => {
    const parent = new AbortController();
    const deadline = new LimitDeadline(parent.signal, 'totalTime', 1000).start();
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
    parent.abort();
    expect(deadline.signal.aborted).toBe(false);
  });
});

describe('a wait under a signal', () => {
  test('ends with the promise', async () => {
    const { signal } = new AbortController();
    expect(await underSignal(Promise.resolve(7), signal)).toBe(7);
    await expect(underSignal(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  test('ends with the reason of the signal, before it or while it lasts', async () => {
    const controller = new AbortController();
    const waiting = underSignal(new Promise(() => {}), controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(underSignal(new Promise(() => {}), controller.signal)).rejects.toBe('enough');
  });

  test('leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    await underSignal(Promise.resolve(), signal);
    await Promise.resolve();
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});
