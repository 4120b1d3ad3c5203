/** DNS messages (RFC 1035 §4, RFC 8484). `socket.test.ts` tests connections that use a resolver. */

import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../src/egress/address.ts';
import { decodeAnswer, encodeQuery, TYPES } from '../../../src/net/dns-message.ts';
import fc, { runs } from '../../fast-check.ts';

const { A, AAAA } = TYPES;
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

it('the types are those of RFC 1035 §3.2.2 and RFC 3596 §2.1', () => {
  expect(TYPES).toEqual({ A: { code: 1, family: 4, length: 4 }, AAAA: { code: 28, family: 6, length: 16 } });
});

it('the query for www.example.com is the example of RFC 8484 §4.1.1', () => {
  const expected = '00000100 0001000000000000 03777777 076578616d706c65 03636f6d 00 0001 0001';
  expect(Buffer.from(encodeQuery('www.example.com', 1)).toString('hex')).toBe(expected.replaceAll(' ', ''));
});

/** RFC 8484 §4.2.2: the answer to a question for www.example.com AAAA. */
const RFC_8484_ANSWER =
  '00008180 0001000100000000 03777777 076578616d706c65 03636f6d 00 001c0001' +
  'c00c 001c 0001 00000e7d 0010 20010db8abcd00120001000200030004';

it('the answer of RFC 8484 §4.2.2 holds one address', () => {
  const answer = decodeAnswer(hex(RFC_8484_ANSWER), 'www.example.com', AAAA);
  expect(answer.kind === 'addresses' && answer.addresses.map(formatAddress)).toEqual(['2001:db8:abcd:12:1:2:3:4']);
});

/** An answer with these records, and the TTL of its addresses. */
it.each([
  ['an address', '00 0001 0001 0000003c 0004 7f000001', [60]],
  // A CNAME record of the root, which ends sooner or later than the address.
  ['an alias that ends sooner', '00 0005 0001 0000000a 0003 016100 016100 0001 0001 0000003c 0004 7f000001', [10]],
  ['an alias that ends later', '00 0005 0001 00000e10 0003 016100 016100 0001 0001 0000003c 0004 7f000001', [60]],
  ['a TTL with the first bit set (RFC 2181 §8)', '00 0001 0001 80000001 0004 7f000001', [0]],
])('the TTL of %s', (_, records, ttl) => {
  const count = records.includes('0005') ? '0002' : '0001';
  const answer = decodeAnswer(hex(`0000 8180 0000 ${count} 00000000 ${records}`), '', A);
  expect(answer.kind === 'addresses' && answer.addresses.map((address) => address.ttl)).toEqual(ttl);
});

it('an address is a copy of its octets, wherever the message begins', () => {
  const buffer = Uint8Array.of(
    ...[0xff, 0xff, 0xff],
    ...hex('0000 8180 0000 0001 00000000 00 0001 0001 0000003c 0004 7f000001'),
  );
  const answer = decodeAnswer(buffer.subarray(3), '', A);
  buffer.fill(0);
  expect(answer).toEqual({
    kind: 'addresses',
    addresses: [{ family: 4, octets: Uint8Array.of(127, 0, 0, 1), ttl: 60 }],
  });
});

it('a fault of the program is not one of the resolver', () => {
  const broken = {
    ...A,
    get length(): 4 {
      throw new TypeError('a fault');
    },
  };
  const message = hex('0000 8180 0000 0001 00000000 00 0001 0001 0000003c 0004 7f000001');
  expect(() => decodeAnswer(message, '', broken)).toThrow('a fault');
});

const HEADER = '0000';
const NO_QUESTION = '0000';
const EMPTY = '00000000';

