/** Negotiation and records of tn3270 (RFC 1576) and TN3270E (RFC 2355). */
import { describe, expect, it } from 'vitest';
import { concatOctets, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { RECORD_LIMIT } from '../../../../src/protocols/tn3270/header.ts';
import { Tn3270Connection } from '../../../../src/protocols/tn3270/records.ts';
import { cuts, hex, toHex } from '../telnet/cuts.ts';

const ascii = (text: string): string => toHex(octetsOfLatin1(text));

const TRADITIONAL = 'fffd18 fffa1801fff0 fffd19fffb19 fffd00fffb00';
const TRADITIONAL_REPLY = `fffb18 fffa1800${ascii('IBM-3278-4-E')}fff0 fffb19fffd19 fffb00fffd00`;

const OFFER = 'fffd28';
const SEND_DEVICE_TYPE = 'fffa280802fff0';
const REQUEST_DEVICE_TYPE = `fffa280207${ascii('IBM-3278-4-E')}fff0`;
const DEVICE_TYPE_IS = `fffa280204${ascii('IBM-3278-4-E')}01${ascii('TERM0001')}fff0`;
const OUR_FUNCTIONS = 'fffa28030700020405fff0';
const NO_FUNCTIONS = 'fffa280304fff0';
const E = `${OFFER}${SEND_DEVICE_TYPE}${DEVICE_TYPE_IS}${NO_FUNCTIONS}`;
const E_REPLY = `fffb28${REQUEST_DEVICE_TYPE}${OUR_FUNCTIONS}`;
const REFUSE = 'fffc28';
/** A server that has agreed on the device, and then names functions. */
const asked = (verb: string, functions: string): string =>
  `${OFFER}${SEND_DEVICE_TYPE}${DEVICE_TYPE_IS}fffa2803${verb}${functions}fff0`;

interface Conversation {
  readonly name: string;
  readonly server: string;
  readonly reply: string;
  readonly records: readonly string[];
  readonly mode: string;
}

const conversations: readonly Conversation[] = [
  {
    name: 'traditional',
    server: `${TRADITIONAL} f5c2c1 ffef f1c2ffffc2 ffef`,
    reply: TRADITIONAL_REPLY,
    records: ['0000000000 f5c2c1', '0000000000 f1c2ffc2'],
    mode: 'tn3270',
  },
  {
    name: 'text before 3270 mode, and an end of record that ends nothing',
    server: `${ascii('Welcome\r\n')} ffef ${TRADITIONAL} f5c2 ffef`,
    reply: TRADITIONAL_REPLY,
    records: [`0500000000 ${ascii('Welcome\r\n')}`, '0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'end of record and binary in one direction only',
    server: 'fffd18 fffb19 fffb00 c1c2 ffef',
    reply: 'fffb18 fffd19 fffd00',
    records: ['0500000000 c1c2'],
    mode: 'nvt',
  },
  {
    name: 'no records of no octets',
    server: `${TRADITIONAL} ffef ffef`,
    reply: TRADITIONAL_REPLY,
    records: [],
    mode: 'tn3270',
  },
  {
    name: 'TN3270E without functions: a display without BIND',
    server: `${E} 00000000 01 f5c2c1 ffef 0300000002 31 ffef 0900020003 ffef`,
    reply: E_REPLY,
    records: ['0000000001 f5c2c1'],
    mode: 'tn3270e',
  },
  {
    name: 'BIND-IMAGE: records after a BIND, until UNBIND; those of the system services at any time',
    server: `${asked('04', '00')} 00000000 01 f5c2c1 ffef 07000000 02 c2 ffef 0300000003 31 ffef 00000000 04 f5c2c4 ffef
      0400000005 01 ffef 00000000 06 f5c2c6 ffef`,
    reply: E_REPLY,
    records: ['0700000002c2', '030000000331', '0000000004 f5c2c4', '0400000005 01'],
    mode: 'tn3270e',
  },
  {
    name: 'CONTENTION-RESOLUTION: a record without SEND-DATA is marked',
    server: `${asked('04', '05')} 00010000 01 f5c2c1 ffef 00000000 02 f5c2c1 ffef 0002000003 f5c2 ffef 0900020004 ffef`,
    reply: E_REPLY,
    records: ['0001000001f5c2c1', '0080000002 f5c2c1', '0082000003 f5c2', '0900020004'],
    mode: 'tn3270e',
  },
  {
    name: 'a server that asks for less than we do',
    server: `${asked('07', '0005')}`,
    reply: `${E_REPLY}fffa2803040005fff0`,
    records: [],
    mode: 'tn3270e',
  },
  {
    name: 'a server that asks for no functions',
    server: `${asked('07', '')}`,
    reply: `${E_REPLY}${NO_FUNCTIONS}`,
    records: [],
    mode: 'tn3270e',
  },
  {
    name: 'a server that has functions of printers, and does without them',
    server: `${asked('07', '000103')}fffa28030400fff0`,
    reply: `${E_REPLY}fffa28030700fff0`,
    records: [],
    mode: 'tn3270e',
  },
  {
    name: 'a server that insists on functions of printers: back to the traditional way',
    server: `${asked('04', '03')} fffe28 ${TRADITIONAL} f5c2 ffef`,
    reply: `${E_REPLY}${REFUSE}${TRADITIONAL_REPLY}`,
    records: ['0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'a server that asks for functions of printers again and again',
    server: `${OFFER}${SEND_DEVICE_TYPE}${DEVICE_TYPE_IS}${'fffa28030703fff0'.repeat(3)}`,
    reply: `${E_REPLY}fffa280307fff0${REFUSE}`,
    records: [],
    mode: 'nvt',
  },
  {
    name: 'a server that leaves TN3270E for text, and comes back: the display begins again after the text',
    server: `${E} 0000000000 f5c2 ffef fffe28 4869 ${E}`,
    reply: `${E_REPLY}fffc28${E_REPLY}`,
    records: ['0000000000 f5c2', '05000000004869', '0400000000'],
    mode: 'tn3270e',
  },
  {
    name: 'a server that leaves TN3270E and comes back: the display begins again',
    server: `${E} 0000000000 f5c2 ffef fffe28 ${E} 0000000000 f5c3 ffef`,
    reply: `${E_REPLY}fffc28${E_REPLY}`,
    records: ['0000000000 f5c2', '0400000000', '0000000000 f5c3'],
    mode: 'tn3270e',
  },
  {
    name: 'a server that declines TN3270E with WONT, and data before functions are agreed on',
    server: `${OFFER}${SEND_DEVICE_TYPE} c1c2ffef fffc28 ${TRADITIONAL} f5c2 ffef`,
    reply: `fffb28${REQUEST_DEVICE_TYPE} fffc28 ${TRADITIONAL_REPLY}`,
    records: ['0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'the device type is rejected: back to the traditional way, and for good',
    server: `${OFFER}${SEND_DEVICE_TYPE}fffa2802060504fff0 fffe28 ${OFFER} ${TRADITIONAL} f5c2 ffef`,
    reply: `fffb28${REQUEST_DEVICE_TYPE}${REFUSE} fffc28 ${TRADITIONAL_REPLY}`,
    records: ['0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'the server takes its offer back',
    server: `${OFFER}${SEND_DEVICE_TYPE} fffe28 ${TRADITIONAL} f5c2 ffef`,
    reply: `fffb28${REQUEST_DEVICE_TYPE} fffc28 ${TRADITIONAL_REPLY}`,
    records: ['0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'the server leaves TN3270E within a record, which is dropped',
    server: `${E} 0000000000 f5c2 fffe28 ${TRADITIONAL} f1c2 ffef`,
    reply: `${E_REPLY} fffc28 ${TRADITIONAL_REPLY}`,
    records: ['0000000000 f1c2'],
    mode: 'tn3270',
  },
  {
    name: 'the server offers TN3270E, and goes the traditional way',
    server: `${OFFER} ${TRADITIONAL} f5c2 ffef`,
    reply: `fffb28 ${TRADITIONAL_REPLY}`,
    records: ['0000000000 f5c2'],
    mode: 'tn3270',
  },
  {
    name: 'negotiation of TN3270E that was not agreed on is ignored',
    server: `${SEND_DEVICE_TYPE}${NO_FUNCTIONS}`,
    reply: '',
    records: [],
    mode: 'nvt',
  },
  {
    name: 'NAWS, NEW-ENVIRON and ECHO by the client are refused',
    server: 'fffd1f fffd27 fffd01',
    reply: 'fffc1f fffc27 fffc01',
    records: [],
    mode: 'nvt',
  },
];

interface Received {
  readonly connection: Tn3270Connection;
  readonly reply: string;
  readonly records: string[];
}

/** Text comes in as many pieces as the network has, so pieces are joined. */
function receive(chunks: readonly Uint8Array[]): Received {
  const connection = new Tn3270Connection(4);
  const records: string[] = [];
  const reply = chunks.map((chunk) =>
    connection.receive(chunk, (record) => {
      const octets = toHex(record);
      if (octets.startsWith('05') && records.at(-1)?.startsWith('05')) records.push(records.pop() + octets.slice(10));
      else records.push(octets);
    }),
  );
  return { connection, records, reply: toHex(concatOctets(reply)) };
}

describe.each(conversations)('$name', ({ server, reply, records, mode }) => {
  const expected = { reply: toHex(hex(reply)), records: records.map((record) => toHex(hex(record))) };

  it('in one piece', () => {
    const received = receive([hex(server)]);
    expect(received).toMatchObject(expected);
    expect(received.connection.mode).toBe(mode);
  });

  it('however it is cut', () => {
    for (const chunks of cuts(hex(server))) expect(receive(chunks)).toMatchObject(expected);
  });
});

describe('records for the host', () => {
  it.each([
    ['traditional', TRADITIONAL, '7dffffc1ffef', 'fff3'],
    ['TN3270E', E, '00000000007dffffc1ffef', 'fff4'],
    ['keys before 3270 mode are not sent', '', '', 'fff3'],
  ])('%s, and Attn', (_mode, server, sent, attention) => {
    const { connection } = receive([hex(server)]);
    expect(toHex(connection.send(hex('00000000007dffc1')))).toBe(sent);
    expect(toHex(connection.attention())).toBe(attention);
  });
});

it('with RESPONSES, records for the host are numbered, and responses keep the number of the host', () => {
  const { connection } = receive([hex(asked('04', '02'))]);
  const sent = ['0000000000 7d', '0700000000 c1', '02000000ff00', '0000000000 7d'].map((record) =>
    toHex(connection.send(hex(record))),
  );
  expect(sent).toEqual(['00000000007dffef', '0700000001c1ffef', '02000000ffff00ffef', '00000000027dffef']);
});

it.each([
  ['with SYSREQ', asked('04', '04'), 'fff5'],
  ['without it', E, ''],
  ['traditional', TRADITIONAL, ''],
])('SysReq %s', (_name, server, sent) => {
  expect(toHex(receive([hex(server)]).connection.systemRequest())).toBe(sent);
});

it('text is sent before 3270 mode, and not in it', () => {
  const record = hex('0500000000 68ff');
  expect(toHex(receive([]).connection.send(record))).toBe('68ffff');
  expect(receive([hex(TRADITIONAL)]).connection.send(record)).toHaveLength(0);
});

it('a record above the limit is no record, and the connection says so', () => {
  const connection = receive([hex(TRADITIONAL)]).connection;
  const records: number[] = [];
  const note = (record: Uint8Array) => records.push(record.length);
  connection.receive(new Uint8Array(RECORD_LIMIT), note);
  connection.receive(hex('ffef'), note);
  expect([records, connection.overflow]).toEqual([[RECORD_LIMIT + 5], false]);
  for (let part = 0; part < 4; part++) connection.receive(new Uint8Array(RECORD_LIMIT - 1000), note);
  connection.receive(hex('ffef'), note);
  expect([records, connection.overflow]).toEqual([[RECORD_LIMIT + 5], true]);
});
