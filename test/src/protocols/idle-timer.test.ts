/** Timers for servers that fall silent. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleTimer } from '../../../src/protocols/stream-connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an idle timer', () => {
  it('expires after one wait that is too long', () => {
    const expired = vi.fn();
    new IdleTimer(expired).start(1000);
    vi.advanceTimersByTime(999);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('counts each wait from its own beginning, with one timer at most', () => {
    const expired = vi.fn();
    const timer = new IdleTimer(expired);
    for (let i = 0; i < 100; i++) {
      timer.start(1000);
      vi.advanceTimersByTime(900);
      timer.pause();
      expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
    }
    expect(expired).not.toHaveBeenCalled();
    timer.start(1000);
    vi.advanceTimersByTime(1000);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('does not expire between waits', () => {
    const expired = vi.fn();
    const timer = new IdleTimer(expired);
    timer.start(1000);
    timer.pause();
    vi.advanceTimersByTime(10_000);
    expect(expired).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('expires in time when a shorter wait follows a longer one', () => {
    const expired = vi.fn();
    const timer = new IdleTimer(expired);
    timer.start(10_000);
    timer.pause();
    timer.start(100);
    vi.advanceTimersByTime(100);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('leaves no timer when it is stopped', () => {
    const timer = new IdleTimer(() => {});
    timer.start(1000);
    timer.stop();
    expect(vi.getTimerCount()).toBe(0);
    timer.start(null);
    expect(vi.getTimerCount()).toBe(0);
  });
});