/** Answers to a question for A records, and the kind of result. */
const answers: readonly (readonly [what: string, message: string, kind: string])[] = [
  ['no error and no record', `${HEADER} 8180 ${NO_QUESTION} 0000 ${EMPTY}`, 'absent'],
  ['NXDOMAIN', `${HEADER} 8183 ${NO_QUESTION} 0000 ${EMPTY}`, 'absent'],
  ['SERVFAIL', `${HEADER} 8182 ${NO_QUESTION} 0000 ${EMPTY}`, 'failed'],
  ['REFUSED', `${HEADER} 8185 ${NO_QUESTION} 0000 ${EMPTY}`, 'failed'],
  ['a query, no response', `${HEADER} 0100 ${NO_QUESTION} 0000 ${EMPTY}`, 'failed'],
  ['a truncated response', `${HEADER} 8380 ${NO_QUESTION} 0000 ${EMPTY}`, 'failed'],
  ['an A record', `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY} 00 0001 0001 00000000 0004 7f000001`, 'addresses'],
  [
    'an A record of five octets',
    `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY} 00 0001 0001 00000000 0005 7f00000100`,
    'failed',
  ],
  [
    'an AAAA record',
    `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY} 00 001c 0001 00000000 0010 ${'00'.repeat(16)}`,
    'absent',
  ],
  ['a record that is missing', `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY}`, 'failed'],
  ['a record that is cut', `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY} 00 0001 0001 00000000 0004 7f00`, 'failed'],
  ['a name without end', `${HEADER} 8180 ${NO_QUESTION} 0001 ${EMPTY} 3f61`, 'failed'],
  ['nothing', '', 'failed'],
];

it.each(answers)('%s', (_, message, kind) => {
  expect(decodeAnswer(hex(message), '', A).kind).toBe(kind);
});

/** A name as labels. */
const nameOf = (name: string) =>
  `${name
    .split('.')
    .map((label) => `${label.length.toString(16).padStart(2, '0')}${Buffer.from(label).toString('hex')}`)
    .join('')}00`;
const recordOf = (owner: string, type: string, content: string) =>
  `${nameOf(owner)} ${type} 0001 0000003c ${(content.replaceAll(' ', '').length / 2).toString(16).padStart(4, '0')} ${content}`;
const ADDRESS = '5db8d70e';
const alias = (from: string, to: string) => recordOf(from, '0005', nameOf(to));
const address = (owner: string) => recordOf(owner, '0001', ADDRESS);

/** The records of an answer about `a.example.com`, and the kind of result. */
const chains: readonly (readonly [what: string, records: readonly string[], kind: string])[] = [
  ['the name itself', [address('a.example.com')], 'addresses'],
  ['the name in another case', [address('A.Example.COM')], 'addresses'],
  ['a chain of aliases', [alias('a.example.com', 'b.net'), alias('b.net', 'c.org'), address('c.org')], 'addresses'],
  [
    'a chain in another order',
    [address('c.org'), alias('b.net', 'c.org'), alias('a.example.com', 'b.net')],
    'addresses',
  ],
  ['a circle of aliases', [alias('a.example.com', 'b.net'), alias('b.net', 'a.example.com')], 'absent'],
  ['another name', [address('b.example.com')], 'failed'],
  ['the name, and another one', [address('a.example.com'), address('b.example.com')], 'failed'],
  [
    'an alias and an address of one name',
    [alias('a.example.com', 'b.net'), address('a.example.com'), address('b.net')],
    'addresses',
  ],
  ['an alias of another name', [alias('b.net', 'c.org'), address('c.org')], 'failed'],
  [
    'a label with a dot in it',
    [`09 ${Buffer.from('a.example').toString('hex')} 03636f6d00 0001 0001 0000003c 0004 ${ADDRESS}`],
    'failed',
  ],
  [
    'a label with a dot in it that is left out',
    [`0161 08 ${Buffer.from('exam.ple').toString('hex')} 03636f6d00 0001 0001 0000003c 0004 ${ADDRESS}`],
    'failed',
  ],
  [
    'an address of two octets beside a good one',
    [address('a.example.com'), recordOf('a.example.com', '0001', '7f00')],
    'failed',
  ],
  ['an address of another class', [address('a.example.com').replace(' 0001 0001 ', ' 0001 0003 ')], 'failed'],
  ['a pointer to itself', [`c00c 0001 0001 0000003c 0004 ${ADDRESS}`], 'failed'],
  [
    'a pointer to a pointer that leads forward',
    [`00 0010 0001 0000003c 0011 c019${nameOf('a.example.com')}`, `c017 0001 0001 0000003c 0004 ${ADDRESS}`],
    'failed',
  ],
  ['a pointer to what follows', [`c020 0001 0001 0000003c 0004 ${ADDRESS}`], 'failed'],
];

