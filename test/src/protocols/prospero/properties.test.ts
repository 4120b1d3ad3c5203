/**
 * Properties of Prospero: packets, tokens, links and questions, over octets with errors. `npm run fuzz` tries each a
 * million times with new inputs.
 */
import { describe, expect, it } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { ArdpExchange, GIVEN_UP, parsePacket } from '../../../../src/protocols/prospero/ardp.ts';
import {
  changedOf,
  contentsOf,
  modesOf,
  parseAnswer,
  sizeOf,
  urlOf,
} from '../../../../src/protocols/prospero/links.ts';
import { prosperoObject } from '../../../../src/schemes/prospero/request.ts';
import { ProsperoError, parseLines, quoteToken, requestPackets } from '../../../../src/schemes/prospero/tokens.ts';
import fc, { runs } from '../../../fast-check.ts';
import { must, property, resultOf as resultOrRefusal } from '../../decoder-properties.ts';
import { cuts, toHex } from '../telnet/cuts.ts';
import { mutated } from '../telnet/mutations.ts';
import { LISTING } from './listing.ts';
import { CONNECTION_ID, packet } from './packets.ts';

const VERSIONS = [1, 5] as const;
const resultOf = <Result>(decode: () => Result): Result | null => resultOrRefusal(ProsperoError, decode);

const texts = (...lines: readonly string[]) => mutated(lines.map((text) => toHex(octetsOfLatin1(text))));

/** The answer that arrives in these packets; `null` = none. */
function answerIn(packets: readonly Uint8Array[]): string | null {
  const exchange = new ArdpExchange({ text: octetsOfLatin1('VERSION 5\n'), connectionId: CONNECTION_ID, version: 5 });
  exchange.start(0);
  for (const one of packets) exchange.receive(one, 5);
  const { outcome } = exchange;
  return outcome.kind === 'answer' ? latin1Of(outcome.octets) : null;
}

/** The packets of an answer that is cut into these parts; the last one has the total. */
const packetsOf = (parts: readonly Uint8Array[]): Uint8Array[] =>
  parts.map((part, index) => {
    const isLast = index + 1 === parts.length;
    return packet(index + 1, part, { total: isLast ? parts.length : 0, ask: index % 16 === 15 && !isLast });
  });

describe('packets', () => {
  const bases = [
    packet(1, 'LINK', { total: 1, ask: true }),
    packet(2, 'a'),
    packet(0, '', { wait: 10 }),
    Uint8Array.of(3, 0x12, 0x34, 0x61),
  ].map(toHex);

  property('mutated ones end in an outcome, with an acknowledgement at most', () => {
    fc.assert(
      fc.property(fc.array(mutated(bases), { maxLength: 5 }), (datagrams) => {
        const exchange = new ArdpExchange({ text: new Uint8Array(1), connectionId: CONNECTION_ID, version: 5 });
        exchange.start(0);
        for (const one of datagrams) {
          must((parsePacket(one)?.text.length ?? 0) <= one.length, one);
          const replies = exchange.receive(one, 5);
          must(replies.length <= 1 && replies.every(({ length }) => length === 9), one);
        }
        exchange.tick(GIVEN_UP);
        must(exchange.outcome.kind !== 'waiting', concatOctets(datagrams));
      }),
      runs(),
    );
  });

  property('an answer arrives whole, however its packets are ordered, doubled and cut', () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 5 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(parts, fc.infiniteStream(fc.nat(1_000_000)), (octets, random) => {
        const packets = packetsOf(octets);
        const shuffled = [...packets, ...packets]
          .map((one) => ({ one, rank: random.next().value }))
          .sort((a, b) => a.rank - b.rank);
        const whole = concatOctets(octets);
        must(answerIn(shuffled.map(({ one }) => one)) === latin1Of(whole), whole);
      }),
      // Each try has up to 80 packets.
      runs(0.1),
    );
  });

  property('a request is read back as it was written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 0xffff }), (text, connectionId) => {
        const read = requestPackets(text, connectionId).map(parsePacket);
        const numbers = read.map((one) => one?.packet);
        must(Buffer.compare(concatOctets(read.map((one) => one?.text ?? new Uint8Array())), text) === 0, text);
        must(
          numbers.every((number, index) => number === index + 1),
          text,
        );
        must(
          read.every((one) => one?.connectionId === connectionId && one.total === read.length),
          text,
        );
      }),
      runs(0.2),
    );
  });
});

