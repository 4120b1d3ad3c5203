/**
 * Recorded conversations with dirsrv, the server of Prospero itself: what the client sent must be what this library
 * sends, and what the server sent must be understood.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latin1Of, octetsOfLatin1 } from '../../src/octets/octets.ts';
import { ArdpExchange } from '../../src/protocols/prospero/ardp.ts';
import { parseAnswer, sizeOf } from '../../src/protocols/prospero/links.ts';
import { type Ask, questionText } from '../../src/schemes/prospero/request.ts';
import { parseLines, requestPackets } from '../../src/schemes/prospero/tokens.ts';

const RECORDING = '../protocols/fixtures/prospero-dirsrv.hex';
const REQUEST_HEADER = 9;
/** A server sends this many packets, and waits. */
const WINDOW = 16;

interface Recorded {
  readonly request: Uint8Array;
  readonly packets: Uint8Array[];
}

/** Judges every question and its answer, and prints the result. Returns the number of misses. */
export function runProspero(folder: string): number {
  const file = join(folder, RECORDING);
  if (!existsSync(file)) {
    console.log(`\nProspero was NOT checked: there is no ${file}.`);
    return 0;
  }
  const recorded = read(readFileSync(file, 'utf8'));
  const misses = recorded.flatMap((one, index) =>
    faultsOf(one).map((fault) => `miss  question ${index + 1}: ${fault}`),
  );
  const built = recorded.filter(({ request }) => ourRequest(request) !== null).length;
  console.log(
    `\nProspero: ${recorded.length} answers of dirsrv, ${built} of their questions, ${misses.length} misses.`,
  );
  for (const miss of misses) console.log(miss);
  return misses.length;
}

/** Lines `C hex` and `S hex`. */
function read(text: string): Recorded[] {
  const recorded: Recorded[] = [];
  for (const line of text.split('\n')) {
    const [, side, hex = ''] = /^([CS]) ([0-9a-f]+)$/.exec(line) ?? [];
    if (side === undefined) continue;
    const octets = new Uint8Array(Buffer.from(hex, 'hex'));
    if (side === 'C') recorded.push({ request: octets, packets: [] });
    else recorded.at(-1)?.packets.push(octets);
  }
  return recorded;
}

function faultsOf({ request, packets }: Recorded): string[] {
  const faults: string[] = [];
  const ours = ourRequest(request);
  if (ours !== null && Buffer.compare(ours, request) !== 0) faults.push('the request has other octets');
  const text = latin1Of(request.subarray(REQUEST_HEADER));
  const version = text.startsWith('VERSION 1\n') ? 1 : 5;
  const connectionId = Buffer.from(request).readUInt16BE(1);
  const exchange = new ArdpExchange({ text: octetsOfLatin1(text), connectionId, version });
  exchange.start(0);
  const replies = packets.flatMap((packet) => exchange.receive(packet, 1));
  if (packets.length < WINDOW) {
    if (exchange.outcome.kind !== 'answer') return [...faults, `the answer is ${exchange.outcome.kind}`];
    if (replies.length > 0) faults.push('an acknowledgement that nobody asked for');
    const answer = latin1Of(exchange.outcome.octets);
    if (!isUnderstood(answer, version)) faults.push(`not understood: ${JSON.stringify(answer.slice(0, 80))}`);
    return faults;
  }
  // The recording ends here: its client acknowledged nothing.
  if (exchange.outcome.kind !== 'waiting') faults.push('the answer ends too soon');
  if (replies.length !== 1 || replies[0]?.[8] !== WINDOW) faults.push('the window is not acknowledged');
  const whole = latin1Of(Buffer.concat(packets.map((packet) => packet.subarray((packet[0] ?? 0) & 0x3f))));
  const { links } = parseAnswer(whole.slice(0, whole.lastIndexOf('\nLINK ') + 1), version);
  const written = whole.split('\nLINK ').length - 1;
  if (links.length !== written) faults.push(`${links.length} of ${written} links`);
  if (links.some(({ attributes }) => sizeOf(attributes) === null)) faults.push('a link without its size');
  return faults;
}

function isUnderstood(answer: string, version: 1 | 5): boolean {
  const { links, attributes, refusal } = parseAnswer(answer, version);
  return parseLines(answer, version).length > 0 && (links.length > 0 || attributes.length > 0 || refusal !== null);
}

/** The request as this library sends it; `null` for a question that it does not ask. */
function ourRequest(request: Uint8Array): Uint8Array | null {
  const text = latin1Of(request.subarray(REQUEST_HEADER));
  const [first = [], , third = [], fourth = []] = parseLines(text, 5);
  const [command, what = '', , listed = ''] = third;
  const ask: Ask = command === 'DIRECTORY' ? 'list' : what === 'CONTENTS' ? 'contents' : 'object';
  const isAsked = ask === 'list' ? fourth.join(' ') === 'LIST ATTRIBUTES COMPONENTS' : command === 'GET-OBJECT-INFO';
  if (first[1] !== '5' || !isAsked) return null;
  const [hsoname = '', objectVersion = null] = ask === 'list' ? third.slice(2) : [listed, third[4] ?? null];
  const octets = octetsOfLatin1(questionText({ hsoname, objectVersion }, ask, 5));
  return requestPackets(octets, Buffer.from(request).readUInt16BE(1))[0] ?? null;
}
