/** What is known of servers, and what makes it forgotten. */
import { afterEach, expect, test, vi } from 'vitest';
import { Memory } from '../../../src/open/memory.ts';

afterEach(() => void vi.useRealTimers());

test('a text is known until its time is over', () => {
  vi.useFakeTimers();
  const memory = new Memory();
  memory.set('a', 'text', 60);
  memory.set('b', '', Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(59_999);
  expect(memory.get('a')).toBe('text');
  vi.advanceTimersByTime(1);
  expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([undefined, '', undefined]);
});

test('a new text takes the place of the old one, with its time', () => {
  vi.useFakeTimers();
  const memory = new Memory();
  memory.set('a', 'old', 60);
  vi.advanceTimersByTime(30_000);
  memory.set('a', 'new', 60);
  vi.advanceTimersByTime(59_999);
  expect(memory.get('a')).toBe('new');
});

test('of more than two million characters, the oldest are forgotten', () => {
  const memory = new Memory();
  memory.set('a', 'x'.repeat(999_999), 60);
  memory.set('b', 'x'.repeat(999_999), 60);
  expect(memory.get('a')).toHaveLength(999_999);
  memory.set('c', '', 60);
  expect([memory.get('a'), memory.get('b')?.length, memory.get('c')]).toEqual([undefined, 999_999, '']);
});

test('what is set again is the newest', () => {
  const memory = new Memory();
  memory.set('a', 'x'.repeat(999_999), 60);
  memory.set('b', 'x'.repeat(999_999), 60);
  memory.set('a', 'y', 60);
  memory.set('c', 'x'.repeat(1_000_000), 60);
  expect([memory.get('a'), memory.get('b'), memory.get('c')?.length]).toEqual(['y', undefined, 1_000_000]);
});
