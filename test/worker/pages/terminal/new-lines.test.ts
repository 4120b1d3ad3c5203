/** What a screen reader is told of a screen of xterm.js: each new line once. */
import { expect, test } from 'vitest';
import { LEFT_OUT, NewLines } from '../../../../worker/pages/terminal/browser/new-lines.ts';
import { SequenceGuard } from '../../../../worker/pages/terminal/browser/sequence-guard.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { headlessTerminal, writeTo } from '../../../headless-terminal.ts';
import { outputs } from './outputs.ts';

function screen(scrollback = 1000) {
  const terminal = headlessTerminal(20, 6, { scrollback });
  const news = new NewLines(terminal);
  return {
    news,
    /** Writes a text, and returns what is new. */
    tell: async (text: string) => {
      await writeTo(terminal, text);
      return news.take();
    },
  };
}

test('a line is told once, and its end when it comes', async () => {
  const { tell } = screen();
  expect(await tell('Welcome.\r\n\r\nName: ')).toEqual(['Welcome.', 'Name: ']);
  expect(await tell('')).toEqual([]);
  expect(await tell('ada\r\nHello')).toEqual(['ada', 'Hello']);
  expect(await tell(', ada')).toEqual([', ada']);
});

test('what was on the screen at first is no news', async () => {
  const terminal = headlessTerminal(20, 6);
  await writeTo(terminal, 'old');
  const news = new NewLines(terminal);
  await writeTo(terminal, '\r\nnew');
  expect(news.take()).toEqual(['new']);
});

test('the echo of keys is no news, and what the server says after it is', async () => {
  const { news, tell } = screen();
  await tell('Name: ');
  news.type('ad');
  expect(await tell('ad')).toEqual([]);
  news.type('a\r');
  expect(await tell('a\r\nHello')).toEqual(['Hello']);
  news.type('x');
  expect(await tell('\r\nNo.')).toEqual(['No.']);
  news.type('abc');
  expect(await tell('a')).toEqual([]);
  // The network may cut an echo.
  expect(await tell('b')).toEqual([]);
  expect(await tell('c!')).toEqual(['!']);
  news.type('xyz');
  expect(await tell('x')).toEqual([]);
  expect(await tell('')).toEqual([]);
  expect(await tell('yz')).toEqual(['yz']);
});

test('lines that have left the screen are told, and the parts of a long line in one', async () => {
  const { tell } = screen();
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  expect(await tell(`${lines.join('\r\n')}\r\n`)).toEqual(lines);
  expect(await tell('A'.repeat(50))).toEqual(['A'.repeat(50)]);
  expect(await tell(`B\r\n${'C'.repeat(25)}`)).toEqual(['B', 'C'.repeat(25)]);
});

test('a line that is very long is told in parts', async () => {
  const { tell } = screen();
  expect(await tell('A'.repeat(800))).toEqual(['A'.repeat(520), 'A'.repeat(280)]);
});

test('of much, the last forty lines', async () => {
  const { tell } = screen();
  const lines = Array.from({ length: 41 }, (_, index) => `line ${index}`);
  expect(await tell(`${lines.slice(1).join('\r\n')}`)).toEqual(lines.slice(1));
  expect(await tell(`\r\n${lines.join('\r\n')}`)).toEqual([LEFT_OUT, ...lines.slice(1)]);
  const small = screen(3);
  await small.tell('first');
  expect(await small.tell(`\r\n${lines.join('\r\n')}`)).toEqual([LEFT_OUT, ...lines.slice(-6)]);
});

test('what comes after a reset of the screen is told from its beginning', async () => {
  const { news, tell } = screen();
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  await tell(lines.join('\r\n'));
  news.restart();
  expect(await tell(`\x1bc${lines.slice(0, 20).join('\r\n')}`)).toEqual(lines.slice(0, 20));
  expect(await tell('\r\nmore')).toEqual(['more']);
});

test('a program that fills the window is told by the rows that it changes, and the usual screen not again', async () => {
  const { tell } = screen();
  await tell('$ menu\r\n');
  expect(await tell('\x1b[?1049h\x1b[HFile\x1b[2;1HEdit\x1b[3;1HView')).toEqual(['File', 'Edit', 'View']);
  expect(await tell('\x1b[2;1HSave')).toEqual(['Save']);
  expect(await tell('\x1b[?1049l')).toEqual([]);
  expect(await tell('$ ')).toEqual(['$ ']);
  expect(await tell('\x1b[?1049h\x1b[HFile')).toEqual(['File']);
});

test(
  'however the network cuts lines, each is told once',
  async () => {
    const line = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.nat(200), { maxLength: 5 }),
        async (lines, cuts) => {
          const { tell } = screen();
          const text = lines.map((each) => `${each}\r\n`).join('');
          const ends = [...cuts.map((cut) => Math.min(cut, text.length)), text.length];
          ends.sort((one, other) => one - other);
          let heard = '';
          for (const [index, end] of ends.entries())
            heard += (await tell(text.slice(ends[index - 1] ?? 0, end))).join('');
          expect(heard).toBe(lines.join(''));
        },
      ),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);

test(
  'of whatever output, at most forty lines are told, without controls',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(outputs), { maxLength: 5 }), async (parts) => {
        const { tell } = screen(20);
        for (const part of parts) {
          const lines = await tell(new SequenceGuard().filter(part.join(''), { columns: 20, rows: 6 }));
          expect(lines.length).toBeLessThanOrEqual(41);
          expect(lines.join('')).not.toMatch(/[\0-\x1f\x7f]/);
        }
        expect(await tell('')).toEqual([]);
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);