it.each(chains)('an answer with %s', (_, records, kind) => {
  const count = records.length.toString(16).padStart(4, '0');
  const message = `0000 8180 0000 ${count} 00000000 ${records.join('')}`;
  expect(decodeAnswer(hex(message), 'a.example.com', A).kind).toBe(kind);
});

/** A record of text, whose octets begin at 23, with `a.example.com` from an octet on. */
const textWith = (from: number) => {
  const content = `${'00'.repeat(from - 23)}${nameOf('a.example.com')}`;
  return `00 0010 0001 0000003c ${(content.length / 2).toString(16).padStart(4, '0')} ${content}`;
};

it.each([
  ['a pointer to an odd octet', 0x0017, 'c017', 'addresses'],
  ['a pointer to an even octet', 0x0018, 'c018', 'addresses'],
  ['a pointer of fourteen bits', 0x3f00, 'ff00', 'addresses'],
  ['a length with the bits 10, which are reserved (RFC 1035 §4.1.4)', 0x3f00, 'bf00', 'failed'],
])('the owner of an address is %s', (_, from, owner, kind) => {
  const message = `0000 8180 0000 0002 00000000 ${textWith(from)} ${owner} 0001 0001 0000003c 0004 ${ADDRESS}`;
  expect(decodeAnswer(hex(message), 'a.example.com', A).kind).toBe(kind);
});

/** RFC 1035 §2.3.4: labels of 63 octets, and names of 255 with the length of each label and the root. */
it.each([
  ['a label of 63 octets', [63], 'addresses'],
  ['a label of 64 octets', [64], 'failed'],
  ['a name of 255 octets', [63, 63, 63, 61], 'addresses'],
  ['a name of 256 octets', [63, 63, 63, 62], 'failed'],
  ['a name of 257 octets', [63, 63, 63, 63], 'failed'],
])('%s', (_, lengths, kind) => {
  const name = lengths.map((length) => 'x'.repeat(length)).join('.');
  const message = `0000 8180 0000 0001 00000000 ${address(name)}`;
  expect(decodeAnswer(hex(message), name, A).kind).toBe(kind);
});

it.each([
  ['another name', `${nameOf('b.example.com')} 0001 0001`, 'failed'],
  ['another type', `${nameOf('a.example.com')} 001c 0001`, 'failed'],
  ['the same name and type', `${nameOf('A.example.com')} 0001 0001`, 'addresses'],
])('an answer that repeats a question for %s', (_, question, kind) => {
  const message = `0000 8180 0001 0001 00000000 ${question} ${address('a.example.com')}`;
  expect(decodeAnswer(hex(message), 'a.example.com', A).kind).toBe(kind);
});

it('random octets are an answer or a failure', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
      // The flags of a good response, so that the records are reached.
      if (octets.length > 3) octets.set([0x81, 0x80], 2);
      expect(['addresses', 'absent', 'failed']).toContain(decodeAnswer(octets, '', A).kind);
    }),
    runs(),
  );
});

describe('a response cut anywhere', () => {
  const whole = hex(RFC_8484_ANSWER);
  it.each(Array.from({ length: whole.length }, (_, length) => [length]))('after %d octets is a failure', (length) => {
    expect(decodeAnswer(whole.subarray(0, length), 'www.example.com', AAAA).kind).toBe('failed');
  });
});
