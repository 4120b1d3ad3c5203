/** Multi-line data blocks, split into chunks at every position (RFC 3977 §3.1.1). */

import { describe, expect, it } from 'vitest';
import { DataBlock } from '../../../../src/protocols/nntp/data-block.ts';
import fc, { runs } from '../../../fast-check.ts';

const octets = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (found: Uint8Array) => String.fromCharCode(...found);

/** Passes a block in chunks of these sizes; the last size is repeated. */
function unstuff(stuffed: string, sizes: readonly number[]): { text: string; rest: string; ended: boolean } {
  const block = new DataBlock();
  let found = '';
  let at = 0;
  for (let turn = 0; at < stuffed.length && !block.ended; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)] ?? 1;
    found += text(block.pass(octets(stuffed.slice(at, at + size))));
    at += size;
  }
  return { text: found, rest: text(block.rest) + stuffed.slice(at), ended: block.ended };
}

const cases: [what: string, stuffed: string, plain: string, rest: string][] = [
  ['an empty block', '.\r\n', '', ''],
  ['a line', 'a\r\n.\r\n', 'a\r\n', ''],
  ['a line that begins with a dot', '..a\r\n.\r\n', '.a\r\n', ''],
  ['a line that is a dot', '..\r\n.\r\n', '.\r\n', ''],
  ['a dot that the server did not double', '.a\r\n.\r\n', 'a\r\n', ''],
  ['dots elsewhere', 'a.b..\r\n.\r\n', 'a.b..\r\n', ''],
  ['a bare LF does not begin a line', 'a\n.\nb\n..\r\n.\r\n', 'a\n.\nb\n..\r\n', ''],
  ['a bare CR does not begin a line', 'a\r.\r\r\n.\r\n', 'a\r.\r\r\n', ''],
  ['a dot and a bare CR', '.\ra\r\n.\r\n', '\ra\r\n', ''],
  ['a dot and two CR', '.\r\r\n.\r\n', '\r\r\n', ''],
  ['the next reply after the block', 'a\r\n.\r\n205 bye\r\n', 'a\r\n', '205 bye\r\n'],
];

describe.each(cases)('%s', (_, stuffed, plain, rest) => {
  it.each([1, 2, 3, 4, 5, 100])('in pieces of %i octets', (size) => {
    expect(unstuff(stuffed, [size])).toEqual({ text: plain, rest, ended: true });
  });
});

it('a block without its last line has not ended', () => {
  for (const cut of ['', 'a', 'a\r\n', 'a\r\n.', 'a\r\n.\r', '.a.\r\n']) {
    expect(unstuff(cut, [1]).ended, JSON.stringify(cut)).toBe(false);
  }
});

it('undoes dot-stuffing, in chunks of any size', () => {
  const line = fc.string({ unit: fc.constantFrom('.', '\r', '\n', 'a', '\0'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (lines, sizes) => {
      const plain = lines.map((each) => `${each}\r\n`).join('');
      const stuffed = `${plain.replace(/(^|\r\n)\./g, '$1..')}.\r\n`;
      expect(unstuff(`${stuffed}205\r\n`, sizes)).toEqual({ text: plain, rest: '205\r\n', ended: true });
    }),
    runs(),
  );
});
