/** The telnet client (RFC 854, 855, 1073, 1091, 1143): negotiation, data, and what a person types. */
import { describe, expect, it } from 'vitest';
import { concatOctets } from '../../../../src/octets/octets.ts';
import { Telnet, type TelnetOutput } from '../../../../src/protocols/telnet/telnet.ts';
import { cuts, hex, toHex } from './cuts.ts';

const SIZE = { columns: 80, rows: 24 };

const TERMINAL_TYPE_IS = `fffa1800${toHex(new TextEncoder().encode('xterm-256color'))}fff0`;

function receive(
  telnet: Telnet,
  ...chunks: readonly Uint8Array[]
): { data: string; reply: string; echo: (string | null)[] } {
  const outputs: TelnetOutput[] = chunks.map((chunk) => {
    const output = telnet.receive(chunk.slice());
    return { ...output, data: output.data.slice() };
  });
  return {
    data: toHex(concatOctets(outputs.map(({ data }) => data))),
    reply: toHex(concatOctets(outputs.map(({ reply }) => reply))),
    echo: outputs.map(({ echo }) => echo),
  };
}

/** What a server sends, the data and the reply to it, and the clause. */
const streams: readonly (readonly [string, string, string, string])[] = [
  ['RFC 854: plain data', '6869', '6869', ''],
  ['RFC 854: 255 is doubled', '61ffff62', '61ff62', ''],
  ['RFC 854: CR NUL is CR, CR LF stays, a lone NUL stays', '0d00610d0a0062', '0d610d0a0062', ''],
  ['RFC 854: only the first NUL belongs to CR', '0d0000', '0d00', ''],
  ['RFC 854: a command between CR and NUL', '0dfff100', '0d', ''],
  ['RFC 856: NUL after CR is data in binary transmission', 'fffb000d00', '0d00', 'fffd00'],
  ['RFC 856: NUL after a CR before binary transmission', '0dfffb0061fffc0000', '0d6100', 'fffd00fffe00'],
  ['RFC 854: NOP, DM, GA and EOR are no data', '61fff1fff2fff9ffef62', '6162', ''],
  ['RFC 857, 858: the server may echo and suppress go-ahead', 'fffb01fffb03', '', 'fffd01fffd03'],
  ['RFC 857: the client never echoes', 'fffd01', '', 'fffc01'],
  ['RFC 1143: no answer to what is on already', 'fffb03fffb03fffb03', '', 'fffd03'],
  ['RFC 1143: an answer to each change', 'fffb03fffc03fffb03', '', 'fffd03fffe03fffd03'],
  ['RFC 1143: no answer to what is off already', 'fffc03fffe18fffe27', '', ''],
  ['RFC 1091: the type of the terminal', 'fffd18fffa1801fff0', '', `fffb18${TERMINAL_TYPE_IS}`],
  ['RFC 1091: no type before the option is on', 'fffa1801fff0', '', ''],
  ['RFC 1091: IS from the server is no question', 'fffd18fffa180041fff0', '', 'fffb18'],
  ['RFC 1073: the size of the window', 'fffd1f', '', 'fffb1ffffa1f00500018fff0'],
  ['RFC 1073: the size once, although the server repeats itself', 'fffd1ffffd1f', '', 'fffb1ffffa1f00500018fff0'],
  ['RFC 2941, 2946: AUTHENTICATION and ENCRYPT are refused', 'fffb25fffb26fffd25', '', 'fffe25fffe26fffc25'],
  ['RFC 1184: LINEMODE is refused', 'fffd22', '', 'fffc22'],
  ['RFC 860: each timing mark is refused', 'fffd06fffd06', '', 'fffc06fffc06'],
  [
    'RFC 885: the server may mark the ends of its prompts, and the client marks nothing',
    'fffd19fffb19',
    '',
    'fffc19fffd19',
  ],
  ['RFC 855: 255 doubled in a subnegotiation does not end it', 'fffac9fffff0fff061', '61', ''],
  ['RFC 855: another command ends a subnegotiation that has no end', 'fffac90102fffb0361', '61', 'fffd03'],
  ['a subnegotiation of 1025 octets is dropped', `fffd18fffa18${'01'.repeat(1025)}fff061`, '61', 'fffb18'],
  [
    'a subnegotiation of 1024 octets is read',
    `fffd18fffa18${'01'.repeat(1024)}fff061`,
    '61',
    `fffb18${TERMINAL_TYPE_IS}`,
  ],
  [
    'the greeting of inetutils-telnetd',
    'fffb25fffb26fffd18fffd20fffd23fffd27fffd24',
    '',
    'fffe25fffe26fffb18fffc20fffc23fffb27fffc24',
  ],
];

