/** The lines that were sent, for the keys ↑ and ↓. */
import { expect, it } from 'vitest';
import { LineHistory, MOST_LINES } from '../../../../src/protocols/telnet/line-history.ts';

function historyOf(...lines: readonly string[]): LineHistory {
  const history = new LineHistory();
  for (const line of lines) history.add(line);
  return history;
}

it('walks to the oldest line and back to the draft', () => {
  const history = historyOf('a', 'b');
  expect(['x', 'b', 'a'].map((draft) => history.older(draft))).toEqual(['b', 'a', null]);
  expect([history.newer(), history.newer(), history.newer()]).toEqual(['b', 'x', null]);
});

it('keeps no empty line, and a line that repeats the last one only once', () => {
  const history = historyOf('a', 'b', '', 'b', 'a');
  expect(['', '', '', ''].map((draft) => history.older(draft))).toEqual(['a', 'b', 'a', null]);
});

it('begins again at the newest line after one was sent', () => {
  const history = historyOf('a', 'b');
  history.older('');
  history.older('');
  history.add('b');
  expect(history.newer()).toBeNull();
  expect(history.older('')).toBe('b');
});

it.each([
  [MOST_LINES, '0'],
  [MOST_LINES + 1, '1'],
])('of %i lines, the oldest that is kept is %s', (count, oldest) => {
  const history = historyOf(...Array.from({ length: count }, (_, index) => String(index)));
  const walk = Array.from({ length: count + 1 }, () => history.older('')).filter((line) => line !== null);
  expect(walk).toHaveLength(MOST_LINES);
  expect(walk.at(-1)).toBe(oldest);
});
