/**
 * Properties of the decoders of WAIS messages, over octets with errors. `npm run fuzz` tries each a million times with
 * new inputs.
 */
import { describe } from 'vitest';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { parseSearchAnswer } from '../../../../src/protocols/wais/answer.ts';
import { sourcesIn } from '../../../../src/protocols/wais/database.ts';
import { markedPieces, withoutParagraphMarks } from '../../../../src/protocols/wais/marked-text.ts';
import { parseInitAnswer } from '../../../../src/protocols/wais/session.ts';
import {
  apdu,
  compressedInteger,
  documentIdOf,
  field,
  fixedInteger,
  HEADER_LENGTH,
  MessageReader,
  numberField,
  numberIn,
  parseHeader,
  shortestInteger,
  tags,
  WaisError,
  withHeader,
  wpathOf,
} from '../../../../src/schemes/wais/fields.ts';
import { retrievalMessages, searchMessage } from '../../../../src/schemes/wais/messages.ts';
import fc, { runs } from '../../../fast-check.ts';
import { answerOf, diagnosticRecord, fieldOf, hitRecord, textRecord } from '../../../servers/wais/records.ts';
import { parseQuestion, termsIn, textIn } from '../../../servers/wais/request.ts';
import { messageOf } from '../../../servers/wais/scripted.ts';
import { must, property, resultOf as resultOrRefusal } from '../../decoder-properties.ts';
import { LAST_PLACE, someCuts, toHex } from '../telnet/cuts.ts';
import { mutated } from '../telnet/mutations.ts';
import { type Retrieved, retrieved } from './retrieved.ts';

const CAP = 1024 * 1024;
const ID = Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0);

const resultOf = <Result>(decode: () => Result): Result | null => resultOrRefusal(WaisError, decode);

describe('mutated octets give a result or a WaisError', () => {
  property('headers', () => {
    const headers = ['0000000148z2wais        0', '       148Z1anything    0', '0000000000n2wais        0'];
    const inputs = mutated(headers.map((text) => toHex(octetsOfLatin1(text))));
    fc.assert(
      fc.property(inputs, (octets) => {
        const length = resultOf(() => parseHeader(octets, CAP));
        must(length === null || (Number.isInteger(length) && length >= 0 && length <= CAP), octets);
      }),
      runs(),
    );
  });

  property('integers', () => {
    fc.assert(
      fc.property(mutated(['8104', '808081 04', '87ffffff7f', '80808080808080807f', '00000000000186a0']), (octets) => {
        const reader = new MessageReader(octets);
        const compressed = resultOf(() => reader.compressed());
        must(compressed === null || (Number.isSafeInteger(compressed) && compressed >= 0), octets);
        const number = resultOf(() => numberIn(octets));
        must(number === null || (Number.isSafeInteger(number) && number >= 0), octets);
      }),
      runs(),
    );
  });

  property('answers, whose contents are never more than their octets', () => {
    const answers = [
      answerOf(
        hitRecord({ id: ID, headline: 'Tea', types: ['TEXT', 'HTML'] }),
        hitRecord({ id: ID, headline: 'Cake' }),
      ),
      answerOf(textRecord(ID, 'Hello.'), diagnosticRecord('SF', 'Request out of range')),
      answerOf(fieldOf(151, fieldOf(150, fieldOf(132, fieldOf(133, 'TEXT'))))),
      concatOctets([Uint8Array.of(0, 7, 21, 1), fieldOf(6, Uint8Array.of(0x01, 0x86, 0xa0))]),
    ];
    fc.assert(
      fc.property(mutated(answers.map(toHex)), (octets) => {
        const found = resultOf(() => parseSearchAnswer(octets));
        const held = found?.hits.reduce(
          (sum, { documentId, headline }) => sum + documentId.length + headline.length,
          0,
        );
        must((held ?? 0) <= octets.length, octets);
        const document = resultOf(() => retrieved([messageOf(octets)]));
        must((document?.text?.length ?? 0) <= octets.length, octets);
        const codes = [...(found?.diagnostics ?? []), ...(document?.diagnostics ?? [])];
        must(
          codes.every(({ code }) => code.length === 2),
          octets,
        );
        const largest = resultOf(() => parseInitAnswer(octets));
        must(largest === null || largest > 0, octets);
      }),
      runs(),
    );
  });

  const printed = (answer: Retrieved | null): string =>
    answer === null ? '' : `${toHex(answer.text ?? new Uint8Array())} ${answer.diagnostics.length} ${answer.left}`;

  property('documents, which are the same however the network cuts them', () => {
    const answers = [
      answerOf(textRecord(ID, 'Hello.'), diagnosticRecord('SF', 'Out of range')),
      answerOf(diagnosticRecord('SF', ''), fieldOf(153, fieldOf(127, 'a'), fieldOf(127, 'b')), fieldOf(150, '')),
    ];
    fc.assert(
      fc.property(mutated(answers.map((apdu) => toHex(messageOf(apdu)))), fc.nat(LAST_PLACE), (octets, place) => {
        const whole = printed(resultOf(() => retrieved([octets])));
        for (const chunks of someCuts(octets, place))
          must(printed(resultOf(() => retrieved(chunks))) === whole, octets);
      }),
      runs(),
    );
  });

  property('document ids: a wpath leads back to the same octets, or there is none', () => {
    fc.assert(
      fc.property(
        mutated([toHex(ID), '0107766d3a32313030 020e2f6275696c642f64622f64656d6f 070100', '81160161']),
        (octets) => {
          const wpath = wpathOf(octets);
          const back = wpath === null ? octets : documentIdOf(wpath);
          must(back !== null && latin1Of(back) === latin1Of(octets), octets);
        },
      ),
      runs(),
    );
  });

  property('wpaths that people write', () => {
    const wpaths = ['1=vm:2100;2=%2Fdb;7=%00;', '1=a', '=;=', '4294967296=a;', '1=%;2=%zz;'];
    fc.assert(
      fc.property(mutated(wpaths.map((text) => toHex(octetsOfLatin1(text)))), (octets) => {
        const id = documentIdOf(latin1Of(octets));
        must(id === null || id.length <= 8 * octets.length + 8, octets);
      }),
      runs(),
    );
  });

  property('texts and descriptions', () => {
    const texts = [
      'the \x1b(tea\x1b) and \x1bPab3cake',
      '(:source :ip-name "h" :tcp-port 210 :database-name "d\\"" :description "x\ny")',
    ];
    fc.assert(
      fc.property(mutated(texts.map((text) => toHex(octetsOfLatin1(text)))), (octets) => {
        const kept = withoutParagraphMarks(octets);
        const shown = markedPieces(latin1Of(kept)).reduce((sum, { text }) => sum + text.length, 0);
        must(kept.length <= octets.length && shown <= kept.length, octets);
        const [source] = sourcesIn(latin1Of(octets));
        must(source === undefined || (source.host !== '' && source.database !== '' && source.port <= 0xffff), octets);
      }),
      runs(),
    );
  });
});

