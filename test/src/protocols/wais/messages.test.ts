/** The messages of WAIS: integers, headers, searches, retrievals, answers, and what hostile ones may not do. */
import { describe, expect, it, test } from 'vitest';
import { concatOctets, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { parseSearchAnswer } from '../../../../src/protocols/wais/answer.ts';
import { RetrievalReader } from '../../../../src/protocols/wais/retrieval-answer.ts';
import { initMessage, parseInitAnswer } from '../../../../src/protocols/wais/session.ts';
import {
  compressedInteger,
  fixedInteger,
  MessageReader,
  numberIn,
  parseHeader,
  shortestInteger,
  WaisError,
  withHeader,
} from '../../../../src/schemes/wais/fields.ts';
import { retrievalMessages, searchMessage } from '../../../../src/schemes/wais/messages.ts';
import fc, { runs } from '../../../fast-check.ts';
import { answerOf, diagnosticRecord, fieldOf, hitRecord, textRecord } from '../../../servers/wais/records.ts';
import { messageOf } from '../../../servers/wais/scripted.ts';
import { retrieved } from './retrieved.ts';

const hexOf = (octets: Uint8Array): string => Buffer.from(octets).toString('hex');
const textOf = (octets: Uint8Array): string => Buffer.from(octets).toString('latin1');
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');
const ID = Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0);

describe('integers', () => {
  it.each([
    [0, '00'],
    [118, '76'],
    [132, '8104'],
    [150, '8116'],
    [16_384, '818000'],
  ])('%i is compressed to %s', (value, hex) => {
    expect(hexOf(compressedInteger(value))).toBe(hex);
  });

  test('every value is read back', () => {
    fc.assert(
      fc.property(fc.nat(), (value) => {
        expect(new MessageReader(compressedInteger(value)).compressed()).toBe(value);
        expect(numberIn(shortestInteger(value))).toBe(value);
        expect(new MessageReader(fixedInteger(value, 4)).fixed(4)).toBe(value);
      }),
      runs(),
    );
  });

  test('octets 0x80 before a value are legal; a number without an end is not', () => {
    expect(new MessageReader(Uint8Array.of(0x80, 0x80, 0x81, 0x04)).compressed()).toBe(132);
    expect(() => new MessageReader(new Uint8Array(100).fill(0x80)).compressed()).toThrow(WaisError);
    expect(() => new MessageReader(Uint8Array.of(0x80)).compressed()).toThrow(WaisError);
  });
});

describe('the header of a message', () => {
  const header = (text: string): Uint8Array => octetsOfLatin1(text);

  test('25 octets, the length first', () => {
    expect(textOf(withHeader(new Uint8Array(148))).slice(0, 25)).toBe('0000000148z2wais        0');
  });

  it.each([
    ['zeros before the length', '0000000148z2wais        0', 148],
    ['blanks before the length, and letters in the other case', '       148Z1anything    0', 148],
  ])('%s', (_, text, length) => {
    expect(parseHeader(header(text.padEnd(25, '0')), 1000)).toBe(length);
  });

  it.each([
    ['a length above the cap', '9999999999z2wais        0'],
    ['a negative length', '-000000001z2wais        0'],
    ['no length', '          z2wais        0'],
    ['a refusal', '0000000000n2wais        0'],
    ['compression', '0000000148z2wais      u 0'],
    ['an encoding', '0000000148z2wais       h0'],
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n'],
    ['too few octets', '0000000148z2'],
  ])('%s is refused', (_, text) => {
    expect(() => parseHeader(header(text), 1000)).toThrow(WaisError);
  });
});

describe('requests', () => {
  test('a search, as freeWAIS writes it', () => {
    const message = searchMessage(octetsOfLatin1('demo'), octetsOfLatin1('gopher wais'));
    expect(textOf(message.subarray(0, 25))).toBe('0000000045z2wais        0');
    expect(hexOf(message.subarray(25))).toBe(
      '00161600001e00138800001e011100120464656d6f14013363136a0b676f7068657220776169736f0101720128',
    );
  });

  test('a retrieval: id, type and positions in reverse Polish order', () => {
    const document = { database: octetsOfLatin1('demo'), documentId: ID, type: octetsOfLatin1('TEXT') };
    const message = retrievalMessages(document)({ from: 0, to: 124 });
    const text = textOf(message.subarray(25));
    expect(
      text.startsWith(
        '\x00\x2d\x16\x00\x00\x0a\x00\x00\x10\x00\x00\x0f\x01\x11\x03FOO\x12\x04demo\x14\x011\x13\x0f \x1fDocument Text',
      ),
    ).toBe(true);
    expect(text).toContain(`,\x11un re ig ig ig ig-\x07${textOf(ID)},\x11wt re ig ig ig ig-\x04TEXT.\x01a`);
    expect(text.endsWith(',\x11wb ro ig ig ig ig-\x010.\x01a,\x11wb rl ig ig ig ig-\x03124.\x01a')).toBe(true);
  });

  test('the first message of a session asks for searches only', () => {
    const apdu = hexOf(initMessage(100_000).subarray(25));
    expect(apdu.slice(4, 42)).toBe('1403018004018005030186a006030186a00807');
  });
});

