/**
 * What a WAIS session reads: messages and documents are the same however the network cuts them, and broken ones are
 * errors.
 */
import { expect, test } from 'vitest';
import type { Source } from '../../../../src/protocols/connection.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { DocumentStream } from '../../../../src/protocols/wais/document-stream.ts';
import { receiveMessage } from '../../../../src/protocols/wais/session.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { answerOf, diagnosticRecord, hitRecord, textRecord } from '../../../servers/wais/records.ts';
import { messageOf } from '../../../servers/wais/scripted.ts';
import { cuts, LAST_PLACE, someCuts, toHex } from '../telnet/cuts.ts';
import { mutated } from '../telnet/mutations.ts';

function sourceOf(chunks: readonly Uint8Array[]): Source {
  const left = chunks.filter(({ length }) => length > 0).toReversed();
  return {
    read: async () => left.pop() ?? null,
    unread: (octets) => {
      if (octets.length > 0) left.push(octets);
    },
  };
}

/** Two messages in a row, in hexadecimal, or the code of the error. */
async function readTwice(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const source = sourceOf(chunks);
  const read: string[] = [];
  try {
    read.push(toHex(await receiveMessage(source)), toHex(await receiveMessage(source)));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    read.push(error.code);
  }
  return read;
}

const FIRST = answerOf(hitRecord({ id: Uint8Array.of(1, 1, 0x61), headline: 'Tea' }));
const SECOND = answerOf(diagnosticRecord('SF', 'Request out of range'));
const BOTH = new Uint8Array(Buffer.concat([messageOf(FIRST), messageOf(SECOND)]));

test('two messages, cut at each place and octet by octet', async () => {
  for (const chunks of cuts(BOTH)) expect(await readTwice(chunks)).toEqual([toHex(FIRST), toHex(SECOND)]);
});

test('messages that end early are errors wherever they end', async () => {
  for (let length = 0; length < BOTH.length; length++) {
    expect((await readTwice([BOTH.slice(0, length)])).at(-1)).toBe('unreachable');
  }
});

test('mutated messages are read the same however they are cut', { timeout: PROPERTY_TIMEOUT }, async () => {
  await fc.assert(
    fc.asyncProperty(mutated([toHex(BOTH), toHex(messageOf(SECOND))]), fc.nat(LAST_PLACE), async (octets, place) => {
      const whole = await readTwice([octets]);
      for (const chunks of someCuts(octets, place)) {
        const parts = await readTwice(chunks);
        if (parts.join() !== whole.join()) expect(parts).toEqual(whole);
      }
    }),
    // Each try has several sessions.
    runs(0.2),
  );
});

test('a length is judged before anything is read of the message, or a buffer exists for it', async () => {
  const header = (length: number): Uint8Array =>
    Buffer.from(`${String(length).padStart(10, '0')}z2wais        0`, 'latin1');
  let reads = 0;
  const source = sourceOf([header(protocolLimits.waisMessage + 1)]);
  const counted: Source = {
    ...source,
    read: () => {
      reads++;
      return source.read();
    },
  };
  await expect(receiveMessage(counted)).rejects.toThrow('are allowed');
  expect(reads).toBe(1);
});

const PARTS = ['a'.repeat(1024), 'b'.repeat(1024), 'c'.repeat(9)];
const ID = Uint8Array.of(3, 1, 0x61);
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');
const answersOf = (...last: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      ...PARTS.slice(0, -1).map((part) => messageOf(answerOf(textRecord(ID, part)))),
      messageOf(answerOf(...last)),
    ]),
  );

/** The text of a document whose server sends these octets, with the code of the error that ends it. */
async function readDocument(chunks: readonly Uint8Array[]): Promise<string> {
  const source = sourceOf(chunks);
  const session = {
    ...{ largest: 0, connection: { ...source } },
    ...{ send: async () => {}, close() {} },
  };
  const document = { database: Uint8Array.of(0x64), documentId: ID, type: Uint8Array.of(0x54) };
  const stream = new DocumentStream(session, document, { from: 0, to: null });
  let text = '';
  try {
    for (let octets = await stream.read(); octets !== null; octets = await stream.read()) {
      text += Buffer.from(octets).toString('latin1');
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    text += error.code;
  }
  return text;
}

test.each([
  ['a document in three parts', [textRecord(ID, PARTS[2] ?? ''), OUT_OF_RANGE], PARTS.join('')],
  ['a refusal after two parts', [diagnosticRecord('S2', '')], `${PARTS[0]}${PARTS[1]}busy`],
])('%s, in one piece, cut at each place and octet by octet', async (_, last, text) => {
  const octets = answersOf(...last);
  // The stream moves texts within what it reads.
  expect(await readDocument([octets.slice()])).toBe(text);
  for (const chunks of cuts(octets)) expect(await readDocument(chunks)).toBe(text);
});
