/** Output of servers for property tests: text, sequences with any counts, and pieces of them. */
import fc from '../../../fast-check.ts';

const count = fc.oneof(fc.nat(130), fc.constantFrom(5_000_000, 99_999_999));
const sequence = fc
  .tuple(
    fc.constantFrom('\x1b[', '\x9b'),
    fc.constantFrom('', '', '?', '>', '='),
    fc.array(count, { maxLength: 4 }),
    fc.constantFrom(...'@ABCDEFGHIJKLMPSTXZ`abcdefghlmnqrstux', ' @', ' A', "'}", "'~", '$p', '!p'),
  )
  .map(([introducer, kind, counts, final]) => `${introducer}${kind}${counts.join(';')}${final}`);
const modes = fc.constantFrom('?1049h', '?1049l', '?47h', '4h', '4l', '?7l', '?6h').map((mode) => `\x1b[${mode}`);

/** One piece of output. Sequences may be cut anywhere between two pieces. */
export const outputs: fc.Arbitrary<string> = fc.oneof(
  sequence,
  modes,
  fc.constantFrom(
    '\x1b',
    '\x1b[',
    '\x9b',
    '\x1b]0;',
    '\x1bP',
    '\x07',
    '\x1b\\',
    '\x18',
    '\x1bc',
    '\x1b#8',
    '\x1bM',
    '\x1bD',
  ),
  fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\t',
    '\b',
    '\f',
    ' ',
    'e\u0301',
    '\u0301',
    '漢字',
    '한',
    '👩‍👩‍👧',
    '\u202eאב',
    '\ud800',
  ),
  fc.string({ unit: fc.constantFrom(...'abc xyz'), maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
