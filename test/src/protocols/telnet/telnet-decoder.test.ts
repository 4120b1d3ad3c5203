/** The Q method of RFC 1143 §7, state by state; we propose no option, so its states of asking do not occur. */
import { expect, it } from 'vitest';
import { DO, DONT, IAC, TelnetOptions, WILL, WONT } from '../../../../src/protocols/telnet/telnet-decoder.ts';

const OPTION = 3;

type Step = 'WILL' | 'WONT' | 'disable';

const verbs = { WILL, WONT } as const;

function run(steps: readonly Step[], accepts: boolean): { sent: string[]; on: boolean } {
  const options = new TelnetOptions(() => accepts);
  const sent = steps.map((step) => {
    const octets =
      step === 'WILL' || step === 'WONT' ? options.receive(verbs[step], OPTION) : options.disable('server', OPTION);
    if (octets === null) return '-';
    expect([octets[0], octets[2]]).toEqual([IAC, OPTION]);
    return octets[1] === DO ? 'DO' : octets[1] === DONT ? 'DONT' : 'wrong';
  });
  return { sent, on: options.isOn('server', OPTION) };
}

it.each<[string, boolean, Step[], string[], boolean]>([
  ['NO, WILL, agreed', true, ['WILL'], ['DO'], true],
  ['NO, WILL, refused', false, ['WILL', 'WILL'], ['DONT', 'DONT'], false],
  ['NO, WONT', true, ['WONT'], ['-'], false],
  ['NO, disable', true, ['disable'], ['-'], false],
  ['YES, WILL', true, ['WILL', 'WILL'], ['DO', '-'], true],
  ['YES, WONT', true, ['WILL', 'WONT'], ['DO', 'DONT'], false],
  ['WANTNO, WONT', true, ['WILL', 'disable', 'WONT'], ['DO', 'DONT', '-'], false],
  ['WANTNO, WILL: DONT was answered by WILL', true, ['WILL', 'disable', 'WILL'], ['DO', 'DONT', '-'], false],
  ['WANTNO, disable', true, ['WILL', 'disable', 'disable', 'WONT'], ['DO', 'DONT', '-', '-'], false],
  ['WANTNO, then WILL again', true, ['WILL', 'disable', 'WONT', 'WILL'], ['DO', 'DONT', '-', 'DO'], true],
])('%s', (_state, accepts, steps, sent, on) => {
  expect(run(steps, accepts)).toEqual({ sent, on });
});

it('two ends of this kind stop answering each other', () => {
  const ends = [new TelnetOptions(() => true), new TelnetOptions(() => true)] as const;
  let message = ends[0].receive(WILL, OPTION);
  let turn = 1;
  let messages = 0;
  for (; message !== null && messages < 10; messages++) {
    const verb = message[1];
    if (verb !== WILL && verb !== WONT && verb !== DO && verb !== DONT) throw new Error(`${verb} is not a verb`);
    message = ends[turn % 2 === 1 ? 1 : 0].receive(verb, OPTION);
    turn++;
  }
  expect(messages).toBe(2);
});
