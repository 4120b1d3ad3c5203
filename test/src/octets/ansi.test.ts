/** Text with the escape sequences of terminals (ECMA-48). */
import { describe, expect, it } from 'vitest';
import { isStyled, styledRuns, withoutControls } from '../../../src/octets/ansi.ts';
import { expectLinear } from '../growth.ts';

describe('text for terminals', () => {
  it.each([
    ['colours', 'a\x1b[1;31mb\x1b[0mc', 'abc'],
    ['a window title', 'a\x1b]0;owned\x07b', 'ab'],
    ['a window title that ends with ST, as in ECMA-48', 'a\x1b]0;owned\x1b\\b', 'ab'],
    ['clipboard contents', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
    ['cursor movements', '\x1b[2J\x1b[10;10Ha', 'a'],
    ['a device report', '\x1b[5n\x1b[6na', 'a'],
    ['a device control string', '\x1bPq#0\x1b\\a', 'a'],
    ['a change of charset', '\x1b(0a', 'a'],
    ['an escape at the end', 'a\x1b', 'a'],
    ['control characters', 'a\0\x07\x08\x0c\r\x7fb', 'ab'],
    ['anything but tabs and line feeds', 'a\tb\nc', 'a\tb\nc'],
  ])('is left without %s', (_, text, plain) => {
    expect(withoutControls(text)).toBe(plain);
  });

  it('splits into runs of one style', () => {
    const runs = styledRuns('a\x1b[1;31mb\x1b[7mc\x1b[22;39md\x1b[me\x1b[44mf\x1b[97mg\x1b[38;5;12mh\x1b[48;2;1;2;3mi');
    const shown = runs.map(({ text, style: { foreground, background, bold, inverse } }) =>
      [text, foreground, background, bold ? 'bold' : '', inverse ? 'inverse' : ''].join(' ').trim(),
    );
    expect(shown).toEqual(['a', 'b 1  bold', 'c 1  bold inverse', 'd    inverse', 'e', 'f  4', 'g 15 4', 'hi 12 4']);
  });

  it('is styled if it sets a colour', () => {
    expect([isStyled('\x1b[31mx'), isStyled('\x1b[2Jx'), isStyled('x')]).toEqual([true, false, false]);
  });

  it('takes time proportional to its length', () => {
    expectLinear(40_000, (size) => {
      const text = '\x1b]'.repeat(size) + '\x1b[1'.repeat(size);
      return () => void withoutControls(text);
    });
  });
});
