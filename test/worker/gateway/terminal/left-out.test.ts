/** Output that is left out after an interrupt: where it ends, what is kept of it, and servers that do not answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeftOut } from '../../../../worker/gateway/terminal/left-out.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = (octets: Uint8Array | null): string | null => (octets === null ? null : Buffer.from(octets).toString());

test('ends at the answer, and shows the last lines before it', () => {
  const leftOut = new LeftOut(1, () => {});
  expect(leftOut.take(Buffer.from('flood\n'.repeat(10_000)), [])).toBe(null);
  const shown = text(leftOut.take(Buffer.from('flo^C\n$ echo'), [8]));
  expect(shown).toMatch(/^(flood\n)+flo\^C\n\$ echo$/);
  expect(shown?.length).toBeLessThan(4100);
});

test('earlier questions have answers, too', () => {
  const leftOut = new LeftOut(3, () => {});
  expect(leftOut.take(Buffer.from('a'), [0])).toBe(null);
  expect(leftOut.take(Buffer.from('b'), [1])).toBe(null);
  expect(text(leftOut.take(Buffer.from('c'), [0, 1]))).toBe('abc');
});

test('a server that does not answer is waited for, and then its last lines are shown', () => {
  const late = vi.fn();
  const leftOut = new LeftOut(1, late);
  expect(leftOut.take(Buffer.from('old\n'), [])).toBe(null);
  vi.advanceTimersByTime(9999);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(late).toHaveBeenCalledOnce();
  expect(text(leftOut.end())).toBe('old\n');
});

test('after its end, nobody is late', () => {
  const late = vi.fn();
  new LeftOut(1, late).take(Buffer.from(''), [0]);
  vi.advanceTimersByTime(20_000);
  expect(late).not.toHaveBeenCalled();
});

test('4096 octets are kept, from the first whole line on; fewer are kept as they are', () => {
  const kept = (octets: string) => {
    const leftOut = new LeftOut(1, () => {});
    leftOut.take(Buffer.from(octets), []);
    return text(leftOut.end());
  };
  const end = `b\n${'c'.repeat(4093)}`;
  expect(kept(end)).toBe(end);
  expect(kept(`a${end}`)).toBe('c'.repeat(4093));
  expect(kept(`12345${end}`)).toBe('c'.repeat(4093));
  expect(kept('x'.repeat(5000))).toBe('x'.repeat(4096));
});

test('pieces are kept together', () => {
  const leftOut = new LeftOut(1, () => {});
  leftOut.take(Buffer.from(`a\nb\n${'c'.repeat(3000)}`), []);
  leftOut.take(Buffer.from('d'.repeat(1094)), []);
  expect(text(leftOut.end())).toBe(`${'c'.repeat(3000)}${'d'.repeat(1094)}`);
});