describe('octets of the server', () => {
  it.each(streams)('%s', (_clause, octets, data, reply) => {
    expect(receive(new Telnet(SIZE), hex(octets))).toMatchObject({ data, reply });
  });

  it.each(streams)('%s, however the stream is cut', (_clause, octets, data, reply) => {
    for (const chunks of cuts(hex(octets))) expect(receive(new Telnet(SIZE), ...chunks)).toMatchObject({ data, reply });
  });

  it('takes the promise to echo for a hidden line, unless the server takes characters', () => {
    const telnet = new Telnet(SIZE);
    expect(receive(telnet, hex('fffb01')).echo).toEqual(['nobody']);
    expect(receive(telnet, hex('fffb03')).echo).toEqual(['server']);
    expect(receive(telnet, hex('fffc03')).echo).toEqual(['nobody']);
    expect(receive(telnet, hex('fffc01')).echo).toEqual(['terminal']);
    expect(receive(telnet, hex('fffb03')).echo).toEqual(['characters']);
    expect(receive(telnet, hex('fffb01')).echo).toEqual(['server']);
    expect(receive(telnet, hex('fffc01')).echo).toEqual(['characters']);
    expect(receive(telnet, hex('fffc03')).echo).toEqual(['terminal']);
  });

  it('says who echoes when that changes, once per chunk', () => {
    const telnet = new Telnet(SIZE);
    expect(telnet.echo).toBe('terminal');
    expect(receive(telnet, hex('61')).echo).toEqual([null]);
    expect(receive(telnet, hex('fffb03fffb01')).echo).toEqual(['server']);
    expect(receive(telnet, hex('fffc01fffb01')).echo).toEqual([null]);
    expect(receive(telnet, hex('fffb01fffc01')).echo).toEqual(['characters']);
    expect(telnet.echo).toBe('characters');
  });

  it('answers a flood of changes in one chunk', () => {
    const flood = new Uint8Array(600_000);
    for (let at = 0; at < flood.length; at += 6) flood.set(hex('fffb03fffc03'), at);
    expect(new Telnet(SIZE).receive(flood).reply).toHaveLength(flood.length);
  });
});

describe('prompts', () => {
  it.each([
    ['GA (RFC 854)', '3e20fff961', [2]],
    ['EOR (RFC 885)', 'fffb193e20ffef61ffef', [2, 3]],
    ['no mark', '3e20', []],
    ['other commands', '3efff1fff2', []],
  ])('reports where %s stands', (_what, octets, prompts) => {
    expect(new Telnet(SIZE).receive(hex(octets)).prompts).toEqual(prompts);
  });
});