describe('decoding gives what was encoded', () => {
  const text = fc.uint8Array({ minLength: 1, maxLength: 200, min: 0x20, max: 0x7e });
  const place = fc.maxSafeNat();

  property('integers and fields', () => {
    fc.assert(
      fc.property(fc.nat(0x7fff_ffff), fc.maxSafeNat(), fc.uint8Array({ maxLength: 20_000 }), (small, large, value) => {
        const written = concatOctets([compressedInteger(small), field(small, value), fixedInteger(small, 4)]);
        const reader = new MessageReader(written);
        const read = reader.compressed();
        const { tag, value: again } = reader.field();
        must(read === small && tag === small && reader.fixed(4) === small && reader.left === 0, written);
        must(Buffer.compare(again, value) === 0, written);
        const number = shortestInteger(large % 2 ** 48);
        must(numberIn(number) === large % 2 ** 48, number);
      }),
      runs(),
    );
  });

  property('messages: header, type, fields of the header part, and what follows', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(1000), text, fc.uint8Array({ maxLength: 300 }), (type, number, value, rest) => {
        const message = withHeader(apdu(type, [numberField(tags.score, number), field(tags.headline, value)], rest));
        const body = message.subarray(HEADER_LENGTH);
        must(parseHeader(message, CAP) === body.length, message);
        const reader = new MessageReader(body);
        const header = reader.within(reader.fixed(2));
        must(header.octet() === type && numberIn(header.field().value) === number, message);
        must(Buffer.compare(header.field().value, value) === 0 && header.left === 0, message);
        must(Buffer.compare(reader.octets(reader.left), rest) === 0, message);
      }),
      runs(),
    );
  });

  property('searches, as a server reads them', () => {
    fc.assert(
      fc.property(text, text, (database, words) => {
        const message = searchMessage(database, words);
        const { type, fields } = parseQuestion(Buffer.from(message.subarray(HEADER_LENGTH)));
        must(type === 22 && textIn(fields, tags.databaseNames) === latin1Of(database), message);
        must(textIn(fields, tags.seedWords) === latin1Of(words), message);
      }),
      runs(),
    );
  });

  property('term lists, as a server reads them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), text, place, place, (documentId, type, from, to) => {
        const message = retrievalMessages({ database: octetsOfLatin1('db'), documentId, type })({ from, to });
        const { fields } = parseQuestion(Buffer.from(message.subarray(HEADER_LENGTH)));
        const terms = termsIn(Buffer.from(textIn(fields, tags.query), 'latin1'));
        must(Buffer.compare(terms.get('un re') ?? Buffer.alloc(0), documentId) === 0, message);
        must(latin1Of(terms.get('wt re') ?? Buffer.alloc(0)) === latin1Of(type), message);
        must(Number(terms.get('wb ro')) === from && Number(terms.get('wb rl')) === to, message);
      }),
      runs(),
    );
  });
});