describe('answers', () => {
  test('hits, with the document id octet for octet', () => {
    const answer = answerOf(
      hitRecord({ id: ID, headline: 'Tea', types: ['TEXT', 'HTML'] }),
      hitRecord({ id: ID, headline: 'Cake', score: 7, date: '0' }),
    );
    const { hits, diagnostics } = parseSearchAnswer(answer);
    expect(diagnostics).toEqual([]);
    expect(hits).toHaveLength(2);
    expect(hits[0]).toMatchObject({ documentId: ID, score: 1000, bytes: 119, lines: 3, date: '1994-11-16' });
    expect(hits[0]?.types.map(textOf)).toEqual(['TEXT', 'HTML']);
    expect(hits.map(({ headline }) => textOf(headline))).toEqual(['Tea', 'Cake']);
    expect(hits[1]).toMatchObject({ score: 7, date: null });
  });

  test('diagnostics, whose length is odd', () => {
    const answer = answerOf(diagnosticRecord('S1', 'not available: /build/db/x'), hitRecord({ id: ID, headline: 'x' }));
    const { hits, diagnostics } = parseSearchAnswer(answer);
    expect(hits).toHaveLength(1);
    expect(diagnostics.map(({ code, information }) => [code, textOf(information)])).toEqual([
      ['S1', 'not available: /build/db/x'],
    ]);
  });

  test('the text of a document, with the note that it was the last part', () => {
    const answer = answerOf(textRecord(ID, 'Hello.'), diagnosticRecord('SF', 'Request out of range'));
    const { text, diagnostics } = retrieved([messageOf(answer)]);
    expect([text && textOf(text), diagnostics.map(({ code }) => code)]).toEqual(['Hello.', ['SF']]);
    expect(retrieved([messageOf(answerOf(diagnosticRecord('SF', '')))]).text).toBeNull();
  });

  test('the size of messages; a refused session', () => {
    const accepted = concatOctets([Uint8Array.of(0, 7, 21, 1), fieldOf(6, Uint8Array.of(0x01, 0x86, 0xa0))]);
    expect(parseInitAnswer(accepted)).toBe(100_000);
    expect(() => parseInitAnswer(Uint8Array.of(0, 2, 21, 0))).toThrow(WaisError);
  });

  it.each([
    ['another message', Uint8Array.of(0, 1, 20)],
    ['no octets', new Uint8Array()],
    ['a header part past the end', Uint8Array.of(0xff, 0xff, 23)],
    ['a field past the end', answerOf(Uint8Array.of(0x81, 0x16, 0xff, 0xff, 0x7f))],
    ['a field of 2 GiB', answerOf(Uint8Array.of(0x81, 0x16, 0x87, 0xff, 0xff, 0xff, 0x7f, 1))],
    ['two thousand records', answerOf(...Array.from({ length: 2000 }, () => fieldOf(150, '')))],
    ['a diagnostic past the end', answerOf(Uint8Array.of(0x1c, 0xff, 0xff, 0x53))],
  ])('%s is refused', (_, apdu) => {
    expect(() => parseSearchAnswer(apdu)).toThrow(WaisError);
    expect(() => retrieved([messageOf(apdu)])).toThrow(WaisError);
  });

  it.each<[string, readonly Uint8Array[], string, number]>([
    ['the first text of a record', [fieldOf(153, fieldOf(127, 'tea'), fieldOf(127, 'cake'))], 'tea', 0],
    ['the first record with a text', [textRecord(ID, 'tea'), textRecord(ID, 'cake')], 'tea', 0],
    ['diagnostics before and after it', [OUT_OF_RANGE, textRecord(ID, 'tea'), OUT_OF_RANGE], 'tea', 2],
    ['records of other kinds beside it', [hitRecord({ id: ID, headline: 'x' }), textRecord(ID, 'tea')], 'tea', 0],
  ])('the text of an answer: %s', (_, records, text, diagnostics) => {
    const answer = retrieved([messageOf(answerOf(...records))]);
    expect([answer.text && textOf(answer.text), answer.diagnostics.length]).toEqual([text, diagnostics]);
  });

  it.each([
    ['more text than was asked for', answerOf(fieldOf(153, fieldOf(127, 'Hello.')))],
    ['a text past the end of its record', answerOf(fieldOf(153, Uint8Array.of(127, 4), 'tea'))],
    ['a record past the end of the answer', answerOf(Uint8Array.of(0x81, 0x19, 9, 127, 3), octetsOfLatin1('tea'))],
  ])('%s is refused before any of it is passed on', (_, apdu) => {
    const reader = new RetrievalReader({ message: 1000, text: 5 });
    expect(() => reader.read(messageOf(apdu))).toThrow(WaisError);
  });

  test('octets after an answer belong to the next one', () => {
    const answer = messageOf(answerOf(textRecord(ID, 'tea')));
    const { text, left } = retrieved([new Uint8Array(Buffer.concat([answer, answer]))]);
    expect([text && textOf(text), left]).toEqual(['tea', answer.length]);
  });
});

describe('an answer that is cut off', () => {
  const valid = answerOf(
    hitRecord({ id: ID, headline: 'Tea', types: ['TEXT', 'HTML'] }),
    textRecord(ID, 'Hello.'),
    OUT_OF_RANGE,
  );

  test('every prefix is refused, apart from those that end before the records', () => {
    for (let length = 0; length < valid.length; length++) {
      const prefix = valid.subarray(0, length);
      for (const hits of [() => parseSearchAnswer(prefix).hits, () => retrieved([messageOf(prefix)]).diagnostics]) {
        if (length === 16) expect(hits()).toEqual([]);
        else expect(hits).toThrow(WaisError);
      }
    }
  });
});
