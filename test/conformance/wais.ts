/**
 * A recorded session with freeWAIS-sf: what the client sent must be what this library sends, what the server sent must
 * be understood, and the test server must write the text of a document as freeWAIS does, octet by octet.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latin1Of } from '../../src/octets/octets.ts';
import { parseSearchAnswer } from '../../src/protocols/wais/answer.ts';
import { parseInitAnswer } from '../../src/protocols/wais/session.ts';
import { documentIdOf, HEADER_LENGTH, parseHeader, withHeader, wpathOf } from '../../src/schemes/wais/fields.ts';
import { retrievalMessages, searchMessage } from '../../src/schemes/wais/messages.ts';
import { fieldOf, textRecord } from '../servers/wais/records.ts';
import { fieldsIn, parseQuestion, termsIn, textIn } from '../servers/wais/request.ts';
import { retrieved } from '../src/protocols/wais/retrieved.ts';

const RECORDING = '../protocols/fixtures/wais-freewais-sf.hex';
const LARGEST = 1024 * 1024;
const [DATABASE, QUERY_TYPE, QUERY, SEED_WORDS, USER_INFORMATION] = [18, 20, 21, 106, 99];

/** Judges each message, and prints the result. Returns the number of misses. */
export function runWais(folder: string): number {
  const file = join(folder, RECORDING);
  if (!existsSync(file)) {
    console.log(`\nWAIS was NOT checked: there is no ${file}.`);
    return 0;
  }
  const messages = read(readFileSync(file, 'utf8'));
  const checks = messages.flatMap(({ side, octets }) => [
    ['its header', sameHeader(octets)] as const,
    ...(side === 'C' ? requestChecks(octets) : answerChecks(octets)),
  ]);
  const misses = checks.filter(([, right]) => !right);
  console.log(`\nWAIS: ${messages.length} messages of freeWAIS-sf, ${checks.length} checks, ${misses.length} misses.`);
  for (const [name] of misses) console.log(`miss  ${name}`);
  return misses.length + (messages.length > 0 ? 0 : 1);
}

type Check = readonly [name: string, right: boolean];

interface Message {
  readonly side: 'C' | 'S';
  readonly octets: Buffer;
}

/** Lines `C length hex` and `S length hex`. */
function read(text: string): Message[] {
  return [...text.matchAll(/^([CS]) \d+ ([0-9a-f]+)$/gm)].map(([, side, hex = '']) => ({
    side: side === 'C' ? 'C' : 'S',
    octets: Buffer.from(hex, 'hex'),
  }));
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

function sameHeader(octets: Buffer): boolean {
  const apdu = octets.subarray(HEADER_LENGTH);
  return parseHeader(octets, LARGEST) === apdu.length && same(withHeader(apdu), octets);
}

const [INIT, SEARCH] = [20, 22];
const TERM_QUERY = '1';

function requestChecks(octets: Buffer): readonly Check[] {
  const { type, fields } = parseQuestion(octets.subarray(HEADER_LENGTH));
  // Our first message names another program.
  if (type === INIT) return [];
  const latin1 = (tag: number): Buffer => Buffer.from(textIn(fields, tag), 'latin1');
  const database = latin1(DATABASE);
  if (textIn(fields, QUERY_TYPE) !== TERM_QUERY)
    return [
      ['the type of the search', type === SEARCH],
      ['the search', same(searchMessage(database, latin1(SEED_WORDS)), octets)],
    ];
  const terms = termsIn(latin1(QUERY));
  const [documentId, documentType] = [terms.get('un re'), terms.get('wt re')];
  if (documentId === undefined || documentType === undefined) return [['the terms of the retrieval', false]];
  const positions = { from: Number(terms.get('wb ro')), to: Number(terms.get('wb rl')) };
  return [
    ['the retrieval', same(retrievalMessages({ database, documentId, type: documentType })(positions), octets)],
    ['the document id as a URL', same(documentIdOf(wpathOf(documentId) ?? '') ?? new Uint8Array(), documentId)],
  ];
}

const [INIT_RESPONSE, TYPE_AT] = [21, 2];

function answerChecks(message: Buffer): readonly Check[] {
  const apdu = message.subarray(HEADER_LENGTH);
  if (apdu[TYPE_AT] === INIT_RESPONSE) return [['the agreed size', parseInitAnswer(apdu) === 100_000]];
  const { text, diagnostics } = retrieved([message]);
  if (text === null) {
    const shown = parseSearchAnswer(apdu).hits.map(({ score, bytes, lines, types, headline }) =>
      [score, bytes, lines, ...types.map(latin1Of), latin1Of(headline)].join(' '),
    );
    const wanted = ['541 124 4 TEXT wais.txt   /build/docs/', '266 64 3 TEXT gopher.txt   /build/docs/'];
    return [['the hits', shown.join('\n') === wanted.join('\n') && diagnostics.length === 0]];
  }
  const information = apdu.subarray(2 + apdu.readUInt16BE(0));
  const [records] = fieldsIn(information);
  const [group] = fieldsIn(records?.value ?? Buffer.alloc(0));
  const [documentId] = fieldsIn(group?.value ?? Buffer.alloc(0));
  const record = textRecord(documentId?.value ?? new Uint8Array(), latin1Of(text));
  return [
    ['the text', latin1Of(text).startsWith('Gopher and WAIS history\n') && text.length === 124],
    ['the record of the test server', same(fieldOf(USER_INFORMATION, record), information)],
  ];
}
