/** The closing period and the doubled periods of texts, as in RFC 1436 §3.2 and as servers send them. */
import { describe, expect, it } from 'vitest';
import {
  DotTerminator,
  endsWithPeriod,
  isLastLine,
  plainText,
  upToPeriod,
} from '../../../../src/protocols/gopher/period.ts';
import fc, { runs } from '../../../fast-check.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (octets: Uint8Array): string => String.fromCharCode(...octets);

describe('a text without the periods of the protocol', () => {
  it.each([
    ['closed, periods doubled', 'a\r\n..x\r\n...y\r\n.\r\n', 'a\r\n.x\r\n..y\r\n'],
    ['period doubled in the first line', '..x\r\n.\r\n', '.x\r\n'],
    ['closed with a bare line feed', 'a\n.\n', 'a\n'],
    ['closed without a line end', 'a\r\n.', 'a\r\n'],
    [
      'closed, but a single period shows that the server does not double periods',
      '..x\r\n.y\r\n.\r\n',
      '..x\r\n.y\r\n',
    ],
    ['not closed, so no period is doubled', '..x\r\n...y\r\n', '..x\r\n...y\r\n'],
    ['two periods at the end do not close', 'a\r\n..\r\n', 'a\r\n..\r\n'],
    ['a period at the end of a line does not close', 'so it ends .\r\n', 'so it ends .\r\n'],
    ['a doubled period alone on a line', 'a\r\n..\r\nb\r\n.\r\n', 'a\r\n.\r\nb\r\n'],
    ['a period inside a line', 'a..b\r\n.\r\n', 'a..b\r\n'],
    ['only the closing period', '.\r\n', ''],
    ['nothing', '', ''],
  ])('%s', (_, reply, file) => {
    expect(text(plainText(octets(reply)))).toBe(file);
  });
});

describe('the end of a body', () => {
  it.each([
    ['a\r\n.\r\n', true],
    ['a\n.\n', true],
    ['.\r\n', true],
    ['a.\r\n', false],
    ['a\r\n..\r\n', false],
    ['a\r\n.', false],
  ])('%j ends with a period: %s', (body, ended) => {
    expect(endsWithPeriod(octets(body))).toBe(ended);
  });

  it('is a line that is only a period', () => {
    expect([isLastLine(octets('.')), isLastLine(octets('..')), isLastLine(octets(''))]).toEqual([true, false, false]);
  });

  it('is cut at the first line that is only a period', () => {
    expect(text(upToPeriod(octets('a\r\n.b\r\n.\r\nc')))).toBe('a\r\n.b\r\n');
    expect(text(upToPeriod(octets('a\r\nb')))).toBe('a\r\nb');
    expect(text(upToPeriod(octets('.')))).toBe('');
  });
});

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
