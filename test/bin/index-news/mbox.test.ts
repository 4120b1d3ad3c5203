/** How an mbox is split into messages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesWith, MboxSplitter, NoMboxError } from '../../../bin/index-news/mbox.ts';
import { archiveLimits } from '../../../src/news-archive/format.ts';
import { runs } from '../../fast-check.ts';

/** The messages of an mbox that comes in pieces of a length. */
function split(text: string, length = text.length) {
  const splitter = new MboxSplitter();
  const octets = Buffer.from(text, 'latin1');
  const messages = [];
  for (let from = 0; from < octets.length; from += length) {
    messages.push(...splitter.push(octets.subarray(from, from + length)));
  }
  return [...messages, ...splitter.end()];
}

const texts = (mbox: string, length?: number) => split(mbox, length).map(({ octets }) => octets?.toString('latin1'));

const DATED = 'From a@h.example Fri Nov 19 16:14:55 1982\n';

test.each<readonly [string, string, readonly string[]]>([
  ['one message', `${DATED}A: 1\n\nx\n`, ['A: 1\n\nx\n']],
  ['an empty line at the end belongs to the mbox', `${DATED}A: 1\n\nx\n\n`, ['A: 1\n\nx\n']],
  ['two empty lines: one is of the message', `${DATED}A: 1\n\nx\n\n\n`, ['A: 1\n\nx\n\n']],
  ['no line end at the end', `${DATED}A: 1\n\nx`, ['A: 1\n\nx']],
  ['two messages', `${DATED}A: 1\n\nx\n\n${DATED}B: 2\n\ny\n`, ['A: 1\n\nx\n', 'B: 2\n\ny\n']],
  ['a date needs no empty line before it', `${DATED}A: 1\n\nx\n${DATED}B: 2\n\ny\n`, ['A: 1\n\nx\n', 'B: 2\n\ny\n']],
  [
    'CR LF',
    `${DATED}A: 1\n\nx\n\n${DATED}B: 2\n\ny\n`.replaceAll('\n', '\r\n'),
    ['A: 1\r\n\r\nx\r\n', 'B: 2\r\n\r\ny\r\n'],
  ],
  ['a number', 'From -4567890123456789\nA: 1\n\nx\n\nFrom 98765\nB: 2\n\ny\n', ['A: 1\n\nx\n', 'B: 2\n\ny\n']],
  [
    'a number without an empty line is text',
    'From -4567\nA: 1\n\nx\nFrom 98765\nB: 2\n',
    ['A: 1\n\nx\nFrom 98765\nB: 2\n'],
  ],
  ['text that begins like one', `${DATED}A: 1\n\nx\n\nFrom here on: y\nz\n`, ['A: 1\n\nx\n\nFrom here on: y\nz\n']],
  ['a separator without a header after it', `${DATED}A: 1\n\n${DATED}text\n`, [`A: 1\n\n${DATED}text\n`]],
  ['a separator that is quoted', `${DATED}A: 1\n\n>${DATED}B: 2\n`, [`A: 1\n\n>${DATED}B: 2\n`]],
  ['unusual separators, if the first is one', 'From nobody\nA: 1\n\nx\n\nFrom me\nB: 2\n', ['A: 1\n\nx\n', 'B: 2\n']],
  ['unusual ones need the empty line', 'From nobody\nA: 1\n\nx\nFrom me\nB: 2\n', ['A: 1\n\nx\nFrom me\nB: 2\n']],
  [
    'an article of A News',
    `${DATED}Aeagle.642\nnet.general\n\n${DATED}A: 1\n`,
    ['Aeagle.642\nnet.general\n', 'A: 1\n'],
  ],
  ['a second separator of an old program', `${DATED}>From b\nA: 1\n`, ['>From b\nA: 1\n']],
  ['empty lines before the first', `\n\r\n${DATED}A: 1\n`, ['A: 1\n']],
  ['nothing', '', []],
  ['only empty lines', '\n\n', []],
])('%s', (_, mbox, messages) => {
  expect(texts(mbox)).toEqual(messages);
});

test('says where each message begins, and what its separator is', () => {
  const mbox = `\n${DATED}A: 1\n\nx\n\nFrom b@h.example Fri Nov 19 16:15 EST 1982 remote from h\nB: 2\n`;
  const messages = split(mbox);
  expect(messages.map(({ separator }) => separator)).toEqual([
    DATED.trimEnd(),
    'From b@h.example Fri Nov 19 16:15 EST 1982 remote from h',
  ]);
  for (const { offset, octets } of messages) {
    expect(mbox.slice(offset, offset + (octets?.length ?? 0))).toBe(octets?.toString('latin1'));
  }
});

test.each(['A: 1\n\nx\n', 'from a@h\nA: 1\n', 'From', `From ${'x'.repeat(1100)}\nA: 1\n`])(
  '%.20j is no mbox',
  (text) => {
    expect(() => split(text)).toThrow(NoMboxError);
  },
);

test('a message is as long as its limit, and not longer', () => {
  const header = 'A: 1\n\n';
  const body = (length: number) => `${header}${'x'.repeat(length - header.length - 1)}\n`;
  const { article } = archiveLimits;
  const mbox = `${DATED}${body(article)}\n${DATED}${body(article + 1)}\n${DATED}${body(3 * article)}\n${DATED}B: 2\n`;
  const messages = split(mbox, 1024 * 1024);
  expect(messages.map(({ octets }) => octets?.length ?? null)).toEqual([article, null, null, 5]);
  expect(messages.map(({ separator }) => separator)).toEqual(Array(4).fill(DATED.trimEnd()));
  expect(messages.map(({ offset }) => mbox.slice(offset, offset + 2))).toEqual(['A:', 'A:', 'A:', 'B:']);
});

test('pieces of any length give the same messages', () => {
  const piece = fc.constantFrom(DATED, 'From -12345\n', 'From x\n', '\n', '\r\n', 'A: 1\n', 'x\n', 'x', '>From y\n');
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 50 }), (pieces, length) => {
      const mbox = `${DATED}A: 1\n${pieces.join('')}`;
      const whole = split(mbox);
      expect(split(mbox, length)).toEqual(whole);
      // Nothing is lost between messages but separators and the empty lines before them.
      for (const { offset, octets } of whole) {
        expect(mbox.slice(offset, offset + (octets?.length ?? 0))).toBe(octets?.toString('latin1'));
      }
    }),
    runs(),
  );
});

test('lines are counted by their beginning', () => {
  expect(linesWith(Buffer.from('a\n>From b\nc >From\n>From d'), Buffer.from('\n>From '))).toBe(2);
});
