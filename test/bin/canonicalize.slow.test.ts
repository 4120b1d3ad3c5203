/** `waypost canonicalize` of a line that does not fit into its memory. */
import { expect, test } from 'vitest';
import { octetsWritten, waypost } from './harness.ts';

test('a line that is too long to hold passes whole, or ends the run if it has fields', async () => {
  const line = 'x'.repeat(65_536 * 260);
  const kept = await octetsWritten(['canonicalize', '--keep'], Buffer.from(`${line}\nGO:a`));
  expect(kept.equals(Buffer.from(`${line}\ngo:a\n`))).toBe(true);
  const stdin = [...Array.from({ length: 260 }, () => 'x'.repeat(65_536)), '\n'];
  expect(await waypost(['canonicalize', '--field=1'], { stdin })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'waypost: A line has more than 16 MiB.\n',
  });
});