describe('tokens', () => {
  property('mutated lines are tokens that are no longer than they, or a ProsperoError', () => {
    const lines = ["LINK  L FILE it'''s here.txt' INTERNET-D h ASCII '/a b' 0\n", "DATA hello'\n'\n''\n", '\n\na  b\n'];
    fc.assert(
      fc.property(texts(...lines), (octets) => {
        const text = latin1Of(octets);
        for (const version of VERSIONS) {
          const parsed = resultOf(() => parseLines(text, version));
          must((parsed?.flat().join('').length ?? 0) <= text.length, octets);
          must(parsed?.every((tokens) => tokens.length > 0) ?? true, octets);
        }
      }),
      runs(),
    );
  });

  property('quoting and reading is the identity', () => {
    const token = fc.string({ unit: fc.constantFrom('a', ' ', "'", '\xe9', '/'), maxLength: 20 });
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 5 }), (tokens) => {
        const line = tokens.map(quoteToken).join(' ');
        must(JSON.stringify(parseLines(line, 5)) === JSON.stringify([tokens]), octetsOfLatin1(line));
      }),
      runs(),
    );
  });

  it('a text that ends anywhere has the lines before its end, or ends inside of quotes', () => {
    const whole = JSON.stringify(parseLines(LISTING, 5));
    for (let length = 0; length < LISTING.length; length++) {
      const lines = resultOf(() => parseLines(LISTING.slice(0, length), 5));
      if (lines === null) continue;
      const complete = JSON.stringify(lines.slice(0, -1)).slice(0, -1);
      expect(whole.startsWith(complete), `cut at ${length}`).toBe(true);
    }
  });
});

describe('links', () => {
  property('mutated answers are read, or a ProsperoError', () => {
    const answers = [
      ...LISTING.split('\n').map((line) => `${line}\n`),
      'FORWARDED INTERNET-D new.example(1600) ASCII /a 0\n',
      "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA hello'\n'\n",
      'FAILURE NOT-AUTHORIZED no\n',
    ];
    fc.assert(
      fc.property(texts(...answers), fc.constantFrom(...VERSIONS), (octets, version) => {
        const answer = resultOf(() => parseAnswer(latin1Of(octets), version));
        if (answer === null) return;
        must((contentsOf(answer.attributes)?.length ?? 0) <= octets.length, octets);
        for (const link of answer.links) {
          // No URL has a port beyond 65535, so such a link is shown without one.
          must(link.port === null || (link.port >= 0 && link.port <= 99_999), octets);
          const size = sizeOf(link.attributes);
          must(size === null || (Number.isSafeInteger(size) && size >= 0), octets);
          must(
            [changedOf(link.attributes), modesOf(link.attributes)].every((text) => text !== ''),
            octets,
          );
          const url = resultOf(() => urlOf(link));
          must(url === null || /^(prospero|ftp|gopher|wais):\/\/[\x21-\x7e]+$/.test(url), octets);
        }
      }),
      runs(),
    );
  });

  it('are the same wherever the packets of their answer are cut, and octet by octet', () => {
    for (const parts of cuts(octetsOfLatin1(LISTING))) {
      expect(parseAnswer(answerIn(packetsOf(parts)) ?? '', 5)).toEqual(parseAnswer(LISTING, 5));
    }
  });

  property('their URLs name the same octets', () => {
    const link = { kind: 'link', name: 'a', type: 'FILE', host: 'h.example', port: 1600, version: null } as const;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (octets) => {
        const hsoname = latin1Of(octets).replace(/[\0-\x1f\x7f]/g, '');
        const { components, canonical } = explain(urlOf({ ...link, hsoname, attributes: [] }) ?? '');
        must(canonicalize(canonical) === canonical, octets);
        must(prosperoObject({ path: components.path }, null)?.hsoname === hsoname, octets);
      }),
      runs(0.5),
    );
  });
});
