/** What a server can have a terminal answer, and what not. */
import { expect, it } from 'vitest';
import { disarm } from '../../../../worker/pages/terminal/browser/disarm.ts';
import { ANSWERS, ATTACKS, inEightBits } from '../../../browser/terminal-attacks.ts';
import { headlessTerminal, writeTo } from '../../../headless-terminal.ts';

/** What a terminal answers to a text. */
async function answerTo(text: string, isBehind = false): Promise<string> {
  const terminal = headlessTerminal(80, 24);
  let answer = '';
  let isAnswering = false;
  disarm(terminal, {
    isBehind: () => isBehind,
    answering: () => {
      isAnswering = true;
    },
  });
  terminal.onData((octets) => {
    // The page knows by this that no key was pressed.
    expect(isAnswering).toBe(true);
    isAnswering = false;
    answer += octets;
  });
  await writeTo(terminal, text);
  return answer;
}

it.each([
  ['DSR', '\x1b[6n', '\x1b[1;1R'],
  ['DSR, private', '\x1b[?6n', '\x1b[?1;1R'],
  ['DA', '\x1b[c', '\x1b[?1;2c'],
  ['DA2', '\x1b[>c', '\x1b[>0;276;0c'],
  ['DECRQM', '\x1b[4$p', '\x1b[4;2$y'],
  ['DECRQM, private', '\x1b[?7$p', '\x1b[?7;1$y'],
])('%s is answered, unless answers would have to wait', async (_name, question, answer) => {
  expect(await answerTo(question)).toBe(answer);
  expect(await answerTo(question, true)).toBe('');
});

/** What the handlers say that were registered for commands (OSC) and for private modes: whether they are ignored. */
function handlers(isBehind: boolean) {
  const commands = new Map<number, (text: string) => boolean | Promise<boolean>>();
  let modes: ((numbers: (number | number[])[]) => boolean | Promise<boolean>) | undefined;
  let answers = 0;
  const ignore = () => ({ dispose: () => {} });
  disarm(
    {
      parser: {
        ...{ registerDcsHandler: ignore, registerEscHandler: ignore },
        registerCsiHandler({ prefix, final }, handler) {
          if (prefix === '?' && final === 'h') modes = handler;
          return ignore();
        },
        registerOscHandler(command, handler) {
          commands.set(command, handler);
          return ignore();
        },
      },
    },
    { isBehind: () => isBehind, answering: () => answers++ },
  );
  return { commands, setModes: (...numbers: number[]) => [modes?.(numbers), answers] };
}

it.each([
  [4, '1;red;'],
  [104, '1;7;'],
])('command %i changes sixteen colours at once, and no more', (command, text) => {
  const { commands } = handlers(false);
  const isIgnored = (count: number) => commands.get(command)?.(text.repeat(count).slice(0, -1));
  expect([isIgnored(1), isIgnored(16), isIgnored(17)]).toEqual([false, false, true]);
});

it('reports of the focus, which begin at once, begin once, and unless answers would have to wait', () => {
  const { setModes } = handlers(false);
  expect(setModes(25, 2004)).toEqual([false, 0]);
  expect(setModes(25, 1004)).toEqual([false, 1]);
  expect(setModes(1004, 1004)).toEqual([true, 1]);
  expect(handlers(true).setModes(1004)).toEqual([true, 0]);
});

it.each(ATTACKS)('$name: no answer has what the server chose', async ({ text }) => {
  expect(await answerTo(text)).toMatch(ANSWERS);
  expect(await answerTo(inEightBits(text))).toMatch(ANSWERS);
});