describe('the Synch of a server, whose DM the runtime takes out of the stream (RFC 854)', () => {
  it.each([
    ['an octet that is no command is data', '6162ff6364', '61626364'],
    ['DM in line is no data', '61fff262', '6162'],
    ['IAC IAC is the octet 255 while no answer is due', '61ffff6206', '61ff6206'],
  ])('%s', (_what, octets, data) => {
    for (const chunks of [[hex(octets)], ...cuts(hex(octets))])
      expect(receive(new Telnet(SIZE), ...chunks)).toMatchObject({ data, reply: '' });
  });

  it.each([
    ['the answer alone', 'fffc0661', '61'],
    ['the answer behind an IAC whose DM is missing', '61fffffc0662', '6162'],
    ['WILL is an answer, too', '61fffffb0662', '6162'],
    ['255 and text', '61ffff62fffc06', '61ff62'],
    ['255 and the first octets of the answer', '61fffffc62fffc06', '61fffc62'],
    ['255 twice', 'fffffffffffc06', 'ffff'],
  ])('an answer about TIMING-MARK is due: %s (RFC 860)', (_what, octets, data) => {
    for (const chunks of [[hex(octets)], ...cuts(hex(octets))]) {
      const telnet = new Telnet(SIZE);
      expect(toHex(telnet.wake())).toBe('fffd06');
      expect(receive(telnet, ...chunks)).toMatchObject({ data, reply: '' });
      // The next one is no answer, and is refused.
      expect(receive(telnet, hex('fffb06'))).toMatchObject({ data: '', reply: 'fffe06' });
    }
  });

  it('reports where the answers about TIMING-MARK stand', () => {
    const telnet = new Telnet(SIZE);
    expect(telnet.receive(hex('fffb0661')).answers).toEqual([]);
    for (let times = 0; times < 3; times++) telnet.wake();
    expect(telnet.receive(hex('6162fffb0663fffc0664')).answers).toEqual([2, 3]);
    expect(telnet.receive(hex('616263fffc0664')).answers).toEqual([3]);
    expect(telnet.receive(hex('fffb0661')).answers).toEqual([]);
  });
});

describe('what a person types', () => {
  const BINARY = 'fffd00';

  it.each([
    ['text', '', '6c73', '6c73'],
    ['Enter', '', '6c730d', '6c730d00'],
    ['Enter in binary transmission', BINARY, '6c730d', '6c730d'],
    ['a line that the terminal has edited', '', '6c730d0a', '6c730d0a'],
    ['255, such as ÿ in Latin-1', '', '61ff', '61ffff'],
    ['255 and Enter', '', 'ff0dff', 'ffff0d00ffff'],
    ['LF alone', '', '0a', '0a'],
  ])('%s', (_what, before, typed, sent) => {
    const telnet = new Telnet(SIZE);
    telnet.receive(hex(before));
    expect(toHex(telnet.type(hex(typed)))).toBe(sent);
  });

  it.each([
    ['break', 'fff3'],
    ['interrupt', 'fff4'],
    ['are-you-there', 'fff6'],
  ] as const)('%s is a command', (key, sent) => {
    expect(toHex(new Telnet(SIZE).press(key))).toBe(sent);
  });

  it('sends a new size only if the server has asked for sizes, with 255 doubled', () => {
    const telnet = new Telnet(SIZE);
    expect(telnet.resize({ columns: 100, rows: 30 })).toHaveLength(0);
    expect(receive(telnet, hex('fffd1f')).reply).toBe('fffb1ffffa1f0064001efff0');
    expect(toHex(telnet.resize({ columns: 255, rows: 70_000 }))).toBe('fffa1f00fffffffffffffff0');
    expect(receive(telnet, hex('fffe1f')).reply).toBe('fffc1f');
    expect(telnet.resize(SIZE)).toHaveLength(0);
  });

  it.each([
    ['Ctrl+C', (telnet: Telnet) => telnet.type(hex('03')), 'f25e43', '5e43'],
    ['Interrupt', (telnet: Telnet) => telnet.press('interrupt'), 'f2', ''],
    ['Ctrl+C, and a whole Synch comes in line', (telnet: Telnet) => telnet.type(hex('03')), 'fff25e43', '5e43'],
    ['Ctrl+C, and an octet that is not at the beginning', (telnet: Telnet) => telnet.type(hex('03')), '5ef2', '5ef2'],
    ['Ctrl+C, and a character of UTF-8', (telnet: Telnet) => telnet.type(hex('03')), 'f2808080', 'f2808080'],
    ['Are you there?', (telnet: Telnet) => telnet.press('are-you-there'), 'f2', 'f2'],
    ['a line', (telnet: Telnet) => telnet.type(hex('03')) && telnet.type(hex('61')), 'f2', 'f2'],
  ])('of the Synch of GNU inetutils, the rest of which the runtime drops, DM is no text after %s', (...row) => {
    const [, interrupt, octets, data] = row;
    const telnet = new Telnet(SIZE);
    interrupt(telnet);
    expect(receive(telnet, hex(octets)).data).toBe(data);
  });
});
