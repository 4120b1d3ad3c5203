/** The final `.` of a text (RFC 1436 §3.2), in any chunks of the network. */

import { describe, expect, it } from 'vitest';
import { DotTerminator } from '../../../../src/protocols/gopher/terminator.ts';
import fc, { runs } from '../../../fast-check.ts';

/** Runs chunks through the filter, each in a buffer that is overwritten afterwards. */
function filtered(chunks: readonly string[]): string {
  const filter = new DotTerminator();
  const sent = chunks.flatMap((chunk) => {
    const octets = Uint8Array.from(Buffer.from(chunk, 'latin1'));
    const parts = filter.pass(octets).map((part) => Buffer.from(part).toString('latin1'));
    octets.fill(0xff);
    return parts;
  });
  return sent.join('') + Buffer.from(filter.flush()).toString('latin1');
}

const texts: readonly (readonly [whole: string, sent: string])[] = [
  ['', ''],
  ['.', ''],
  ['.\n', ''],
  ['.\r\n', ''],
  ['a', 'a'],
  ['a\r\n', 'a\r\n'],
  ['a\r\n.\r\n', 'a\r\n'],
  ['a\n.\n', 'a\n'],
  ['a\r\n.', 'a\r\n'],
  ['\r\n.\r\n', '\r\n'],
  ['\n.\n', '\n'],
  ['a.\r\n', 'a.\r\n'],
  ['a.', 'a.'],
  ['..\r\n', '..\r\n'],
  ['a\r\n..\r\n', 'a\r\n..\r\n'],
  ['a\r\n.\r\nb\r\n', 'a\r\n.\r\nb\r\n'],
  ['.\r\n.\r\n', '.\r\n'],
  ['.dot line\r\n', '.dot line\r\n'],
  ['a\r.\r\n', 'a\r.\r\n'],
  ['.\r', '.\r'],
];

describe('a final line of one dot', () => {
  it.each(texts)('in %j leaves %j', (whole, sent) => {
    expect(filtered([whole])).toBe(sent);
    expect(filtered([...whole])).toBe(sent);
  });

  it('is found in any chunks', () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', '.', '\r', '\n'), maxLength: 5 });
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const whole = chunks.join('');
        const end = /(?<=^|\n)\.\r?\n?$/.exec(whole);
        const keepsCR = whole.endsWith('\r');
        expect(filtered(chunks)).toBe(end && !keepsCR ? whole.slice(0, end.index) : whole);
      }),
      runs(),
    );
  });
});
