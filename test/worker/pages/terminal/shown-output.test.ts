/** What came onto a screen, for another charset. */
import { expect, it } from 'vitest';
import { ShownOutput } from '../../../../worker/pages/terminal/browser/shown-output.ts';

const part = (number: number, length = 1) => new Uint8Array(length).fill(number);

it('keeps the parts in their order', () => {
  const shownOutput = new ShownOutput();
  for (const shown of [part(1), 'echo', part(2)]) shownOutput.add(shown);
  expect(shownOutput.parts).toEqual([part(1), 'echo', part(2)]);
});

it('keeps a mebibyte, and counts each part', () => {
  const shownOutput = new ShownOutput();
  for (let number = 0; number < 17; number++) shownOutput.add(part(number, 64 * 1024 - 64));
  expect([shownOutput.parts.length, shownOutput.parts[0]?.[0]]).toEqual([16, 1]);
  const small = new ShownOutput();
  for (let number = 0; number < 20_000; number++) small.add('x');
  expect(small.parts.length).toBe(Math.floor((1024 * 1024) / 65));
});

it('drops what the server sent last', () => {
  const shownOutput = new ShownOutput();
  for (const shown of [part(1), part(2), 'echo', part(3)]) shownOutput.add(shown);
  shownOutput.dropLast(2);
  expect(shownOutput.parts).toEqual([part(1), 'echo']);
  shownOutput.dropLast(5);
  expect(shownOutput.parts).toEqual(['echo']);
  for (let number = 0; number < 16; number++) shownOutput.add(part(number, 64 * 1024 - 70));
  expect(shownOutput.parts.length).toBe(17);
});
